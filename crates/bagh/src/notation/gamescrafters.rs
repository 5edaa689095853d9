//! The position string of GamesCrafters: `1_T---T---------------T---T2000`.
//!
//! The digit before the underscore is the player to move, 1 for the goats, who begin, and 2 for
//! the tigers. The points follow from the top left, row by row; then two digits for the goats
//! left to place, and two for the captured.

use super::error::{Faults, NotationError};
use super::obx::{CAPTURED, LEFT, TURN, whole};
use super::rows::PIECES;
use super::{Format, ReadPosition, finish, plies};
use crate::game::{Game, Opening};
use crate::game_file::shorten;
use crate::point::{Point, Points};
use crate::position::Position;
use crate::side::Side;

/// Whether a text has the shape of a position string.
pub(super) fn looks_like(text: &str) -> bool {
    text.as_bytes().get(1) == Some(&b'_')
}

pub(super) fn read(game: &Game, text: &str, lenient: bool) -> Result<ReadPosition, NotationError> {
    fixed_opening(game)?;
    let mut faults = Faults::new(lenient);
    let points = game.board().len();
    let shape = |found: usize| {
        NotationError::new(
            "position",
            format!(
                "found {found} characters, expected {}: player, _, {points} points, two digits of goats left, two of captured goats",
                points + 6
            ),
        )
    };
    let chars: Vec<char> = text.chars().collect();
    if chars.len() < points + 6 {
        return Err(shape(chars.len()));
    }
    if chars.len() > points + 6 {
        let error = shape(chars.len());
        faults.fault("position", error.message(), "the rest was ignored")?;
    }
    let turn = match chars[..2] {
        ['1', '_'] => Side::Goat,
        ['2', '_'] => Side::Tiger,
        _ => {
            let found: String = chars[..2].iter().collect();
            let message = format!("found {found:?}, expected 1_ (goats) or 2_ (tigers)");
            return Err(NotationError::new(TURN, message));
        }
    };
    let (mut tigers, mut goats) = (Points::EMPTY, Points::EMPTY);
    for (i, &c) in chars[2..2 + points].iter().enumerate() {
        let point = Point::new(i);
        match c.to_ascii_uppercase() {
            'T' => tigers |= point.set(),
            'G' => goats |= point.set(),
            '-' => {}
            _ => {
                let name = game.point_name(point);
                let message = format!(
                    "found {c:?} on {name}, expected T (tiger), G (goat) or - (empty point)"
                );
                return Err(NotationError::new(PIECES, message));
            }
        }
    }
    let two = |at: usize, field: &'static str| {
        let digits: String = chars[at..at + 2].iter().collect();
        whole(&digits).map(|n| n as u8).ok_or_else(|| {
            let message = format!("found {:?}, expected two digits", shorten(&digits));
            NotationError::new(field, message)
        })
    };
    let left = two(2 + points, LEFT)?;
    let captured = two(4 + points, CAPTURED)?;
    let position =
        finish(game, Position::from_parts(tigers, goats, turn, left, captured), CAPTURED)?;
    Ok(ReadPosition {
        position,
        last_move: None,
        move_number: plies::known(game, &position),
        format: Format::GamesCrafters,
        warnings: faults.warnings,
    })
}

pub(super) fn write(game: &Game, position: &Position) -> Result<String, NotationError> {
    fixed_opening(game)?;
    let player = match position.turn() {
        Side::Goat => '1',
        Side::Tiger => '2',
    };
    let pieces: String = game
        .board()
        .all()
        .iter()
        .map(|point| match () {
            () if position.tigers().contains(point) => 'T',
            () if position.goats().contains(point) => 'G',
            () => '-',
        })
        .collect();
    Ok(format!("{player}_{pieces}{:02}{:02}", position.goats_in_hand(), position.captured()))
}

/// The string has no place for tigers in hand, and its first player is the goats.
fn fixed_opening(game: &Game) -> Result<(), NotationError> {
    if matches!(game.opening(), Opening::Fixed(_)) {
        return Ok(());
    }
    Err(NotationError::new(
        "format",
        format!(
            "found a GamesCrafters string for {}, expected a game whose tigers are not placed; use {}",
            game.name(),
            Format::Obx1.word()
        ),
    ))
}
