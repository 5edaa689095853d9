//! Ctrl-C while other programs play for us: it does not reach them, since they run in process groups
//! of their own.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, Result};
use bagh_arena::interrupt;

/// Exit code of a program that was interrupted.
pub const INTERRUPTED: i32 = 130;

/// Ends at once, and all bots with us.
pub fn leave() -> ! {
    interrupt::end_programs();
    std::process::exit(INTERRUPTED)
}

/// Makes Ctrl-C end the games that are played, and a second one this program and its bots at once.
pub fn stop_games_when_interrupted() -> Result<()> {
    let asked = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::Relaxed) {
            leave();
        }
        interrupt::stop();
    })
    .context("cannot watch for interrupts")
}

/// Makes Ctrl-C end this program and its bots at once.
pub fn leave_when_interrupted() -> Result<()> {
    ctrlc::set_handler(|| leave()).context("cannot watch for interrupts")
}
