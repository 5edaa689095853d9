//! The field that says what stands where, a row of the board at a time.

use super::error::{Faults, NotationError, NotationProblem, Row};
use crate::game::Game;
use crate::plain::Piece;
use crate::point::{Point, Points};
use crate::text::shorten;

/// The name of the field in errors.
pub(super) const PIECES: &str = "pieces";

/// How a notation writes pieces and empty points.
#[derive(Clone, Copy)]
pub(super) struct Letters {
    /// The letter of a tiger, in upper case.
    pub tiger: char,
    /// The mark of an empty point, where runs of empty points are not written as numbers.
    pub empty: Option<char>,
}

impl Letters {
    fn expected(self) -> String {
        let tiger = self.tiger;
        match self.empty {
            Some(empty) => {
                format!("{tiger} (tiger), G (goat), {empty} (empty point) or / (next row)")
            }
            None => format!(
                "{tiger} (tiger), G (goat), a number (of empty points in a row) or / (next row)"
            ),
        }
    }
}

/// Where the tigers and where the goats stand.
pub(super) fn read(
    game: &Game,
    text: &str,
    letters: Letters,
    faults: &mut Faults,
) -> Result<(Points, Points), NotationError> {
    let lengths = game.board().rows();
    let rows: Vec<&str> = text.split('/').collect();
    let mut pieces = Vec::with_capacity(game.board().len());
    if rows.len() == 1 && lengths.len() > 1 {
        let expected = lengths.len();
        faults.fault(
            PIECES,
            NotationProblem::Rows { found: 1, expected },
            "the points were read in order without rows",
        )?;
        // Without rows, neighbouring digits are runs of neighbouring rows.
        let single_digits = lengths.iter().all(|&n| n < 10);
        let what = Row::Whole(shorten(text));
        row(text, &what, game.board().len(), letters, single_digits, faults, &mut pieces)?;
    } else {
        if rows.len() != lengths.len() {
            let problem = NotationProblem::Rows { found: rows.len(), expected: lengths.len() };
            return Err(NotationError::new(PIECES, problem));
        }
        for (i, (&text, &length)) in rows.iter().zip(lengths).enumerate() {
            let what = Row::Number(i + 1, shorten(text));
            row(text, &what, length, letters, false, faults, &mut pieces)?;
        }
    }
    let set = |piece: Piece| -> Points {
        let here = pieces.iter().enumerate().filter(|&(_, &p)| p == piece);
        here.map(|(i, _)| Point::new(i)).collect()
    };
    Ok((set(Piece::Tiger), set(Piece::Goat)))
}

/// Reads one row, exactly `length` points long.
fn row(
    text: &str,
    what: &Row,
    length: usize,
    letters: Letters,
    single_digits: bool,
    faults: &mut Faults,
    pieces: &mut Vec<Piece>,
) -> Result<(), NotationError> {
    let before = pieces.len();
    let of_length = |found: Option<usize>| {
        let problem = NotationProblem::RowLength { row: what.clone(), found, expected: length };
        NotationError::new(PIECES, problem)
    };
    let letter = |found: char| NotationProblem::Letter {
        row: what.clone(),
        found,
        expected: letters.expected(),
    };
    let mut chars = text.chars().peekable();
    let mut warned = false;
    while let Some(c) = chars.next() {
        let upper = c.to_ascii_uppercase();
        let (piece, count) = if upper == letters.tiger {
            (Piece::Tiger, 1)
        } else if upper == 'G' {
            (Piece::Goat, 1)
        } else if let Some(digit) = c.to_digit(10) {
            let mut count = digit as usize;
            while let (false, Some(digit)) =
                (single_digits, chars.peek().and_then(|c| c.to_digit(10)))
            {
                chars.next();
                // Cut off well above any row, so that no number overflows.
                count = (count * 10 + digit as usize).min(1000);
            }
            if count == 0 {
                let problem = NotationProblem::NoPoints { row: what.clone(), most: length };
                return Err(NotationError::new(PIECES, problem));
            }
            (Piece::Empty, count)
        } else if upper == 'X' || Some(upper) == letters.empty {
            (Piece::Empty, 1)
        } else {
            return Err(NotationError::new(PIECES, letter(c)));
        };
        let usual = match letters.empty {
            Some(mark) => upper == mark,
            None => c.is_ascii_digit(),
        };
        if piece == Piece::Empty && !usual && !warned {
            faults.fault(PIECES, letter(c), "read as empty points")?;
            warned = true;
        }
        if pieces.len() - before + count > length {
            return Err(of_length(None));
        }
        pieces.extend(std::iter::repeat_n(piece, count));
    }
    let found = pieces.len() - before;
    if found < length {
        return Err(of_length(Some(found)));
    }
    Ok(())
}

/// The field for a position.
pub(super) fn write(game: &Game, tigers: Points, goats: Points, letters: Letters) -> String {
    let mut text = String::new();
    let mut next = 0;
    for (i, &length) in game.board().rows().iter().enumerate() {
        if i > 0 {
            text.push('/');
        }
        let mut run = 0;
        for index in next..next + length {
            let point = Point::new(index);
            let piece = if tigers.contains(point) {
                letters.tiger
            } else if goats.contains(point) {
                'G'
            } else if let Some(empty) = letters.empty {
                empty
            } else {
                run += 1;
                continue;
            };
            if run > 0 {
                text.push_str(&run.to_string());
                run = 0;
            }
            text.push(piece);
        }
        if run > 0 {
            text.push_str(&run.to_string());
        }
        next += length;
    }
    text
}
