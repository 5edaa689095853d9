//! Work without the GIL: panics become exceptions, and Ctrl-C ends what takes long.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::pool::{no_thread, pool};

/// How often a thread that waits for work looks for signals.
const PERIOD: Duration = Duration::from_millis(10);

/// Calls into our crates. No input should make them panic; if one does, it is an exception as
/// others are, and not PyO3's `PanicException`, which `except Exception` does not catch.
pub fn guarded<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    // Nothing is left half-done: what work changes is replaced as a whole, or thrown away.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(internal(&*panic)))
}

/// The same without the GIL, on this thread alone.
pub fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> PyResult<T> + Send) -> PyResult<T> {
    py.detach(|| guarded(work))
}

/// The same on the threads of our pool.
pub fn on_pool<T: Send>(py: Python<'_>, work: impl FnOnce() -> PyResult<T> + Send) -> PyResult<T> {
    let pool = pool(py)?;
    py.detach(|| guarded(|| pool.install(work)))
}

/// The same while this thread looks for signals. A signal sets the flag that the
/// work is given, and is raised once the work has ended.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> PyResult<T> + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    let pool = pool(py)?;
    py.detach(|| {
        std::thread::scope(|scope| {
            // Nothing is sent: its end is dropped when the work has ended.
            let (ended, has_ended) = channel::<()>();
            let thread = std::thread::Builder::new().spawn_scoped(scope, || {
                let _ended = ended;
                guarded(|| pool.install(|| work(&stop)))
            });
            let thread = thread.map_err(no_thread)?;
            let mut heard = Ok(());
            while has_ended.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                if heard.is_ok() {
                    heard = Python::attach(|py| py.check_signals());
                    stop.store(heard.is_err(), Relaxed);
                }
            }
            let done = thread.join().unwrap_or_else(|panic| Err(internal(&*panic)));
            heard.and(done)
        })
    })
}

/// Interruptible if it is long; starting a thread for little would take longer than the work.
pub fn interruptible_if<T: Send>(
    py: Python<'_>,
    is_long: bool,
    work: impl FnOnce(&AtomicBool) -> PyResult<T> + Send,
) -> PyResult<T> {
    match is_long {
        true => interruptible(py, work),
        false => on_pool(py, || work(&AtomicBool::new(false))),
    }
}

/// What work that was stopped returns; the signal that stopped it is raised in its place.
pub fn stopped() -> PyErr {
    PyRuntimeError::new_err("interrupted")
}

/// Panics, so that the tests can see what becomes of it.
#[pyfunction]
#[pyo3(signature = (on_another_thread = false))]
pub fn _panic(py: Python<'_>, on_another_thread: bool) -> PyResult<()> {
    let work = || panic!("asked for");
    match on_another_thread {
        true => interruptible(py, |_| work()),
        false => detached(py, work),
    }
}

fn internal(panic: &(dyn Any + Send)) -> PyErr {
    let said = panic.downcast_ref::<String>().map(String::as_str);
    let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    PyRuntimeError::new_err(format!(
        "internal error of bagh: {said}: the call is not at fault, please report it with its \
         arguments"
    ))
}
