//! What is wrong with a record.

use thiserror::Error;

use crate::game::CapturesError;
use crate::history::PlayError;
use crate::notation::{MoveTextError, NotationError};
use crate::result::{Outcome, Reason};

/// What is wrong with the text of a record, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct RecordError {
    /// The line of the text, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: Box<RecordProblem>,
}

/// What is wrong at a place of a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordProblem {
    /// A text that is no move, or a move that is not legal.
    #[error(transparent)]
    Move(#[from] MoveTextError),
    /// A move that was not played, such as one after the end of the game.
    #[error("{text}: {error}")]
    Play {
        /// The move as it was given.
        text: String,
        /// Why it was not played.
        error: PlayError,
    },
    /// The tag `Position` holds no position.
    #[error("tag Position: {0}")]
    Position(NotationError),
    /// The tag `Captures` holds a number that the game does not allow.
    #[error("tag Captures: {0}")]
    Captures(CapturesError),
    /// The result does not fit the game.
    #[error(transparent)]
    Result(#[from] ResultError),
    /// A tag that a record cannot have.
    #[error(transparent)]
    Tag(#[from] TagError),
    /// Anything else: the message says what was found, what was expected, and how to fix it.
    #[error("{0}")]
    Text(String),
}

impl From<&str> for RecordProblem {
    fn from(message: &str) -> RecordProblem {
        RecordProblem::Text(message.to_owned())
    }
}

impl From<String> for RecordProblem {
    fn from(message: String) -> RecordProblem {
        RecordProblem::Text(message)
    }
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
