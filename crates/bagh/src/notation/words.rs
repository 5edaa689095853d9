//! The points that the text of a move names.

use crate::board::Board;
use crate::point::Point;
use crate::text::shorten;

/// What the text of a move says, before the rules are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Words {
    pub from: Option<Point>,
    pub to: Point,
    pub over: Option<Point>,
    /// Whether an `x` says that the move captures.
    pub capture: bool,
}

/// Why a text does not name the points of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum WordsError {
    /// The text has another shape than a move.
    Shape,
    /// A point that the board does not have.
    Unknown(String),
}

impl Words {
    /// Reads `C1`, `A1B1`, `A1-B1`, `A1xC1`, `A1C1(B1)`, in either case, with an `m` in front
    /// where that does not name another point.
    pub fn read(board: &Board, text: &str) -> Result<Words, WordsError> {
        let mut rest = text.trim();
        let (first, _) = point(board, &mut rest, &['m', 'M'])?;
        rest = rest.trim_start();
        let dash = rest.strip_prefix('-').map(str::trim_start);
        rest = dash.unwrap_or(rest);
        let apart = rest.strip_prefix(['x', 'X']).filter(|r| r.starts_with(char::is_whitespace));
        let mut capture = apart.is_some();
        rest = apart.unwrap_or(rest).trim_start();
        if rest.is_empty() && dash.is_none() && !capture {
            return Ok(Words { from: None, to: first, over: None, capture });
        }
        let (second, x) = point(board, &mut rest, &['x', 'X'])?;
        capture |= x;
        rest = rest.trim_start();
        let over = match rest.strip_prefix('(') {
            None => None,
            Some(inside) => {
                rest = inside.trim_start();
                let (over, _) = point(board, &mut rest, &[])?;
                rest = rest.trim_start().strip_prefix(')').ok_or(WordsError::Shape)?;
                Some(over)
            }
        };
        if !rest.trim().is_empty() {
            return Err(WordsError::Shape);
        }
        Ok(Words { from: Some(first), to: second, over, capture })
    }
}

/// Takes the name of a point off the text, and a mark in front of it that is no part of the name.
fn point(
    board: &Board,
    rest: &mut &str,
    marks: &'static [char],
) -> Result<(Point, bool), WordsError> {
    let letters = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
    let tail = &rest[letters..];
    let digits = tail.len() - tail.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if letters == 0 || digits == 0 {
        return Err(WordsError::Shape);
    }
    let (word, left) = rest.split_at(letters + digits);
    *rest = left;
    if let Some(point) = board.point(word) {
        return Ok((point, false));
    }
    word.strip_prefix(marks)
        .and_then(|w| board.point(w))
        .map(|point| (point, true))
        .ok_or_else(|| WordsError::Unknown(shorten(word.strip_prefix(marks).unwrap_or(word))))
}
