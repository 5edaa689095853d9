//! Statistics of matches and marks: shares with intervals, Elo from pairs of games, SPRT, and exact
//! regret.

mod elo;
mod ratings;
mod regret;
mod share;

pub use elo::{Elo, PairCounts, Sprt, SprtState, SprtVerdict};
pub use ratings::{RatedPair, Rating, ratings};
pub use regret::{Regret, RegretByKind};
pub use share::Share;
