//! A search engine for the tiger-hunt games that needs no tables.
//!
//! An [`Engine`] runs an alpha-beta search within its [`Limits`], with an [`Evaluation`] at the
//! leaves and, where there is one, a [`Tablebase`] of exact values. A [`Player`] plays at one of
//! eight [`Level`]s. With the feature `tables`, `Perfect` plays from solved tables, and
//! `SolvedTables` is a tablebase for the search; [`Strength`] names any of these players.
//!
//! ```
//! use bagh::Game;
//! use bagh_engine::{Engine, Limits, SearchOptions};
//!
//! let game = Game::aadu_puli();
//! let mut engine = Engine::new(game);
//! let options = SearchOptions { limits: Limits::nodes(20_000), lines: 3, ..Default::default() };
//! let report = engine.search(&game.start(), options);
//! assert_eq!(report.lines.len(), 3);
//! for line in &report.lines {
//!     println!("{} {:?}", line.score, line.moves);
//! }
//! ```
#![deny(unsafe_code)]

mod bench;
mod engine;
pub mod evaluation;
mod evaluation_cache;
mod level;
mod limits;
mod move_ordering;
mod noise;
#[cfg(feature = "tables")]
mod perfect;
mod player;
mod score;
mod search;
#[cfg(feature = "tables")]
mod solved_tables;
mod strength;
mod tablebase;
mod transposition;

pub use bench::{BenchResult, bench};
pub use engine::{DEFAULT_HASH_BYTES, Engine, Line, Observer, SearchOptions, SearchReport};
pub use evaluation::{Evaluation, HandWritten, Network};
pub use level::{Level, LevelError};
pub use limits::{Clock, Limits};
#[cfg(feature = "tables")]
pub use perfect::Perfect;
pub use player::Player;
pub use score::{GOAT, Score};
#[cfg(feature = "tables")]
pub use solved_tables::{SolvedTables, TablebaseParts};
pub use strength::{Strength, StrengthError};
pub use tablebase::{Tablebase, TablebaseValue};
