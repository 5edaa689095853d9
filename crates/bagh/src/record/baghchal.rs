//! The records of the PyPI package `baghchal`: `1. G13 B1122 2. G11 B2223 … Bx1133 # 1-0`.
//!
//! They hold a game from its start, without tags, comments or variations. A point is written as
//! the digits of its row and column, counted from 1 at the top left; another dialect counts the
//! points from 00 in reading order. The same text can mean different games in the two, so that
//! the reader is always told which it is.

use super::lexer::{Lexer, Place, Token, shown};
use super::{Record, RecordError, RecordProblem};
use crate::game::{Game, Opening};
use crate::moves::Move;
use crate::point::Point;
use crate::position::Position;
use crate::result::Outcome;
use crate::side::Side;

/// How a point is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// Row and column, from `11`: the package `baghchal` itself.
    RowColumn,
    /// The number of the point, from `00`.
    Ids,
}

impl Dialect {
    /// Both dialects.
    pub const ALL: [Dialect; 2] = [Dialect::RowColumn, Dialect::Ids];

    /// The word for this dialect in every interface.
    pub const fn word(self) -> &'static str {
        match self {
            Dialect::RowColumn => "baghchal-pgn",
            Dialect::Ids => "baghchal-ids",
        }
    }

    /// The dialect with this word.
    pub fn from_word(word: &str) -> Option<Dialect> {
        Dialect::ALL.into_iter().find(|d| d.word() == word)
    }

    /// The point that two digits mean.
    fn point(self, game: &Game, digits: &str) -> Option<Point> {
        if digits.len() != 2 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let number: usize = digits.parse().ok()?;
        let rows = game.board().rows();
        match self {
            Dialect::Ids => (number < game.board().len()).then(|| Point::new(number)),
            Dialect::RowColumn => {
                let (row, column) = ((number / 10).checked_sub(1)?, (number % 10).checked_sub(1)?);
                let length = *rows.get(row)?;
                (column < length).then(|| Point::new(rows[..row].iter().sum::<usize>() + column))
            }
        }
    }

    fn text(self, game: &Game, point: Point) -> String {
        match self {
            Dialect::Ids => format!("{:02}", point.index()),
            Dialect::RowColumn => {
                let mut column = point.index();
                for (row, &length) in game.board().rows().iter().enumerate() {
                    if column < length {
                        return format!("{}{}", row + 1, column + 1);
                    }
                    column -= length;
                }
                String::new() // Every point is in a row.
            }
        }
    }
}

/// Reads a record of the package, in one of its dialects.
///
/// ```
/// use bagh::Game;
/// use bagh::record::baghchal::{self, Dialect};
///
/// let record =
///     baghchal::read(Game::bagh_chal(), "1. G13 B1122 2. G11", Dialect::RowColumn).unwrap();
/// assert!(record.to_text().ends_with("1. C1 A1B2 2. A1 *\n"));
/// assert_eq!(
///     baghchal::write(&record, Dialect::RowColumn).unwrap(),
///     "1. G13 B1122 2. G11\n"
/// );
/// ```
pub fn read(game: &Game, text: &str, dialect: Dialect) -> Result<Record, RecordError> {
    let mut lexer = Lexer::new(text);
    let top = lexer.place();
    check_game(game).map_err(|m| top.error(m))?;
    let mut record = Record::new(game.clone());
    let mut ended: Option<(Place, Outcome)> = None;
    while let Some((place, token)) = lexer.next()? {
        if ended.is_some() {
            return Err(place.error("found more after the result, expected the end"));
        }
        let end = record.end();
        match token {
            Token::Number(number, dots) => {
                let ply = record.node(end).ply();
                if number != Some(ply / 2 + 1) || dots != (ply % 2 == 1) {
                    let dots = if ply % 2 == 1 { "..." } else { "." };
                    return Err(place.error(format!(
                        "found another move number, expected {}{dots}; correct or remove it",
                        ply / 2 + 1
                    )));
                }
            }
            Token::Word("#") => {}
            Token::Word(word) => {
                let word = word.strip_suffix('#').unwrap_or(word);
                if let Some(outcome) = outcome(word) {
                    ended = Some((place, outcome));
                    continue;
                }
                let position = *record.node(end).position();
                let mv = read_move(game, &position, word, dialect)
                    .map_err(|problem| place.error(format!("move {}: {problem}", shown(word))))?;
                record.add(end, mv).map_err(|error| {
                    place.error(RecordProblem::Play { text: word.to_owned(), error })
                })?;
            }
            Token::Tag(..) | Token::Comment(_) | Token::Open | Token::Close => {
                return Err(place.error(
                    "found a tag, a comment or a variation, expected moves only; remove it",
                ));
            }
        }
    }
    if let Some((place, outcome)) = ended {
        record.declare(Some(outcome), None).map_err(|e| place.error(e))?;
    }
    Ok(record)
}

/// Writes the main line of a record as the package does.
pub fn write(record: &Record, dialect: Dialect) -> Result<String, WriteError> {
    let game = record.game();
    check_game(game).map_err(WriteError)?;
    if *record.start() != game.start() {
        return Err(WriteError(
            "found a game that does not begin in the usual position, expected one that does"
                .to_owned(),
        ));
    }
    let mut words = Vec::new();
    for (ply, id) in record.main_nodes().enumerate() {
        let node = record.node(id);
        let (Some(mv), Some(before)) = (node.played(), node.parent()) else { continue };
        let twin = |m: &Move| *m != mv && m.captured().is_some() && m.from() == mv.from();
        let before = record.node(before).position();
        if mv.captured().is_some() && game.moves(before).any(|m| twin(&m) && m.to() == mv.to()) {
            return Err(WriteError(format!(
                "found the capture {}, expected captures that two points tell",
                game.move_text(before, mv)
            )));
        }
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        }
        let mark = if ply % 2 == 0 { "G" } else { "B" };
        let mark = if mv.captured().is_some() { "Bx" } else { mark };
        let from = mv.from().map(|from| dialect.text(game, from)).unwrap_or_default();
        words.push(format!("{mark}{from}{}", dialect.text(game, mv.to())));
    }
    let mut text = words.join(" ");
    if let Some(outcome) = record.outcome() {
        text.push_str(match outcome {
            Outcome::GoatWin => "# 1-0",
            Outcome::TigerWin => "# 0-1",
            Outcome::Draw => "# 1/2-1/2",
        });
    }
    text.push('\n');
    Ok(text)
}

/// A record that the package has no form for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("record: {0}")]
pub struct WriteError(String);

fn outcome(word: &str) -> Option<Outcome> {
    match word {
        "1-0" => Some(Outcome::GoatWin),
        "0-1" => Some(Outcome::TigerWin),
        "1/2-1/2" => Some(Outcome::Draw),
        _ => None,
    }
}

/// The package knows one board; ours must at least be written with two digits a point.
fn check_game(game: &Game) -> Result<(), String> {
    let rows = game.board().rows();
    if matches!(game.opening(), Opening::Fixed(_))
        && rows.len() < 10
        && rows.iter().all(|&length| length < 10)
    {
        return Ok(());
    }
    Err(format!(
        "found the game {}, expected one whose tigers are not placed, in rows of up to nine points",
        game.name()
    ))
}

fn read_move(
    game: &Game,
    position: &Position,
    word: &str,
    dialect: Dialect,
) -> Result<Move, String> {
    let (side, capture, digits) = if let Some(digits) = word.strip_prefix("Bx") {
        (Side::Tiger, true, digits)
    } else if let Some(digits) = word.strip_prefix('B') {
        (Side::Tiger, false, digits)
    } else if let Some(digits) = word.strip_prefix('G') {
        (Side::Goat, false, digits)
    } else {
        return Err("expected G13 (a goat placed), G1323, B1122 or Bx1133".to_owned());
    };
    if side != position.turn() {
        return Err(format!("expected a move of the {}s", position.turn()));
    }
    let point = |digits: &str| {
        dialect.point(game, digits).ok_or_else(|| match dialect {
            Dialect::RowColumn => {
                format!("found {}, expected the row and column of a point", shown(digits))
            }
            Dialect::Ids => {
                let last = game.board().len() - 1;
                format!("found {}, expected a point from 00 to {last:02}", shown(digits))
            }
        })
    };
    let (from, to) = match digits.len() {
        2 => (None, point(digits)?),
        4 if digits.is_ascii() => (Some(point(&digits[..2])?), point(&digits[2..])?),
        _ => return Err("expected two digits for each point".to_owned()),
    };
    let name = |p: Point| game.point_name(p);
    let mut found = game
        .moves(position)
        .filter(|m| m.from() == from && m.to() == to && m.captured().is_some() == capture);
    let mv = found.next();
    if mv.is_some() && found.next().is_some() {
        return Err("more than one capture has these points, which this format cannot tell apart"
            .to_owned());
    }
    mv.ok_or_else(|| {
        // The words for what is wrong are those of our own moves.
        let text = format!("{}{}", from.map(name).unwrap_or_default(), name(to));
        match game.parse_move(position, &text) {
            Ok(_) if capture => "this is a slide, expected B without x".to_owned(),
            Ok(_) => "this captures a goat, expected Bx".to_owned(),
            Err(error) => error.problem().to_string(),
        }
    })
}
