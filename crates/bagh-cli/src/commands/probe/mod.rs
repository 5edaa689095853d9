//! `bagh probe`: what a position is worth, and each of its moves.

mod people;
mod words;

use anyhow::{Context as _, Result};
use bagh::notation::{Format, ReadPosition};
use bagh_tables::Tables;
use clap::Args;
use serde::Serialize;

use crate::context::Context;
use crate::failure::Answer;
use crate::input::{Lines, Source};
use crate::position_args::{MAX_POSITION, format_parser, obx, read_position};
use crate::tables_args::TablesArgs;
use crate::verdicts::{MoveSummary, VerdictSummary};

const EXAMPLES: &str = "\
What is told:
  outcome   tiger-win, draw or goat-win, if both sides play their best
  captures  goats captured in the end
  plies     moves of either side to the end of the game; in a draw, to the next capture;
            known in the sliding phase
A move is told by the position that it leads to. Moves are sorted, the best first.

The tables are made by `bagh solve`. With `-` positions are read from standard input, one a line,
and each is answered at once.

Examples:
  $ bagh probe
  $ bagh probe 'T1G1T/5/5/5/T3T t g19 c0 mC1 1' --json
  $ echo 'T3T/5/5/5/T3T g g20 c0 - 0' | bagh probe - --json
  $ bagh probe --game small.toml --tables .
  $ echo 'T1G/3/2T t g4 c0 mC1 1' | bagh probe - --json --game small.toml --tables .";

/// Tell what a position is worth, and each of its moves, from the tables
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Probe {
    /// Positions; `-` reads them from standard input, one a line; the start if left out
    #[arg(value_name = "POSITION")]
    positions: Vec<String>,

    /// The notation of the positions, if their shape does not tell
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    from: Option<Format>,

    #[command(flatten)]
    tables: TablesArgs,
}

/// An answer for programs.
#[derive(Serialize)]
struct Answered {
    position: String,
    #[serde(flatten)]
    verdict: VerdictSummary,
    moves: Vec<MoveSummary>,
}

impl Probe {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let tables = self.tables.open(context)?;
        let texts = words::positions(&self.positions);
        if texts.is_empty() {
            let start = ReadPosition::new(&context.game, context.game.start());
            answer(context, &tables, &start)?;
        }
        for (number, text) in texts.iter().enumerate() {
            if number > 0 && !context.json {
                context.out.line("")?;
            }
            if text == "-" {
                self.answer_lines(context, &tables)?;
            } else {
                let read = read_position(context, text, self.from)?;
                answer(context, &tables, &read)?;
            }
        }
        Ok(Answer::Yes)
    }

    /// Answers the positions on standard input, each as soon as it is read.
    fn answer_lines(&self, context: &mut Context, tables: &Tables) -> Result<()> {
        let source = Source::Stdin;
        let mut lines = Lines::open(source.clone(), MAX_POSITION)?;
        let mut found = false;
        while let Some(line) = lines.next() {
            let line = line?;
            if line.trim().is_empty() {
                continue;
            }
            if found && !context.json {
                context.out.line("")?;
            }
            found = true;
            let place = || format!("{source}, line {}", lines.number());
            let read = read_position(context, &line, self.from).with_context(place)?;
            answer(context, tables, &read).with_context(place)?;
            // Whoever asks may wait for the answer before asking again.
            context.out.flush()?;
        }
        anyhow::ensure!(found, "{source} is empty, expected positions, one a line");
        Ok(())
    }
}

fn answer(context: &mut Context, tables: &Tables, read: &ReadPosition) -> Result<()> {
    let verdict = tables.probe(&read.position)?;
    let moves = tables.moves(&read.position)?;
    let text = obx(context, read)?;
    if !context.json {
        return people::tell(context, read, &text, verdict, &moves);
    }
    let game = &context.game;
    let answered = Answered {
        position: text,
        verdict: VerdictSummary::new(game, verdict),
        moves: moves.iter().map(|m| MoveSummary::new(game, &read.position, m)).collect(),
    };
    context.out.json(&answered)
}
