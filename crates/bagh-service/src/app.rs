//! What all requests share.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::Semaphore;

use crate::catalogue::Catalogue;
use crate::metrics::Metrics;
use crate::settings::Limits;
use crate::workers::Workers;

/// What all requests share.
#[derive(Clone)]
pub struct App(Arc<Shared>);

/// The parts of it.
pub struct Shared {
    pub catalogue: Catalogue,
    /// They look positions up.
    pub workers: Workers,
    /// They let the engine think, which takes longer.
    pub searches: Workers,
    /// Places for requests with many positions.
    pub batches: Semaphore,
    pub metrics: Metrics,
    pub limits: Limits,
    pub began: Instant,
}

impl App {
    pub fn new(catalogue: Catalogue, limits: Limits) -> App {
        let processors = std::thread::available_parallelism().map_or(1, |n| n.get());
        App(Arc::new(Shared {
            catalogue,
            // Some look-ups wait for the disk while others go on.
            workers: Workers::new(processors + 2, limits.waiting),
            searches: Workers::new(processors, limits.searches),
            batches: Semaphore::new(limits.batches),
            metrics: Metrics::new(),
            limits,
            began: Instant::now(),
        }))
    }
}

impl std::ops::Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}
