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
