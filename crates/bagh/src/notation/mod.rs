//! Positions as text: Online Baghchal Exchange (OBX) in its dialects, and other notations in use.
//!
//! `docs/NOTATION.md` describes each of them, field by field. Strict reading refuses what is not
//! exactly right; lenient reading fixes what it can and says so.
//!
//! ```
//! use bagh::Game;
//! use bagh::notation::{self, Format, ReadOptions};
//!
//! let game = Game::bagh_chal();
//! let text = "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1";
//! let read = notation::read(game, text, &ReadOptions::default()).unwrap();
//! assert_eq!(read.format, Format::Obx2);
//! assert_eq!(
//!     notation::write(game, &read, Format::Obx1).unwrap(),
//!     "T3T/5/2G2/5/T3T t g19 c0 mC3 1"
//! );
//! ```

mod error;
mod fen;
mod gamescrafters;
mod last_move;
mod move_text;
mod obx;
mod plies;
mod rows;
mod words;

pub use error::{NotationError, NotationProblem, Row};
pub use move_text::{MoveProblem, MoveTextError};

use crate::game::{Game, PositionError};
use crate::moves::Move;
use crate::position::Position;
use crate::side::Side;
use crate::text::shorten;

/// Longer texts are no positions, and are not looked at.
const MAX_TEXT: usize = 4096;

/// A notation for positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// OBX 1.0: `T1G1T/5/5/5/T3T t g19 c0 mC1 1`.
    Obx1,
    /// OBX 1 as it was deployed, with X for empty points: `TXGXT/… t c0 mC1 1`.
    Obx1X,
    /// The early form of OBX 2.0: `TXGXT/… t c0 mC1 #g1`.
    Obx2Early,
    /// OBX 2.0: `TXGXT/… t @19 c0 mC1 #g1`.
    Obx2,
    /// The FEN of the PyPI package `baghchal`, which ends with the number of goat moves.
    BaghchalFen,
    /// The FEN that ends with the number of captured goats.
    CapturedFen,
    /// The position string of GamesCrafters.
    GamesCrafters,
}

impl Format {
    /// All notations.
    pub const ALL: [Format; 7] = [
        Format::Obx1,
        Format::Obx1X,
        Format::Obx2Early,
        Format::Obx2,
        Format::BaghchalFen,
        Format::CapturedFen,
        Format::GamesCrafters,
    ];

    /// The word for this notation in every interface.
    pub const fn word(self) -> &'static str {
        match self {
            Format::Obx1 => "obx",
            Format::Obx1X => "obx-1x",
            Format::Obx2Early => "obx-2-early",
            Format::Obx2 => "obx-2",
            Format::BaghchalFen => "baghchal-fen",
            Format::CapturedFen => "captured-fen",
            Format::GamesCrafters => "gamescrafters",
        }
    }

    /// The notation with this word.
    pub fn from_word(word: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|f| f.word() == word)
    }

    /// A line for people.
    pub const fn description(self) -> &'static str {
        match self {
            Format::Obx1 => "OBX 1.0, digits for empty points: T3T/5/5/5/T3T g g20 c0 - 0",
            Format::Obx1X => "OBX 1 as deployed, X for empty points and no goats left",
            Format::Obx2Early => "early OBX 2.0, moves counted for each side (#g1), no goats left",
            Format::Obx2 => "OBX 2.0, goats left as @20 and moves counted for each side (#g1)",
            Format::BaghchalFen => "FEN of the baghchal package; the last field counts goat moves",
            Format::CapturedFen => "FEN whose last field counts captured goats",
            Format::GamesCrafters => "GamesCrafters: 1_T---T---------------T---T2000",
        }
    }
}

/// How to read a position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ReadOptions {
    /// Accept input with small mistakes: each is fixed, with a warning.
    pub lenient: bool,
    /// The notation; found by its shape if not given.
    pub format: Option<Format>,
}

/// A position as it was read, with what its text says beyond the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadPosition {
    /// The position.
    pub position: Position,
    /// The move that led to it.
    pub last_move: Option<Move>,
    /// The plies that led to it, as the text says; they are not checked against the board.
    pub move_number: Option<u32>,
    /// The notation it was read in.
    pub format: Format,
    /// What a lenient reader fixed.
    pub warnings: Vec<String>,
}

impl ReadPosition {
    /// A position that stands for itself, with the move number that the board tells.
    pub fn new(game: &Game, position: Position) -> ReadPosition {
        ReadPosition {
            position,
            last_move: None,
            move_number: plies::known(game, &position),
            format: Format::Obx1,
            warnings: Vec::new(),
        }
    }
}

/// Reads a position in any notation. Space around the text does not matter.
///
/// The dialects of OBX and the strings of GamesCrafters are told apart by their shape. The two
/// kinds of FEN look the same and mean different things, so they are read only when named.
pub fn read(game: &Game, text: &str, options: &ReadOptions) -> Result<ReadPosition, NotationError> {
    if text.len() > MAX_TEXT {
        let problem = NotationProblem::TooLong { bytes: text.len(), most: MAX_TEXT };
        return Err(NotationError::new("position", problem));
    }
    let text = text.trim();
    if text.is_empty() {
        let problem = NotationProblem::Empty { example: game.obx(&game.start()) };
        return Err(NotationError::new("position", problem));
    }
    let format = match options.format {
        Some(format) => format,
        None => detect(text)?,
    };
    match format {
        Format::Obx1 | Format::Obx1X | Format::Obx2Early | Format::Obx2 => {
            obx::read(game, text, format, options.lenient)
        }
        Format::BaghchalFen | Format::CapturedFen => fen::read(game, text, format, options.lenient),
        Format::GamesCrafters => gamescrafters::read(game, text, options.lenient),
    }
}

/// Writes a position.
///
/// A notation without a place for the last move or the move number leaves them out.
pub fn write(
    game: &Game,
    position: &ReadPosition,
    format: Format,
) -> Result<String, NotationError> {
    finish(game, position.position, obx::CAPTURED)?;
    match format {
        Format::Obx1 | Format::Obx1X | Format::Obx2Early | Format::Obx2 => {
            obx::write(game, position, format)
        }
        Format::BaghchalFen | Format::CapturedFen => fen::write(game, position, format),
        Format::GamesCrafters => gamescrafters::write(game, &position.position),
    }
}

/// The notation of a text, by its shape.
fn detect(text: &str) -> Result<Format, NotationError> {
    if gamescrafters::looks_like(text) {
        return Ok(Format::GamesCrafters);
    }
    if fen::looks_like(text) {
        let choices = &[Format::BaghchalFen, Format::CapturedFen];
        return Err(NotationError::new("position", NotationProblem::Ambiguous { choices }));
    }
    Ok(obx::detect(text))
}

/// Who moves next, by a letter.
fn turn(text: &str, tiger: &'static str) -> Result<Side, NotationError> {
    match () {
        () if text.eq_ignore_ascii_case("g") => Ok(Side::Goat),
        () if text.eq_ignore_ascii_case(tiger) => Ok(Side::Tiger),
        () => {
            let problem = NotationProblem::Turn { found: shorten(text), goat: "g", tiger };
            Err(NotationError::new(obx::TURN, problem))
        }
    }
}

/// A small number after a mark, which may be empty.
fn count(
    text: &str,
    mark: &'static str,
    field: &'static str,
    most: u8,
) -> Result<u8, NotationError> {
    text.get(..mark.len())
        .filter(|start| start.eq_ignore_ascii_case(mark))
        .and_then(|_| obx::whole(&text[mark.len()..]))
        .and_then(|n| u8::try_from(n).ok())
        .filter(|&n| n <= most)
        .ok_or_else(|| {
            NotationError::new(field, NotationProblem::Count { found: shorten(text), mark, most })
        })
}

/// Checks a position against its game, and names the field if it does not fit.
fn finish(
    game: &Game,
    position: Position,
    captured: &'static str,
) -> Result<Position, NotationError> {
    game.check(&position).map(|()| position).map_err(|error| {
        let field = match error {
            PositionError::OffBoard { .. }
            | PositionError::TwoPieces { .. }
            | PositionError::Tigers { .. } => rows::PIECES,
            PositionError::Captured { .. } => captured,
            PositionError::Goats { .. } => "goats left, captured goats",
        };
        NotationError::new(field, error.into())
    })
}
