//! A player of random strength, for games of all kinds.

use bagh::Game;
use bagh_engine::Level;
use rand::Rng;
use rand_pcg::Pcg64Mcg;

use super::{EnginePlayer, RandomPlayer};
use crate::player::Player;

/// A player of random strength: one in eight plays any legal move, the others are levels that play
/// quickly.
pub fn mixed_player(game: &Game, rng: &mut Pcg64Mcg) -> Box<dyn Player> {
    let seed = rng.random();
    match rng.random_range(0..8u8) {
        0 => Box::new(RandomPlayer::new(seed)),
        number => {
            let level = Level::new(if number < 6 { number } else { 7 });
            Box::new(EnginePlayer::level(game, level.unwrap_or(Level::WEAKEST), seed))
        }
    }
}
