//! What is wrong with the text of a position, and the mending of it.

use thiserror::Error;

use super::Format;
use crate::game::PositionError;
use crate::text::count_of;

/// What is wrong with the text of a position, and in which field.
///
/// ```
/// use bagh::Game;
/// use bagh::notation::NotationProblem;
///
/// let error = Game::bagh_chal().parse_obx("T3T/5/5/5/T3T g g21 c0 - 0").unwrap_err();
/// assert_eq!(error.field(), "goats left");
/// assert!(matches!(error.problem(), NotationProblem::Count { most: 20, .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field}: {problem}")]
pub struct NotationError {
    field: &'static str,
    problem: NotationProblem,
}

impl NotationError {
    pub(crate) fn new(field: &'static str, problem: NotationProblem) -> NotationError {
        NotationError { field, problem }
    }

    /// The field that is wrong, in the words of `docs/NOTATION.md`.
    pub fn field(&self) -> &str {
        self.field
    }

    /// What is wrong with it.
    pub fn problem(&self) -> &NotationProblem {
        &self.problem
    }

    /// The notations that the text may be in, where it cannot be told which: name one of them in
    /// [`ReadOptions::format`](super::ReadOptions). Empty for any other error.
    pub fn choices(&self) -> &'static [Format] {
        match self.problem {
            NotationProblem::Ambiguous { choices } => choices,
            _ => &[],
        }
    }
}

/// What is wrong with a field. The messages say what was found, what was expected, and how to fix it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // The messages say what the fields mean.
#[non_exhaustive]
pub enum NotationProblem {
    /// The text is too long for a position.
    #[error("found {bytes} bytes, expected at most {most}")]
    TooLong { bytes: usize, most: usize },
    /// There is no text.
    #[error("found nothing, expected a position such as {example}")]
    Empty { example: String },
    /// A FEN that may be of either kind.
    #[error(
        "found a FEN, whose last field may count goat moves or captured goats, expected the name of the notation with it"
    )]
    Ambiguous { choices: &'static [Format] },
    /// A notation that cannot write this game.
    #[error("found a {notation} for {game}, expected a game whose tigers are not placed; use obx")]
    TigersPlaced { notation: &'static str, game: String },
    /// A text that has another length than the notation.
    #[error(
        "found {}, expected {expected}: player, _, {}, two digits of goats left, two of captured goats",
        count_of(*found as u64, "character"),
        count_of(*points as u64, "point")
    )]
    Length { found: usize, expected: usize, points: usize },
    /// More space than one between fields.
    #[error("found more than one space between fields, expected one; remove the others")]
    Spaces,
    /// A field that the notation does not have.
    #[error("found {found:?}, expected no such field; remove it")]
    Extra { found: String },
    /// Another number of rows than the board has.
    #[error(
        "found {}, expected {expected} rows with / between them",
        count_of(*found as u64, "row")
    )]
    Rows { found: usize, expected: usize },
    /// A row with fewer or more points than it has on the board. Reading ends with the first
    /// point too many.
    #[error(
        "{row}: found {}, expected {expected}",
        match found {
            Some(found) => count_of(*found as u64, "point"),
            None => format!("more than {}", count_of(*expected as u64, "point")),
        }
    )]
    RowLength { row: Row, found: Option<usize>, expected: usize },
    /// A run of no empty points.
    #[error("{row}: found 0, expected a number of empty points from 1 to {most}")]
    NoPoints { row: Row, most: usize },
    /// A character that means nothing in a row.
    #[error("{row}: found {found:?}, expected {expected}")]
    Letter { row: Row, found: char, expected: String },
    /// No side to move, or none that exists.
    #[error("found {}, expected {goat} (goats move next) or {tiger} (tigers do)", quoted(found))]
    Turn { found: String, goat: &'static str, tiger: &'static str },
    /// A count that is missing, no number or too large; with a mark in front in some notations.
    #[error("found {}, expected {mark}0 to {mark}{most}", quoted(found))]
    Count { found: String, mark: &'static str, most: u8 },
    /// Something other than two digits.
    #[error("found {found:?}, expected two digits")]
    Digits { found: String },
    /// The goats on the board and the captured ones are more than the herd.
    #[error(
        "found {} on the board and {captured} captured, expected at most {most} together",
        count_of(*on_board as u64, "goat")
    )]
    TooManyGoats { on_board: usize, captured: u8, most: u8 },
    /// The goats do not add up to the herd.
    #[error(
        "found {} on the board, {in_hand} left to place and {captured} captured, which are {}, expected {expected}",
        count_of(*on_board as u64, "goat"),
        on_board + usize::from(*in_hand) + usize::from(*captured)
    )]
    Goats { on_board: usize, in_hand: u8, captured: u8, expected: u8 },
    /// Something other than the number of moves of the goats.
    #[error("found {}, expected how many moves the goats have made", quoted(found))]
    GoatMoves { found: String },
    /// Fewer moves of the goats than goats on the board.
    #[error(
        "found {moves}, fewer than the {} on the board; if it counts captured goats, read it as captured-fen",
        count_of(*on_board as u64, "goat")
    )]
    FewGoatMoves { moves: u32, on_board: usize },
    /// A last move that cannot have led to the position.
    #[error("found {found:?}, but {why}; correct it, or write - for none")]
    LastMove { found: String, why: String },
    /// The last move of a position that is to be written, which cannot have led to it.
    #[error("the board denies it: {why}")]
    LastMoveDenied { why: String },
    /// Something other than the number of a move.
    #[error(
        "found {found:?}, expected {}",
        if *by_side { "#g1 (the first goat move), #t1, … or # (no move yet)" } else { "a whole number up to 4294967295, or - for none" }
    )]
    MoveNumber { found: String, by_side: bool },
    /// A position that the game does not have.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// What was found, for a message.
fn quoted(found: &str) -> String {
    if found.is_empty() { "nothing".to_owned() } else { format!("{found:?}") }
}

/// A row of the board in the text of a position, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// A row by its number, counted from 1, with its text.
    Number(usize, String),
    /// All points in one row.
    Whole(String),
    /// A point by its name.
    Point(String),
}

impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Row::Number(number, text) => write!(f, "row {number} ({text:?})"),
            Row::Whole(text) => write!(f, "{text:?}"),
            Row::Point(name) => f.write_str(name),
        }
    }
}

/// Faults that a strict reader refuses and a lenient one fixes and reports.
#[derive(Debug)]
pub(super) struct Faults {
    pub lenient: bool,
    pub warnings: Vec<String>,
}

impl Faults {
    pub fn new(lenient: bool) -> Faults {
        Faults { lenient, warnings: Vec::new() }
    }

    /// Refuses, or notes how the fault was fixed.
    pub fn fault(
        &mut self,
        field: &'static str,
        problem: NotationProblem,
        fixed: &str,
    ) -> Result<(), NotationError> {
        let error = NotationError::new(field, problem);
        if !self.lenient {
            return Err(error);
        }
        self.warnings.push(format!("{error} ({fixed})"));
        Ok(())
    }
}
