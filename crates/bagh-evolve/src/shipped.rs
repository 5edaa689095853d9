//! The networks that come with this crate: the best after 1,000 generations of a run as in the
//! paper, `bagh evolve --generations 1000 --seed 1`.

use std::path::Path;

use bagh::Side;

use crate::saved::SavedNetwork;

const TIGER: &str = include_str!("../networks/tiger.network");
const GOAT: &str = include_str!("../networks/goat.network");

impl SavedNetwork {
    /// The network of a side that evolved in 1,000 generations of Bagh Chal.
    pub fn shipped(side: Side) -> SavedNetwork {
        let (text, name) = match side {
            Side::Tiger => (TIGER, "networks/tiger.network"),
            Side::Goat => (GOAT, "networks/goat.network"),
        };
        SavedNetwork::from_text(text, Path::new(name)).expect("a test reads what is shipped")
    }
}

#[cfg(test)]
mod tests {
    use bagh::Game;

    use super::*;
    use crate::contest::{self, Contestant};
    use crate::evolution::Setup;
    use crate::features::Eye;
    use crate::random::Stream;

    #[test]
    fn they_are_of_a_run_as_in_the_paper() {
        for side in [Side::Tiger, Side::Goat] {
            let network = SavedNetwork::shipped(side);
            assert_eq!(network.setup, Setup::of_the_paper(Game::bagh_chal(), 1));
            assert_eq!((network.side, network.generation), (side, 1000));
        }
    }

    #[test]
    fn they_play() {
        let game = Game::bagh_chal();
        let eye = Eye::new(game);
        let (tiger, goat) = (
            SavedNetwork::shipped(Side::Tiger).network(),
            SavedNetwork::shipped(Side::Goat).network(),
        );
        let play = |number| {
            contest::play(
                game,
                &eye,
                Contestant { network: &tiger, depth: 2 },
                Contestant { network: &goat, depth: 2 },
                Stream::of_play(1, number),
            )
        };
        let games: Vec<_> = (0..4).map(play).collect();
        assert_eq!(games[0], play(0));
        // All goats are placed before the herd can be beaten, or holds out.
        assert!(games.iter().all(|played| played.plies >= 20), "{games:?}");
        assert!(games.iter().any(|played| played.captured > 0), "{games:?}");
    }

    #[test]
    fn a_damaged_one_is_refused() {
        for (text, name) in [(TIGER, "tiger.network"), (GOAT, "goat.network")] {
            for damaged in [text.replacen("0.", "1.", 1), text[..text.len() / 2].to_owned()] {
                let error = SavedNetwork::from_text(&damaged, Path::new(name)).unwrap_err();
                assert!(error.to_string().contains(&format!("{name} is damaged")), "{error}");
            }
        }
    }
}
