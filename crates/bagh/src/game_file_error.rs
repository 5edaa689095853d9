//! What is wrong with a board file.

use thiserror::Error;

use crate::automorphisms::MAX_STEPS;
use crate::point::MAX_POINTS;
use crate::text::count_of;

/// What is wrong with a board file, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {problem}")]
pub struct GameFileError {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: GameFileProblem,
}

/// What is wrong in a line of a board file. The messages say what was found, what was expected, and how
/// to fix it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // The messages say what the fields mean.
#[non_exhaustive]
pub enum GameFileProblem {
    /// The file is not written in TOML.
    #[error("this is not TOML: {why}")]
    NotToml { why: String },
    /// A key that board files do not have.
    #[error("unknown key `{key}`, expected one of {expected}")]
    UnknownKey { key: String, expected: String },
    /// A key that is missing.
    #[error("`{key}` is missing: add {example}")]
    MissingKey { key: String, example: &'static str },
    /// A value of another kind than the key has.
    #[error("{key}: expected {expected}, found {found}")]
    Kind { key: String, expected: String, found: String },
    /// A name that is none.
    #[error(
        "name: found {found:?}, expected up to {most} lower-case letters, digits and hyphens, such as \"my-board\""
    )]
    Name { found: String, most: usize },
    /// A number that is too small or too large, or no number.
    #[error("{key}: found {found}, expected a whole number from {least} to {most}")]
    Count { key: String, found: String, least: usize, most: usize },
    /// More pieces than points.
    #[error(
        "{} and {} are {} pieces, more than the {} of the board: lower one of the numbers",
        count_of(*tigers as u64, "tiger"),
        count_of(*goats as u64, "goat"),
        tigers + goats,
        count_of(*points as u64, "point")
    )]
    Pieces { tigers: usize, goats: usize, points: usize },
    /// A board without points.
    #[error("rows: the board has no points: add [[rows]]")]
    NoRows,
    /// A row without points.
    #[error("points: this row is empty: remove it or name its points")]
    EmptyRow,
    /// More points than a board may have.
    #[error("{point} is point {}, more than the {MAX_POINTS} that a board may have: remove points", MAX_POINTS + 1)]
    TooManyPoints { point: String },
    /// Two points of one name.
    #[error("{point} is the name of two points: rename one")]
    NamedTwice { point: String },
    /// A name that no point may have.
    #[error(
        "points: found {found}, expected a name of one to three letters and then one to three digits, such as \"A1\""
    )]
    PointName { found: String },
    /// More or fewer numbers than points.
    #[error(
        "{key}: found {} for {}, expected one for each",
        count_of(*found as u64, "number"),
        count_of(*points as u64, "point")
    )]
    Numbers { key: String, found: usize, points: usize },
    /// Something other than a number.
    #[error("{key}: found {found}, expected a number")]
    Number { key: String, found: String },
    /// A point that is named nowhere.
    #[error("{key}: no point is called {point}: name it in [[rows]] or correct it")]
    UnknownPoint { key: String, point: String },
    /// A line that comes back to a point.
    #[error("{key}: the line {line:?} visits {point} twice: split it into two lines")]
    LineTwice { key: String, line: String, point: String },
    /// A line of less than two points.
    #[error(
        "{key}: the line {line:?} has {}, expected at least 2: extend or remove it",
        count_of(*found as u64, "point")
    )]
    ShortLine { key: String, line: String, found: usize },
    /// A point that no line leads to.
    #[error("{point} is on no line: add it to a line or remove the point")]
    LonelyPoint { point: String },
    /// An opening that is neither `placed` nor a list of points.
    #[error(
        "opening: found {found}, expected \"placed\" or a list of {}",
        count_of(*tigers as u64, "point")
    )]
    Opening { found: String, tigers: usize },
    /// Two tigers on one point.
    #[error("opening: two tigers stand on {point}: give each its own point")]
    TwoTigers { point: String },
    /// More or fewer places than tigers.
    #[error("opening: found a list of length {found}, expected {tigers}: a point for each tiger")]
    Places { found: usize, tigers: usize },
    /// A board whose symmetries take too long to find.
    #[error(
        "lines: finding the symmetries of this board takes more than {MAX_STEPS} steps: take fewer points or fewer lines"
    )]
    Symmetries,
}
