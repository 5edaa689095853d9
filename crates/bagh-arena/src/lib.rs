//! Players, games between them, and marks.
//!
//! A [`Player`] is an engine, tables, a program that speaks UGI ([`ugi`]) or an address that
//! speaks OBX over HTTP; a [`PlayerSpec`] names one. The [referee](referee::play) plays a game
//! between two of them from an [`Opening`], a [match](mod@matches) many. The tables say what every
//! move was worth: a [`Mark`] says whether a move lost value where it could have, an
//! [`Exam`] asks a player about a fixed set of positions, and [`stats`] has Elo from pairs of
//! games beside exact regret.
//!
//! ```
//! use bagh::Game;
//! use bagh_arena::players::{EnginePlayer, RandomPlayer};
//! use bagh_arena::{Opening, Rules, referee};
//! use bagh_engine::Level;
//!
//! let game = Game::bagh_chal();
//! let mut goat = RandomPlayer::new(1);
//! let mut tiger = EnginePlayer::level(game, Level::new(2)?, 1);
//! let opening = Opening::random(game, 1, 4);
//! let played = referee::play(&mut goat, &mut tiger, &opening, &Rules::default())?;
//! println!("{} by {}", played.outcome, played.reason.word());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(unsafe_code)]

mod answer;
mod exam;
pub mod interrupt;
mod judgement;
mod kind_mark;
pub mod matches;
#[cfg(feature = "obx")]
mod obx;
pub mod openings;
mod player;
pub mod players;
pub mod referee;
mod sampling;
mod spec;
pub mod stats;
#[cfg(test)]
mod testing;
mod thread_time;
mod time;
pub mod tournament;
pub mod ugi;

pub use exam::{DrawError, Exam, ExamError, KINDS, Question, mixed_game};
pub use judgement::{ErrorKind, Judgement, Mark, judge};
pub use kind_mark::KindMark;
#[cfg(feature = "obx")]
pub use obx::ObxPlayer;
pub use openings::Opening;
pub use player::{Choice, Failure, ForfeitKind, Player};
pub use referee::{EndReason, Forfeit, Played, Rules};
pub use sampling::{SampleError, Sampling, playouts};
pub use spec::{PlayerSpec, PlayerSpecError};
pub use time::{Budget, ClockSetting, Clocks, DEFAULT_STALL, TimeControl};
pub use ugi::UgiPlayer;
