//! A game between two players.

use bagh::{Game, GameResult, History, Outcome, Reason, Side};

use crate::features::Eye;
use crate::judge::Seen;
use crate::network::Network;
use crate::random::Stream;
use crate::search::Searcher;

/// After so many moves of each side a game is called a draw, as Chellapilla and Fogel did.
pub const MAX_MOVES: usize = 100;

/// How a game between two players went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Who won.
    pub outcome: Outcome,
    /// How many plies it took.
    pub plies: u32,
    /// How many goats were captured.
    pub captured: u8,
}

/// One side of a game: its network, and how far it looks ahead.
#[derive(Clone, Copy, Debug)]
pub struct Contestant<'a> {
    /// The network.
    pub network: &'a Network,
    /// Plies to look ahead.
    pub depth: u32,
}

/// Plays a game from the start: to its end by the rules, draws by repetition included, or to
/// [`MAX_MOVES`] moves of each side.
pub fn play<'a>(
    game: &'a Game,
    eye: &'a Eye,
    tiger: Contestant<'a>,
    goat: Contestant<'a>,
    stream: &mut Stream,
) -> Played {
    let player = |contestant: Contestant<'a>, side| {
        Searcher::new(game, Seen::new(eye, contestant.network), side, contestant.depth)
    };
    let mut tiger = player(tiger, Side::Tiger);
    let mut goat = player(goat, Side::Goat);
    let mut history = History::new(game.clone(), game.start());
    let result = loop {
        if let Some(result) = history.result() {
            break result;
        }
        if history.len() >= 2 * MAX_MOVES {
            break GameResult { outcome: Outcome::Draw, reason: Reason::Agreement };
        }
        let player = match history.position().turn() {
            Side::Tiger => &mut tiger,
            Side::Goat => &mut goat,
        };
        let (mv, _) = player.choose(history.position(), stream).expect("the game is not over");
        history.play(mv).expect("players choose legal moves");
    };
    Played {
        outcome: result.outcome,
        plies: history.len() as u32,
        captured: history.position().captured(),
    }
}
