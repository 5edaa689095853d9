//! What was asked for, found and kept.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Numbers since the tables were opened.
#[derive(Debug, Default)]
pub struct Counters {
    pub(crate) requests: AtomicU64,
    pub(crate) bytes: AtomicU64,
    pub(crate) errors: AtomicU64,
    pub(crate) hits: AtomicU64,
    pub(crate) misses: AtomicU64,
    pub(crate) evictions: AtomicU64,
    pub(crate) damaged: AtomicU64,
    pub(crate) kept: AtomicU64,
}

/// The numbers at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Requests to the host, each repetition counted.
    pub requests: u64,
    /// Bytes that the host sent, without headers.
    pub bytes: u64,
    /// Requests that failed.
    pub errors: u64,
    /// What was found in the cache on disk.
    pub hits: u64,
    /// What was not.
    pub misses: u64,
    /// What was removed from the cache to make room.
    pub evictions: u64,
    /// What was damaged in the cache, and asked for anew.
    pub damaged: u64,
    /// Bytes that the cache takes on disk.
    pub kept: u64,
}

impl Counters {
    /// The numbers at this moment.
    pub fn counts(&self) -> Counts {
        let read = |number: &AtomicU64| number.load(Relaxed);
        Counts {
            requests: read(&self.requests),
            bytes: read(&self.bytes),
            errors: read(&self.errors),
            hits: read(&self.hits),
            misses: read(&self.misses),
            evictions: read(&self.evictions),
            damaged: read(&self.damaged),
            kept: read(&self.kept),
        }
    }
}

/// Counts one more.
pub(crate) fn count(number: &AtomicU64) {
    number.fetch_add(1, Relaxed);
}
