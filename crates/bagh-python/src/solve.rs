//! Solving, with reports and Ctrl-C.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use bagh_tables::{
    Part, Progress, SolveError, SolveOptions, Space, needs, plies_needs, tables_game,
};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors::bad;
use crate::pool::{no_thread, pool};

/// How often signals are looked at and progress is reported.
const PERIOD: Duration = Duration::from_millis(100);

/// How long an interrupted solve is waited for, before it is left to end by itself.
const PATIENCE: Duration = Duration::from_millis(200);

/// The last solve, which may still be ending after it was interrupted.
/// Its process stands beside it: a child of `fork` has no thread of its parent.
static LAST: Mutex<Option<(u32, JoinHandle<()>)>> = Mutex::new(None);

/// What is solved.
#[derive(Clone, Copy)]
pub struct Options {
    /// Tables of half the size.
    pub compact: bool,
    /// Plies of wins in the placement phase, too.
    pub plies: bool,
}

/// What the solver and the thread that waits for it have in common.
struct Watched {
    /// Where the present stage begins and how much of the whole it is: plies come after values.
    stage: Mutex<(f64, f64)>,
    work: AtomicU64,
    done: AtomicU64,
    stopped: AtomicBool,
}

impl Default for Watched {
    fn default() -> Watched {
        let (work, done) = (AtomicU64::new(0), AtomicU64::new(0));
        Watched { stage: Mutex::new((0.0, 1.0)), work, done, stopped: AtomicBool::new(false) }
    }
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
    fn begin_stage(&self, begin: f64, length: f64) {
        self.begin(0, 0);
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = (begin, length);
    }

    /// The share of the work that is done; nothing while it is not known what is to be done.
    fn share(&self) -> Option<f64> {
        let (begin, length) = *self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        let (done, work) = (self.done.load(Relaxed) as f64, self.work.load(Relaxed) as f64);
        (work > 0.0).then(|| begin + length * (done / work).min(1.0))
    }
}

/// Solves a game on another thread, so that this one can look at signals.
pub fn run(
    py: Python<'_>,
    game: &bagh::Game,
    folder: &Path,
    options: Options,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let (game, folder) = (game.clone(), folder.to_owned());
    let work = move |watched: &Watched| solve_all(&game, &folder, options, watched);
    watch(py, progress, work)
}

fn solve_all(
    game: &bagh::Game,
    folder: &Path,
    options: Options,
    watched: &Watched,
) -> Result<(), SolveError> {
    let space = Arc::new(Space::new(&tables_game(game))?);
    let Options { compact, plies } = options;
    let values = SolveOptions { compact };
    if !plies {
        bagh_tables::solve_space(&space, folder, values, watched)?;
        return Ok(());
    }
    let first = needs(&space, values).times.iter().sum::<Duration>().as_secs_f64();
    let second = plies_needs(&space, compact).time.as_secs_f64();
    let first = first / (first + second);
    watched.begin_stage(0.0, first);
    bagh_tables::solve_space(&space, folder, values, watched)?;
    watched.begin_stage(first, 1.0 - first);
    bagh_tables::solve_plies(game, folder, watched)?;
    Ok(())
}

/// Runs a solver on another thread, while this one reports progress and looks at signals. A signal
/// stops the solver and is raised at once: the solver may still be ending then.
fn watch(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&Watched) -> Result<(), SolveError> + Send + 'static,
) -> PyResult<()> {
    wait_for_the_last(py)?;
    let watched = Arc::new(Watched::default());
    let (sender, receiver) = channel();
    let for_solver = Arc::clone(&watched);
    let pool = pool(py)?;
    let thread = std::thread::Builder::new().name("bagh solver".to_owned()).spawn(move || {
        // The other end is gone if it was interrupted.
        let _ = sender.send(pool.install(|| work(&for_solver)));
    });
    let thread = thread.map_err(no_thread)?;
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
                solved.map_err(bad)?;
                if let Some(progress) = progress {
                    progress.call1((1.0,))?;
                }
                return Ok(());
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the solver ended without an answer"));
            }
            Err(RecvTimeoutError::Timeout) => {
                let share = watched.share().filter(|&share| share > told);
                let heard = py.check_signals().and_then(|()| match (progress, share) {
                    (Some(progress), Some(share)) => {
                        told = share;
                        progress.call1((share,)).map(|_| ())
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

/// A solver that hears nothing, so that the tests can see what Ctrl-C does: it ends once there is a
/// file of this name.
#[pyfunction]
pub fn _stubborn_solver(py: Python<'_>, until: PathBuf) -> PyResult<()> {
    watch(py, None, move |_| {
        while !until.exists() {
            std::thread::sleep(PERIOD);
        }
        Ok(())
    })
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
