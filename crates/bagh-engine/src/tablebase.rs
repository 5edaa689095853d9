//! Tablebase lookups inside the search.

use bagh::{Outcome, Position};

/// The exact value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TablebaseValue {
    /// Who wins.
    pub outcome: Outcome,
    /// Of a draw, the goats captured in the end.
    pub captures: u8,
    /// Of a win, plies to the end of the game, where they are known.
    pub plies: Option<u16>,
}

/// A source of exact values that the search probes at every node but the root. Positions without
/// a value are searched as usual.
pub trait Tablebase: Send + Sync {
    /// The exact value of a position, if it is known.
    fn lookup(&self, position: &Position) -> Option<TablebaseValue>;
}
