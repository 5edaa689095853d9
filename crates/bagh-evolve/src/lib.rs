//! Players that learn by playing against each other, as in *Computing Tigers and Goats* (Lim and
//! Nievergelt, ICGA Journal 27, 2004).
//!
//! Two populations of small networks, one for each side, play games; the better half of each is
//! kept and has mutated offspring; and so on for a thousand generations. A [`Network`] sees 26
//! [features](NAMES) of a position, worked out by an [`Eye`]; a [`Searcher`] looks a few plies
//! ahead with it; an [`Evolution`] makes networks better.
//!
//! ```
//! use bagh::{Game, Side};
//! use bagh_evolve::{Evolution, Eye, Searcher, Seen, Setup, Stream};
//!
//! let game = Game::bagh_chal();
//! // As in the paper, but with a shorter look ahead.
//! let setup = Setup { tiger_depth: 1, goat_depth: 1, ..Setup::of_the_paper(game, 1) };
//! let mut evolution = Evolution::new(game, setup);
//! let champions = evolution.step();
//! assert_eq!(evolution.rows()[0].generation, 1);
//!
//! // The best goats of this generation begin a game.
//! let (eye, network) = (Eye::new(game), champions.goat.network());
//! let mut goat = Searcher::new(game, Seen::new(&eye, &network), Side::Goat, 2);
//! let (first, _) = goat.choose(&game.start(), &mut Stream::of_play(1, 0)).unwrap();
//! assert!(game.is_legal(&game.start(), first));
//! ```
//!
//! [`exam`] draws positions on which players are marked by the tables.
//!
//! The same seed gives the same networks on every machine, for any number of threads: every game has
//! a [`Stream`] of random numbers of its own, and all arithmetic is done in a fixed order.
#![forbid(unsafe_code)]

mod checkpoint;
mod contest;
mod error;
mod evolution;
mod evolved_player;
mod features;
mod ground;
mod judge;
mod mark;
mod network;
mod population;
mod random;
mod saved;
mod search;
mod shipped;

pub use contest::{Contestant, MAX_MOVES, Played, SearchPlayer, play};
pub use error::EvolveError;
pub use evolution::{Champions, Evolution, OPPONENTS, Row, Setup};
pub use evolved_player::EvolvedPlayer;
pub use features::{Counts, DIRECT, Eye, FEATURES, NAMES};
pub use judge::{Evaluated, Evolved, Judge, Seen};
pub use mark::{exam, mark};
pub use network::{Network, WEIGHTS};
pub use population::{KEPT, POPULATION};
pub use random::Stream;
pub use saved::SavedNetwork;
pub use search::{MAX_DEPTH, Searcher};
