//! Numbers of online play for Prometheus.

use std::sync::atomic::AtomicU64;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// Bounds of the classes of latency, in seconds.
const LATENCIES: [f64; 12] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 10.0];

/// What is counted.
#[derive(Clone)]
pub(crate) struct OnlineMetrics {
    pub sockets: Gauge,
    pub streams: Gauge,
    pub rooms: Gauge,
    pub accepted: Counter,
    pub refused: Counter,
    pub conflicts: Counter,
    pub limited: Counter,
    pub deadlines: Counter,
    pub outages: Counter,
    pub outage_seconds: Counter<f64, AtomicU64>,
    pub silent: Counter,
    pub slow: Counter,
    pub notices_lost: Counter,
    pub logins_refused: Counter,
    pub rated_late: Counter,
    pub append_seconds: Histogram,
}

impl OnlineMetrics {
    /// Registers the numbers.
    pub fn new(registry: &mut Registry) -> OnlineMetrics {
        let metrics = OnlineMetrics {
            sockets: Gauge::default(),
            streams: Gauge::default(),
            rooms: Gauge::default(),
            accepted: Counter::default(),
            refused: Counter::default(),
            conflicts: Counter::default(),
            limited: Counter::default(),
            deadlines: Counter::default(),
            outages: Counter::default(),
            outage_seconds: Counter::default(),
            silent: Counter::default(),
            slow: Counter::default(),
            notices_lost: Counter::default(),
            logins_refused: Counter::default(),
            rated_late: Counter::default(),
            append_seconds: Histogram::new(LATENCIES),
        };
        let m = metrics.clone();
        registry.register("bagh_online_sockets", "Open WebSockets", m.sockets);
        registry.register("bagh_online_streams", "Open streams of lines", m.streams);
        registry.register("bagh_online_rooms", "Games in memory", m.rooms);
        registry.register("bagh_online_accepted", "Commands accepted", m.accepted);
        registry.register("bagh_online_refused", "Commands refused", m.refused);
        registry.register(
            "bagh_online_conflicts",
            "Appends that found their place in the log taken",
            m.conflicts,
        );
        registry.register("bagh_online_limited", "Requests over a rate limit", m.limited);
        registry.register("bagh_online_deadlines", "Deadlines collected", m.deadlines);
        registry.register("bagh_online_outages", "Outages that this node ended", m.outages);
        registry.register(
            "bagh_online_outage_seconds",
            "Seconds of these outages, which clocks get back",
            m.outage_seconds,
        );
        registry.register(
            "bagh_online_silent",
            "WebSockets given up since they did not answer pings",
            m.silent,
        );
        registry.register(
            "bagh_online_slow",
            "WebSockets given up since they took no messages",
            m.slow,
        );
        registry.register(
            "bagh_online_notices_lost",
            "Notices that found too many others waiting for their connection",
            m.notices_lost,
        );
        registry.register(
            "bagh_online_logins_refused",
            "Wrong passwords, recovery codes and passkeys",
            m.logins_refused,
        );
        registry.register(
            "bagh_online_rated_late",
            "Games rated later than at their end",
            m.rated_late,
        );
        registry.register(
            "bagh_online_append_seconds",
            "Seconds until events were durable",
            m.append_seconds,
        );
        metrics
    }
}
