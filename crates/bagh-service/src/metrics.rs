//! Numbers for Prometheus.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use bagh::Game;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::app::Shared;
use crate::catalogue::Entry;
use crate::host_workers::HostWorkers;
use crate::online::metrics::OnlineMetrics;
use crate::remote_metrics::RemoteMetrics;
use crate::variant::Work;
use crate::workers::Workers;

/// Bounds of the classes of latency, in seconds.
const LATENCIES: [f64; 14] =
    [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0, 30.0];

/// How a request went.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    route: String,
    method: String,
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabels {
    route: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ProbeLabels {
    game: String,
    captures: u32,
    known: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct TablesLabels {
    game: String,
    captures: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ClassLabels {
    class: String,
}

/// What is counted.
pub struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    latencies: Family<RouteLabels, Histogram>,
    probes: Family<ProbeLabels, Counter>,
    progress: Family<TablesLabels, Gauge<f64, AtomicU64>>,
    resident: Gauge,
    waiting: Family<ClassLabels, Gauge>,
    /// Connections that are open.
    pub connections: Gauge,
    /// Numbers of online play.
    pub online: OnlineMetrics,
    remote: Option<RemoteMetrics>,
    /// Connections that were closed at once since too many were open.
    pub refused: Counter,
    /// How often memory was given back to the system after a crowd had left.
    pub trimmed: Counter,
}

impl Metrics {
    /// Nothing counted yet; with numbers of tables that are elsewhere, if they are.
    pub fn new(remote: bool) -> Metrics {
        let mut registry = Registry::default();
        let requests = Family::default();
        let histogram: fn() -> Histogram = || Histogram::new(LATENCIES);
        let latencies = Family::new_with_constructor(histogram);
        let probes = Family::default();
        let progress = Family::default();
        let (resident, connections, refused) =
            (Gauge::default(), Gauge::default(), Counter::default());
        registry.register("bagh_requests", "Requests answered", requests.clone());
        registry.register("bagh_request_seconds", "Seconds to the answer", latencies.clone());
        registry.register("bagh_probes", "Positions looked up", probes.clone());
        registry.register(
            "bagh_solve_progress",
            "Share of a game that is solved",
            progress.clone(),
        );
        registry.register("process_resident_memory_bytes", "Memory in use", resident.clone());
        registry.register("bagh_connections", "Open connections", connections.clone());
        registry.register("bagh_connections_refused", "Connections refused", refused.clone());
        let trimmed = Counter::default();
        registry.register(
            "bagh_memory_given_back",
            "How often memory was given back after many connections had left",
            trimmed.clone(),
        );
        let waiting = Family::default();
        registry.register("bagh_waiting", "Work that waits for its turn", waiting.clone());
        let online = OnlineMetrics::new(&mut registry);
        let remote = remote.then(|| RemoteMetrics::new(&mut registry));
        Metrics {
            online,
            remote,
            registry,
            requests,
            latencies,
            probes,
            progress,
            resident,
            waiting,
            connections,
            refused,
            trimmed,
        }
    }

    /// Counts a request.
    pub fn answered(&self, route: &str, method: &Method, status: StatusCode, took: Duration) {
        // Names from outside do not become labels: there would be no end of them.
        let method = match *method {
            Method::GET | Method::HEAD | Method::POST | Method::OPTIONS => method.as_str(),
            _ => "other",
        };
        let labels = RequestLabels {
            route: route.to_owned(),
            method: method.to_owned(),
            status: status.as_u16(),
        };
        self.requests.get_or_create(&labels).inc();
        let labels = RouteLabels { route: route.to_owned() };
        self.latencies.get_or_create(&labels).observe(took.as_secs_f64());
    }

    /// Counts positions that were looked up.
    pub fn probed(&self, game: &Game, known: bool, positions: usize) {
        if positions == 0 {
            return;
        }
        let labels = ProbeLabels {
            game: game.name().to_owned(),
            captures: u32::from(game.captures()),
            known: u32::from(known),
        };
        self.probes.get_or_create(&labels).inc_by(positions as u64);
    }

    /// All numbers as text.
    pub fn text(&self, app: &Shared) -> String {
        let classes: [(&str, &Workers); 8] = [
            ("lookups", &app.lookups),
            ("batches", &app.pieces),
            ("lines", &app.lines),
            ("counts", &app.counts),
            ("searches", &app.searches),
            ("levels", &app.levels),
            ("judging", &app.judging),
            ("downloads", &app.downloads),
        ];
        let mut waiting: Vec<(&str, usize)> =
            classes.iter().map(|(class, workers)| (*class, workers.waiting())).collect();
        if let Some(manifests) = &app.manifests {
            let hosts = app.catalogue.entries().iter().filter_map(Entry::host);
            let host = manifests.waiting() + hosts.map(HostWorkers::waiting).sum::<usize>();
            waiting.push(("host", host));
        }
        for (class, waiting) in waiting {
            let labels = ClassLabels { class: class.to_owned() };
            let waiting = i64::try_from(waiting).unwrap_or(i64::MAX);
            self.waiting.get_or_create(&labels).set(waiting);
        }
        for variant in app.catalogue.variants() {
            let share = match variant.work() {
                Work::None => continue,
                Work::Waiting | Work::Elsewhere | Work::Failed(_) => 0.0,
                Work::Solving(tracker) => tracker.share(),
                Work::Done => 1.0,
            };
            let game = variant.game();
            let labels =
                TablesLabels { game: game.name().to_owned(), captures: u32::from(game.captures()) };
            self.progress.get_or_create(&labels).set(share);
        }
        if let Some((metrics, remote)) = self.remote.as_ref().zip(app.catalogue.place().remote()) {
            metrics.update(&remote.counters().counts());
        }
        if let Some(memory) = memory_stats::memory_stats() {
            self.resident.set(i64::try_from(memory.physical_mem).unwrap_or(i64::MAX));
        }
        let mut text = String::new();
        // Writing to a text does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
