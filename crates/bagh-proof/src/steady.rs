//! How steady arrangements of the tigers are: how many herds they hold out against, some goats
//! later.

use rayon::prelude::*;

use bagh_tables::Space;

use crate::database::Database;

/// Herds that are tried for each number of goats.
const HERDS: u32 = 500;

/// How much steadiness counts: arrangements are weighed by this power of the share of herds.
const POWER: u32 = 10;

/// Weights of the arrangements, for each number of captures.
pub struct Steady {
    placed: u8,
    weights: Vec<Vec<f64>>,
}

impl Steady {
    /// Every arrangement is as welcome as any other.
    pub fn none() -> Steady {
        Steady { placed: 0, weights: Vec::new() }
    }

    /// Weights for arrangements after `placed` goats, from a database of later ones.
    pub fn new(space: &Space, placed: u8, later: &Database<'_>, enough: u8) -> Steady {
        let weights = (0..enough.min(later.placed()))
            .map(|captured| {
                let herds = herds(space.free(), u32::from(later.placed() - captured));
                let weigh = |block: u32| {
                    let held = herds.iter().filter(|&&index| later.get(block, index)).count();
                    // Never nothing: where all arrangements are weak, numbers decide.
                    let share = (held as f64 / f64::from(HERDS)).max(0.001);
                    // Multiplied out, so that it is the same on every machine.
                    (1..POWER).fold(share, |power, _| power * share)
                };
                (0..space.blocks() as u32).into_par_iter().map(weigh).collect()
            })
            .collect();
        Steady { placed, weights }
    }

    /// The weight of an arrangement with this many goats on the board.
    pub fn weight(&self, block: u32, goats: u32) -> f64 {
        let captured = u32::from(self.placed).wrapping_sub(goats) as usize;
        self.weights.get(captured).map_or(1.0, |weights| weights[block as usize])
    }
}

/// Random herds of this many goats, always the same ones.
fn herds(free: u32, goats: u32) -> Vec<u32> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut herd = || {
        let mut herd = 0u32;
        while herd.count_ones() < goats.min(free) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            herd |= 1 << ((state >> 11) % u64::from(free));
        }
        herd
    };
    (0..HERDS).map(|_| herd()).collect()
}
