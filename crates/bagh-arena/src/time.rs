//! Time controls: what a player may use for a game and for a move.

use std::time::Duration;

use bagh::Side;
use serde::{Deserialize, Serialize};

/// What each player may use. Several limits may hold at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TimeControl {
    /// A clock for the whole game.
    pub clock: Option<ClockSetting>,
    /// Time for each move.
    pub move_time: Option<Duration>,
    /// Nodes for each move. The referee cannot check this.
    pub nodes: Option<u64>,
    /// Depth of each search, in plies. The referee cannot check this.
    pub depth: Option<u32>,
}

/// A clock: time for the whole game, and what each move adds to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockSetting {
    /// Time at the start.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

/// What a player may use for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// Both clocks.
    pub clocks: Option<Clocks>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Nodes for this move.
    pub nodes: Option<u64>,
    /// Depth of the search.
    pub depth: Option<u32>,
    /// An answer this late is a stall rather than a loss on time; 10 s by default.
    pub stall: Option<Duration>,
}

/// How long a player may be silent beyond its time before it counts as stalled.
pub const DEFAULT_STALL: Duration = Duration::from_secs(10);

impl Budget {
    /// A budget of this much time for a move.
    pub fn move_time(time: Duration) -> Budget {
        Budget { move_time: Some(time), ..Budget::default() }
    }

    /// The time after which an answer is late; `None` if time is not limited.
    pub fn time_limit(&self, side: Side) -> Option<Duration> {
        let clock = self.clocks.map(|clocks| clocks.left(side));
        [clock, self.move_time].into_iter().flatten().min()
    }

    /// The time after which a silent player counts as stalled.
    pub fn stall_limit(&self, side: Side) -> Duration {
        self.time_limit(side).unwrap_or_default() + self.stall.unwrap_or(DEFAULT_STALL)
    }

    /// The time that an engine should take for this move.
    pub fn allotment(&self, side: Side) -> Option<Duration> {
        // Time to answer and to be scheduled, so that a move is never late.
        let safe = |time: Duration| time - (time / 20).min(Duration::from_millis(5));
        let clock = self.clocks.map(|clocks| {
            let left = safe(clocks.left(side));
            (left / 25 + clocks.increment * 3 / 4).min(left * 4 / 5)
        });
        [clock, self.move_time.map(safe)].into_iter().flatten().min()
    }
}

/// Both clocks of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    goat: Duration,
    tiger: Duration,
    /// What each move adds.
    pub increment: Duration,
}

impl Clocks {
    /// Both clocks at the start of a game.
    pub fn new(setting: ClockSetting) -> Clocks {
        Clocks { goat: setting.base, tiger: setting.base, increment: setting.increment }
    }

    /// The time that a side has left.
    pub fn left(&self, side: Side) -> Duration {
        match side {
            Side::Goat => self.goat,
            Side::Tiger => self.tiger,
        }
    }

    /// Sets the time that a side has left.
    pub fn set(&mut self, side: Side, time: Duration) {
        match side {
            Side::Goat => self.goat = time,
            Side::Tiger => self.tiger = time,
        }
    }

    /// Takes the time of a move off a clock, and adds the increment.
    pub fn spend(&mut self, side: Side, time: Duration) {
        self.set(side, self.left(side).saturating_sub(time) + self.increment);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn clocks_run_down_and_increments_come_back() {
        let mut clocks = Clocks::new(ClockSetting { base: 100 * MS, increment: 5 * MS });
        clocks.spend(Side::Goat, 30 * MS);
        assert_eq!((clocks.left(Side::Goat), clocks.left(Side::Tiger)), (75 * MS, 100 * MS));
        clocks.spend(Side::Goat, 200 * MS);
        assert_eq!(clocks.left(Side::Goat), 5 * MS);
    }

    #[test]
    fn the_nearest_limit_counts_and_allotments_stay_below_it() {
        let setting = ClockSetting { base: 100 * MS, increment: 200 * MS };
        let budget = Budget {
            clocks: Some(Clocks::new(setting)),
            move_time: Some(500 * MS),
            ..Budget::default()
        };
        assert_eq!(budget.time_limit(Side::Goat), Some(100 * MS));
        assert!(budget.allotment(Side::Goat).unwrap() < 90 * MS);
        assert_eq!(
            Budget::move_time(10 * MS).allotment(Side::Tiger),
            Some(Duration::from_micros(9_500))
        );
        assert_eq!(Budget::default().time_limit(Side::Goat), None);
    }
}
