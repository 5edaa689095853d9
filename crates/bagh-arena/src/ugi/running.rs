//! The programs that run now, so that all of them can be ended at once.

use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::leftovers;

/// Programs that run, by their numbers and the marks in their environments.
static RUNNING: Mutex<Vec<(u32, String)>> = Mutex::new(Vec::new());

fn running() -> MutexGuard<'static, Vec<(u32, String)>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program. The list is held meanwhile, so that none starts unseen.
pub(super) fn start(command: &mut Command, mark: &str) -> io::Result<Child> {
    let mut running = running();
    let child = command.spawn()?;
    running.push((child.id(), mark.to_owned()));
    Ok(child)
}

/// Takes a program that was ended off the list.
pub(super) fn ended(mark: &str) {
    running().retain(|(_, known)| known != mark);
}

/// Ends all programs. The list is never given back: who wants to start another one, or to end one,
/// waits until we end, and so nobody reports as a bot's fault what was ours.
pub(crate) fn end_all() {
    let running = running();
    for (id, mark) in &*running {
        leftovers::kill_family(*id);
        leftovers::kill_marked(mark);
    }
    std::mem::forget(running);
}
