//! Positions as texts, and positions put together in an editor.

use bagh::notation::{self, Format, ReadOptions, ReadPosition};
use bagh::{Point, Points, Side};
use serde::{Deserialize, Serialize};

use crate::codes;
use crate::error::Fault;
use crate::games::GameRef;
use crate::state::State;

/// A position in some notation.
#[derive(Deserialize)]
pub struct Text {
    game: GameRef,
    text: String,
    /// The notation; found by its shape if left out.
    format: Option<String>,
    /// Whether to fix small mistakes.
    #[serde(default)]
    lenient: bool,
}

/// A position that was read.
#[derive(Serialize)]
pub struct Read {
    state: State,
    format: &'static str,
    /// What was fixed.
    warnings: Vec<String>,
}

impl Text {
    pub fn read(&self) -> Result<Read, Fault> {
        let game = self.game.game()?;
        let format = self.format.as_deref().map(format_of).transpose()?;
        let options = ReadOptions { lenient: self.lenient, format };
        let read =
            notation::read(&game, &self.text, &options).map_err(|e| Fault::notation("text", &e))?;
        Ok(Read {
            state: State::alone(&game, &read),
            format: read.format.word(),
            warnings: read.warnings,
        })
    }
}

fn format_of(word: &str) -> Result<Format, Fault> {
    Format::from_word(word).ok_or_else(|| {
        let words: Vec<&str> = Format::ALL.iter().map(|f| f.word()).collect();
        Fault::new("format", format!("found {word:?}, expected one of {}", words.join(", ")))
    })
}

/// A position, and the notation that it is wanted in.
#[derive(Deserialize)]
pub struct Wanted {
    game: GameRef,
    position: String,
    format: String,
}

impl Wanted {
    pub fn write(&self) -> Result<String, Fault> {
        let game = self.game.game()?;
        let options = ReadOptions { lenient: false, format: Some(Format::Obx1) };
        let read = notation::read(&game, &self.position, &options)
            .map_err(|e| Fault::notation("position", &e))?;
        notation::write(&game, &read, format_of(&self.format)?)
            .map_err(|e| Fault::notation("position", &e))
    }
}

/// The parts of a position.
#[derive(Deserialize)]
pub struct Parts {
    game: GameRef,
    tigers: Vec<usize>,
    goats: Vec<usize>,
    turn: Side,
    goats_in_hand: u8,
    captured: u8,
}

impl Parts {
    pub fn check(&self) -> Result<State, Fault> {
        let game = self.game.game()?;
        let points = |field: &'static str, list: &[usize]| -> Result<Points, Fault> {
            let count = game.board().len();
            match list.iter().find(|&&index| index >= count) {
                Some(index) => Err(Fault::new(
                    field,
                    format!("found the point {index}, expected 0 to {}", count - 1),
                )),
                None => Ok(list.iter().map(|&index| Point::new(index)).collect()),
            }
        };
        let position = game
            .position(
                points("tigers", &self.tigers)?,
                points("goats", &self.goats)?,
                self.turn,
                self.goats_in_hand,
                self.captured,
            )
            .map_err(|e| Fault::coded("position", codes::of_position(&e)))?;
        Ok(State::alone(&game, &ReadPosition::new(&game, position)))
    }
}
