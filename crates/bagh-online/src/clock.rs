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

    /// When the running clock reaches zero.
    pub(crate) fn flag_at(&self) -> Option<Millis> {
        self.running.map(|side| self.since.saturating_add(self.get(side)))
    }
}

impl TimeControl {
    /// How long after a flag a move may still arrive that left in time.
    pub(crate) fn grace(self) -> Millis {
        if self.is_real_time() { LAG_LIMIT } else { 0 }
    }
}
