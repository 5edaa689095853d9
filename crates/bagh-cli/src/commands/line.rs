//! `bagh line`: best play from a position on.

use anyhow::Result;
use bagh::notation::ReadPosition;
use bagh::record::Record;
use bagh::{Game, Move, Position, Side};
use bagh_tables::answer::KnownLine;
use bagh_tables::{MoveVerdict, Verdict};
use clap::Args;
use serde::Serialize;

use crate::context::Context;
use crate::describe::Ending;
use crate::failure::Answer;
use crate::numbers::count_of;
use crate::palette::paint;
use crate::position_args::PositionArgs;
use crate::tables_args::TablesArgs;
use crate::verdicts::sentence;

const EXAMPLES: &str = "\
Each move is the first of the best moves that `bagh probe` lists. The line goes on to the end of the
game, or to where a draw settles: where neither side can get any further, and play may go on for
ever. The tables are made by `bagh solve`. With `-` positions are read from standard input, one a
line, and each is answered in its place.

Examples:
  $ bagh line
  $ bagh line 'T1G1T/5/5/5/T3T t g19 c0 mC1 1' --json
  $ bagh line --game small.toml --tables .
  $ bagh line --game small.toml --tables . --record > best.bagh";

/// Show a best line: to the end of the game, or to where a draw settles
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Line {
    #[command(flatten)]
    position: PositionArgs,

    /// Print the line as a record, which other commands read
    #[arg(long)]
    record: bool,

    #[command(flatten)]
    tables: TablesArgs,
}

/// A line for programs.
#[derive(Serialize)]
struct LineSummary {
    #[serde(flatten)]
    line: KnownLine,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
}

/// What the tables say of a line.
struct Found {
    verdict: Verdict,
    line: Vec<MoveVerdict>,
}

impl Line {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let tables = self.tables.open(context)?;
        let look_up = |read: &ReadPosition| {
            let position = &read.position;
            Ok(Found { verdict: tables.probe(position)?, line: tables.line(position)? })
        };
        self.position.answer_by(context, true, &self.tables, look_up, |context, read, found| {
            let game = &context.game;
            let record = match self.record {
                true => Some(record_of(game, &read.position, &found.line)?),
                false => None,
            };
            let line = KnownLine::new(game, read, found.verdict, &found.line)?;
            match record {
                record if context.json => context.out.json(&LineSummary { line, record }),
                Some(record) => context.out.text(record),
                None => print_line(context, read, &found, &line),
            }
        })
    }
}

fn record_of(game: &Game, start: &Position, line: &[MoveVerdict]) -> Result<String> {
    let mut record = Record::from_position(game.clone(), *start)?;
    for best in line {
        record.add(record.end(), best.mv)?;
    }
    Ok(record.to_text())
}

fn print_line(
    context: &mut Context,
    read: &ReadPosition,
    found: &Found,
    line: &KnownLine,
) -> Result<()> {
    let Context { game, out, .. } = context;
    let palette = out.palette;
    out.line(paint(palette.label, &line.position))?;
    out.line(paint(palette.strong, sentence(game, &read.position, found.verdict)))?;
    let mut at = read.position;
    let mut moves = Vec::with_capacity(found.line.len());
    for best in &found.line {
        moves.push(told(game, &at, best.mv));
        game.play_unchecked(&mut at, best.mv);
    }
    if !moves.is_empty() {
        out.line("")?;
    }
    // The side that moves first stands on the left.
    for (number, pair) in moves.chunks(2).enumerate() {
        let [first, second @ ..] = pair else { continue };
        let mut row = format!("{:>4}. {first:<24}", number + 1);
        if let [second] = second {
            row += second;
        }
        out.line(row.trim_end())?;
    }
    let result = game.result(&at);
    let why = match result {
        Some(result) => Ending::from(result).sentence(),
        None => {
            "here the draw settles: neither side can get any further, and play may go on for ever"
                .to_owned()
        }
    };
    if !moves.is_empty() {
        out.line("")?;
        out.line(format!("After {}: {why}.", count_of(moves.len() as u64, "ply")))?;
        out.line(paint(palette.label, &line.end.position))?;
    } else if result.is_none() {
        out.line(format!("No moves: {why}."))?;
    }
    Ok(())
}

/// A move of this position, with its captures.
fn told(game: &Game, before: &Position, mv: Move) -> String {
    let text = game.move_text(before, mv);
    if before.turn() == Side::Tiger && mv.captured().is_some() {
        return format!("{text} captures ({})", before.captured() + 1);
    }
    text
}
