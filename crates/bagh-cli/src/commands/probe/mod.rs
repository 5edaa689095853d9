//! `bagh probe`: what a position is worth, and each of its moves.

pub mod people;
mod prober;
mod words;

use std::sync::Arc;

use anyhow::{Result, ensure};
use bagh::notation::{Format, ReadOptions, ReadPosition};
use clap::Args;

use self::prober::{Prober, Style};
use crate::context::Context;
use crate::failure::{Answer, warn};
use crate::lines::{Answers, Batches};
use crate::position_args::{format_parser, read_position};
use crate::tables_args::TablesArgs;

const EXAMPLES: &str = "\
What is printed:
  outcome   tiger-win, draw or goat-win, if both sides play their best
  captures  goats captured in the end
  plies     moves of either side to the end of the game; in a draw, to the next capture; known in
            the sliding phase, and for wins of the placement phase solved with --plies
The value of a move is that of the position it leads to. Moves are listed best first.

The tables are made by `bagh solve`. With `-` positions are read from standard input, one a line,
and each is answered in its place; what is wrong with a line stands there, too, and the exit code is
then 2. Many lines are looked up together, by several threads.

Examples:
  $ bagh probe
  $ bagh probe 'T1G1T/5/5/5/T3T t g19 c0 mC1 1' --json
  $ echo 'T3T/5/5/5/T3T g g20 c0 - 0' | bagh probe - --json
  $ bagh probe --game small.toml --tables .
  $ bagh probe --values --csv --game small.toml --tables .
  $ echo 'T1G/3/2T t g4 c0 mC1 1' | bagh probe - --json --game small.toml --tables .";

/// Look up the value of a position and of each of its moves
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Probe {
    /// Positions; `-` reads them from standard input, one a line; the start if left out
    #[arg(value_name = "POSITION")]
    positions: Vec<String>,

    /// The notation of the positions; detected if left out
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    from: Option<Format>,

    /// Print only the values of the positions, without their moves
    #[arg(long)]
    values: bool,

    /// Print CSV, for spreadsheets
    #[arg(long)]
    csv: bool,

    #[command(flatten)]
    tables: TablesArgs,
}

impl Probe {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        ensure!(!(self.csv && context.json), "`--csv` and `--json` cannot be used together");
        let tables = Arc::new(self.tables.open(context)?);
        let style = match (self.csv, context.json) {
            (true, _) => Style::Csv,
            (_, true) => Style::Json,
            _ => Style::People,
        };
        let prober = Prober { tables, moves: !self.values, style };
        if let Some(header) = prober.header() {
            context.out.line(header)?;
        }
        let texts = words::positions(&self.positions);
        if texts.is_empty() {
            let start = ReadPosition::new(&context.game, context.game.start());
            self.answer_one(context, &prober, &start)?;
        }
        let mut answer = Answer::Yes;
        for (number, text) in texts.iter().enumerate() {
            if number > 0 && style == Style::People {
                context.out.line("")?;
            }
            if text == "-" {
                answer = self.answer_lines(context, &prober)?;
            } else {
                let read = read_position(context, text, self.from)?;
                self.answer_one(context, &prober, &read)?;
            }
        }
        Ok(answer)
    }

    fn answer_one(
        &self,
        context: &mut Context,
        prober: &Prober,
        read: &ReadPosition,
    ) -> Result<()> {
        let found = self.tables.with_threads(|| prober.look_up_one(read))??;
        let printed = prober.printed(&context.game, read, found)?;
        prober.print(context, printed)
    }

    /// Answers the positions on standard input: as many at a time as have come.
    fn answer_lines(&self, context: &mut Context, prober: &Prober) -> Result<Answer> {
        let mut answers = Answers::new(context, prober.style == Style::People);
        for batch in Batches::open() {
            let batch = batch?;
            let game = context.game.clone();
            let options = ReadOptions { lenient: context.lenient, format: self.from };
            let looked_up =
                self.tables.with_threads(|| prober.look_up(&game, &options, &batch))??;
            for (line, found) in batch.iter().zip(looked_up) {
                for warning in &found.warnings {
                    warn(warning);
                }
                match (found.answer, &line.text) {
                    (Ok(printed), _) => {
                        answers
                            .add(context, line.number, |context| prober.print(context, printed))?;
                    }
                    (Err(error), text) if self.csv => {
                        answers.note_bad_line(line.number, &error);
                        // What could not be read has no text.
                        let position = text.as_deref().unwrap_or_default();
                        context.out.line(prober.csv_error(position, &error))?;
                    }
                    (Err(error), _) => answers.bad_line(context, line.number, &error)?,
                }
            }
            // A program may wait for the answer before it asks again.
            context.out.flush()?;
        }
        answers.finish()
    }
}
