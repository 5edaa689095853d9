//! The networks that come with this crate, as one player of both sides.

use bagh::{Game, History, Side};
use bagh_arena::{Budget, Choice, Failure, Player};

use crate::features::Eye;
use crate::judge::Seen;
use crate::network::Network;
use crate::random::Stream;
use crate::saved::SavedNetwork;
use crate::search::Searcher;

/// Plays either side of Bagh Chal with the network that evolved for it, searching as deep as it
/// did when it evolved.
pub struct EvolvedPlayer {
    game: Game,
    eye: Eye,
    tiger: (Network, u32),
    goat: (Network, u32),
    stream: Stream,
}

impl EvolvedPlayer {
    /// The player with this seed; `None` if the networks evolved for another game.
    pub fn new(game: &Game, seed: u64) -> Option<EvolvedPlayer> {
        let of = |side| {
            let saved = SavedNetwork::shipped(side);
            let plays = (saved.setup.game.as_str(), saved.setup.captures);
            (plays == (game.name(), game.captures())).then(|| (saved.network(), saved.depth()))
        };
        Some(EvolvedPlayer {
            game: game.clone(),
            eye: Eye::new(game),
            tiger: of(Side::Tiger)?,
            goat: of(Side::Goat)?,
            stream: Stream::of_play(seed, 0),
        })
    }
}

impl Player for EvolvedPlayer {
    fn name(&self) -> String {
        "evolved".to_owned()
    }

    fn choose(&mut self, history: &History, _: &Budget) -> Result<Choice, Failure> {
        let side = history.position().turn();
        let (network, depth) = match side {
            Side::Tiger => &self.tiger,
            Side::Goat => &self.goat,
        };
        let mut searcher = Searcher::new(&self.game, Seen::new(&self.eye, network), side, *depth);
        match searcher.choose(history.position(), &mut self.stream) {
            Some((mv, _)) => Ok(mv.into()),
            None => Err(Failure::Broken("asked for a move in a game that is over".to_owned())),
        }
    }
}
