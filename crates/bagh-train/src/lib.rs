//! Players trained on exact values, and marked by them.
//!
//! Now that every position's value is known, a player can be told how many mistakes it makes, and
//! an evaluation can learn from the truth. Samples come from games whose positions are looked up
//! in the tables ([`sample`]); a [`Pupil`] learns from them and becomes a network; an [`exam`]
//! asks a player for its move in positions of all kinds and counts how often it throws value
//! away; a [`contest`] lets players play each other.
//!
//! ```
//! use bagh::Game;
//! use bagh_engine::evaluation::network::Features;
//! use bagh_tables::{Quiet, SolveOptions, Tables, solve};
//! use bagh_train::{Plan, Pupil, contest, exam, sample};
//!
//! # const SMALL: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/small.toml"));
//! # let folder = std::env::temp_dir().join(format!("bagh-train-example-{}", std::process::id()));
//! let game = Game::from_toml(SMALL)?;
//! solve(&game, &folder, SolveOptions::default(), &Quiet)?;
//! let tables = Tables::open(&game, &folder)?;
//!
//! let features = Features::new(&game).expect("the board is small");
//! let mut pupil = Pupil::new(&features, Plan { seed: 1, epochs: 2, rate: 0.002 });
//! let samples = sample::lot(&tables, 1, 0)?;
//! while !pupil.is_done() {
//!     let epoch = pupil.learn(&samples, |_share| ());
//!     println!("epoch {}: loss {:.3}", epoch.number, epoch.loss);
//! }
//!
//! let tasks = exam::tasks(&game, 1, 20, |_done| ());
//! let aimless = |number| Box::new(contest::Aimless::new(&game, number as u64)) as Box<_>;
//! let marks = exam::examine(&tables, &tasks, aimless, |_done| ())?;
//! println!("{} of {} moves lost value", exam::errors(&marks).part, marks.len());
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(unsafe_code)]

pub mod contest;
pub mod exam;
mod learn;
mod lesson;
pub mod sample;
mod weights;

pub use learn::{Epoch, Plan, Pupil, Skill};
pub use sample::Sample;
