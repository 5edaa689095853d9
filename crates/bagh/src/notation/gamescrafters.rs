//! The position string of GamesCrafters: `1_T---T---------------T---T2000`.
//!
//! The digit before the underscore is the player to move, 1 for the goats, who begin, and 2 for
//! the tigers. The points follow from the top left, row by row; then two digits for the goats
//! left to place, and two for the captured.

use super::error::{Faults, NotationError, NotationProblem, Row};
use super::obx::{CAPTURED, LEFT, TURN, whole};
use super::rows::PIECES;
use super::{Format, ReadPosition, finish, plies};
use crate::game::{Game, Opening};
use crate::point::{Point, Points};
use crate::position::Position;
use crate::side::Side;
use crate::text::shorten;

/// Whether a text has the shape of a position string.
pub(super) fn looks_like(text: &str) -> bool {
    text.as_bytes().get(1) == Some(&b'_')
}

pub(super) fn read(game: &Game, text: &str, lenient: bool) -> Result<ReadPosition, NotationError> {
    fixed_opening(game)?;
    let mut faults = Faults::new(lenient);
    let points = game.board().len();
    let shape = |found: usize| NotationProblem::Length { found, expected: points + 6, points };
    let chars: Vec<char> = text.chars().collect();
    if chars.len() < points + 6 {
        return Err(NotationError::new("position", shape(chars.len())));
    }
    if chars.len() > points + 6 {
        faults.fault("position", shape(chars.len()), "the rest was ignored")?;
    }
    let turn = match chars[..2] {
        ['1', '_'] => Side::Goat,
        ['2', '_'] => Side::Tiger,
        _ => {
            let found: String = chars[..2].iter().collect();
            let problem = NotationProblem::Turn { found, goat: "1_", tiger: "2_" };
            return Err(NotationError::new(TURN, problem));
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
                let problem = NotationProblem::Letter {
                    row: Row::Point(game.point_name(point).to_owned()),
                    found: c,
                    expected: "T (tiger), G (goat) or - (empty point)".to_owned(),
                };
                return Err(NotationError::new(PIECES, problem));
            }
        }
    }
    let two = |at: usize, field: &'static str| {
        let digits: String = chars[at..at + 2].iter().collect();
        whole(&digits).map(|n| n as u8).ok_or_else(|| {
            NotationError::new(field, NotationProblem::Digits { found: shorten(&digits) })
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
    let game = game.name().to_owned();
    let problem = NotationProblem::TigersPlaced { notation: "GamesCrafters string", game };
    Err(NotationError::new("format", problem))
}
