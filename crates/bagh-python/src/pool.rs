//! The threads that share long work.
//!
//! A child of `fork`, as Python's multiprocessing makes them, has none of its parent's threads:
//! work that is given to a pool of the parent waits for ever. So we have a pool of our own, and a
//! child makes another.

use std::fmt::Display;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The pool, and the process whose threads it has.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// The pool of this process. The GIL is held, and so no other thread that forks can leave the lock
/// taken in its child.
pub fn pool(_: Python<'_>) -> PyResult<Arc<ThreadPool>> {
    let own = std::process::id();
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    match &*pool {
        Some((process, pool)) if *process == own => Ok(Arc::clone(pool)),
        _ => {
            let new = ThreadPoolBuilder::new().thread_name(|n| format!("bagh {n}")).build();
            let new = Arc::new(new.map_err(no_thread)?);
            // To end the parent's pool would be to wait for its threads.
            std::mem::forget(pool.replace((own, Arc::clone(&new))));
            Ok(new)
        }
    }
}

/// The system has no thread left for us.
pub fn no_thread(error: impl Display) -> PyErr {
    PyRuntimeError::new_err(format!("threads: cannot start one: {error}"))
}
