//! Where positions stand in the tables of a game: table, block, and place in the block.
//!
//! All of it follows from the game and from whether its tables are compact, so that a lookup can
//! be planned before a byte of the tables is there.

use std::sync::Arc;

use bagh::{Game, Position, Side};

use crate::file::format::{Contents, OPENING_BLOCK, PLACEMENT_BLOCK, SLIDING_BLOCK};
use crate::file::streams::StreamLayout;
use crate::opening::Opening;
use crate::parts::Part;
use crate::rank::Ranking;
use crate::space::{Space, bits};
use crate::twins::first_twin;

/// A place in a table: the number of the compressed block, and the position's number in it.
pub(crate) type Place = (usize, usize);

/// Where the positions of a game stand in its tables.
pub(crate) struct Index {
    /// The game that was asked for, which may begin elsewhere than that of the tables.
    game: Game,
    space: Arc<Space>,
    compact: bool,
    /// How many pieces each block of the files is cut into.
    pieces: usize,
    rankings: Vec<Ranking>,
    layouts: Vec<StreamLayout>,
}

impl Index {
    /// The index of a game whose positions are numbered by `space`, in files of which each block is
    /// cut into this many pieces, which are numbered like blocks.
    pub(crate) fn new(game: &Game, space: Arc<Space>, compact: bool, pieces: usize) -> Index {
        let solved = space.game();
        Index {
            game: game.clone(),
            rankings: (0..=u32::from(solved.goats()))
                .map(|goats| Ranking::new(space.free(), goats))
                .collect(),
            layouts: (0..u32::from(solved.goats()))
                .map(|placed| StreamLayout::new(solved, space.blocks(), placed))
                .collect(),
            compact,
            pieces,
            space,
        }
    }

    /// A place in a piece, from the place in a block of this many positions.
    fn cut(&self, (block, at): Place, positions: usize) -> Place {
        let piece = positions / self.pieces;
        (block * self.pieces + at / piece, at % piece)
    }

    /// The game that was asked for.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn space(&self) -> &Space {
        &self.space
    }

    /// Whether a table holds positions with tiger to move after this many goats and captures.
    pub(crate) fn is_stored(&self, placed: u8, captured: u32) -> bool {
        let game = self.space.game();
        placed < game.goats()
            && !Part::Placement { placed }.is_left_out(game, self.compact)
            && captured < u32::from(placed.min(game.captures()))
    }

    /// Whether a lookup of this position is quick. Positions with tigers in hand that no game
    /// comes to are worked out, from thousands or millions of others.
    pub(crate) fn is_quick(&self, position: &Position) -> bool {
        const FEW: u64 = 1_000;
        let in_hand = u64::from(self.game.tigers_in_hand(position));
        if in_hand == 0 || Opening::has(&self.game, position) {
            return true;
        }
        // Each side places in turn until the last tiger stands.
        let plies = match position.turn() {
            Side::Tiger => 2 * in_hand - 1,
            Side::Goat => 2 * in_hand,
        };
        let empty = self.game.empty(position).len() as u64;
        let ways = (0..plies).map(|ply| empty.saturating_sub(ply)).product::<u64>();
        ways <= FEW
    }

    /// A sliding position.
    pub(crate) fn sliding(&self, position: &Position) -> Place {
        let (block, index) = self.space.locate(position);
        let ranking = &self.rankings[position.goats().len()];
        let at = block as usize * ranking.len() + ranking.rank(index) as usize;
        self.cut((at / SLIDING_BLOCK, at % SLIDING_BLOCK), SLIDING_BLOCK)
    }

    /// A position of the placement phase with tiger to move.
    pub(crate) fn placement(&self, position: &Position) -> Place {
        let placed = self.game.goats() - position.goats_in_hand();
        let (block, index) = self.space.locate(position);
        let index = first_twin(&self.space, block, index);
        let rank = self.rankings[position.goats().len()].rank(index);
        let layout = &self.layouts[usize::from(placed)];
        self.cut(layout.locate(block, position.captured().into(), rank), PLACEMENT_BLOCK)
    }

    /// The positions after each placement of a goat.
    pub(crate) fn successors(&self, position: &Position) -> impl Iterator<Item = Place> + '_ {
        let placed = self.game.goats() - position.goats_in_hand() + 1;
        let layout = &self.layouts[usize::from(placed)];
        let captured = u32::from(position.captured());
        let (block, index) = self.space.locate(position);
        let ranking = &self.rankings[position.goats().len() + 1];
        bits(!index & ((1u32 << self.space.free()) - 1)).map(move |place| {
            let herd = first_twin(&self.space, block, index | 1 << place);
            self.cut(layout.locate(block, captured, ranking.rank(herd)), PLACEMENT_BLOCK)
        })
    }

    /// A position with tigers in hand that a game comes to.
    pub(crate) fn opening(&self, position: &Position) -> Place {
        let at = Opening::number(&self.space, position);
        self.cut((at / OPENING_BLOCK, at % OPENING_BLOCK), OPENING_BLOCK)
    }
}

/// A number for a block of a table. Blocks of one table have neighbouring numbers, in the order of
/// the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct BlockKey(u64);

/// What sliding tables come before.
const PLACEMENT: u64 = 2 * u8::MAX as u64;
/// What placement tables come before.
const OPENING: u64 = u16::MAX as u64;
/// What all tables of values come before. The opening's plies come first: there is no layer of plies
/// before the first goat.
const PLIES: u64 = OPENING + 1;

impl BlockKey {
    pub(crate) fn new(contents: Contents, block: usize) -> BlockKey {
        let table = match contents {
            Contents::Sliding { captured, turn } => {
                2 * u64::from(captured) + u64::from(turn == Side::Goat)
            }
            Contents::Placement { placed } => PLACEMENT + u64::from(placed),
            Contents::Opening => OPENING,
            Contents::Plies { placed } => PLIES + u64::from(placed),
            Contents::PliesOpening => PLIES,
        };
        BlockKey(table << 32 | block as u64)
    }

    /// The table.
    pub(crate) fn contents(self) -> Contents {
        match self.0 >> 32 {
            OPENING => Contents::Opening,
            PLIES => Contents::PliesOpening,
            table if table > PLIES => Contents::Plies { placed: (table - PLIES) as u8 },
            table if table >= PLACEMENT => {
                Contents::Placement { placed: (table - PLACEMENT) as u8 }
            }
            table => Contents::Sliding {
                captured: (table / 2) as u8,
                turn: if table.is_multiple_of(2) { Side::Tiger } else { Side::Goat },
            },
        }
    }

    /// The block of that table.
    pub(crate) fn block(self) -> usize {
        (self.0 & u64::from(u32::MAX)) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_tell_table_and_block() {
        let placement = (0..20).map(|placed| Contents::Placement { placed });
        let sliding = (0..10).flat_map(|captured| {
            [Side::Tiger, Side::Goat].map(|turn| Contents::Sliding { captured, turn })
        });
        let plies = (1..20).map(|placed| Contents::Plies { placed });
        let opening = [Contents::Opening, Contents::PliesOpening];
        for contents in placement.chain(sliding).chain(plies).chain(opening) {
            for block in [0, 1, 70_000, u32::MAX as usize] {
                let key = BlockKey::new(contents, block);
                assert_eq!((key.contents(), key.block()), (contents, block));
            }
        }
    }
}
