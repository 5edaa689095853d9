//! Boards, rules, positions, notation and records of the tiger-hunt games of South Asia.
//!
//! A [`Game`] is data: a [`Board`] of points and lines, numbers of tigers and goats, the captures
//! that win, and the opening. It makes [`Position`]s, and knows their legal [`Move`]s and their
//! [`GameResult`]. A [`History`] plays a whole game, with draws by repetition.
//!
//! ```
//! use bagh::{Game, Side};
//!
//! let game = Game::bagh_chal();
//! let mut position = game.start();
//!
//! // The goats begin. Five of their 21 first moves differ by more than a symmetry of the board.
//! assert_eq!(game.moves(&position).count(), 21);
//! assert_eq!(game.inequivalent_moves(&position).count(), 5);
//!
//! // A goat beside a corner is eaten at once.
//! let b1 = game.board().point("B1").unwrap();
//! let place = game.moves(&position).find(|m| m.to() == b1).unwrap();
//! game.play(&mut position, place)?;
//! let jump = game.moves(&position).find(|m| m.captured() == Some(b1)).unwrap();
//! game.play(&mut position, jump)?;
//! assert_eq!((position.captured(), position.turn()), (1, Side::Goat));
//! assert_eq!(game.result(&position), None);
//! # Ok::<(), bagh::PlayError>(())
//! ```
//!
//! # Features
//! - `serde`: [`Position`], [`Move`] and [`Points`] can be serialised.
#![forbid(unsafe_code)]

mod actions;
mod automorphisms;
mod board;
mod canonical;
mod decimal;
pub mod drawing;
mod game;
mod game_file;
mod game_file_error;
mod history;
mod moves;
pub mod notation;
mod perft;
pub mod plain;
mod point;
mod position;
pub mod record;
mod result;
mod side;
pub mod symmetry;
pub mod text;

pub use actions::ActionSpace;
pub use board::{Board, PointInfo};
pub use canonical::{InequivalentMoves, SymmetryAvoidingMoves};
pub use game::{CapturesError, Game, Opening, Phase, PositionError};
pub use game_file_error::{GameFileError, GameFileProblem};
pub use history::{History, PlayError, REPETITIONS};
pub use moves::{Move, Moves};
pub use perft::{PerftRow, PerftRows};
pub use point::{MAX_POINTS, Point, Points, PointsIter};
pub use position::Position;
pub use result::{GameResult, Outcome, Reason};
pub use side::Side;
pub use symmetry::Symmetry;

/// The Rust examples of the manual, run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/NOTATION.md")]
struct NotationManual;

/// The example of the README, run as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
