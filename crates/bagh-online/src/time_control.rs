//! How time is kept.

use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::no_fields::no_fields;

const SECOND: Millis = 1_000;
pub(crate) const DAY: Millis = 86_400 * SECOND;

/// The time control of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TimeControl {
    /// No clock. A game in which nobody moves for 60 days is drawn; one in which both sides have
    /// not moved after 14 days is aborted.
    #[serde(deserialize_with = "no_fields")]
    Unlimited,
    /// A stock of time for each side, and an increment after each of its moves. Clocks start
    /// after both sides have made their first move.
    Increment {
        /// Seconds each side starts with.
        base: u32,
        /// Seconds added after each move.
        increment: u32,
    },
    /// Correspondence: every move has to be made within this many days.
    Days {
        /// Days for each move.
        days: u32,
    },
}

impl TimeControl {
    /// Seconds that a clock may start with.
    pub const BASE: std::ops::RangeInclusive<u32> = 5..=10_800;
    /// Seconds that a move may add.
    pub const INCREMENT: std::ops::RangeInclusive<u32> = 0..=180;
    /// Days that a move may take.
    pub const DAYS: std::ops::RangeInclusive<u32> = 1..=14;

    /// Base in minutes, increment in seconds: `minutes(5, 3)` is "5+3".
    pub const fn minutes(base: u32, increment: u32) -> TimeControl {
        TimeControl::Increment { base: base * 60, increment }
    }

    /// Whether both players sit at the board at the same time.
    pub const fn is_real_time(self) -> bool {
        matches!(self, TimeControl::Increment { .. })
    }

    /// What each side starts with, if clocks run.
    pub(crate) fn initial(self) -> Option<Millis> {
        match self {
            TimeControl::Unlimited => None,
            TimeControl::Increment { base, .. } => Some(Millis::from(base) * SECOND),
            TimeControl::Days { days } => Some(Millis::from(days) * DAY),
        }
    }

    /// What a move adds.
    pub(crate) fn increment(self) -> Millis {
        match self {
            TimeControl::Increment { increment, .. } => Millis::from(increment) * SECOND,
            TimeControl::Unlimited | TimeControl::Days { .. } => 0,
        }
    }

    /// How long a game lasts without a move while no clock runs. With an increment that is before
    /// both first moves.
    pub(crate) fn unmoved(self, underway: bool) -> Option<Millis> {
        match self {
            TimeControl::Increment { .. } => Some(60 * SECOND),
            TimeControl::Unlimited if underway => Some(60 * DAY),
            TimeControl::Unlimited => Some(14 * DAY),
            // The clock runs from the start.
            TimeControl::Days { .. } => None,
        }
    }

    /// What "more time" gives the opponent.
    pub(crate) fn gift(self) -> Option<Millis> {
        match self {
            TimeControl::Unlimited => None,
            TimeControl::Increment { .. } => Some(15 * SECOND),
            TimeControl::Days { .. } => Some(DAY),
        }
    }

    /// The most that a clock may be raised to by gifts.
    pub(crate) fn ceiling(self) -> Millis {
        match self {
            TimeControl::Days { days } => Millis::from(days) * DAY * 2,
            _ => self.initial().unwrap_or(0).max(3_600 * SECOND) * 2,
        }
    }

    /// How long a player may be away before the opponent can claim the game. Correspondence
    /// players come and go, so their games cannot be claimed.
    pub(crate) fn claim_after(self, on_purpose: bool) -> Option<Millis> {
        match self {
            TimeControl::Increment { .. } if on_purpose => Some(10 * SECOND),
            TimeControl::Increment { .. } => Some(40 * SECOND),
            TimeControl::Unlimited => Some(300 * SECOND),
            TimeControl::Days { .. } => None,
        }
    }
}
