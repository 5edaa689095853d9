//! Evaluations: how good a position looks without looking ahead.

mod blurred;
mod hand;
pub mod network;

use std::sync::{Arc, LazyLock};

use bagh::{Game, Point, Position};

use crate::score::GOAT;

pub use blurred::Blurred;
pub use hand::HandWritten;
pub use network::Network;

/// An estimate of positions of one game.
pub trait Evaluation: Send + Sync {
    /// What it is called.
    fn name(&self) -> &str;

    /// How good a position looks for the tigers, on the scale of [`Score`](crate::Score): from 0,
    /// a win of the goats, to `GOAT * (k + 1)`, a win of the tigers. The game is not over.
    fn points(&self, position: &Position) -> i32;

    /// How far the estimate may still move with each ply: the search does not look further at a
    /// position that looks better than needed by more than this. More than a few goats: it always
    /// looks.
    fn doubt(&self) -> i32 {
        10 * GOAT
    }
}

/// The networks that are built in, each with the game that it was trained on.
static NETWORKS: LazyLock<[(&Game, Arc<dyn Evaluation>); 2]> = LazyLock::new(|| {
    let read = |game: &'static Game, bytes: &[u8]| -> (&Game, Arc<dyn Evaluation>) {
        let network = Network::from_bytes(game, bytes);
        (game, Arc::new(network.expect("the built-in networks are checked by a test")))
    };
    [
        read(Game::bagh_chal(), include_bytes!("../../networks/bagh-chal.network")),
        read(Game::aadu_puli(), include_bytes!("../../networks/aadu-puli.network")),
    ]
});

/// The best evaluation there is for a game: a network where one is built in, or else the
/// hand-written one.
pub fn best_for(game: &Game) -> Arc<dyn Evaluation> {
    let trained = NETWORKS.iter().find(|(trained, _)| are_played_alike(trained, game));
    match trained {
        Some((_, network)) => Arc::clone(network),
        None => Arc::new(HandWritten::new(game)),
    }
}

/// Whether positions of two games are worth the same: they may begin differently.
fn are_played_alike(a: &Game, b: &Game) -> bool {
    let lines = |game: &Game| -> Vec<Vec<Point>> {
        game.board().all_lines().map(<[Point]>::to_vec).collect()
    };
    (a.tigers(), a.goats(), a.captures()) == (b.tigers(), b.goats(), b.captures())
        && lines(a) == lines(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_networks_are_for_their_games_only() {
        assert_eq!(best_for(Game::bagh_chal()).name(), "network");
        assert_eq!(best_for(&Game::by_name("aadu-puli-fixed").unwrap()).name(), "network");
        let quick = Game::bagh_chal().clone().with_captures(3).unwrap();
        assert_eq!(best_for(&quick).name(), "hand-written");
        assert_eq!(best_for(&Game::by_name("kaooa").unwrap()).name(), "hand-written");
    }
}
