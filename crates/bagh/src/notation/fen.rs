//! The FEN of the PyPI package `baghchal`, and its twin that counts captured goats instead.

use super::error::{Faults, NotationError, NotationProblem};
use super::obx::{CAPTURED, whole};
use super::rows::{self, Letters};
use super::{Format, ReadPosition, count, finish, plies, turn};
use crate::game::{Game, Opening};
use crate::position::Position;
use crate::side::Side;
use crate::text::shorten;

const GOAT_MOVES: &str = "goat moves";
const LETTERS: Letters = Letters { tiger: 'B', empty: None };

/// Whether a text has the shape of either FEN: B for the tigers, and a bare number at the end.
pub(super) fn looks_like(text: &str) -> bool {
    let mut fields = text.split_whitespace();
    let pieces = fields.next().unwrap_or("");
    let (turn, number) = (fields.next().unwrap_or(""), fields.next().unwrap_or(""));
    (pieces.contains('/') && pieces.contains(['b', 'B']))
        || turn.eq_ignore_ascii_case("b")
        || (turn.eq_ignore_ascii_case("g") && number.starts_with(|c: char| c.is_ascii_digit()))
}

pub(super) fn read(
    game: &Game,
    text: &str,
    format: Format,
    lenient: bool,
) -> Result<ReadPosition, NotationError> {
    fixed_opening(game)?;
    let mut faults = Faults::new(lenient);
    if text.split(' ').any(|part| part.is_empty() || part.contains(char::is_whitespace)) {
        faults.fault("fields", NotationProblem::Spaces, "ignored")?;
    }
    let mut fields = text.split_whitespace();
    let (tigers, goats) = rows::read(game, fields.next().unwrap_or(""), LETTERS, &mut faults)?;
    let turn = turn(fields.next().unwrap_or(""), "b")?;
    let last = fields.next().unwrap_or("");
    if let Some(extra) = fields.next() {
        faults.fault("fields", NotationProblem::Extra { found: shorten(extra) }, "ignored")?;
    }
    let herd = usize::from(game.goats());
    let (in_hand, captured, move_number) = if format == Format::CapturedFen {
        let captured = count(last, "", CAPTURED, game.goats())?;
        let in_hand = herd.checked_sub(goats.len() + usize::from(captured)).ok_or_else(|| {
            let (on_board, most) = (goats.len(), game.goats());
            let problem = NotationProblem::TooManyGoats { on_board, captured, most };
            NotationError::new(CAPTURED, problem)
        })?;
        let position = Position::from_parts(tigers, goats, turn, in_hand as u8, captured);
        (in_hand as u8, captured, plies::known(game, &position))
    } else {
        let moves = whole(last).ok_or_else(|| {
            NotationError::new(GOAT_MOVES, NotationProblem::GoatMoves { found: shorten(last) })
        })?;
        let placed = herd.min(moves as usize);
        let captured = placed.checked_sub(goats.len()).ok_or_else(|| {
            let problem = NotationProblem::FewGoatMoves { moves, on_board: goats.len() };
            NotationError::new(GOAT_MOVES, problem)
        })?;
        let number = match turn {
            Side::Goat => moves.checked_mul(2),
            Side::Tiger => moves.checked_mul(2).and_then(|n| n.checked_sub(1)),
        };
        ((herd - placed) as u8, captured as u8, number)
    };
    let field = if format == Format::CapturedFen { CAPTURED } else { GOAT_MOVES };
    let position =
        finish(game, Position::from_parts(tigers, goats, turn, in_hand, captured), field)?;
    Ok(ReadPosition { position, last_move: None, move_number, format, warnings: faults.warnings })
}

pub(super) fn write(
    game: &Game,
    read: &ReadPosition,
    format: Format,
) -> Result<String, NotationError> {
    fixed_opening(game)?;
    let position = &read.position;
    let last = if format == Format::CapturedFen {
        u32::from(position.captured())
    } else {
        goat_moves(game, read)
    };
    let turn = match position.turn() {
        Side::Tiger => 'B',
        Side::Goat => 'G',
    };
    let pieces = rows::write(game, position.tigers(), position.goats(), LETTERS);
    Ok(format!("{pieces} {turn} {last}"))
}

/// The moves of the goats: known while they are being placed; later by the move number, and
/// without one the least that the position allows.
fn goat_moves(game: &Game, read: &ReadPosition) -> u32 {
    let herd = u32::from(game.goats());
    let in_hand = u32::from(read.position.goats_in_hand());
    if in_hand > 0 {
        return herd - in_hand;
    }
    let to_move = u32::from(read.position.turn() == Side::Tiger);
    match read.move_number {
        Some(plies) if plies % 2 == to_move => plies.div_ceil(2).max(herd),
        _ => herd,
    }
}

/// Neither FEN has a place for tigers that are still in hand.
fn fixed_opening(game: &Game) -> Result<(), NotationError> {
    if matches!(game.opening(), Opening::Fixed(_)) {
        return Ok(());
    }
    let game = game.name().to_owned();
    Err(NotationError::new("format", NotationProblem::TigersPlaced { notation: "FEN", game }))
}
