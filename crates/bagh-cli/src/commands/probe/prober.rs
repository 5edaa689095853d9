//! Lookups, one or many, and what is printed of them.

use std::sync::Arc;

use anyhow::Result;
use bagh::notation::{self, ReadOptions, ReadPosition};
use bagh::{Game, Position};
use bagh_tables::answer::{self, KnownPosition};
use bagh_tables::{Batch, Probed, Tables};
use rayon::prelude::*;

use super::people;
use crate::context::Context;
use crate::failure::message;
use crate::lines::Line;
use crate::verdicts::{csv, move_csv};

/// How answers are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    People,
    Json,
    Csv,
}

/// Looks positions up, with or without their moves.
pub struct Prober {
    pub tables: Arc<Tables>,
    pub moves: bool,
    pub style: Style,
}

/// What is printed for one line.
pub struct LineAnswer {
    pub answer: Result<Printed>,
    pub warnings: Vec<String>,
}

/// What is printed for a position.
pub enum Printed {
    /// This text.
    Text(String),
    /// The board and what was found, for people.
    Found(Box<ReadPosition>, Probed),
}

impl Prober {
    /// The first line of the output, if it has one.
    pub fn header(&self) -> Option<&'static str> {
        match (self.style, self.moves) {
            (Style::Csv, true) => Some("position,move,outcome,captures,plies,error"),
            (Style::Csv, false) => Some("position,outcome,captures,plies,error"),
            _ => None,
        }
    }

    /// Looks one position up.
    pub fn look_up_one(&self, read: &ReadPosition) -> Result<Probed> {
        Ok(self.batch(&[read.position])?.answer_of(0)?)
    }

    /// Prints what is to be printed for a position.
    pub fn print(&self, context: &mut Context, printed: Printed) -> Result<()> {
        match printed {
            Printed::Text(text) => context.out.text(text),
            Printed::Found(read, found) => {
                let position = answer::obx(&context.game, &read)?;
                people::tell(context, &read, &position, &found, self.moves)
            }
        }
    }

    fn batch(&self, positions: &[Position]) -> Result<Batch> {
        let batch = Batch::new(&self.tables, positions, self.moves);
        batch.read_all()?;
        Ok(batch)
    }

    /// Looks many lines up, and says what is to be printed for each.
    pub fn look_up(
        &self,
        game: &Game,
        options: &ReadOptions,
        lines: &[Line],
    ) -> Result<Vec<LineAnswer>> {
        let read: Vec<Result<ReadPosition>> = lines
            .par_iter()
            .map(|line| match &line.text {
                Ok(text) => Ok(notation::read(game, text, options)?),
                Err(error) => Err(anyhow::anyhow!("{}", message(error))),
            })
            .collect();
        let positions: Vec<Position> = read.iter().flatten().map(|read| read.position).collect();
        let batch = self.batch(&positions)?;
        let mut next = 0;
        let numbered: Vec<(Result<ReadPosition>, usize)> = read
            .into_iter()
            .map(|read| {
                let number = next;
                next += usize::from(read.is_ok());
                (read, number)
            })
            .collect();
        let answer = |(read, number): (Result<ReadPosition>, usize)| match read {
            Ok(read) => LineAnswer {
                answer: batch
                    .answer_of(number)
                    .map_err(anyhow::Error::from)
                    .and_then(|probed| self.printed(game, &read, probed)),
                warnings: read.warnings,
            },
            Err(error) => LineAnswer { answer: Err(error), warnings: Vec::new() },
        };
        Ok(numbered.into_par_iter().map(answer).collect())
    }

    /// What is to be printed for a position.
    pub fn printed(&self, game: &Game, read: &ReadPosition, probed: Probed) -> Result<Printed> {
        if self.style == Style::People {
            return Ok(Printed::Found(Box::new(read.clone()), probed));
        }
        let moves = self.moves.then_some(probed.moves);
        let found = KnownPosition::new(game, read, probed.verdict, moves)?;
        if self.style == Style::Json {
            return Ok(Printed::Text(serde_json::to_string(&found)? + "\n"));
        }
        let position = quoted(&found.position);
        let Some(moves) = &found.moves else {
            return Ok(Printed::Text(format!("{position},{},\n", csv(&found.verdict))));
        };
        let mut text = format!("{position},,{},\n", csv(&found.verdict));
        for row in moves {
            text += &format!("{position},{},\n", move_csv(row));
        }
        Ok(Printed::Text(text))
    }

    /// The row of a line that could not be answered.
    pub fn csv_error(&self, position: &str, error: &anyhow::Error) -> String {
        let empty = if self.moves { ",,,,," } else { ",,,," };
        format!("{}{empty}{}", quoted(position), quoted(&message(error)))
    }
}

/// A field of a CSV file.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}
