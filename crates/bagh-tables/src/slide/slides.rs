//! Slides backwards: which blocks the tigers come from, and which herds the goats.

use std::sync::Arc;

use rayon::prelude::*;

use super::goat_slides::GoatSlides;
use crate::place::moves::BlockMoves;
use crate::space::Space;

/// Tiger slides into one block that pass through the same image of its tigers.
pub(crate) struct Group {
    /// The symmetry that carried the image to the representative.
    pub symmetry: u8,
    /// Where each slide starts.
    pub origins: Vec<Origin>,
}

/// Where a slide starts.
#[derive(Clone, Copy)]
pub(crate) struct Origin {
    pub block: u32,
    pub tigers: u32,
    /// The label that the tiger leaves, as a set.
    pub left: u32,
}

/// The slides of a game, for each block.
pub(crate) struct Slides {
    /// Tiger slides into the block, for one herd after the other.
    pub into: Vec<Vec<Group>>,
    /// Tiger slides from the block, for sets of herds: with jumps, as the placement phase has them.
    pub moves: Arc<[BlockMoves]>,
    /// Goat slides in the block.
    pub goats: Vec<GoatSlides>,
}

impl Slides {
    pub(crate) fn new(space: &Space, moves: Arc<[BlockMoves]>) -> Slides {
        let blocks = || (0..space.blocks() as u32).into_par_iter();
        let slides = |block: u32| {
            let moves = space.tiger_moves(block);
            moves.into_iter().filter(|mv| mv.over.is_none())
        };
        let forward: Vec<Vec<_>> = blocks().map(|block| slides(block).collect()).collect();
        let mut into: Vec<Vec<Group>> = (0..space.blocks()).map(|_| Vec::new()).collect();
        for (block, slides) in forward.iter().enumerate() {
            for mv in slides {
                let groups = &mut into[mv.block as usize];
                let origin = Origin {
                    block: block as u32,
                    tigers: space.tigers(block as u32),
                    left: 1 << mv.from,
                };
                match groups.iter_mut().find(|g| g.symmetry == mv.symmetry) {
                    Some(group) => group.origins.push(origin),
                    None => groups.push(Group { symmetry: mv.symmetry, origins: vec![origin] }),
                }
            }
        }
        Slides { into, moves, goats: blocks().map(|block| GoatSlides::new(space, block)).collect() }
    }
}

#[cfg(test)]
mod tests {
    use bagh::Game;

    use super::super::herds::Herds;
    use super::*;
    use crate::place::moves::{SomeVectors, Way};
    use crate::place::vector::{Codes, IN_VECTOR, Vector};
    use crate::testing::Random;

    /// Sets of herds of one size, of which only some vectors are there, against whole blocks.
    #[test]
    fn slides_of_some_vectors_equal_those_of_all() {
        let mut random = Random::new(53);
        for game in [Game::bagh_chal(), Game::aadu_puli()] {
            let space = Space::new(game).unwrap();
            let all = 1usize << (space.free() - IN_VECTOR);
            for goats in [1, 8, 12] {
                let herds = Herds::new(&space, goats);
                // One source for all moves, of which only slides count, and only some of these.
                let mut source = vec![[Vector::ZERO]; all];
                for &address in &herds.addresses {
                    let noise = Vector(std::array::from_fn(|_| random.next() & random.next()));
                    source[address as usize] = [noise.and(*herds.within(address))];
                }
                let there = herds.addresses.iter().map(|&address| source[address as usize]);
                let some: Vec<Codes<1>> = there.chain([[Vector::ZERO]]).collect();
                let some = [some.clone(), some].concat();
                let block = random.below(space.blocks()) as u32;
                let moves = space.tiger_moves(block);
                let to = |n: usize| u32::from(n.is_multiple_of(3));
                let slides: Vec<_> = moves
                    .iter()
                    .enumerate()
                    .filter(|(n, mv)| mv.over.is_none() && to(*n) == 0)
                    .map(|(_, mv)| *mv)
                    .collect();
                let plain = BlockMoves::new(&space, block, &slides, Way::Plans).with_sources(|_| 0);
                let mut own = vec![[Vector::ZERO]; all];
                plain.step(&mut own, &source, herds.sizes(), 0, &mut Vec::new());
                let within = |address: &u32| own[*address as usize][0].and(*herds.within(*address));
                let expected: Vec<Vector> = herds.addresses.iter().map(within).collect();
                for way in [Way::Plans, Way::Shuffles] {
                    let moves = BlockMoves::new(&space, block, &moves, way).with_sources(to);
                    let mut own = vec![[Vector::ONES]; herds.vectors()];
                    let some_vectors =
                        SomeVectors { vectors: herds.vectors(), numbers: &herds.numbers };
                    moves.slides_of_some(
                        &mut own,
                        &some,
                        some_vectors,
                        &[true, false],
                        herds.sizes(),
                        &mut Vec::new(),
                    );
                    let found: Vec<Vector> = herds
                        .addresses
                        .iter()
                        .zip(&own)
                        .map(|(&address, [found])| found.and(*herds.within(address)))
                        .collect();
                    assert!(found == expected, "block {block}, {goats} goats, {way:?}");
                }
            }
        }
    }
}
