//! Puzzles as text: compact JSON, one puzzle a line.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::kind::Kind;

/// One puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// Its name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What is asked for.
    pub kind: Kind,
    /// How hard it is, from 1 to 5.
    pub grade: u8,
    /// The position, in OBX 1.0 up to the captured goats.
    pub position: String,
    /// A move of the other side that leads to the position that is solved, if the puzzle begins
    /// with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// The moves of the solution and the answers to them, in turn, ending with a move of the
    /// solution. Where more than one move is right, which is never so with the first, the others
    /// follow after `|`.
    pub line: Vec<String>,
}

/// The puzzles of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Collection {
    /// The game.
    pub game: String,
    /// Captures that win.
    pub captures: u8,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// Why a text is no collection of puzzles.
#[derive(Debug, Error)]
#[error("not a collection of puzzles: {0}")]
pub struct ReadError(#[from] serde_json::Error);

impl Collection {
    /// Reads puzzles.
    pub fn parse(text: &str) -> Result<Collection, ReadError> {
        Ok(serde_json::from_str(text)?)
    }

    /// Writes puzzles, one a line.
    pub fn to_text(&self) -> String {
        let (game, captures) = (json(&self.game), self.captures);
        let mut text = format!("{{\"game\":{game},\"captures\":{captures},\"puzzles\":[");
        for (number, puzzle) in self.puzzles.iter().enumerate() {
            let comma = if number > 0 { "," } else { "" };
            // Writing to a text cannot fail.
            let _ = write!(text, "{comma}\n{}", json(puzzle));
        }
        text + "\n]}\n"
    }
}

/// Plain data becomes JSON without fail.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
