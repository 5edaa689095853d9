//! Online Baghchal Exchange notation, in its four dialects.

use super::error::{Faults, NotationError, NotationProblem};
use super::last_move::{self, LAST_MOVE};
use super::rows::{self, Letters};
use super::words::{Words, WordsError};
use super::{Format, ReadOptions, ReadPosition, count, finish, plies, turn};
use crate::game::Game;
use crate::moves::Move;
use crate::position::Position;
use crate::side::Side;
use crate::text::shorten;

pub(super) const TURN: &str = "turn";
pub(super) const LEFT: &str = "goats left";
pub(super) const CAPTURED: &str = "captured goats";
const NUMBER: &str = "move number";
const FIELDS: &str = "fields";

impl Game {
    /// A position in OBX 1.0.
    ///
    /// The last move is left open. So is the move number, except in the placement phase, where
    /// the board tells it.
    ///
    /// ```
    /// use bagh::Game;
    ///
    /// let game = Game::bagh_chal();
    /// assert_eq!(game.obx(&game.start()), "T3T/5/5/5/T3T g g20 c0 - 0");
    /// ```
    pub fn obx(&self, position: &Position) -> String {
        text(self, position, None, plies::known(self, position), Dialect::of(Format::Obx1))
    }

    /// Reads a position in OBX 1.0, strictly. Other notations, and texts with small mistakes, are for
    /// [`notation::read`](crate::notation::read).
    ///
    /// ```
    /// use bagh::{Game, Side};
    ///
    /// let game = Game::bagh_chal();
    /// let position = game.parse_obx("T1G1T/5/5/5/T3T t g19 c0 mC1 1").unwrap();
    /// assert_eq!((position.turn(), position.goats_in_hand()), (Side::Tiger, 19));
    /// ```
    pub fn parse_obx(&self, text: &str) -> Result<Position, NotationError> {
        let options = ReadOptions { lenient: false, format: Some(Format::Obx1) };
        super::read(self, text, &options).map(|read| read.position)
    }
}

/// What tells the dialects apart.
#[derive(Clone, Copy)]
struct Dialect {
    format: Format,
    letters: Letters,
    /// The mark of the goats left, where they are written.
    left: Option<&'static str>,
    /// Whether moves are counted for each side, as in `#g1`.
    by_side: bool,
}

impl Dialect {
    fn of(format: Format) -> Dialect {
        let (empty, left, by_side) = match format {
            Format::Obx1X => (Some('X'), None, false),
            Format::Obx2Early => (Some('X'), None, true),
            Format::Obx2 => (Some('X'), Some("@"), true),
            _ => (None, Some("g"), false),
        };
        Dialect { format, letters: Letters { tiger: 'T', empty }, left, by_side }
    }
}

/// The fields of a text, sorted.
#[derive(Default)]
struct Fields<'t> {
    pieces: &'t str,
    turn: Option<&'t str>,
    left: Option<&'t str>,
    captured: Option<&'t str>,
    last: Option<&'t str>,
    number: Option<&'t str>,
}

pub(super) fn read(
    game: &Game,
    text: &str,
    format: Format,
    lenient: bool,
) -> Result<ReadPosition, NotationError> {
    let dialect = Dialect::of(format);
    let mut faults = Faults::new(lenient);
    let fields =
        if lenient { by_shape(text, dialect, &mut faults)? } else { by_place(text, dialect)? };
    let (tigers, goats) = rows::read(game, fields.pieces, dialect.letters, &mut faults)?;
    let turn = turn(fields.turn.unwrap_or(""), "t")?;
    let (left, captured) = counts(game, goats.len(), &fields, dialect, &mut faults)?;
    let position =
        finish(game, Position::from_parts(tigers, goats, turn, left, captured), CAPTURED)?;
    let last_move = match fields.last {
        None | Some("-") => None,
        Some(text) => match last_move(game, &position, text) {
            Ok(mv) => Some(mv),
            Err(problem) => {
                let problem = NotationProblem::LastMove { found: shorten(text), why: problem };
                faults.fault(LAST_MOVE, problem, "left out: the board counts")?;
                None
            }
        },
    };
    let move_number = match fields.number {
        None | Some("-") => None,
        Some(text) => number(game, text, dialect, &mut faults)?,
    };
    Ok(ReadPosition {
        position,
        last_move,
        move_number,
        format: dialect.format,
        warnings: faults.warnings,
    })
}

/// Sorts the fields of a strict text, which stand in order with one space between them.
fn by_place<'t>(text: &'t str, dialect: Dialect) -> Result<Fields<'t>, NotationError> {
    let mut parts = text.split(' ');
    let mut fields = Fields { pieces: parts.next().unwrap_or(""), ..Fields::default() };
    fields.turn = parts.next();
    if dialect.left.is_some() {
        fields.left = parts.next();
    }
    fields.captured = parts.next();
    fields.last = parts.next();
    fields.number = parts.next();
    if text.contains("  ") {
        return Err(NotationError::new(FIELDS, NotationProblem::Spaces));
    }
    if let Some(extra) = parts.next() {
        return Err(NotationError::new(FIELDS, NotationProblem::Extra { found: shorten(extra) }));
    }
    Ok(fields)
}

/// Sorts the fields of a lenient text by what they look like.
fn by_shape<'t>(
    text: &'t str,
    dialect: Dialect,
    faults: &mut Faults,
) -> Result<Fields<'t>, NotationError> {
    if text.split(' ').any(|part| part.is_empty() || part.contains(char::is_whitespace)) {
        faults.fault(FIELDS, NotationProblem::Spaces, "ignored")?;
    }
    let mut parts = text.split_whitespace();
    let mut fields = Fields { pieces: parts.next().unwrap_or(""), ..Fields::default() };
    let mut extra = None;
    for part in parts {
        let first = part.chars().next().unwrap_or(' ').to_ascii_lowercase();
        let rest = &part[first.len_utf8()..];
        let slot = match first {
            'g' | 't' if rest.is_empty() => &mut fields.turn,
            'g' | '@' => &mut fields.left,
            'c' => &mut fields.captured,
            'm' => &mut fields.last,
            '-' if rest.is_empty() && fields.last.is_none() => &mut fields.last,
            '-' | '#' | '0'..='9' => &mut fields.number,
            _ => &mut extra,
        };
        if slot.is_none() {
            *slot = Some(part);
        } else if extra.is_none() {
            extra = Some(part);
        }
    }
    if let Some(extra) = extra {
        faults.fault(FIELDS, NotationProblem::Extra { found: shorten(extra) }, "ignored")?;
    }
    if let (None, Some(left)) = (dialect.left, fields.left) {
        let problem = NotationProblem::Extra { found: shorten(left) };
        faults.fault(LEFT, problem, "read all the same")?;
    }
    Ok(fields)
}

/// Goats left and captured goats, which must make up the herd with those on the board.
fn counts(
    game: &Game,
    on_board: usize,
    fields: &Fields<'_>,
    dialect: Dialect,
    faults: &mut Faults,
) -> Result<(u8, u8), NotationError> {
    let mark = dialect.left.unwrap_or("g");
    let most = game.goats();
    let left = fields.left.map(|text| {
        // A lenient reader takes the mark of either dialect.
        let given = match text.as_bytes().first() {
            Some(b'@') if faults.lenient => "@",
            Some(b'g' | b'G') if faults.lenient => "g",
            _ => mark,
        };
        count(text, given, LEFT, most)
    });
    let left = left.transpose()?;
    let captured = fields.captured.map(|text| count(text, "c", CAPTURED, most)).transpose()?;
    // The third count, where two are known.
    let rest = |other: u8| {
        let known = on_board + usize::from(other);
        usize::from(most).checked_sub(known).map(|n| n as u8)
    };
    let missing = |mark| NotationProblem::Count { found: String::new(), mark, most };
    match (left, captured) {
        (Some(left), Some(captured)) if rest(captured) == Some(left) => Ok((left, captured)),
        (Some(left), Some(captured)) => {
            let both = "goats left, captured goats";
            let problem =
                NotationProblem::Goats { on_board, in_hand: left, captured, expected: most };
            if let Some(left) = rest(captured) {
                faults.fault(both, problem, &format!("goats left taken as {left}"))?;
                Ok((left, captured))
            } else if let (Some(captured), true) = (rest(left), faults.lenient) {
                faults.fault(both, problem, &format!("captured goats taken as {captured}"))?;
                Ok((left, captured))
            } else {
                Err(NotationError::new(both, problem))
            }
        }
        (None, Some(captured)) => {
            if dialect.left.is_some() {
                faults.fault(LEFT, missing(mark), "worked out from the other counts")?;
            }
            let left = rest(captured).ok_or_else(|| {
                let problem = NotationProblem::TooManyGoats { on_board, captured, most };
                NotationError::new(CAPTURED, problem)
            })?;
            Ok((left, captured))
        }
        (Some(left), None) => {
            faults.fault(CAPTURED, missing("c"), "worked out from the other counts")?;
            let captured = rest(left).ok_or_else(|| NotationError::new(CAPTURED, missing("c")))?;
            Ok((left, captured))
        }
        (None, None) if dialect.left.is_some() => Err(NotationError::new(LEFT, missing(mark))),
        (None, None) => Err(NotationError::new(CAPTURED, missing("c"))),
    }
}

/// The last move that a field means.
fn last_move(game: &Game, position: &Position, text: &str) -> Result<Move, String> {
    let Some(rest) = text.strip_prefix(['m', 'M']) else {
        return Err("expected m and the points of the move, such as mC1".to_owned());
    };
    let words = Words::read(game.board(), rest).map_err(|error| match error {
        WordsError::Shape => {
            "expected m and the points of the move, such as mC1 or mA1B1".to_owned()
        }
        WordsError::Unknown(name) => format!("no point is called {name}"),
    })?;
    last_move::check(game, position, &words)
}

/// The plies that a move counter means.
fn number(
    game: &Game,
    text: &str,
    dialect: Dialect,
    faults: &mut Faults,
) -> Result<Option<u32>, NotationError> {
    let (by_side, plies) = match text.strip_prefix('#') {
        None => (false, whole(text)),
        Some("") => (true, Some(0)),
        Some(rest) => {
            let side = match rest.chars().next() {
                Some('g' | 'G') => Some(Side::Goat),
                Some('t' | 'T') => Some(Side::Tiger),
                _ => None,
            };
            let n = side.and_then(|_| whole(&rest[1..])).filter(|&n| n > 0);
            (true, side.zip(n).and_then(|(side, n)| plies::of_turn(game, side, n)))
        }
    };
    let problem = NotationProblem::MoveNumber { found: shorten(text), by_side: dialect.by_side };
    match plies {
        None => faults.fault(NUMBER, problem, "left out")?,
        Some(_) if by_side != dialect.by_side => {
            faults.fault(NUMBER, problem, "read all the same")?
        }
        Some(_) => {}
    }
    Ok(plies)
}

/// A number of digits only that fits.
pub(super) fn whole(text: &str) -> Option<u32> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

pub(super) fn write(
    game: &Game,
    read: &ReadPosition,
    format: Format,
) -> Result<String, NotationError> {
    let position = &read.position;
    if let Some(mv) = read.last_move {
        let words = Words { from: mv.from(), to: mv.to(), over: mv.captured(), capture: false };
        last_move::check(game, position, &words).map_err(|why| {
            NotationError::new(LAST_MOVE, NotationProblem::LastMoveDenied { why })
        })?;
    }
    Ok(text(game, position, read.last_move, read.move_number, Dialect::of(format)))
}

fn text(
    game: &Game,
    position: &Position,
    last_move: Option<Move>,
    move_number: Option<u32>,
    dialect: Dialect,
) -> String {
    let pieces = rows::write(game, position.tigers(), position.goats(), dialect.letters);
    let turn = match position.turn() {
        Side::Tiger => 't',
        Side::Goat => 'g',
    };
    let mut text = format!("{pieces} {turn}");
    if let Some(mark) = dialect.left {
        text.push_str(&format!(" {mark}{}", position.goats_in_hand()));
    }
    text.push_str(&format!(" c{}", position.captured()));
    match last_move {
        None => text.push_str(" -"),
        Some(mv) => {
            let name_captured = dialect.format == Format::Obx2;
            text.push_str(" m");
            text.push_str(&last_move::write(game, position, mv, name_captured));
        }
    }
    match (move_number, dialect.by_side) {
        (None, _) => text.push_str(" -"),
        (Some(plies), false) => text.push_str(&format!(" {plies}")),
        (Some(0), true) => text.push_str(" #"),
        (Some(plies), true) => {
            let (side, n) = plies::turn_of(game, plies);
            let side = if side == Side::Tiger { 't' } else { 'g' };
            text.push_str(&format!(" #{side}{n}"));
        }
    }
    text
}

/// Which dialect a text is written in, by the field after the turn.
pub(super) fn detect(text: &str) -> Format {
    let mut dialect = Format::Obx1;
    for field in text.split_whitespace().skip(2) {
        match field.chars().next() {
            Some('g' | 'G') => return Format::Obx1,
            Some('@') => return Format::Obx2,
            Some('c' | 'C') => dialect = Format::Obx1X,
            Some('#') if dialect == Format::Obx1X => return Format::Obx2Early,
            _ => {}
        }
    }
    // Digits tell OBX 1.0 with its goats left out by mistake from the dialects without that field.
    let pieces = text.split_whitespace().next().unwrap_or("");
    if pieces.contains(|c: char| c.is_ascii_digit()) && !pieces.contains(['x', 'X']) {
        return Format::Obx1;
    }
    dialect
}
