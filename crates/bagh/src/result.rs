//! How a game ends, and why.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::position::Position;
use crate::side::Side;

/// Who wins, from the worst for the tigers to the best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The goats win.
    GoatWin,
    /// Neither side wins.
    Draw,
    /// The tigers win.
    TigerWin,
}

impl Outcome {
    /// The win of this side.
    pub const fn win(side: Side) -> Outcome {
        match side {
            Side::Tiger => Outcome::TigerWin,
            Side::Goat => Outcome::GoatWin,
        }
    }

    /// The side that wins, if one does.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Outcome::TigerWin => Some(Side::Tiger),
            Outcome::Draw => None,
            Outcome::GoatWin => Some(Side::Goat),
        }
    }

    /// The word for this outcome in every interface.
    pub const fn word(self) -> &'static str {
        match self {
            Outcome::TigerWin => "tiger-win",
            Outcome::Draw => "draw",
            Outcome::GoatWin => "goat-win",
        }
    }

    /// The outcome with this word.
    pub fn from_word(word: &str) -> Option<Outcome> {
        [Outcome::TigerWin, Outcome::Draw, Outcome::GoatWin].into_iter().find(|o| o.word() == word)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// Why a game ended.
///
/// Exhaustive on purpose, unlike errors: whatever words a result has to learn of a new reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The tigers captured as many goats as they need.
    Captures,
    /// No tiger can move.
    TigersTrapped,
    /// No tiger can move, and all stand in a row on one diagonal: a grand win.
    Dandee,
    /// All goats are placed and none can move: a grand win.
    LockedGoats,
    /// The same sliding position, with the same side to move, stood for the third time.
    Repetition,
    /// A player gave up.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 7] = [
        Reason::Captures,
        Reason::TigersTrapped,
        Reason::Dandee,
        Reason::LockedGoats,
        Reason::Repetition,
        Reason::Resignation,
        Reason::Agreement,
    ];

    /// The word for this reason in every interface.
    pub const fn word(self) -> &'static str {
        match self {
            Reason::Captures => "captures",
            Reason::TigersTrapped => "tigers-trapped",
            Reason::Dandee => "dandee",
            Reason::LockedGoats => "locked-goats",
            Reason::Repetition => "repetition",
            Reason::Resignation => "resignation",
            Reason::Agreement => "agreement",
        }
    }

    /// The reason with this word.
    pub fn from_word(word: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|r| r.word() == word)
    }

    /// A sentence for people.
    pub const fn sentence(self) -> &'static str {
        match self {
            Reason::Captures => "the tigers have captured enough goats",
            Reason::TigersTrapped => "no tiger can move",
            Reason::Dandee => "Dandee: all tigers are trapped in a row on one diagonal",
            Reason::LockedGoats => "Locked Goats: no goat can move",
            Reason::Repetition => "the same position stood for the third time",
            Reason::Resignation => "a player gave up",
            Reason::Agreement => "the players agreed on a draw",
        }
    }
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// Who won.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
}

impl GameResult {
    /// Whether this is a grand win, Dandee or Locked Goats.
    pub const fn is_grand(self) -> bool {
        matches!(self.reason, Reason::Dandee | Reason::LockedGoats)
    }

    /// How many games the win counts for: twelve for a grand win, one for another, none for a
    /// draw.
    pub const fn worth(self) -> u8 {
        match self.outcome {
            Outcome::Draw => 0,
            _ if self.is_grand() => 12,
            _ => 1,
        }
    }
}

impl Game {
    /// The result of a position that ends the game by itself. Draws by repetition depend on the
    /// moves before: see [`History`](crate::History).
    pub fn result(&self, position: &Position) -> Option<GameResult> {
        if position.captured() >= self.captures() {
            return Some(GameResult { outcome: Outcome::TigerWin, reason: Reason::Captures });
        }
        if self.can_move(position) {
            return None;
        }
        match position.turn() {
            Side::Tiger => {
                let reason =
                    if self.is_dandee(position) { Reason::Dandee } else { Reason::TigersTrapped };
                Some(GameResult { outcome: Outcome::GoatWin, reason })
            }
            // While goats are in hand there is always room for one more.
            Side::Goat => {
                debug_assert_eq!(position.goats_in_hand(), 0);
                Some(GameResult { outcome: Outcome::TigerWin, reason: Reason::LockedGoats })
            }
        }
    }

    /// Whether all tigers stand on consecutive points of one diagonal.
    fn is_dandee(&self, position: &Position) -> bool {
        let tigers = position.tigers();
        tigers.len() == usize::from(self.tigers())
            && tigers.len() > 1
            && self.board().diagonals().iter().any(|line| {
                line.windows(tigers.len()).any(|w| w.iter().all(|&p| tigers.contains(p)))
            })
    }
}
