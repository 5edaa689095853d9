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

/// Lists of all games that wait for the host of their tables at a time.
const LISTS: usize = 4;
/// Games that wait to be judged for a profile. More are judged when it is next looked at.
const TO_JUDGE: usize = 4;

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
    /// Lines of best play, in pieces.
    pub lines: Workers,
    /// Lists of all games, where their tables are on another machine and its manifests are waited
    /// for. What is of one game waits with [`HostWorkers`](crate::host_workers::HostWorkers).
    pub manifests: Option<Workers>,
    /// Counts that go through whole tables.
    pub counts: Workers,
    /// Searches of the engine.
    pub searches: Workers,
    /// Moves of the levels in online games. Whoever asks for searches must not keep them waiting.
    pub levels: Workers,
    /// Games that are judged by the tables, for profiles.
    pub judging: Workers,
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
        let limits = settings.limits.clone();
        let sockets = settings.online.as_ref().map_or(0, |online| online.sockets);
        let (connections, sockets) =
            allowed_connections(&catalogue, &pockets, limits.connections, sockets);
        App(Arc::new(Shared {
            catalogue,
            pockets,
            // Some lookups wait for the disk while others go on.
            lookups: Workers::new(processors + 2, limits.waiting),
            // No batch has more pieces in the queue than there are workers.
            pieces: Workers::new(processors, limits.batches * processors),
            lines: Workers::new(processors, limits.lines),
            manifests: settings.remote.is_some().then(|| Workers::new(LISTS, limits.waiting)),
            counts: Workers::new(1, limits.counts),
            searches: Workers::new(processors, limits.searches),
            // Each game has one move in the queue at a time.
            levels: Workers::new((processors / 2).max(1), usize::MAX),
            judging: Workers::new(1, TO_JUDGE),
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
