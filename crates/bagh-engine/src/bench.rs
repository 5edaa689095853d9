//! A fixed amount of thinking, whose number of positions is a fingerprint of how the engine plays.

use std::time::Duration;

use bagh::{Game, Position};

use crate::engine::{Engine, Question};
use crate::limits::Limits;

/// What came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Benched {
    /// Positions that were looked at. A change that should not alter play must not alter this.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// Looks `depth` plies ahead from sixteen positions all over the game.
///
/// ```
/// let game = bagh::Game::aadu_puli();
/// assert_eq!(bagh_engine::bench(game, 2).nodes, bagh_engine::bench(game, 2).nodes);
/// ```
pub fn bench(game: &Game, depth: u32) -> Benched {
    let mut engine = Engine::new(game);
    let mut sum = Benched { nodes: 0, time: Duration::ZERO };
    for number in 0..16 {
        engine.forget();
        let question = Question { limits: Limits::depth(depth), ..Question::default() };
        let report = engine.search(&somewhere(game, number), question);
        sum.nodes += report.nodes;
        sum.time += report.time;
    }
    sum
}

/// A position that is not over, later in the game the larger the number.
fn somewhere(game: &Game, number: usize) -> Position {
    let mut position = game.start();
    for ply in 0..4 * number {
        let moves: Vec<_> = game.moves(&position).collect();
        // A jump now and then, so that the tigers do not win too soon.
        let quiet: Vec<_> = moves.iter().filter(|mv| mv.captured().is_none()).collect();
        let &mv = match quiet[..] {
            [] => &moves[0],
            _ => quiet[(number * 31 + ply * 17) % quiet.len()],
        };
        let next = game.after(&position, mv);
        if game.result(&next).is_some() {
            break;
        }
        position = next;
    }
    position
}
