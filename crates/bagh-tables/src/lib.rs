//! Solving.

#[doc(hidden)]
pub mod benchmarks;
pub mod burnside;
mod census;
mod error;
mod file;
mod memory;
#[cfg(test)]
mod naive;
mod opening;
mod parts;
mod place;
mod plies;
pub mod published;
mod rank;
mod slide;
mod solve;
mod space;
pub mod stats;
mod store;
mod tables;
#[cfg(test)]
mod testing;
mod twins;
mod value;
mod verdict;
pub mod verify;

pub use census::CensusRow;
pub use error::TableError;
pub use file::source::Access;
pub use parts::Part;
pub use plies::plies_to_end;
pub use rank::{Ranking, binomial};
pub use solve::{Needs, Progress, Quiet, SolveError, SolveOptions, Solved, Times, needs, solve};
pub use space::Space;
pub use store::{FinishedPart, Manifest, Store, TableFileInfo, folder_name};
pub use tables::{ProbeError, Tables};
pub use value::Value;
pub use verdict::{MoveVerdict, Verdict};
