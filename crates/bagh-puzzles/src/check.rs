//! Checking puzzles: by the rules alone, or by the tables, too.

use std::collections::HashSet;

use bagh::notation::{self, ReadOptions};
use bagh::text::count_of;
use bagh::{Game, Position};
use bagh_tables::{ProbeError, Tables};
use thiserror::Error;

use crate::challenge;
use crate::collection::{Collection, Puzzle};
use crate::draw::{short_obx, texts};
use crate::grade::GRADES;
use crate::kind::Kind;
use crate::line::line;

/// What is wrong with a puzzle.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The puzzles are of another game.
    #[error("game: found {found}, expected {expected}")]
    Game {
        /// What they are of.
        found: String,
        /// What was asked for.
        expected: String,
    },
    /// A part of a puzzle is wrong.
    #[error("puzzle {number}, {field}: {message}")]
    Puzzle {
        /// Which one, from 1.
        number: usize,
        /// Which part of it.
        field: String,
        /// What was found, and what was expected.
        message: String,
    },
    /// The tables could not be read.
    #[error(transparent)]
    Probe(#[from] ProbeError),
}

/// "bagh-chal with 5 captures to win".
fn with_captures(game: &str, captures: u8) -> String {
    let plural = if captures == 1 { "" } else { "s" };
    format!("{game} with {captures} capture{plural} to win")
}

impl Collection {
    /// Checks all puzzles: positions are legal, lines can be played, reach what is asked for, and no
    /// two positions are the same but for a symmetry. With tables also that exactly one first move
    /// is right, and that the line is the one that the tables give.
    pub fn check(&self, game: &Game, tables: Option<&Tables>) -> Result<(), CheckError> {
        if self.game != game.name() || self.captures != game.captures() {
            return Err(CheckError::Game {
                found: with_captures(&self.game, self.captures),
                expected: with_captures(game.name(), game.captures()),
            });
        }
        let mut seen = HashSet::new();
        for (index, puzzle) in self.puzzles.iter().enumerate() {
            let number = index + 1;
            let wrong =
                |(field, message): (String, String)| CheckError::Puzzle { number, field, message };
            let position = by_rules(game, puzzle).map_err(wrong)?;
            if !seen.insert(game.canonical(&position)) {
                let message = "found a position that an earlier puzzle has, too".to_owned();
                return Err(wrong(("position".to_owned(), message)));
            }
            if let Some(tables) = tables {
                by_tables(tables, puzzle, &position)?.map_err(wrong)?;
            }
        }
        Ok(())
    }
}

type Wrong = (String, String);

fn wrong(field: impl Into<String>, message: impl Into<String>) -> Wrong {
    (field.into(), message.into())
}

/// Checks a puzzle by the rules, and returns the position that is to be solved.
fn by_rules(game: &Game, puzzle: &Puzzle) -> Result<Position, Wrong> {
    if !GRADES.contains(&puzzle.grade) {
        return Err(wrong("grade", format!("found {}, expected 1 to 5", puzzle.grade)));
    }
    let read = notation::read(game, &puzzle.position, &ReadOptions::default());
    let mut start = read.map_err(|error| wrong("position", error.to_string()))?.position;
    if let Some(first) = &puzzle.first {
        let mv = game.parse_move(&start, first).map_err(|e| wrong("first", e.to_string()))?;
        start = game.after(&start, mv);
    }
    if puzzle.line.len().is_multiple_of(2) {
        let found = puzzle.line.len();
        return Err(wrong(
            "line",
            format!("found {}, expected an odd number", count_of(found as u64, "move")),
        ));
    }
    let mut at = start;
    for (index, text) in puzzle.line.iter().enumerate() {
        let field = || format!("move {}", index + 1);
        let (own, last) = (index % 2 == 0, index + 1 == puzzle.line.len());
        let mut right = Vec::new();
        for text in text.split('|') {
            let mv = game.parse_move(&at, text).map_err(|e| wrong(field(), e.to_string()))?;
            right.push(mv);
        }
        if right.len() > 1 && (!own || index == 0) {
            return Err(wrong(field(), format!("found {} moves, expected one", right.len())));
        }
        let after = game.after(&at, right[0]);
        let reached = own && puzzle.kind.is_reached(game, &at, &after);
        // Long wins end before the end; nothing else does.
        let open_end = matches!(puzzle.kind, Kind::Hold | Kind::Win);
        if reached != last && !(last && open_end) {
            let expected = if last { "the end of the puzzle" } else { "a later end" };
            return Err(wrong(field(), format!("found another result, expected {expected}")));
        }
        if game.result(&after).is_some() && !(last && reached) {
            return Err(wrong(field(), "found the end of the game, expected to go on"));
        }
        at = after;
    }
    Ok(start)
}

/// Checks a puzzle by the tables.
fn by_tables(
    tables: &Tables,
    puzzle: &Puzzle,
    position: &Position,
) -> Result<Result<(), Wrong>, ProbeError> {
    let game = tables.game();
    let kind = Kind::of(position, tables.probe(position)?.value);
    if kind != Some(puzzle.kind) {
        let found = puzzle.kind;
        let expected = kind.map_or("none", Kind::word);
        return Ok(Err(wrong("kind", format!("found {found}, expected {expected}"))));
    }
    let Some(steps) = line(tables, puzzle.kind, position)? else {
        return Ok(Err(wrong("position", "found no puzzle, expected exactly one right move")));
    };
    let expected = texts(game, &steps);
    if expected != puzzle.line {
        let message = format!("found {:?}, expected {expected:?}", puzzle.line);
        return Ok(Err(wrong("line", message)));
    }
    if puzzle.name.as_deref() == Some(challenge::NAME) {
        let before = notation::read(game, &puzzle.position, &ReadOptions::default());
        let fits = match before {
            Ok(read) => !challenge::answers(tables, &read.position)?.is_empty(),
            Err(_) => false,
        };
        if !fits {
            let found = short_obx(game, position);
            return Ok(Err(wrong(
                "name",
                format!("found {found}, which does not fit the caption"),
            )));
        }
    }
    Ok(Ok(()))
}
