//! The parts of a solution, each finished and written on its own.

use bagh::{Game, Side};

use crate::file::format::Contents;
use crate::opening::Opening;
use crate::rank::binomial;
use crate::space::Space;

/// A part of the solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The sliding phase after this many captures.
    Sliding {
        /// Goats captured.
        captured: u8,
    },
    /// The placement phase after this many goats were placed.
    Placement {
        /// Goats placed.
        placed: u8,
    },
    /// Positions with tigers in hand.
    Opening,
}

impl Part {
    /// All parts of a game, in the order in which they are solved.
    pub fn all(game: &Game) -> Vec<Part> {
        let sliding = (0..game.captures()).rev().map(|captured| Part::Sliding { captured });
        let placement = (0..game.goats()).rev().map(|placed| Part::Placement { placed });
        let opening = Opening::is_of(game).then_some(Part::Opening);
        sliding.chain(placement).chain(opening).collect()
    }

    /// The name of the part.
    pub fn name(self) -> String {
        match self {
            Part::Sliding { captured } => format!("sliding-{captured:02}"),
            Part::Placement { placed } => format!("placement-{placed:02}"),
            Part::Opening => "opening".to_owned(),
        }
    }

    /// The tables of the part.
    pub(crate) fn tables(self) -> Vec<Contents> {
        match self {
            Part::Sliding { captured } => {
                [Side::Tiger, Side::Goat].map(|turn| Contents::Sliding { captured, turn }).to_vec()
            }
            Part::Placement { placed } => vec![Contents::Placement { placed }],
            Part::Opening => vec![Contents::Opening],
        }
    }

    /// Whether the part's tables are left out of compact tables: every second placement layer is
    /// worked out from the next.
    pub(crate) fn is_left_out(self, game: &Game, compact: bool) -> bool {
        match self {
            Part::Sliding { .. } | Part::Opening => false,
            Part::Placement { placed } => compact && (game.goats() - placed) % 2 == 1,
        }
    }

    /// Positions of the part in the index space, with both sides to move.
    pub fn positions(self, space: &Space) -> u64 {
        let (game, free) = (space.game(), space.free());
        let herds: u64 = match self {
            Part::Sliding { captured } => binomial(free, u32::from(game.goats() - captured)),
            Part::Placement { placed } => (0..game.captures().min(placed.max(1)))
                .map(|captured| binomial(free, u32::from(placed - captured)))
                .sum(),
            // Few, and none of them in a block.
            Part::Opening => 0,
        };
        2 * herds * space.blocks() as u64
    }

    /// How much work the part is: nanoseconds of one processor, about. The rates were measured
    /// with Bagh Chal and Aadu Puli Attam, on a processor with AVX-512 and slow memory.
    pub(crate) fn work(self, space: &Space, compact: bool) -> u64 {
        let slots = (space.blocks() as u64) << space.free().max(9);
        match self {
            // A position at a time, several moves each.
            Part::Sliding { .. } => self.positions(space) * 140,
            // Whole blocks, then the positions to be compressed.
            Part::Placement { .. } => {
                let packing = if compact { 25 } else { 11 };
                (slots * 7 + self.positions(space) * packing) / 10
            }
            Part::Opening => slots / 2,
        }
    }
}
