//! Solving.

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
mod rank;
mod slide;
mod solve;
mod space;
mod store;
mod tables;
#[cfg(test)]
mod testing;
mod twins;
mod value;
mod verdict;

pub use census::CensusRow;
pub use error::TableError;
pub use file::source::Access;
pub use parts::Part;
pub use rank::{Ranking, binomial};
pub use solve::{Needs, Progress, Quiet, SolveError, SolveOptions, Solved, Times, needs, solve};
pub use space::Space;
pub use store::{FinishedPart, Manifest, Store, TableFileInfo, folder_name};
pub use tables::{ProbeError, Tables};
pub use value::Value;
pub use verdict::{MoveVerdict, Verdict};
