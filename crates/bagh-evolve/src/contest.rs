//! A game between two networks.

use std::cell::RefCell;
use std::rc::Rc;

use bagh::{Game, History, Outcome, Side};
use bagh_arena::{Budget, Choice, Failure, Opening, Player, Rules, referee};

use crate::features::Eye;
use crate::judge::{Judge, Seen};
use crate::network::Network;
use crate::random::Stream;
use crate::search::Searcher;

/// After this many moves of each side a game is called a draw, as Chellapilla and Fogel did.
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

/// A search to a fixed depth, as a player of one side. Both players of a game may share a stream
/// of random numbers.
pub struct SearchPlayer<'a, J> {
    searcher: Searcher<'a, J>,
    stream: Rc<RefCell<Stream>>,
}

impl<'a, J: Judge> SearchPlayer<'a, J> {
    /// A player with these random numbers.
    pub fn new(searcher: Searcher<'a, J>, stream: Rc<RefCell<Stream>>) -> SearchPlayer<'a, J> {
        SearchPlayer { searcher, stream }
    }
}

impl<J: Judge> Player for SearchPlayer<'_, J> {
    fn name(&self) -> String {
        "network".to_owned()
    }

    fn choose(&mut self, history: &History, _: &Budget) -> Result<Choice, Failure> {
        let chosen = self.searcher.choose(history.position(), &mut self.stream.borrow_mut());
        match chosen {
            Some((mv, _)) => Ok(mv.into()),
            None => Err(Failure::Broken("asked for a move in a game that is over".to_owned())),
        }
    }
}

/// Plays a game from the start: to its end by the rules, draws by repetition included, or to
/// [`MAX_MOVES`] moves of each side.
pub fn play<'a>(
    game: &'a Game,
    eye: &'a Eye,
    tiger: Contestant<'a>,
    goat: Contestant<'a>,
    stream: Stream,
) -> Played {
    let stream = Rc::new(RefCell::new(stream));
    let player = |contestant: Contestant<'a>, side| {
        let seen = Seen::new(eye, contestant.network);
        SearchPlayer::new(Searcher::new(game, seen, side, contestant.depth), Rc::clone(&stream))
    };
    let (mut tiger, mut goat) = (player(tiger, Side::Tiger), player(goat, Side::Goat));
    let rules =
        Rules { max_plies: 2 * MAX_MOVES, max_sliding_plies: usize::MAX, ..Rules::default() };
    let played = referee::play(&mut goat, &mut tiger, &Opening::start(game), &rules)
        .expect("networks choose legal moves");
    Played {
        outcome: played.outcome,
        plies: played.plies() as u32,
        captured: played.history.position().captured(),
    }
}
