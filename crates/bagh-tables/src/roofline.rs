//! What the steps of the placement phase move and compute, counted from their plans, and how long
//! they take: for the example `roofline`. Not for use.

use std::ops::Add;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use bagh::Game;

use crate::error::TableError;
use crate::place::layers::Layers;
use crate::place::moves::BlockMoves;
use crate::place::plan::{ABSENT, Pass, Plan};
use crate::place::shuffle::Shuffle;
use crate::place::steps::{Herds, rounds_and_merges};
use crate::place::vector::{Codes, IN_VECTOR, LANES};
use crate::space::Space;

/// Planes of a code of Bagh Chal and of Aadu Puli Attam up to seven values.
const PLANES: usize = 3;
/// Bytes of the codes of a vector of positions.
const CODES: u64 = size_of::<Codes<PLANES>>() as u64;

/// What a step costs, counted and not measured. Instructions are those of AVX-512 on whole
/// vectors; addresses and loops come on top.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Cost {
    /// Bytes that are read from the layer before, and written to this one.
    pub layer_bytes: u64,
    /// Bytes that are read and written in the scratch memory and in the own block, which are in
    /// the caches of a core.
    pub cache_bytes: u64,
    /// Vector instructions: loads, stores, and what is between them.
    pub instructions: u64,
}

impl Add for Cost {
    type Output = Cost;

    fn add(self, other: Cost) -> Cost {
        Cost {
            layer_bytes: self.layer_bytes + other.layer_bytes,
            cache_bytes: self.cache_bytes + other.cache_bytes,
            instructions: self.instructions + other.instructions,
        }
    }
}

/// The layers of a game in memory, to count and to time their steps. Their values are noise: the
/// time does not depend on them.
pub struct Roofline<'s> {
    space: &'s Space,
    layers: Layers<'s, PLANES>,
}

impl<'s> Roofline<'s> {
    /// The layers of a game with up to seven values.
    pub fn new(space: &'s Space) -> Result<Roofline<'s>, TableError> {
        let mut layers = Layers::new(space)?;
        layers.blocks_mut().enumerate().for_each(|(block, codes)| {
            let mut word = block as u64;
            for lane in codes.iter_mut().flatten().flat_map(|vector| &mut vector.0) {
                word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                *lane = word ^ word >> 31;
            }
        });
        Ok(Roofline { space, layers })
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.space.game()
    }

    /// The herds after this many placements.
    fn herds(&self, placed: u8) -> Herds {
        let captures = i32::from(self.game().captures());
        Herds { least: i32::from(placed) - captures + 1, most: i32::from(placed) }
    }

    /// Positions with one side to move after this many placements, those included that are the
    /// same by a symmetry that keeps the tigers where they are.
    pub fn positions(&self, placed: u8) -> u64 {
        let herds = self.herds(placed);
        let of_block: u64 =
            (herds.least.max(0)..=herds.most).map(|goats| choose(self.space.free(), goats)).sum();
        of_block * self.space.blocks() as u64
    }

    /// What Tiger's step costs.
    pub fn tiger_cost(&self, placed: u8) -> Cost {
        let herds = self.herds(placed);
        let vectors = self.vectors() as usize;
        let of_block = |moves: &BlockMoves| match moves {
            BlockMoves::Plans(plans) => {
                plans.iter().map(|plan| plan_cost(plan, herds)).fold(Cost::default(), Cost::add)
            }
            BlockMoves::Shuffles(shuffles) => shuffles
                .iter()
                .map(|shuffle| shuffle_cost(shuffle, vectors, herds))
                .fold(Cost::default(), Cost::add),
        };
        let own = self.space.blocks() as u64 * self.vectors();
        let start = Cost { layer_bytes: own * CODES, cache_bytes: 0, instructions: own * 3 };
        let blocks = self.layers.moves().par_iter();
        start + blocks.map(of_block).reduce(Cost::default, Cost::add)
    }

    /// What Goat's step costs, in place, on blocks that are in the cache.
    pub fn goat_cost(&self, placed: u8) -> Cost {
        let (herds, free) = (self.herds(placed), self.space.free());
        let inside = free.min(IN_VECTOR);
        let planes = PLANES as u64;
        let of_block = (0..self.vectors() as u32)
            .filter(|address| herds.touch(address.count_ones(), 0))
            .map(|address| {
                let others = u64::from(free - inside - address.count_ones());
                let within = u64::from(inside);
                Cost {
                    layer_bytes: 0,
                    cache_bytes: (others + 2) * CODES,
                    // Loads, comparisons and choices; within the vector shifts, and a mask.
                    instructions: others * 3 * planes + within * (3 * planes + 1) + 3 * planes + 1,
                }
            })
            .fold(Cost::default(), Cost::add);
        let blocks = self.space.blocks() as u64;
        Cost {
            layer_bytes: 0,
            cache_bytes: of_block.cache_bytes * blocks,
            instructions: of_block.instructions * blocks,
        }
    }

    /// How long Tiger's step takes.
    pub fn time_tiger(&mut self, placed: u8) -> Duration {
        let herds = self.herds(placed);
        let start = Instant::now();
        self.layers.tiger_step(herds, 0);
        start.elapsed()
    }

    /// How long Goat's step takes.
    pub fn time_goat(&mut self, placed: u8) -> Duration {
        let herds = self.herds(placed);
        let start = Instant::now();
        self.layers.goat_step(herds, (1 << PLANES) - 1);
        start.elapsed()
    }

    /// Reads a whole layer with all threads: how many bytes, and how long it took.
    pub fn time_reading(&self) -> (u64, Duration) {
        let start = Instant::now();
        let sum: u64 = self
            .layers
            .blocks()
            .map(|block| {
                let mut sums = [0u64; LANES];
                for vector in block.iter().flatten() {
                    sums.iter_mut().zip(vector.0).for_each(|(sum, word)| *sum ^= word);
                }
                sums.into_iter().fold(0, |a, b| a ^ b)
            })
            .reduce(|| 0, |a, b| a ^ b);
        std::hint::black_box(sum);
        (self.space.blocks() as u64 * self.vectors() * CODES, start.elapsed())
    }

    /// Vectors of a block.
    fn vectors(&self) -> u64 {
        1 << self.space.free().saturating_sub(IN_VECTOR)
    }
}

/// What a plan costs in all its rounds.
fn plan_cost(plan: &Plan, herds: Herds) -> Cost {
    let (rounds, merges) = rounds_and_merges(plan, herds);
    let slots = plan.gather.len() as u64;
    let gathered = plan.gather.iter().filter(|&&offset| offset != ABSENT).count() as u64;
    let planes = PLANES as u64;
    // In halves, since some passes work on pairs of vectors.
    let halves: u64 = plan.passes.iter().map(|&pass| halves(pass)).sum();
    let trips = 1 + 2 * plan.passes.len() as u64;
    Cost {
        layer_bytes: rounds * gathered * CODES,
        cache_bytes: (rounds * slots * trips + merges * 3) * CODES,
        instructions: rounds * planes * (gathered + slots + slots * halves / 2)
            + merges * (5 * planes + 1),
    }
}

/// What a shuffle costs in all its tiles.
fn shuffle_cost(shuffle: &Shuffle, vectors: usize, herds: Herds) -> Cost {
    let groups = shuffle.groups_in_all(vectors, herds);
    let (sources, targets) = (shuffle.sources.len() as u64, shuffle.targets.len() as u64);
    let (parts, planes) = (shuffle.parts_each() as u64, PLANES as u64);
    let bits = u64::from(!shuffle.keeps_bits());
    // A permutation of bytes for each part, one of bits if there are any, a choice between parts.
    let made = parts * (1 + bits) + parts - 1;
    Cost {
        layer_bytes: groups * sources * CODES,
        cache_bytes: groups * targets * 2 * CODES,
        instructions: groups * (planes * sources + targets * (planes * (made + 4) + 1)),
    }
}

/// Instructions of a pass for two vectors: loads, stores, shifts, exchanges, and logic, of which
/// one instruction takes three operands.
fn halves(pass: Pass) -> u64 {
    match pass {
        Pass::SlotWord { .. } => 9,
        Pass::SlotLane { .. } | Pass::LaneLane { .. } | Pass::FlipLane { .. } => 6,
        Pass::WordWord { .. } => 12,
        Pass::WordLane { .. } => 16,
        Pass::FlipWord { .. } => 8,
    }
}

/// How many subsets of this many of `all` there are.
fn choose(all: u32, some: i32) -> u64 {
    let Ok(some) = u32::try_from(some) else { return 0 };
    if some > all {
        return 0;
    }
    (0..u64::from(some)).fold(1, |product, k| product * (u64::from(all) - k) / (k + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::moves::Way;
    use crate::testing::small_games;

    /// A round merges each position that a move applies to, once: half of the herds have the
    /// point that the tiger goes to empty, and half of those a goat to jump over.
    #[test]
    fn rounds_merge_what_moves_apply_to() {
        let everything = Herds { least: 0, most: 64 };
        let mut checked = 0;
        for game in small_games(20, 12..=14, 19) {
            let space = Space::new(&game).unwrap();
            if space.free() < IN_VECTOR {
                continue;
            }
            for (block, moves) in BlockMoves::of_all(&space, Way::Plans).iter().enumerate() {
                let BlockMoves::Plans(plans) = moves else { unreachable!("they were asked for") };
                for (mv, plan) in space.tiger_moves(block as u32).iter().zip(plans) {
                    let (_, merges) = rounds_and_merges(plan, everything);
                    let valid: u32 = plan.valid.0.iter().map(|word| word.count_ones()).sum();
                    let herds = 1 << (space.free() - 1 - u32::from(mv.over.is_some()));
                    assert_eq!(merges * u64::from(valid), herds);
                    checked += 1;
                }
            }
        }
        assert!(checked > 100);
    }

    #[test]
    fn a_layer_has_all_herds_of_its_sizes() {
        let game = small_games(1, 12..=12, 19).remove(0);
        let space = Space::new(&game).unwrap();
        let all: u64 = (0..=space.free() as i32).map(|goats| choose(space.free(), goats)).sum();
        assert_eq!(all, 1 << space.free());
        let roofline = Roofline::new(&space).unwrap();
        let one: u64 = roofline.positions(0);
        assert_eq!(one, space.blocks() as u64);
        let (tiger, goat) = (roofline.tiger_cost(1), roofline.goat_cost(1));
        assert!(tiger.instructions * 64 > tiger.layer_bytes && tiger.layer_bytes > 0);
        assert!(goat.layer_bytes == 0 && goat.instructions > 0);
    }
}
