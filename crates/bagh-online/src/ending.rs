//! How online games end.

use bagh::{GameResult, Outcome, Reason, Side};
use serde::{Deserialize, Serialize};

/// Why an online game ended: the reasons of the rules, and those of online play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum EndReason {
    /// The tigers captured as many goats as they need.
    Captures,
    /// No tiger can move.
    TigersTrapped,
    /// No tiger can move, and all stand in a row on one diagonal: a grand win.
    Dandee,
    /// All goats are placed and none can move: a grand win.
    LockedGoats,
    /// The same sliding position stood for the third time.
    Repetition,
    /// A player gave up.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
    /// A player ran out of time.
    Timeout,
    /// A player left, and the opponent claimed the game; or nobody moved any more in a game
    /// without a clock.
    Abandonment,
    /// The game reached the longest length that is kept.
    Length,
    /// The game was called off before both sides had moved. It has no result.
    Aborted,
}

impl From<Reason> for EndReason {
    fn from(reason: Reason) -> EndReason {
        match reason {
            Reason::Captures => EndReason::Captures,
            Reason::TigersTrapped => EndReason::TigersTrapped,
            Reason::Dandee => EndReason::Dandee,
            Reason::LockedGoats => EndReason::LockedGoats,
            Reason::Repetition => EndReason::Repetition,
            Reason::Resignation => EndReason::Resignation,
            Reason::Agreement => EndReason::Agreement,
        }
    }
}

impl EndReason {
    /// The word for this reason in JSON and in records.
    pub const fn word(self) -> &'static str {
        match self {
            EndReason::Captures => "captures",
            EndReason::TigersTrapped => "tigers-trapped",
            EndReason::Dandee => "dandee",
            EndReason::LockedGoats => "locked-goats",
            EndReason::Repetition => "repetition",
            EndReason::Resignation => "resignation",
            EndReason::Agreement => "agreement",
            EndReason::Timeout => "timeout",
            EndReason::Abandonment => "abandonment",
            EndReason::Length => "length",
            EndReason::Aborted => "aborted",
        }
    }

    /// The reason as a record knows it, if it does.
    pub(crate) const fn in_records(self) -> Option<Reason> {
        match self {
            EndReason::Resignation => Some(Reason::Resignation),
            EndReason::Agreement => Some(Reason::Agreement),
            _ => None,
        }
    }
}

/// The end of an online game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// The result; none if the game was aborted.
    pub outcome: Option<Outcome>,
    /// Why the game ended.
    pub reason: EndReason,
}

impl Ending {
    /// A game that was called off.
    pub const ABORTED: Ending = Ending { outcome: None, reason: EndReason::Aborted };

    pub(crate) const fn draw(reason: EndReason) -> Ending {
        Ending { outcome: Some(Outcome::Draw), reason }
    }

    pub(crate) const fn win(side: Side, reason: EndReason) -> Ending {
        Ending { outcome: Some(Outcome::win(side)), reason }
    }

    /// The side that won, if one did.
    pub fn winner(self) -> Option<Side> {
        self.outcome.and_then(Outcome::winner)
    }

    /// Whether this is a grand win: Dandee or Locked Goats.
    pub const fn is_grand(self) -> bool {
        matches!(self.reason, EndReason::Dandee | EndReason::LockedGoats)
    }

    /// How many games the win counts for: twelve for a grand win, one for another, none for a
    /// draw or an aborted game.
    pub fn worth(self) -> u8 {
        match self.winner() {
            None => 0,
            Some(_) if self.is_grand() => 12,
            Some(_) => 1,
        }
    }
}

impl From<GameResult> for Ending {
    fn from(result: GameResult) -> Ending {
        Ending { outcome: Some(result.outcome), reason: result.reason.into() }
    }
}
