//! Slides backwards: which blocks the tigers come from, and which herds the goats.

use rayon::prelude::*;

use super::goat_slides::GoatSlides;
use crate::place::plan::Plan;
use crate::place::vector::IN_VECTOR;
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
    /// Tiger slides from the block, for sets of herds.
    pub plans: Vec<Vec<Plan>>,
    /// Goat slides in the block.
    pub goats: Vec<GoatSlides>,
}

impl Slides {
    pub(crate) fn new(space: &Space) -> Slides {
        let blocks = || (0..space.blocks() as u32).into_par_iter();
        let slides = |block: u32| {
            let moves = space.tiger_moves(block);
            moves.into_iter().filter(|mv| mv.over.is_none())
        };
        let address_bits = space.free().max(IN_VECTOR);
        let plans_of = |block: u32| {
            slides(block).map(|mv| Plan::new(space, block, &mv, address_bits)).collect()
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
        Slides {
            into,
            plans: blocks().map(plans_of).collect(),
            goats: blocks().map(|block| GoatSlides::new(space, block)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use bagh::Game;

    use super::super::herds::Herds;
    use super::*;
    use crate::place::register::Plain;
    use crate::place::vector::{Codes, Vector};
    use crate::place::{dispatch, steps, sweeps};
    use crate::testing::Random;

    type Move = fn(&mut [Codes<1>], &[Codes<1>], &Plan, steps::Herds, &[u32], &mut Vec<Codes<1>>);

    /// Sets of herds of one size, of which only some vectors are there, against whole blocks.
    #[test]
    fn moves_of_some_vectors_equal_those_of_all() {
        let mut random = Random::new(53);
        for game in [Game::bagh_chal(), Game::aadu_puli()] {
            let space = Space::new(game).unwrap();
            let all = 1usize << (space.free() - IN_VECTOR);
            for goats in [1, 8, 12] {
                let herds = Herds::new(&space, goats);
                let mut source = vec![[Vector::ZERO]; all];
                for &address in &herds.addresses {
                    let noise = Vector(std::array::from_fn(|_| random.next() & random.next()));
                    source[address as usize] = [noise.and(*herds.within(address))];
                }
                let some = |block: &[Codes<1>]| -> Vec<Codes<1>> {
                    let there = herds.addresses.iter().map(|&address| block[address as usize]);
                    there.chain([[Vector::ZERO]]).collect()
                };
                let block = random.below(space.blocks()) as u32;
                for mv in space.tiger_moves(block).iter().filter(|mv| mv.over.is_none()) {
                    let plan = Plan::new(&space, block, mv, space.free());
                    let mut own = vec![[Vector::ZERO]; all];
                    let scratch = &mut Vec::new();
                    let sizes = herds.sizes();
                    steps::tiger_move::<Plain, 1>(
                        &mut own,
                        &source,
                        &plan,
                        sizes,
                        &steps::InOrder,
                        scratch,
                    );
                    let within =
                        |address: &u32| own[*address as usize][0].and(*herds.within(*address));
                    let expected: Vec<Vector> = herds.addresses.iter().map(within).collect();
                    let moves: [Move; 3] = [
                        steps::tiger_move::<Plain, 1>,
                        sweeps::tiger_move::<Plain, 1>,
                        dispatch::tiger_move::<1>,
                    ];
                    for run in moves {
                        let mut own = vec![[Vector::ZERO]; herds.vectors()];
                        run(&mut own, &some(&source), &plan, sizes, &herds.numbers, scratch);
                        let found: Vec<Vector> = herds
                            .addresses
                            .iter()
                            .zip(&own)
                            .map(|(&address, [found])| found.and(*herds.within(address)))
                            .collect();
                        assert!(found == expected, "block {block}, {goats} goats");
                    }
                }
            }
        }
    }
}
