//! Positions as texts, and positions put together in an editor.

use bagh::notation::{self, Format, ReadOptions, ReadPosition};
use bagh::{Point, Points, Side};
use serde::Serialize;

use crate::codes;
use crate::error::Fault;
use crate::games::game;
use crate::request::Parts;
use crate::state::State;

/// A position that was read.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ReadPosition"))]
pub struct Read {
    state: State,
    format: &'static str,
    /// What was fixed.
    warnings: Vec<String>,
}

/// Reads a position in some notation, found by its shape if none is named.
pub fn read(parts: &Parts<'_>) -> Result<Read, Fault> {
    let game = game(parts)?;
    let text: String = parts.get("text")?;
    let format = parts.find::<String>("format")?.as_deref().map(format_of).transpose()?;
    // Whether to fix small mistakes.
    let lenient = parts.or_default("lenient")?;
    let options = ReadOptions { lenient, format };
    let read = notation::read(&game, &text, &options).map_err(|e| Fault::notation("text", &e))?;
    Ok(Read {
        state: State::alone(&game, &read),
        format: read.format.word(),
        warnings: read.warnings,
    })
}

fn format_of(word: &str) -> Result<Format, Fault> {
    Format::from_word(word).ok_or_else(|| {
        let words: Vec<&str> = Format::ALL.iter().map(|f| f.word()).collect();
        Fault::new("format", format!("found {word:?}, expected one of {}", words.join(", ")))
    })
}

/// Writes a position, given in OBX 1.0, in the notation that is wanted.
pub fn write(parts: &Parts<'_>) -> Result<String, Fault> {
    let game = game(parts)?;
    let (position, format): (String, String) = (parts.get("position")?, parts.get("format")?);
    let options = ReadOptions { lenient: false, format: Some(Format::Obx1) };
    let read =
        notation::read(&game, &position, &options).map_err(|e| Fault::notation("position", &e))?;
    notation::write(&game, &read, format_of(&format)?).map_err(|e| Fault::notation("position", &e))
}

/// Puts a position together from its parts.
pub fn check(parts: &Parts<'_>) -> Result<State, Fault> {
    let game = game(parts)?;
    let points = |name: &'static str| -> Result<Points, Fault> {
        let list: Vec<usize> = parts.get(name)?;
        let count = game.board().len();
        match list.iter().find(|&&index| index >= count) {
            Some(index) => Err(Fault::new(
                name,
                format!("found the point {index}, expected 0 to {}", count - 1),
            )),
            None => Ok(list.iter().map(|&index| Point::new(index)).collect()),
        }
    };
    let turn: Side = parts.get("turn")?;
    let (in_hand, captured) = (parts.get("goats_in_hand")?, parts.get("captured")?);
    let position = game
        .position(points("tigers")?, points("goats")?, turn, in_hand, captured)
        .map_err(|e| Fault::coded("position", codes::of_position(&e)))?;
    Ok(State::alone(&game, &ReadPosition::new(&game, position)))
}
