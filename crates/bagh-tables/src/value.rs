//! Values of positions, from the worst for the tigers to the best.

use bagh::{Game, Outcome, Position};

/// The value of a position under best play by both sides.
///
/// Captures never decrease, so draws have a natural order: among drawn lines the tigers prefer
/// the one that eats more goats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Value {
    /// The goats trap the tigers.
    GoatWin,
    /// Neither side wins, and this many goats are captured in the end.
    Draw(u8),
    /// The tigers capture as many goats as they need, or lock the herd.
    TigerWin,
}

impl Value {
    /// How many values a game has.
    pub fn count(game: &Game) -> usize {
        usize::from(game.captures()) + 2
    }

    /// All values of a game, from the goats' win up.
    pub fn all(game: &Game) -> impl Iterator<Item = Value> {
        let captures = game.captures();
        (0..captures + 2).map(move |code| Value::from_code(code, captures))
    }

    /// The value as a number: 0 for the goats' win, then the draws, last the tigers' win.
    #[inline]
    pub fn code(self, captures_to_win: u8) -> u8 {
        match self {
            Value::GoatWin => 0,
            Value::Draw(captured) => captured + 1,
            Value::TigerWin => captures_to_win + 1,
        }
    }

    /// The value with this number.
    #[inline]
    pub fn from_code(code: u8, captures_to_win: u8) -> Value {
        match code {
            0 => Value::GoatWin,
            _ if code > captures_to_win => Value::TigerWin,
            _ => Value::Draw(code - 1),
        }
    }

    /// The goats captured in the end, from a position with this value.
    ///
    /// Once the game is over, those that were captured. Before that, in a draw those that best
    /// play gives, and in a win of the tigers those that win the game: the tables do not tell
    /// whether the tigers lock the herd before. Nothing in a win of the goats: how many they lose
    /// on the way is not in the tables either.
    pub fn captures(self, game: &Game, position: &Position) -> Option<u8> {
        match self {
            _ if game.result(position).is_some() => Some(position.captured()),
            Value::GoatWin => None,
            Value::Draw(captured) => Some(captured),
            Value::TigerWin => Some(game.captures()),
        }
    }

    /// Who wins.
    pub fn outcome(self) -> Outcome {
        match self {
            Value::GoatWin => Outcome::GoatWin,
            Value::Draw(_) => Outcome::Draw,
            Value::TigerWin => Outcome::TigerWin,
        }
    }
}
