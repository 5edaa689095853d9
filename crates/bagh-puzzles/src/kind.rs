//! The kinds of puzzles.

use std::fmt;

use bagh::{Game, Position, Side};
use bagh_tables::Value;
use serde::{Deserialize, Serialize};

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// One move keeps the draw; every other one loses.
    Hold,
    /// The goats trap all tigers by force.
    Trap,
    /// The tigers win a goat by force.
    Eat,
    /// The tigers win the game; every other move lets the win go.
    Win,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 4] = [Kind::Hold, Kind::Trap, Kind::Eat, Kind::Win];

    /// The word for this kind in every interface.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Hold => "hold",
            Kind::Trap => "trap",
            Kind::Eat => "eat",
            Kind::Win => "win",
        }
    }

    /// The kind with this word.
    pub fn from_word(word: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// The kind of puzzle that a position with this value may be, if any.
    pub fn of(position: &Position, value: Value) -> Option<Kind> {
        match (position.turn(), value) {
            (Side::Goat, Value::GoatWin) => Some(Kind::Trap),
            (Side::Tiger, Value::TigerWin) => Some(Kind::Win),
            // A draw in which another goat falls is a hunt.
            (Side::Tiger, Value::Draw(captured)) if captured > position.captured() => {
                Some(Kind::Eat)
            }
            (_, Value::Draw(_)) => Some(Kind::Hold),
            _ => None,
        }
    }

    /// What a move must keep: for a draw that is to be held any draw will do, for the others the
    /// value itself.
    pub(crate) fn keeps(self, before: Value, after: Value) -> bool {
        match self {
            Kind::Hold => after.outcome() == before.outcome(),
            _ => after == before,
        }
    }

    /// Whether the side that was asked has what it wants after its move.
    pub(crate) fn is_reached(self, game: &Game, before: &Position, after: &Position) -> bool {
        match self {
            Kind::Hold => false,
            Kind::Eat => after.captured() > before.captured(),
            Kind::Trap | Kind::Win => game.result(after).is_some(),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
