//! What all requests share.

use std::sync::Arc;
use std::time::Instant;

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
    pub workers: Workers,
    pub metrics: Metrics,
    pub limits: Limits,
    pub began: Instant,
}

impl App {
    pub fn new(catalogue: Catalogue, limits: Limits) -> App {
        App(Arc::new(Shared {
            catalogue,
            workers: Workers::new(limits.waiting),
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
