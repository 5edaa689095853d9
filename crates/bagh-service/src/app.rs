//! What all requests share.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::Semaphore;

use crate::access::{AllowedOrigins, Hosts};
use crate::body::BodyMemory;
use crate::catalogue::Catalogue;
use crate::download::OpenFiles;
use crate::metrics::Metrics;
use crate::pockets::Pockets;
use crate::server::allowed_connections;
use crate::settings::{Limits, Settings};
use crate::workers::Workers;

/// Look-ups at a time in tables that are elsewhere.
const REMOTE_LOOKUPS: usize = 64;
/// Pieces of batches at a time in tables that are elsewhere.
const REMOTE_BATCHES: usize = 8;

/// What all requests share.
#[derive(Clone)]
pub struct App(Arc<Shared>);

/// The parts of it.
pub struct Shared {
    pub catalogue: Catalogue,
    /// The pocket editions to download.
    pub pockets: Pockets,
    /// Single lookups, and whatever is as quick.
    pub lookups: Workers,
    /// Batches, in pieces.
    pub pieces: Workers,
    /// Counts that go through whole tables.
    pub counts: Workers,
    /// Searches of the engine.
    pub searches: Workers,
    /// Files that are downloaded, in pieces.
    pub downloads: Workers,
    /// Connections at a time.
    pub connections: usize,
    /// WebSockets at a time.
    pub sockets: usize,
    /// Places for downloads: half of the connections, so that the other half is left for those
    /// who look positions up.
    pub download_places: Arc<Semaphore>,
    /// Places for batches that are being answered.
    pub batches: Semaphore,
    /// Memory for bodies that are on their way.
    pub bodies: Arc<BodyMemory>,
    pub open_files: OpenFiles,
    /// The names that the service answers to.
    pub hosts: Hosts,
    /// Pages that may ask for what costs much.
    pub origins: AllowedOrigins,
    /// Whether other machines may read `/metrics`.
    pub public_metrics: bool,
    pub metrics: Metrics,
    pub limits: Limits,
    pub began: Instant,
}

impl App {
    pub fn new(catalogue: Catalogue, pockets: Pockets, settings: &Settings) -> App {
        let processors = std::thread::available_parallelism().map_or(1, |n| n.get());
        // Look-ups in tables that are elsewhere mostly wait, and need no processor for that.
        let (at_once, batches_at_once) = match settings.remote {
            Some(_) => (REMOTE_LOOKUPS, REMOTE_BATCHES),
            None => (processors + 2, processors),
        };
        let limits = settings.limits.clone();
        let sockets = settings.online.as_ref().map_or(0, |online| online.sockets);
        let (connections, sockets) = allowed_connections(&catalogue, limits.connections, sockets);
        App(Arc::new(Shared {
            catalogue,
            pockets,
            // Some lookups wait for the disk while others go on.
            lookups: Workers::new(at_once, limits.waiting),
            // Each batch has one piece in the queue at a time.
            pieces: Workers::new(batches_at_once, limits.batches),
            counts: Workers::new(1, limits.counts),
            searches: Workers::new(processors, limits.searches),
            // Each download has one piece in the queue at a time.
            downloads: Workers::new(processors + 2, connections),
            connections,
            sockets,
            download_places: Arc::new(Semaphore::new((connections / 2).max(1))),
            batches: Semaphore::new(limits.batches),
            bodies: BodyMemory::new(limits.body_memory),
            open_files: OpenFiles::default(),
            hosts: Hosts::new(settings.address.ip(), &settings.hosts),
            origins: settings.origins.clone(),
            public_metrics: settings.public_metrics,
            metrics: Metrics::new(settings.remote.is_some()),
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
