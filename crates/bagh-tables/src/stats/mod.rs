//! What tables hold, counted: by value, by outcome of both sides to move, by plies.
//!
//! All numbers count positions up to the symmetries of the board.

pub(crate) mod cross;
mod distances;
mod rows;
pub(crate) mod scan;
pub(crate) mod stored;

pub use cross::{CrossTable, cross};
pub use distances::{Distances, LongestWin, distances, longest_wins};
pub use rows::{ClassRow, rows};
pub use scan::sliding_positions;
pub use stored::{SlowCount, stored_or_counted};
