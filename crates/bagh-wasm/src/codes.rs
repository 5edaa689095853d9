//! What the library refuses, as a word and its values, so that pages can say it in other languages.
//! The words that pages have are in `web/src/rules/texts`.

use std::fmt::Display;

use bagh::notation::{MoveProblem, NotationError, NotationProblem, Row};
use bagh::record::RecordProblem;
use bagh::{GameFileProblem, PositionError};

/// A word for what is wrong, and what the message says beside its words.
pub type Coded = (&'static str, Vec<String>);

/// A word with values that can be written as texts. A function for all of them keeps the module small.
fn coded(code: &'static str, values: &[&dyn Display]) -> Coded {
    (code, values.iter().map(ToString::to_string).collect())
}

macro_rules! coded {
    ($code:literal $(, $value:expr)*) => {
        coded($code, &[$(&$value as &dyn Display),*])
    };
}

/// A text that is no legal move.
pub fn of_move(problem: &MoveProblem) -> Coded {
    match problem {
        MoveProblem::Shape => coded!("move-shape"),
        MoveProblem::UnknownPoint(name) => coded!("no-point", name),
        MoveProblem::Over => coded!("over"),
        MoveProblem::Occupied(point) => coded!("occupied", point),
        MoveProblem::NothingToPlace(_) => coded!("all-placed"),
        MoveProblem::StillToPlace { .. } => coded!("still-to-place"),
        MoveProblem::NothingThere(point) => coded!("nothing-there", point),
        MoveProblem::NotYours { point, .. } => coded!("not-yours", point),
        MoveProblem::NotAdjacent { from, to } => coded!("not-adjacent", from, to),
        MoveProblem::NoJump { from, to } => coded!("no-jump", from, to),
        MoveProblem::NoGoatBetween(point) => coded!("nothing-to-capture", point),
        MoveProblem::NotBetween { from, to, over } => coded!("not-between", from, to, over),
        MoveProblem::GoatsDoNotJump => coded!("cannot-jump"),
        MoveProblem::Ambiguous(example) => coded!("which-capture", example),
        _ => coded!("other"),
    }
}

/// Pieces that are no position of the game.
pub fn of_position(error: &PositionError) -> Coded {
    match error {
        PositionError::OffBoard { points } => coded!("off-board", points),
        PositionError::TwoPieces { point } => coded!("two-pieces", point),
        PositionError::Tigers { found, expected, may_be_in_hand: false } => {
            coded!("tigers", found, expected)
        }
        PositionError::Tigers { found, expected, .. } => {
            coded!("tigers-at-most", found, expected)
        }
        PositionError::Captured { found, limit } => coded!("captured", found, limit),
        PositionError::Goats { on_board, in_hand, captured, expected } => {
            goats(*on_board, *in_hand, *captured, *expected)
        }
        _ => coded!("other"),
    }
}

fn goats(on_board: usize, in_hand: u8, captured: u8, expected: u8) -> Coded {
    let sum = on_board + usize::from(in_hand) + usize::from(captured);
    coded!("goats", on_board, in_hand, captured, sum, expected)
}

/// A text that is no position.
pub fn of_notation(error: &NotationError) -> Coded {
    use NotationProblem::*;
    match error.problem() {
        TooLong { most, .. } => coded!("text-long", most),
        Empty { .. } => coded!("text-empty"),
        Ambiguous { choices: [one, other, ..] } => {
            coded!("ambiguous-notation", one.word(), other.word())
        }
        TigersPlaced { .. } => coded!("tigers-placed"),
        Length { found, expected, .. } => coded!("text-length", found, expected),
        Spaces => coded!("spaces"),
        Extra { found } => coded!("extra-field", found),
        Rows { found, expected } => coded!("rows", found, expected),
        RowLength { row, found: Some(found), expected } => {
            coded!("row-short", place(row), found, expected)
        }
        RowLength { row, expected, .. } => coded!("row-long", place(row), expected),
        NoPoints { row, .. } => coded!("row-zero", place(row)),
        Letter { row: Row::Point(name), found, .. } => coded!("letter-on-point", found, name),
        Letter { row, found, .. } => coded!("letter", found, place(row)),
        Turn { goat, tiger, .. } => coded!("turn", goat, tiger),
        Count { mark, most, .. } => of_count(error, format!("{mark}0"), format!("{mark}{most}")),
        Digits { .. } => of_count(error, "00".to_owned(), "99".to_owned()),
        TooManyGoats { on_board, captured, most } => {
            coded!("too-many-goats", on_board, captured, most)
        }
        Goats { on_board, in_hand, captured, expected } => {
            goats(*on_board, *in_hand, *captured, *expected)
        }
        GoatMoves { .. } => coded!("goat-moves"),
        FewGoatMoves { moves, on_board } => coded!("few-goat-moves", moves, on_board),
        LastMove { found, .. } => coded!("last-move", found),
        MoveNumber { found, .. } => coded!("move-number", found),
        Position(error) => of_position(error),
        _ => coded!("other"),
    }
}

/// A count of goats that is missing or wrong.
fn of_count(error: &NotationError, least: String, most: String) -> Coded {
    if error.field() == "goats left" {
        coded!("count-in-hand", least, most)
    } else {
        coded!("count-captured", least, most)
    }
}

/// The number of a row.
fn place(row: &Row) -> String {
    match row {
        Row::Number(number, _) => number.to_string(),
        _ => "1".to_owned(),
    }
}

/// What is wrong in a line of a board file.
pub fn of_file(problem: &GameFileProblem) -> Coded {
    use GameFileProblem::*;
    match problem {
        NotToml { why } => coded!("file-toml", why),
        UnknownKey { key, expected } => coded!("file-key", key, expected),
        MissingKey { key, example } => coded!("file-missing", key, example),
        Kind { key, .. } => coded!("file-kind", key),
        Name { found, most } => coded!("file-name", found, most),
        Count { key, found, least, most } => coded!("file-count", key, found, least, most),
        Pieces { tigers, goats, points } => {
            coded!("file-pieces", tigers, goats, tigers + goats, points)
        }
        NoRows => coded!("file-no-rows"),
        EmptyRow => coded!("file-empty-row"),
        TooManyPoints { .. } => coded!("file-points", bagh::MAX_POINTS),
        NamedTwice { point } => coded!("file-named-twice", point),
        PointName { found } => coded!("file-point-name", found),
        Numbers { key, found, points } => coded!("file-numbers", key, found, points),
        Number { key, found } => coded!("file-number", key, found),
        UnknownPoint { key, point } => coded!("file-no-point", key, point),
        LineTwice { line, point, .. } => coded!("file-line-twice", line, point),
        ShortLine { line, .. } => coded!("file-line-short", line),
        LonelyPoint { point } => coded!("file-lonely", point),
        Opening { tigers, .. } => coded!("file-opening", tigers),
        TwoTigers { point } => coded!("file-two-tigers", point),
        Places { found, tigers } => coded!("file-places", found, tigers),
        Symmetries => coded!("file-symmetries"),
        _ => coded!("other"),
    }
}

/// What is wrong at a place of a record, or a message for what has no word: mistakes in how it is
/// written are many, and rare.
pub fn of_record(problem: &RecordProblem) -> Result<Coded, String> {
    Ok(match problem {
        RecordProblem::Move(error) => of_move(error.problem()),
        RecordProblem::Play { .. } => over(),
        RecordProblem::Position(error) => of_notation(error),
        RecordProblem::Result(_) => result(),
        RecordProblem::Tag(_) | RecordProblem::Captures(_) => tag(),
        RecordProblem::Text(message) => return Err(message.clone()),
        _ => coded!("other"),
    })
}

/// A move that comes too late.
pub fn over() -> Coded {
    coded!("over")
}

/// A result that does not fit the last position.
pub fn result() -> Coded {
    coded!("record-result")
}

/// A tag that a record cannot have.
pub fn tag() -> Coded {
    coded!("record-tag")
}

/// A number of captures that a game with this many goats does not allow.
pub fn captures(goats: u8) -> Coded {
    coded!("captures", goats)
}
