//! Evaluations: how good a position looks without looking ahead.

mod blurred;
mod hand;

use std::sync::Arc;

use bagh::{Game, Position};

pub use blurred::Blurred;
pub use hand::HandWritten;

/// An estimate of positions of one game.
pub trait Evaluation: Send + Sync {
    /// What it is called.
    fn name(&self) -> &str;

    /// How good a position looks for the tigers, on the scale of [`Score`](crate::Score): from 0,
    /// a win of the goats, to `GOAT * (k + 1)`, a win of the tigers. The game is not over.
    fn points(&self, position: &Position) -> i32;
}

/// The best evaluation there is for a game.
pub fn best_for(game: &Game) -> Arc<dyn Evaluation> {
    Arc::new(HandWritten::new(game))
}
