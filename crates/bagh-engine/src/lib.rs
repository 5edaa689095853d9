//! A player for the tiger-hunt games that needs no tables.
//!
//! An [`Engine`] looks ahead as far as its [`Limits`] allow, with an [`Evaluation`] at the end of
//! each line. Where exact values are at hand ([`Knowledge`]), it uses them. A [`Player`] plays at
//! one of eight [`Level`]s. With the feature `tables`, `Perfect` plays from solved tables, and
//! `TableKnowledge` hands them to the search; [`Strength`] names any of these players.
//!
//! ```
//! use bagh::Game;
//! use bagh_engine::{Engine, Limits, Question};
//!
//! let game = Game::aadu_puli();
//! let mut engine = Engine::new(game);
//! let question = Question { limits: Limits::nodes(20_000), lines: 3, ..Question::default() };
//! let report = engine.search(&game.start(), question);
//! assert_eq!(report.lines.len(), 3);
//! for line in &report.lines {
//!     println!("{} {:?}", line.score, line.moves);
//! }
//! ```
#![deny(unsafe_code)]

mod bench;
mod engine;
mod estimates;
pub mod evaluation;
mod knowledge;
mod level;
mod limits;
mod memory;
mod noise;
mod order;
#[cfg(feature = "tables")]
mod perfect;
mod player;
mod score;
mod search;
mod strength;
#[cfg(feature = "tables")]
mod table_knowledge;

pub use bench::{Benched, bench};
pub use engine::{DEFAULT_MEMORY, Engine, Line, Question, Report};
pub use evaluation::{Evaluation, HandWritten, Network};
pub use knowledge::{Knowledge, Known};
pub use level::{Level, LevelError};
pub use limits::{Clock, Limits};
#[cfg(feature = "tables")]
pub use perfect::Perfect;
pub use player::Player;
pub use score::{GOAT, Score};
pub use strength::{Strength, StrengthError};
#[cfg(feature = "tables")]
pub use table_knowledge::{KnownParts, TableKnowledge};
