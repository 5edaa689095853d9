//! A player that plays any legal move.

use bagh::{History, Move, Position};
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_pcg::Pcg64Mcg;

use crate::player::{Choice, Failure, Player};
use crate::time::Budget;

/// Plays any legal move, all equally likely.
pub struct RandomPlayer {
    rng: Pcg64Mcg,
}

impl RandomPlayer {
    /// A player whose moves depend on the seed only.
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer { rng: Pcg64Mcg::seed_from_u64(seed) }
    }

    /// A legal move; `None` if there is none.
    pub fn pick(&mut self, game: &bagh::Game, position: &Position) -> Option<Move> {
        game.moves(position).choose(&mut self.rng)
    }
}

impl Player for RandomPlayer {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn choose(&mut self, history: &History, _: &Budget) -> Result<Choice, Failure> {
        let mv = self.pick(history.game(), history.position());
        mv.map(Choice::from).ok_or_else(no_move)
    }
}

/// The referee asks for a move only where there is one.
pub(super) fn no_move() -> Failure {
    Failure::Broken("asked for a move in a game that is over".to_owned())
}
