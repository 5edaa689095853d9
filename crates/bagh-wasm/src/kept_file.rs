//! Files that the browser keeps, read where they are: only the page can, so the module asks it.

use std::io;

use bagh_tables::ReadRange;

/// A file by the number that the page has given it.
#[derive(Debug)]
pub struct KeptFile(pub u32);

impl ReadRange for KeptFile {
    fn read(&self, start: u64, into: &mut [u8]) -> io::Result<()> {
        match read(self.0, start, into) {
            true => Ok(()),
            false => Err(io::Error::other("the browser does not have these bytes any more")),
        }
    }
}

/// Fills `into` from a place in a file, and says whether all of it came.
#[cfg(target_arch = "wasm32")]
fn read(file: u32, start: u64, into: &mut [u8]) -> bool {
    unsafe extern "C" {
        /// Writes `length` bytes of a file from `start` on to the address `into`, and returns how
        /// many it has written: 0 if it cannot. It never throws.
        fn pocket_read(file: u32, start: f64, length: usize, into: *mut u8) -> usize;
    }
    // SAFETY: the page writes nothing beyond `length` bytes, and nothing after it has returned, so
    // that only the borrowed slice is written, and only while it is borrowed. Numbers up to 2⁵³ are
    // exact as f64; files are shorter.
    unsafe { pocket_read(file, start as f64, into.len(), into.as_mut_ptr()) == into.len() }
}

/// Outside a browser there is no page: tests bring the files.
#[cfg(not(target_arch = "wasm32"))]
fn read(file: u32, start: u64, into: &mut [u8]) -> bool {
    #[cfg(test)]
    if let Some(bytes) = testing::files().get(&file)
        && let Some(range) = bytes.get(start as usize..).and_then(|rest| rest.get(..into.len()))
    {
        into.copy_from_slice(range);
        return true;
    }
    let _ = (file, start, into);
    false
}

#[cfg(test)]
pub mod testing {
    use std::collections::HashMap;
    use std::sync::{LazyLock, Mutex, MutexGuard};

    static FILES: LazyLock<Mutex<HashMap<u32, Vec<u8>>>> = LazyLock::new(Mutex::default);

    /// What stands in for the files of the page.
    pub fn files() -> MutexGuard<'static, HashMap<u32, Vec<u8>>> {
        FILES.lock().unwrap_or_else(|e| e.into_inner())
    }
}
