//! What the tables say of a position.

use bagh::{Move, Side};

use crate::value::Value;

/// What the tables say of a position: its value, and plies where they are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Verdict {
    /// The value under best play by both sides.
    pub value: Value,
    /// For wins, plies to the end of the game; for draws that still hold a capture, plies to the
    /// next one. Known in the sliding phase, where the game is over, and for wins in the placement
    /// phase if their plies were solved, too ([`solve_plies`](crate::solve_plies)).
    pub plies: Option<u16>,
}

/// What the tables say of a move: the verdict on the position that it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveVerdict {
    /// The move.
    pub mv: Move,
    /// The verdict on the position after it.
    pub after: Verdict,
}

impl MoveVerdict {
    /// A key by which the best move for a side comes first: its value, then, among equals, the
    /// quicker way to what that side wants, or the slower way to what it does not.
    pub fn key(&self, side: Side) -> (i32, i32, i32) {
        // Greater values are better for Tiger.
        let value = match self.after.value {
            Value::GoatWin => -1,
            Value::Draw(captured) => i32::from(captured),
            Value::TigerWin => i32::from(u8::MAX),
        };
        // A capture now comes before one later, whatever is left after it.
        let capture = match self.after.value {
            Value::Draw(_) => i32::from(self.mv.captured().is_none()),
            _ => 0,
        };
        // While goats are placed, plies may be known only where the game is over: at once comes first.
        let plies = self.after.plies.map_or(1, i32::from);
        // Tiger hurries to everything but a loss; Goat hurries to nothing but a win.
        let hurry = match self.after.value {
            Value::GoatWin => -plies,
            _ => plies,
        };
        match side {
            Side::Tiger => (-value, capture, hurry),
            Side::Goat => (value, 0, -hurry),
        }
    }
}

#[cfg(test)]
mod tests {
    use bagh::Game;

    use super::*;

    #[test]
    fn a_win_at_once_comes_before_one_of_unknown_length() {
        let game = Game::bagh_chal();
        let mv = game.moves(&game.start()).next().unwrap();
        let after = |value, plies| MoveVerdict { mv, after: Verdict { value, plies } };
        for (side, value) in [(Side::Tiger, Value::TigerWin), (Side::Goat, Value::GoatWin)] {
            assert!(after(value, Some(0)).key(side) < after(value, None).key(side));
            assert!(after(value, None).key(side) < after(Value::Draw(1), None).key(side));
        }
    }
}
