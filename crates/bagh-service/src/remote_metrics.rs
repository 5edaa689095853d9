//! Numbers of tables that are elsewhere.

use std::sync::atomic::Ordering::Relaxed;

use bagh_remote::Counts;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

/// How a number is read.
type Read = fn(&Counts) -> u64;

/// Metrics of remote tables.
pub struct RemoteMetrics {
    counters: Vec<(Counter, Read)>,
    kept: Gauge,
}

impl RemoteMetrics {
    /// Adds the numbers to a registry.
    pub fn new(registry: &mut Registry) -> RemoteMetrics {
        let all: [(&str, &str, Read); 7] = [
            ("requests", "Requests for tables, repetitions included", |c| c.requests),
            ("bytes", "Bytes of tables received", |c| c.bytes),
            ("errors", "Requests for tables that failed", |c| c.errors),
            ("cache_hits", "Blocks found in the cache on disk", |c| c.hits),
            ("cache_misses", "Blocks not found in the cache on disk", |c| c.misses),
            ("cache_evictions", "Blocks removed from the cache to make room", |c| c.evictions),
            ("cache_damaged", "Damaged blocks of the cache, got anew", |c| c.damaged),
        ];
        let counters = all.map(|(name, help, read)| {
            let counter = Counter::default();
            registry.register(format!("bagh_remote_{name}"), help, counter.clone());
            (counter, read)
        });
        let kept = Gauge::default();
        registry.register("bagh_remote_cache_bytes", "Bytes of the cache on disk", kept.clone());
        RemoteMetrics { counters: counters.into(), kept }
    }

    /// Brings the numbers up to date.
    pub fn update(&self, counts: &Counts) {
        for (counter, read) in &self.counters {
            // They only grow: they are counted elsewhere and only reported here.
            counter.inner().fetch_max(read(counts), Relaxed);
        }
        self.kept.set(i64::try_from(counts.kept).unwrap_or(i64::MAX));
    }
}
