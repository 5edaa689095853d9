//! A fixed set of searches whose node count is a fingerprint of the engine's behaviour.

use std::time::Duration;

use bagh::{Game, Position};

use crate::engine::{Engine, SearchOptions};
use crate::limits::Limits;

/// The result of [`bench()`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchResult {
    /// Nodes searched. A change that should not alter play must not alter this.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// Searches sixteen positions from all parts of the game, `depth` plies deep.
///
/// ```
/// let game = bagh::Game::aadu_puli();
/// assert_eq!(bagh_engine::bench(game, 2).nodes, bagh_engine::bench(game, 2).nodes);
/// ```
pub fn bench(game: &Game, depth: u32) -> BenchResult {
    let mut engine = Engine::new(game);
    let mut sum = BenchResult { nodes: 0, time: Duration::ZERO };
    for number in 0..16 {
        engine.clear();
        let options = SearchOptions { limits: Limits::depth(depth), ..SearchOptions::default() };
        let report = engine.search(&somewhere(game, number), options);
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
