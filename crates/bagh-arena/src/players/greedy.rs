//! A player that looks one ply ahead.

use bagh::{Game, History, Move, Position, Side};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;

use super::random::no_move;
use crate::player::{Choice, Failure, Player};
use crate::time::Budget;

/// Tigers capture, or else threaten as much as they can; goats leave as few captures as they can.
/// Among equals the seed decides.
pub struct GreedyPlayer {
    rng: Pcg64Mcg,
}

impl GreedyPlayer {
    /// A player with this seed.
    pub fn new(seed: u64) -> GreedyPlayer {
        GreedyPlayer { rng: Pcg64Mcg::seed_from_u64(seed) }
    }
}

/// Captures that the tigers would have if it were their turn.
fn threats(game: &Game, position: &Position) -> i32 {
    let as_tigers = Position::from_parts(
        position.tigers(),
        position.goats(),
        Side::Tiger,
        position.goats_in_hand(),
        position.captured(),
    );
    game.moves(&as_tigers).filter(|mv| mv.captured().is_some()).count() as i32
}

fn merit(game: &Game, position: &Position, mv: Move) -> i32 {
    let after = threats(game, &game.after(position, mv));
    match position.turn() {
        Side::Tiger => 100 * i32::from(mv.captured().is_some()) + after,
        Side::Goat => -after,
    }
}

/// One of the moves of the greatest merit; `None` if there is no legal move.
pub(crate) fn pick(game: &Game, position: &Position, rng: &mut Pcg64Mcg) -> Option<Move> {
    let rated: Vec<(i32, Move)> =
        game.moves(position).map(|mv| (merit(game, position, mv), mv)).collect();
    let best = rated.iter().map(|&(merit, _)| merit).max()?;
    let good: Vec<Move> = rated.iter().filter(|r| r.0 == best).map(|r| r.1).collect();
    good.choose(rng).copied()
}

impl Player for GreedyPlayer {
    fn name(&self) -> String {
        "greedy".to_owned()
    }

    fn choose(&mut self, history: &History, _: &Budget) -> Result<Choice, Failure> {
        let mv = pick(history.game(), history.position(), &mut self.rng);
        mv.map(Choice::from).ok_or_else(no_move)
    }
}
