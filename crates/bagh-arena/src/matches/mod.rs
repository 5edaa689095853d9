//! Matches: many games between two players, in pairs.
//!
//! Game `2p` and game `2p + 1` are pair `p`: one opening, played with sides swapped. Games run on
//! several threads; a program is kept from game to game, and started again after it failed. A
//! [`Match`] is what is played, a [`MatchGame`] what comes of each game, a [`Summary`] what they
//! say together.

mod game;
mod processor_time;
mod record;
mod run;
mod summary;
mod timer;
mod usage;

pub use game::{GameForfeit, LosingMove, MatchGame, PlayerMarks};
pub use record::value_text;
pub use run::{Maker, Match, Run};
pub use summary::{PlayerSummary, SideSummary, Summary, clusters, pair_counts, sprt_state};
pub use usage::Usage;
