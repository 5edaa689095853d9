//! A static evaluation with noise, for the weaker levels.

use std::sync::Arc;

use bagh::{Game, Position};

use super::Evaluation;
use crate::noise;
use crate::score::clamp_evaluation;

/// Another evaluation plus noise. The noise is a function of the position: a beginner who misjudges
/// a position misjudges it again a move later.
pub struct Noisy {
    game: Game,
    inner: Arc<dyn Evaluation>,
    noise: i32,
    seed: u64,
}

impl Noisy {
    /// An evaluation with noise of about this many thousandths of a goat.
    pub fn new(game: &Game, inner: Arc<dyn Evaluation>, noise: i32, seed: u64) -> Noisy {
        Noisy { game: game.clone(), inner, noise, seed }
    }
}

impl Evaluation for Noisy {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn points(&self, position: &Position) -> i32 {
        let bits = noise::of(self.seed, position);
        // A sum of four uniform numbers is close to a normal distribution.
        let sum: i32 = (0..4).map(|i| (bits >> (16 * i) & 0xffff) as i32 - 0x8000).sum();
        let error = (i64::from(sum) * i64::from(self.noise) / 0x9000) as i32;
        clamp_evaluation(&self.game, self.inner.points(position) + error)
    }

    fn reverse_futility_margin(&self) -> i32 {
        self.inner.reverse_futility_margin() + self.noise
    }
}
