//! The tiger moves of a block, planned for the processor at hand.

use rayon::prelude::*;

use super::dispatch;
use super::plan::Plan;
use super::shuffle::Shuffle;
use super::steps::{Herds, InOrder};
use super::tiles::Moves;
use super::vector::{Codes, IN_VECTOR};
use crate::space::{Space, TigerMove};

/// How a processor carries out moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// By exchanging bits of an index in a scratch memory: any processor.
    Plans,
    /// By permuting bytes in registers.
    Shuffles,
}

impl Way {
    /// The fastest way of the processor at hand.
    pub(crate) fn fastest() -> Way {
        match bagh_simd::Simd::Avx512IceLake.is_supported() {
            true => Way::Shuffles,
            false => Way::Plans,
        }
    }
}

/// Tiger moves of a block.
#[derive(Clone, Debug)]
pub(crate) enum BlockMoves {
    Plans(Vec<Plan>),
    Shuffles(Vec<Shuffle>),
}

/// Vectors of a block of which only some are there.
#[derive(Clone, Copy)]
pub(crate) struct SomeVectors<'s> {
    /// How many there are.
    pub vectors: usize,
    /// For each address, the number of its vector, or of one that holds nothing.
    pub numbers: &'s [u32],
}

impl BlockMoves {
    /// The moves of all blocks.
    pub(crate) fn of_all(space: &Space, way: Way) -> Vec<BlockMoves> {
        let blocks = (0..space.blocks() as u32).into_par_iter();
        blocks.map(|block| BlockMoves::new(space, block, &space.tiger_moves(block), way)).collect()
    }

    /// Some moves of one block.
    pub(crate) fn new(space: &Space, block: u32, moves: &[TigerMove], way: Way) -> BlockMoves {
        let address_bits = space.free().max(IN_VECTOR);
        let moves = moves.iter();
        match way {
            Way::Plans => BlockMoves::Plans(
                moves.map(|mv| Plan::new(space, block, mv, address_bits)).collect(),
            ),
            Way::Shuffles => BlockMoves::Shuffles(
                moves.map(|mv| Shuffle::new(space, block, mv, address_bits)).collect(),
            ),
        }
    }

    /// The same moves, with codes from other blocks: for benchmarks and tests, which have few.
    pub(crate) fn with_sources(mut self, source: impl Fn(usize) -> u32) -> BlockMoves {
        match &mut self {
            BlockMoves::Plans(plans) => {
                plans.iter_mut().enumerate().for_each(|(n, plan)| plan.source = source(n));
            }
            BlockMoves::Shuffles(shuffles) => {
                shuffles.iter_mut().enumerate().for_each(|(n, shuffle)| shuffle.source = source(n));
            }
        }
        self
    }

    /// Tiger's step of the block: from goat-to-move codes of all blocks to tiger-to-move codes of
    /// this one, `trapped` where no tiger can move.
    pub(crate) fn step<const P: usize>(
        &self,
        own: &mut [Codes<P>],
        all: &[Codes<P>],
        herds: Herds,
        trapped: u8,
        scratch: &mut Vec<Codes<P>>,
    ) {
        match self {
            BlockMoves::Plans(plans) => {
                dispatch::planned_step(own, all, plans, herds, trapped, scratch);
            }
            BlockMoves::Shuffles(shuffles) => {
                let vectors = own.len();
                let numbers = &InOrder;
                let moves = Moves { all, vectors, numbers, shuffles, slides_to: None, herds };
                dispatch::shuffled_step(own, moves, trapped);
            }
        }
    }

    /// The same with only some vectors of each block, and only slides to some blocks; 0 where none
    /// of these can be made.
    pub(crate) fn slides_of_some<const P: usize>(
        &self,
        own: &mut [Codes<P>],
        all: &[Codes<P>],
        some: SomeVectors<'_>,
        to: &[bool],
        herds: Herds,
        scratch: &mut Vec<Codes<P>>,
    ) {
        let SomeVectors { vectors, numbers } = some;
        match self {
            BlockMoves::Plans(plans) => {
                own.fill(bytemuck::Zeroable::zeroed());
                for plan in plans.iter().filter(|plan| !plan.is_jump && to[plan.source as usize]) {
                    let source = &all[plan.source as usize * vectors..][..vectors];
                    dispatch::planned_move(own, source, plan, herds, numbers, scratch);
                }
            }
            BlockMoves::Shuffles(shuffles) => {
                let slides_to = Some(to);
                let moves = Moves { all, vectors, numbers, shuffles, slides_to, herds };
                dispatch::shuffled_step_of_some(own, moves, 0);
            }
        }
    }

    /// Whether some slide leads to one of these blocks.
    pub(crate) fn slide_to(&self, to: &[bool]) -> bool {
        let leads = |is_jump: bool, source: u32| !is_jump && to[source as usize];
        match self {
            BlockMoves::Plans(plans) => plans.iter().any(|p| leads(p.is_jump, p.source)),
            BlockMoves::Shuffles(shuffles) => shuffles.iter().any(|s| leads(s.is_jump, s.source)),
        }
    }
}

/// Bytes that the moves of a game take, about, in the fastest way.
pub(crate) fn move_bytes(space: &Space) -> u64 {
    space.tiger_moves_in_all() * Way::fastest().bytes_a_move() as u64
}

impl Way {
    /// Bytes that a move takes with its lists, about.
    fn bytes_a_move(self) -> usize {
        match self {
            // Slots to gather and to merge, passes, and bits of the address.
            Way::Plans => size_of::<Plan>() + 512,
            // Parts, groups, and offsets.
            Way::Shuffles => size_of::<Shuffle>() + 768,
        }
    }
}

#[cfg(test)]
mod tests {
    use bagh::Game;

    use super::*;

    #[test]
    fn shuffles_take_about_what_is_reckoned() {
        for game in [Game::bagh_chal(), Game::aadu_puli()] {
            let space = Space::new(game).unwrap();
            let (mut bytes, mut moves) = (0, 0);
            for block in (0..space.blocks() as u32).step_by(16) {
                let of = BlockMoves::new(&space, block, &space.tiger_moves(block), Way::Shuffles);
                let BlockMoves::Shuffles(shuffles) = of else {
                    unreachable!("they were asked for")
                };
                bytes += shuffles.iter().map(Shuffle::bytes).sum::<usize>();
                moves += shuffles.len();
            }
            let each = bytes / moves;
            let reckoned = Way::Shuffles.bytes_a_move();
            assert!(each <= reckoned && reckoned <= 2 * each, "{each} bytes, not {reckoned}");
        }
    }
}
