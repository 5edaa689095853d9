//! How the browser hands over a text and takes one back, without tools to generate bindings.
//!
//! The page asks for room, writes the request into the module's memory, calls, and reads the
//! answer from the same place. Only addresses and lengths cross the border.

use std::sync::Mutex;

/// The request before a call, the answer after it.
static TEXT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Allocates room for a request of this many bytes and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn bagh_room(length: usize) -> *mut u8 {
    let mut text = TEXT.lock().unwrap_or_else(|e| e.into_inner());
    text.clear();
    text.resize(length, 0);
    text.as_mut_ptr()
}

/// Answers the request, and tells how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn bagh_call() -> usize {
    let mut text = TEXT.lock().unwrap_or_else(|e| e.into_inner());
    let answer = crate::call(&String::from_utf8_lossy(&text));
    *text = answer.into_bytes();
    text.len()
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn bagh_answer() -> *const u8 {
    TEXT.lock().unwrap_or_else(|e| e.into_inner()).as_ptr()
}

/// Takes what was written into the room as bytes for the next request, instead of as a request.
#[cfg(feature = "tables")]
#[unsafe(no_mangle)]
pub extern "C" fn bagh_bring() {
    let mut text = TEXT.lock().unwrap_or_else(|e| e.into_inner());
    crate::bring(std::mem::take(&mut *text));
}
