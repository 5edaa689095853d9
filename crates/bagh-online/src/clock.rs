//! Clocks. They move only by what events say, never by a clock of their own.

use bagh::Side;
use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::time_control::TimeControl;

/// The most network delay that one move is given back.
pub(crate) const LAG_LIMIT: Millis = 500;

/// The clocks of both sides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clocks {
    /// What the tigers had left when their turn, or the opponent's, began.
    pub tiger: Millis,
    /// What the goats had left.
    pub goat: Millis,
    /// The side whose clock runs.
    pub running: Option<Side>,
    /// Since when it runs. Time credited for an outage moves this forward.
    pub since: Millis,
}

impl Clocks {
    pub(crate) fn new(initial: Millis) -> Clocks {
        Clocks { tiger: initial, goat: initial, running: None, since: 0 }
    }

    /// What a side had left when the running clock was last started.
    pub fn get(&self, side: Side) -> Millis {
        match side {
            Side::Tiger => self.tiger,
            Side::Goat => self.goat,
        }
    }

    fn get_mut(&mut self, side: Side) -> &mut Millis {
        match side {
            Side::Tiger => &mut self.tiger,
            Side::Goat => &mut self.goat,
        }
    }

    /// What a side's clock shows at a moment.
    pub fn shows(&self, side: Side, now: Millis) -> Millis {
        let used = if self.running == Some(side) { now.saturating_sub(self.since) } else { 0 };
        self.get(side).saturating_sub(used)
    }

    /// Charges the running side for the time until now, less the lag that is given back.
    pub(crate) fn charge(&mut self, now: Millis, lag: Millis) {
        if let Some(side) = self.running {
            let used = now.saturating_sub(self.since).saturating_sub(lag);
            let clock = self.get_mut(side);
            *clock = clock.saturating_sub(used);
        }
        self.since = now;
    }

    pub(crate) fn add(&mut self, side: Side, ms: Millis) {
        let clock = self.get_mut(side);
        *clock = clock.saturating_add(ms);
    }

    pub(crate) fn set(&mut self, side: Side, ms: Millis) {
        *self.get_mut(side) = ms;
    }

    pub(crate) fn raise(&mut self, side: Side, least: Millis) {
        let clock = self.get_mut(side);
        *clock = (*clock).max(least);
    }

    /// When the running clock reaches zero.
    pub(crate) fn flag_at(&self) -> Option<Millis> {
        self.running.map(|side| self.since.saturating_add(self.get(side)))
    }
}

/// Moves whose share of the lag quota a side has at the beginning, and the most it can save up.
const QUOTA_AT_FIRST: Millis = 3;
const QUOTA_AT_MOST: Millis = 7;

/// How much network delay a side can still be given back. Every move adds a share that depends on
/// the clock, so that somebody who delays the answers to pings wins little by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct LagQuota(Millis);

impl LagQuota {
    pub(crate) fn new(time: TimeControl) -> LagQuota {
        LagQuota(time.lag_share() * QUOTA_AT_FIRST)
    }

    /// The part of a measured delay that is given back.
    pub(crate) fn allows(self, lag: Millis) -> Millis {
        lag.min(LAG_LIMIT).min(self.0)
    }

    /// The quota after a move that was given this much.
    pub(crate) fn after_move(self, given: Millis, time: TimeControl) -> LagQuota {
        let share = time.lag_share();
        LagQuota(self.0.saturating_sub(given).saturating_add(share).min(share * QUOTA_AT_MOST))
    }
}

impl TimeControl {
    /// How long after a flag a move may still arrive that left in time.
    pub(crate) fn grace(self) -> Millis {
        if self.is_real_time() { LAG_LIMIT } else { 0 }
    }

    /// What each move adds to the lag quota of its side: 2 ms for each second that a game of 40
    /// moves would take.
    fn lag_share(self) -> Millis {
        match self {
            TimeControl::Increment { base, increment } => {
                let seconds = Millis::from(base) + 40 * Millis::from(increment);
                (2 * seconds).min(LAG_LIMIT)
            }
            TimeControl::Unlimited | TimeControl::Days { .. } => 0,
        }
    }
}
