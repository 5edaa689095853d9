//! Puzzles drawn from the solved tables.
//!
//! A [`Puzzle`] is a position of a game as people play it in which exactly one move keeps what the
//! side to move has: the draw, or the win. The tables say so, and they say how the line goes on.
//! There are four [`Kind`]s, and a grade from 1 to 5 tells how hard a puzzle is.
//!
//! [`draw`] draws puzzles by a seed, [`Collection::check`] compares puzzles with the rules and, where
//! there are tables, with the tables. [`challenge`] is the one that a paper of 2004 set.
//!
//! ```
//! use bagh::Game;
//! use bagh_puzzles::Collection;
//!
//! let text = r#"{"game": "bagh-chal", "captures": 5, "puzzles": [
//!   {"kind": "win", "grade": 1, "position": "T1G1T/1G3/2G2/GGGGG/TGGGT t g4 c4", "line": ["A1A3"]}
//! ]}"#;
//! let collection = Collection::parse(text).unwrap();
//! let error = collection.check(&Game::bagh_chal(), None).unwrap_err();
//! assert!(error.to_string().starts_with("puzzle 1, move 1: "), "{error}");
//! ```
#![forbid(unsafe_code)]

pub mod challenge;
mod check;
mod collection;
mod draw;
mod grade;
mod kind;
mod line;

pub use check::CheckError;
pub use collection::{Collection, Puzzle, ReadError};
pub use draw::{Order, draw};
pub use kind::Kind;
