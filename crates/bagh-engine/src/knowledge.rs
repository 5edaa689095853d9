//! Exact values, where somebody has them.

use bagh::{Outcome, Position};

/// What is known for certain of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// Who wins.
    pub outcome: Outcome,
    /// Of a draw, the goats captured in the end.
    pub captures: u8,
    /// Of a win, plies to the end of the game, where they are known.
    pub plies: Option<u16>,
}

/// A source of exact values that the search asks before it looks further: tables, or whatever
/// else is right. What it does not know, the search finds out as well as it can.
pub trait Knowledge: Send + Sync {
    /// What is known of a position.
    fn known(&self, position: &Position) -> Option<Known>;
}
