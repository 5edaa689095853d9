//! The tiger-hunt games solved completely: the value of every position, in tables on disk.
//!
//! [`solve`] works out what every position is worth if both sides play their best, and writes
//! tables; [`Tables`] looks positions up. A [`Value`] says who wins, and of a draw how many goats
//! are captured in the end.
//!
//! ```
//! use bagh::Game;
//! use bagh_tables::{Quiet, SolveOptions, Tables, Value, solve};
//!
//! # const SMALL: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/small.toml"));
//! # let folder = std::env::temp_dir().join(format!("bagh-example-{}", std::process::id()));
//! let game = Game::from_toml(SMALL)?; // Or Game::bagh_chal(), in a minute.
//! solve(&game, &folder, SolveOptions::default(), &Quiet)?;
//! let tables = Tables::open(&game, &folder)?;
//! let start = game.start();
//! assert_eq!(tables.probe(&start)?.value, Value::Draw(0));
//! for found in tables.moves(&start)? {
//!     println!("{}: {:?}", game.move_text(&start, found.mv), found.after);
//! }
//! # assert_eq!(tables.moves(&start)?[0].after.value, Value::Draw(0));
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//! A [`Space`] numbers positions: one block for each tiger placement up to symmetry, and in it the
//! herds as subsets of the points that are left.
//!
//! In the *sliding phase* play may go on for ever. Captures never decrease, so the classes are
//! solved from the most captures down; inside a class every position begins as a draw with what was
//! captured so far, and wins and further captures spread backwards, ply by ply, until nothing
//! changes. That gives distances, too.
//!
//! The *placement phase* has no cycles: a goat is placed in every second ply. It is swept backwards
//! once, whole blocks at a time. A block is a stack of bit planes; Goat's choice is a minimum over
//! shifted copies of the block, and Tiger's choice a maximum over blocks whose address bits are
//! permuted.
//!
//! Each [`Part`] is written as soon as it is finished, compressed in small blocks with a checksum
//! each, under another name first; the [`Manifest`] says what is finished. So a solve can be
//! interrupted at any moment, and goes on from there. `docs/FORMAT.md` describes the files.
//!
//! [`burnside`] tells how many positions there are without looking at one, [`stats`] how many have
//! which value, [`verify`] whether tables are right, and [`plies_to_end`] how long a forced win
//! takes.

pub mod answer;
mod batch;
#[doc(hidden)]
pub mod benchmarks;
mod bit_layers;
pub mod burnside;
mod census;
#[doc(hidden)]
pub mod coder;
mod compression;
mod error;
mod file;
mod folder;
#[cfg(all(test, unix))]
mod foreign_tests;
#[doc(hidden)]
pub mod fuzzing;
mod index;
mod index_map;
mod limits;
mod line;
#[doc(hidden)]
pub mod logistic;
mod lookups;
mod manifest;
mod memory;
mod memory_tables;
#[cfg(test)]
mod naive;
mod opening;
mod parts;
mod place;
mod plies;
pub mod pocket;
mod rank;
mod remote;
#[doc(hidden)]
pub mod roofline;
pub mod site;
mod slide;
mod sliding_only;
mod slot;
mod solve;
mod space;
pub mod stats;
mod status;
mod store;
mod tables;
#[cfg(test)]
mod testing;
mod twins;
mod value;
mod verdict;
pub mod verify;

pub use batch::Batch;
pub use bit_layers::BitLayers;
pub use census::CensusRow;
pub use error::{RemoteFault, TableError};
pub use file::format::rules_hash;
pub use file::source::{Access, ReadRange};
pub use folder::{FOLDER_VARIABLE, default_folder};
pub use limits::{MAX_BOARDS, MAX_PLACEMENTS, MAX_POINTS, TooLarge};
pub use line::BestLine;
pub use lookups::Probed;
pub use manifest::{FinishedPart, Manifest, TableFileInfo};
pub use memory_tables::MemoryTables;
pub use parts::Part;
pub use plies::search::plies_to_end;
pub use plies::solve::{PliesNeeds, SolvedPlies, plies_needs, solve_plies};
pub use rank::{Ranking, binomial};
pub use remote::{RemoteBlock, RemoteFile, RemoteFolder};
pub use sliding_only::SlidingTables;
pub use solve::{
    Needs, Pace, Progress, Quiet, SolveError, SolveOptions, Solved, Times, check_solvable, needs,
    solve, solve_space,
};
pub use space::{Space, TigerMove};
pub use status::Status;
pub use store::{Store, folder_name, tables_game};
pub use tables::{ProbeError, Tables};
pub use value::Value;
pub use verdict::{MoveVerdict, Verdict};
pub use verify::classes::{Class, ClassError, Positions};

/// The example of the README, compiled as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
