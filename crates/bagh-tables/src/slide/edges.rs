//! Tiger slides backwards: which blocks a block can be reached from.

use rayon::prelude::*;

use crate::space::Space;

/// Slides into one block that pass through the same image of its tigers.
pub(crate) struct Group {
    /// The symmetry that carried the image to the representative.
    pub symmetry: u8,
    /// For each slide: the block it starts in, that block's tigers, and the label the tiger
    /// leaves, as a set.
    pub origins: Vec<Origin>,
}

/// Where a slide starts.
#[derive(Clone, Copy)]
pub(crate) struct Origin {
    pub block: u32,
    pub tigers: u32,
    pub left: u32,
}

/// For every block, the slides into it.
pub(crate) struct Edges {
    pub into: Vec<Vec<Group>>,
}

impl Edges {
    pub(crate) fn new(space: &Space) -> Edges {
        let forward: Vec<_> =
            (0..space.blocks() as u32).into_par_iter().map(|b| space.tiger_moves(b)).collect();
        let mut into: Vec<Vec<Group>> = (0..space.blocks()).map(|_| Vec::new()).collect();
        for (block, moves) in forward.iter().enumerate() {
            for mv in moves.iter().filter(|m| m.over.is_none()) {
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
        Edges { into }
    }
}
