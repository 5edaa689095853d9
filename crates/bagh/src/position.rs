//! Positions: what stands where, what is in hand, and who moves.

use crate::point::Points;
use crate::side::Side;
use crate::symmetry::Symmetry;

/// A position of some game, twelve bytes, with no memory of how it came about.
///
/// A position knows nothing of its board: the [`Game`](crate::Game) makes positions, checks them,
/// and plays moves on them.
///
/// With the feature `serde` it is written with its fields, points as a set of bits; what is read is
/// as unchecked as [`from_parts`](Position::from_parts).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Position {
    pub(crate) tigers: Points,
    pub(crate) goats: Points,
    pub(crate) turn: Side,
    pub(crate) goats_in_hand: u8,
    pub(crate) captured: u8,
}

impl Position {
    /// A position of these parts, unchecked: [`Game::position`](crate::Game::position) checks
    /// that they make sense together.
    #[inline]
    pub const fn from_parts(
        tigers: Points,
        goats: Points,
        turn: Side,
        goats_in_hand: u8,
        captured: u8,
    ) -> Position {
        Position { tigers, goats, turn, goats_in_hand, captured }
    }

    /// Where the tigers stand.
    #[inline]
    pub const fn tigers(&self) -> Points {
        self.tigers
    }

    /// Where the goats stand.
    #[inline]
    pub const fn goats(&self) -> Points {
        self.goats
    }

    /// Who moves next.
    #[inline]
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// Goats that are still to be placed.
    #[inline]
    pub const fn goats_in_hand(&self) -> u8 {
        self.goats_in_hand
    }

    /// Goats that were captured.
    #[inline]
    pub const fn captured(&self) -> u8 {
        self.captured
    }

    /// The points where something stands.
    #[inline]
    pub fn occupied(&self) -> Points {
        self.tigers | self.goats
    }

    /// The same position seen through a symmetry of the board.
    #[inline]
    pub fn transformed(&self, symmetry: &Symmetry) -> Position {
        Position {
            tigers: symmetry.points(self.tigers),
            goats: symmetry.points(self.goats),
            ..*self
        }
    }

    /// The same position with the other side to move. It may be one that no play can reach.
    #[inline]
    pub const fn with_turn(self, turn: Side) -> Position {
        Position { turn, ..self }
    }
}
