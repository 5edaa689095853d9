//! Limits of a search, and how it is stopped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Time since some fixed moment. WebAssembly has no clock in its standard library, so one can be
/// passed in.
pub type Clock = fn() -> Duration;

/// What ends a search: the limit that is reached first. Without limits it runs until it is stopped
/// or has found a forced win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Number of nodes.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
}

impl Limits {
    /// A search of this many plies.
    pub fn depth(plies: u32) -> Limits {
        Limits { depth: Some(plies), ..Limits::default() }
    }

    /// A search of this many nodes. Searches limited by nodes or depth are deterministic.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A search of this duration.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// The tighter of both limits of each kind.
    #[must_use]
    pub fn tightened(self, other: Limits) -> Limits {
        fn tighter<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
            [one, other].into_iter().flatten().min()
        }
        Limits {
            depth: tighter(self.depth, other.depth),
            nodes: tighter(self.nodes, other.nodes),
            time: tighter(self.time, other.time),
        }
    }
}

/// The clock of this machine.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn clock() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// WebAssembly has no clock: time limits need one that is passed in.
#[cfg(target_family = "wasm")]
pub(crate) fn clock() -> Duration {
    Duration::ZERO
}

/// Counts the nodes of one search and stops it at its limits.
pub(crate) struct SearchControl<'s> {
    limits: Limits,
    clock: Clock,
    started: Duration,
    stop: Option<&'s AtomicBool>,
    pub nodes: u64,
    stopped: bool,
}

impl<'s> SearchControl<'s> {
    pub fn new(limits: Limits, clock: Clock, stop: Option<&'s AtomicBool>) -> SearchControl<'s> {
        SearchControl { limits, clock, started: clock(), stop, nodes: 0, stopped: false }
    }

    pub fn elapsed(&self) -> Duration {
        (self.clock)().saturating_sub(self.started)
    }

    /// Counts a node, and says whether the search must stop.
    #[inline]
    pub fn count_node(&mut self) -> bool {
        if self.stopped || self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            self.stopped = true;
            return true;
        }
        self.nodes += 1;
        // Reads the clock about once a millisecond or more often.
        if self.nodes & 511 == 0 {
            self.check_time();
        }
        self.stopped
    }

    /// Whether the search must stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    fn check_time(&mut self) {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.limits.time.is_some_and(|limit| self.elapsed() >= limit)
        {
            self.stopped = true;
        }
    }

    /// Whether another iteration may start. It need not finish: a better move found on the way
    /// counts.
    pub fn may_deepen(&mut self, done: u32) -> bool {
        self.check_time();
        !self.stopped && self.limits.depth.is_none_or(|limit| done < limit)
    }
}
