//! Networks for the engine, trained on exact values.
//!
//! Samples come from games whose positions are looked up in the tables ([`sample`]); a [`Pupil`]
//! learns from them and becomes a network. `bagh-arena` marks the players that use it.
//!
//! ```
//! use bagh::Game;
//! use bagh_engine::evaluation::network::Features;
//! use bagh_tables::{Quiet, SolveOptions, Tables, solve};
//! use bagh_train::{Plan, Pupil, sample};
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
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(unsafe_code)]

mod learn;
mod lesson;
pub mod sample;
mod weights;

pub use learn::{Epoch, Plan, Pupil, Skill};
pub use sample::Sample;
