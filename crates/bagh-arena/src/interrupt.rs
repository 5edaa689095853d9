//! Interruption of games: bots run in process groups of their own, so Ctrl-C does not reach them.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::ugi::running;

/// Set when the user interrupts the program. Games end at once, and bots are ended with them.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// Asks all games to end.
pub fn stop() {
    STOP.store(true, Ordering::Relaxed);
}

/// Ends every program that plays for us, with all that it started. For who ends at once: whoever
/// waits for one of these programs afterwards waits until we have ended.
pub fn end_programs() {
    stop();
    running::end_all();
}

/// Whether games were asked to end.
pub fn is_stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}
