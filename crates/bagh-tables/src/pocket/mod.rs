//! The pocket edition of a solved game: the fewest bytes from which the value of every position is
//! answered exactly, on a phone, without a network.
//!
//! Only some layers with tiger to move are stored, among them the sliding phase. Positions between
//! them are searched to the next stored layer ([`PocketProber`]). Values are coded one by one by an
//! arithmetic coder, against what a small model expects of them: the model looks at neighbouring
//! herds that are decoded already and at what the tigers threaten. A *piece* is decoded at a time:
//! the herds of a block that differ in the low bits of their index only.
//!
//! [`make`] writes an edition from solved tables, [`Pocket`] reads it, [`check`] compares the two.
//! [`PocketFiles`] are its files for those who hand them on. Plies are not in it. `docs/FORMAT.md` describes the files, `docs/POCKET.md` how size and time
//! trade.

pub(crate) mod block;
mod check;
mod class;
pub(crate) mod edition;
mod files;
pub(crate) mod layer;
mod make;
mod model;
mod prober;
mod search;
mod shape;
#[cfg(test)]
mod tests;
pub(crate) mod threats;
mod train;
mod values;

pub use check::{Checked, Difference, check};
pub use edition::{LIST, Pocket, PocketFile};
pub use files::PocketFiles;
pub use make::{Made, PIECE_BITS, PocketError, default_layers, make, make_with};
pub use prober::{Effort, PocketProber};
