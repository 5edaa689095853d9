//! How far the tables of plies go.

use bagh::{Game, Side};

use crate::parts::Part;

/// What tables of plies tell. They are solved from the last layer to the first, so that a number
/// says how far they go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extent {
    /// The fewest goats placed of a layer whose plies are there.
    from: u8,
    /// Whether those of positions with tigers in hand are there.
    pub has_opening: bool,
}

impl Extent {
    /// The extent of tables of which these parts are there.
    pub(crate) fn new(game: &Game, is_there: impl Fn(Part) -> bool) -> Extent {
        let goats = game.goats();
        let from = (1..goats).find(|&placed| is_there(Part::Plies { placed })).unwrap_or(goats);
        Extent { from, has_opening: is_there(Part::PliesOpening) }
    }

    /// Whether plies of a position with all tigers on the board can be told.
    pub(crate) fn has(self, placed: u8, turn: Side) -> bool {
        match turn {
            // Before the first goat there is no layer: those plies are worked out from the first.
            Side::Tiger => placed.max(1) >= self.from,
            Side::Goat => placed + 1 >= self.from,
        }
    }
}
