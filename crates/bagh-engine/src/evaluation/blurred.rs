//! An evaluation seen with weak eyes.

use std::sync::Arc;

use bagh::{Game, Position};

use super::Evaluation;
use crate::noise;
use crate::score::bounded;

/// Another evaluation with errors, always the same ones for the same position: a beginner who
/// judges a position wrongly judges it wrongly again a move later.
pub struct Blurred {
    game: Game,
    inner: Arc<dyn Evaluation>,
    blur: i32,
    seed: u64,
}

impl Blurred {
    /// An evaluation that is off by about `blur` thousandths of a goat.
    pub fn new(game: &Game, inner: Arc<dyn Evaluation>, blur: i32, seed: u64) -> Blurred {
        Blurred { game: game.clone(), inner, blur, seed }
    }
}

impl Evaluation for Blurred {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn points(&self, position: &Position) -> i32 {
        let noise = noise::of(self.seed, position);
        // The mean of four even numbers is close to a bell curve.
        let sum: i32 = (0..4).map(|i| (noise >> (16 * i) & 0xffff) as i32 - 0x8000).sum();
        let error = (i64::from(sum) * i64::from(self.blur) / 0x9000) as i32;
        bounded(&self.game, self.inner.points(position) + error)
    }

    fn doubt(&self) -> i32 {
        self.inner.doubt() + self.blur
    }
}
