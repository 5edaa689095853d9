//! Static evaluation.

mod hand_written;
pub mod network;
mod noisy;

use std::sync::{Arc, LazyLock};

use bagh::{Game, Point, Position};

use crate::score::GOAT;

pub use hand_written::HandWritten;
pub use network::Network;
pub use noisy::Noisy;

/// A static evaluation of positions of one game.
pub trait Evaluation: Send + Sync {
    /// Its name.
    fn name(&self) -> &str;

    /// The static evaluation of a position for the tigers, on the scale of
    /// [`Score`](crate::Score): from 0, a win of the goats, to `GOAT * (k + 1)`, a win of the
    /// tigers. Not called where the game is over.
    fn points(&self, position: &Position) -> i32;

    /// The margin of reverse futility pruning for each ply of remaining depth. More than a few
    /// goats turns the pruning off.
    fn reverse_futility_margin(&self) -> i32 {
        10 * GOAT
    }
}

/// The built-in networks, each with the game that it was trained on.
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

/// The best evaluation for a game: the built-in network if there is one, or else the hand-written
/// evaluation.
pub fn best_for(game: &Game) -> Arc<dyn Evaluation> {
    let trained = NETWORKS.iter().find(|(trained, _)| have_equal_values(trained, game));
    match trained {
        Some((_, network)) => Arc::clone(network),
        None => Arc::new(HandWritten::new(game)),
    }
}

/// Whether positions have the same value in both games; the games may start differently.
fn have_equal_values(a: &Game, b: &Game) -> bool {
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
