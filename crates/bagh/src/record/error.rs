//! What is wrong with a record.

use thiserror::Error;

use crate::result::{Outcome, Reason};

/// What is wrong with the text of a record, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct RecordError {
    /// The line of the text, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What was found, what was expected, and how to fix it.
    pub message: String,
}

/// A result that does not fit the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ResultError {
    /// The last position has another result.
    #[error("result: found {found}, but by the rules the last position is {expected}")]
    Denied {
        /// The result as it was given.
        found: String,
        /// The result by the rules.
        expected: String,
    },
    /// The reason is not true of the last position, or does not go with the outcome.
    #[error(
        "result: found {found}, but the last position does not say so; expected resignation with a win, agreement with a draw, or no reason"
    )]
    NotSo {
        /// The result as it was given.
        found: String,
    },
}

/// A tag that a record cannot have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TagError {
    /// The name is no name.
    #[error(
        "tag name: found {0:?}, expected a letter and then letters, digits or _, 64 at the most"
    )]
    Name(String),
    /// The record writes this tag itself.
    #[error("tag {0}: the record writes this one itself, from its game and its result")]
    Reserved(String),
}

/// A result in words, for messages.
pub(super) fn words(outcome: Option<Outcome>, reason: Option<Reason>) -> String {
    let outcome = outcome.map_or("*", Outcome::word);
    match reason {
        Some(reason) => format!("{outcome} by {}", reason.word()),
        None => outcome.to_owned(),
    }
}
