//! What a check found.

use std::fmt;

use bagh::text::count_of;
use bagh::{Game, Outcome, Position, Side};
use serde::Serialize;

use super::Extent;
use crate::error::TableError;
use crate::parts::Part;
use crate::stats::CrossTable;
use crate::value::Value;
use crate::verdict::Verdict;

/// What a check of tables found.
#[derive(Clone, Debug, Serialize)]
pub struct VerifyReport {
    /// Files that were checked.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Their compressed blocks.
    pub blocks: u64,
    /// Whether all positions were to be checked, or a sample.
    pub full: bool,
    /// Positions that were recomputed from their successors.
    pub positions: u64,
    /// Won positions of the placement phase whose plies were recomputed from their successors, each
    /// once.
    pub plies: u64,
    /// Classes whose positions were counted in a second way.
    pub classes: u64,
    /// Files of counts beside the tables that were counted again.
    pub stored_counts: u64,
    /// Parts that are not solved yet.
    pub unsolved: Vec<Part>,
    /// The cross tables of the sliding phase, if everything is solved and could be read: the check
    /// reads all of it anyway.
    #[serde(skip)]
    pub cross: Option<Vec<CrossTable>>,
    /// Everything that is wrong.
    pub problems: Vec<Problem>,
}

impl VerifyReport {
    pub(crate) fn new(extent: Extent) -> VerifyReport {
        VerifyReport {
            files: 0,
            bytes: 0,
            blocks: 0,
            full: extent == Extent::Full,
            positions: 0,
            plies: 0,
            classes: 0,
            stored_counts: 0,
            unsolved: Vec::new(),
            cross: None,
            problems: Vec::new(),
        }
    }

    /// Whether the tables are complete and nothing is wrong with them.
    pub fn is_fine(&self) -> bool {
        self.problems.is_empty() && self.unsolved.is_empty()
    }
}

/// Something that is wrong with tables.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Problem {
    /// A file is damaged, or not the one that the manifest speaks of.
    File {
        /// What is wrong with which file.
        message: String,
    },
    /// The manifest's count of a class is wrong.
    Count {
        /// The class.
        class: String,
        /// What the manifest says.
        found: String,
        /// What was counted.
        expected: String,
    },
    /// A position's entry is not what its successors give.
    Position {
        /// The position, in OBX.
        position: String,
        /// What the tables say.
        found: VerdictText,
        /// What its successors give.
        expected: VerdictText,
    },
}

impl Problem {
    pub(crate) fn file(error: &TableError) -> Problem {
        Problem::File { message: error.to_string() }
    }

    pub(crate) fn position(
        game: &Game,
        position: &Position,
        found: Verdict,
        expected: Verdict,
    ) -> Problem {
        Problem::Position {
            position: game.obx(position),
            found: VerdictText::new(game, found),
            expected: VerdictText::new(game, expected),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::File { message } => f.write_str(message),
            Problem::Count { class, found, expected } => {
                write!(f, "{class}: the manifest counts {found}, expected {expected}")
            }
            Problem::Position { position, found, expected } => {
                write!(f, "{position}: the tables say {found}, its successors give {expected}")
            }
        }
    }
}

/// A verdict in the words of the interface.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct VerdictText {
    /// Who wins.
    pub outcome: Outcome,
    /// Goats captured in the end, where that is known.
    pub captures: Option<u8>,
    /// Plies, where they are known.
    pub plies: Option<u16>,
}

impl VerdictText {
    fn new(game: &Game, verdict: Verdict) -> VerdictText {
        let captures = match verdict.value {
            Value::GoatWin => None,
            Value::Draw(captured) => Some(captured),
            Value::TigerWin => Some(game.captures()),
        };
        VerdictText { outcome: verdict.value.outcome(), captures, plies: verdict.plies }
    }
}

impl fmt::Display for VerdictText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.outcome)?;
        if let (Outcome::Draw, Some(captures)) = (self.outcome, self.captures) {
            write!(f, " with {captures} captured")?;
        }
        match self.plies {
            Some(plies) => write!(f, " in {}", count_of(plies, "ply")),
            None => Ok(()),
        }
    }
}

/// A class in words.
pub(crate) fn class_name(placed: u8, captured: u8, turn: Side) -> String {
    format!("{} placed, {captured} captured, {turn} to move", count_of(placed, "goat"))
}
