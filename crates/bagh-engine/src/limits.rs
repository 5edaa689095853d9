//! How long a search may take, and how it is stopped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Time since some moment in the past. The browser has a clock of its own to hand in.
pub type Clock = fn() -> Duration;

/// What ends a search: whichever comes first. Without any limit it goes on until it is stopped,
/// or sees the end of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to look at.
    pub nodes: Option<u64>,
    /// Time to take.
    pub time: Option<Duration>,
}

impl Limits {
    /// Looks so many plies ahead.
    pub fn depth(plies: u32) -> Limits {
        Limits { depth: Some(plies), ..Limits::default() }
    }

    /// Looks at so many positions. With this limit, or a depth, the same question always gets
    /// the same answer.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Takes so long.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
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

/// There is no clock here: limits of time need one that is handed in.
#[cfg(target_family = "wasm")]
pub(crate) fn clock() -> Duration {
    Duration::ZERO
}

/// Watches over the limits of one search.
pub(crate) struct Watch<'s> {
    limits: Limits,
    clock: Clock,
    started: Duration,
    stop: Option<&'s AtomicBool>,
    pub nodes: u64,
    over: bool,
}

impl<'s> Watch<'s> {
    pub fn new(limits: Limits, clock: Clock, stop: Option<&'s AtomicBool>) -> Watch<'s> {
        Watch { limits, clock, started: clock(), stop, nodes: 0, over: false }
    }

    pub fn elapsed(&self) -> Duration {
        (self.clock)().saturating_sub(self.started)
    }

    /// Counts a position, and says whether the search must end.
    #[inline]
    pub fn count(&mut self) -> bool {
        if self.over || self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            self.over = true;
            return true;
        }
        self.nodes += 1;
        // The clock is asked about every millisecond or more often.
        if self.nodes & 511 == 0 {
            self.look();
        }
        self.over
    }

    /// Whether the search must end.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.over
    }

    fn look(&mut self) {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.limits.time.is_some_and(|most| self.elapsed() >= most)
        {
            self.over = true;
        }
    }

    /// Whether one ply more may be begun. It need not be finished: a better move that turns up
    /// on the way counts.
    pub fn may_go_deeper(&mut self, done: u32) -> bool {
        self.look();
        !self.over && self.limits.depth.is_none_or(|most| done < most)
    }
}
