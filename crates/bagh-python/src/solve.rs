//! Solving, with reports and Ctrl-C.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use bagh_tables::{Part, Progress, SolveError, SolveOptions};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors::bad;
use crate::pool::pool;

/// How often signals are looked at and progress is reported.
const PERIOD: Duration = Duration::from_millis(100);

/// How long an interrupted solve is waited for, before it is left to end by itself.
const PATIENCE: Duration = Duration::from_millis(200);

/// The last solve, which may still be ending after it was interrupted.
/// Its process stands beside it: a child of `fork` has no thread of its parent.
static LAST: Mutex<Option<(u32, JoinHandle<()>)>> = Mutex::new(None);

/// What the solver and the thread that waits for it have in common.
#[derive(Default)]
struct Watched {
    work: AtomicU64,
    done: AtomicU64,
    stopped: AtomicBool,
}

impl Progress for Watched {
    fn begin(&self, work: u64, done_before: u64) {
        self.work.store(work, Relaxed);
        self.done.store(done_before, Relaxed);
    }

    fn start(&self, _: Part) {}

    fn advance(&self, work: u64) {
        self.done.fetch_add(work, Relaxed);
    }

    fn finish(&self, _: Part, _: u64) {}

    fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }
}

impl Watched {
    fn share(&self) -> f64 {
        let (done, work) = (self.done.load(Relaxed) as f64, self.work.load(Relaxed) as f64);
        if work > 0.0 { (done / work).min(1.0) } else { 0.0 }
    }
}

/// Solves a game on another thread, so that this one can look at signals.
pub fn run(
    py: Python<'_>,
    game: &bagh::Game,
    folder: &Path,
    compact: bool,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    wait_for_the_last(py)?;
    let watched = Arc::new(Watched::default());
    let (sender, receiver) = channel();
    let (game, folder, for_solver) = (game.clone(), folder.to_owned(), Arc::clone(&watched));
    let pool = pool(py)?;
    let thread = std::thread::spawn(move || {
        let options = SolveOptions { compact };
        let solve = || bagh_tables::solve(&game, &folder, options, &*for_solver);
        let solved = pool.install(solve);
        // The other end is gone if it was interrupted.
        let _ = sender.send(solved.map(|_| ()));
    });
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some((std::process::id(), thread));
    // The receiver stays on this thread; a mutex makes it one that may be used without the GIL.
    let receiver = Mutex::new(receiver);
    let wait = |time| {
        py.detach(|| receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(time))
    };
    let mut told = -1.0;
    loop {
        match wait(PERIOD) {
            Ok(solved) => {
                solved.map_err(of_solve)?;
                if let Some(progress) = progress {
                    progress.call1((1.0,))?;
                }
                return Ok(());
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the solver ended without an answer"));
            }
            Err(RecvTimeoutError::Timeout) => {
                let heard = py.check_signals().and_then(|()| match progress {
                    Some(progress) if watched.share() > told => {
                        told = watched.share();
                        progress.call1((told,)).map(|_| ())
                    }
                    _ => Ok(()),
                });
                if let Err(interruption) = heard {
                    watched.stopped.store(true, Relaxed);
                    let _ = wait(PATIENCE);
                    return Err(interruption);
                }
            }
        }
    }
}

/// Waits for an interrupted solve: it holds the lock of its folder until it has ended.
fn wait_for_the_last(py: Python<'_>) -> PyResult<()> {
    loop {
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        match last.take() {
            None => return Ok(()),
            Some((process, _)) if process != std::process::id() => return Ok(()),
            Some((_, thread)) if thread.is_finished() => {
                let _ = thread.join();
                return Ok(());
            }
            Some(running) => *last = Some(running),
        }
        drop(last);
        py.detach(|| std::thread::sleep(PERIOD / 10));
        py.check_signals()?;
    }
}

fn of_solve(error: SolveError) -> PyErr {
    bad(error)
}
