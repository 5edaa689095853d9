//! Interruption of games: bots run in process groups of their own, so Ctrl-C does not reach them.

use std::sync::atomic::{AtomicBool, Ordering};

/// Set when the user interrupts the program. Games end at once, and bots are ended with them.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// Asks all games to end.
pub fn stop() {
    STOP.store(true, Ordering::Relaxed);
}

/// Whether games were asked to end.
pub fn is_stopped() -> bool {
    STOP.load(Ordering::Relaxed)
}
