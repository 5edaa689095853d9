//! Lookups, one or many, and what is printed of them.

use std::sync::Arc;

use anyhow::Result;
use bagh::notation::{self, Format, ReadOptions, ReadPosition};
use bagh::{Game, Position};
use bagh_tables::answer::{MoveAnswer, VerdictAnswer};
use bagh_tables::{Batch, Probed, Tables};
use rayon::prelude::*;
use serde::Serialize;

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
    pub answer: Result<String>,
    pub warnings: Vec<String>,
}

/// An answer for programs.
#[derive(Serialize)]
struct Answered {
    position: String,
    #[serde(flatten)]
    verdict: VerdictAnswer,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveAnswer>>,
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

    /// Looks one position up and prints it.
    pub fn print_one(&self, context: &mut Context, read: &ReadPosition) -> Result<()> {
        let batch = self.batch(&[read.position])?;
        let text = self.text(&context.game, read, batch.answer_of(0)?)?;
        match self.style {
            Style::People => people::tell(context, read, &text, &batch.answer_of(0)?, self.moves),
            _ => context.out.text(text),
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
                    .and_then(|probed| self.text(game, &read, probed)),
                warnings: read.warnings,
            },
            Err(error) => LineAnswer { answer: Err(error), warnings: Vec::new() },
        };
        Ok(numbered.into_par_iter().map(answer).collect())
    }

    /// What is printed for a position; for people, only its name.
    fn text(&self, game: &Game, read: &ReadPosition, probed: Probed) -> Result<String> {
        let position = notation::write(game, read, Format::Obx1)?;
        let verdict = VerdictAnswer::new(game, &read.position, probed.verdict);
        let moves = || probed.moves.iter().map(|m| MoveAnswer::new(game, &read.position, m));
        Ok(match self.style {
            Style::People => position,
            Style::Json => {
                let moves = self.moves.then(|| moves().collect());
                serde_json::to_string(&Answered { position, verdict, moves })? + "\n"
            }
            Style::Csv if !self.moves => format!("{},{},\n", quoted(&position), csv(&verdict)),
            Style::Csv => {
                let position = quoted(&position);
                let mut text = format!("{position},,{},\n", csv(&verdict));
                for row in moves() {
                    text += &format!("{position},{},\n", move_csv(&row));
                }
                text
            }
        })
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
