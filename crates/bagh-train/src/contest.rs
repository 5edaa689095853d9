//! Games between players.

use bagh::{Game, History, Move, Phase, Position, Side};
use bagh_engine::{Level, Player};
use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Somebody who plays: asked with the position and those before it.
pub trait Contestant {
    /// The move that it plays. The game is not over.
    fn choose(&mut self, position: &Position, before: &[Position]) -> Option<Move>;
}

impl Contestant for Player {
    fn choose(&mut self, position: &Position, before: &[Position]) -> Option<Move> {
        Player::choose(self, position, before, None)
    }
}

/// Plays any legal move.
pub struct Aimless {
    game: Game,
    rng: Pcg64Mcg,
}

impl Aimless {
    /// A player whose moves depend on the seed only.
    pub fn new(game: &Game, seed: u64) -> Aimless {
        Aimless { game: game.clone(), rng: Pcg64Mcg::seed_from_u64(seed) }
    }
}

impl Contestant for Aimless {
    fn choose(&mut self, position: &Position, _: &[Position]) -> Option<Move> {
        self.game.moves(position).choose(&mut self.rng)
    }
}

/// A game, once it has been played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game with all its moves.
    pub history: History,
    /// Whether it was stopped because it had gone on for long: counted as a draw.
    pub stopped: bool,
}

impl Played {
    /// The number of the game's value: 0 for a win of the goats, `c + 1` for a draw with `c`
    /// captured, the captures to win plus 1 for a win of the tigers.
    pub fn value(&self) -> u8 {
        let game = self.history.game();
        match self.history.result().map(|result| result.outcome.winner()) {
            Some(Some(Side::Goat)) => 0,
            Some(Some(Side::Tiger)) => game.captures() + 1,
            _ => self.history.position().captured() + 1,
        }
    }
}

/// Plies of the sliding phase after which a game counts as drawn.
const LONGEST_SLIDING: usize = 200;

/// Plays a game. The first `aimless` plies are random, so that games differ.
pub fn play(
    game: &Game,
    tiger: &mut dyn Contestant,
    goat: &mut dyn Contestant,
    seed: u64,
    aimless: usize,
) -> Played {
    let mut history = History::new(game.clone(), game.start());
    let mut opening = Aimless::new(game, seed);
    let mut sliding = 0;
    while history.result().is_none() {
        let position = *history.position();
        sliding += usize::from(game.phase(&position) == Phase::Sliding);
        if sliding > LONGEST_SLIDING {
            return Played { history, stopped: true };
        }
        let player: &mut dyn Contestant = match position.turn() {
            _ if history.len() < aimless => &mut opening,
            Side::Tiger => tiger,
            Side::Goat => goat,
        };
        let Some(mv) = player.choose(&position, history.before()) else { break };
        if history.play(mv).is_err() {
            break;
        }
    }
    Played { history, stopped: false }
}

/// A player of random strength, for games of all kinds: now and then aimless, mostly of a level
/// that plays quickly.
pub fn anybody(game: &Game, rng: &mut Pcg64Mcg) -> Box<dyn Contestant> {
    let seed = rng.random();
    match rng.random_range(0..8u8) {
        0 => Box::new(Aimless::new(game, seed)),
        number => {
            let level = Level::new(if number < 6 { number } else { 7 });
            let level = level.unwrap_or(Level::WEAKEST);
            Box::new(Player::new(game, level, seed))
        }
    }
}
