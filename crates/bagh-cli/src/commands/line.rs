//! `bagh line`: best play from a position on.

use anyhow::Result;
use bagh::notation::ReadPosition;
use bagh::record::Record;
use bagh::{Game, Move, Position, Side};
use bagh_tables::answer::{LineEnd, LineEndReason, MoveAnswer, VerdictAnswer};
use bagh_tables::{MoveVerdict, Tables};
use clap::Args;
use serde::Serialize;

use crate::context::Context;
use crate::describe::Ending;
use crate::failure::Answer;
use crate::numbers::count_of;
use crate::palette::paint;
use crate::position_args::{PositionArgs, obx};
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
    position: String,
    #[serde(flatten)]
    verdict: VerdictAnswer,
    moves: Vec<MoveAnswer>,
    end: LineEnd,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
}

/// One ply of a line.
struct Ply {
    before: Position,
    verdict: MoveVerdict,
}

impl Line {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let tables = self.tables.open(context)?;
        self.position.answer(context, true, |context, read| {
            let line = tables.line(&read.position)?;
            let moves: Vec<Move> = line.iter().map(|best| best.mv).collect();
            let record = match self.record {
                true => Some(record_of(&context.game, &read.position, &moves)?),
                false => None,
            };
            match record {
                record if context.json => print_json(context, &tables, read, &moves, record),
                Some(record) => context.out.text(record),
                None => print_line(context, &tables, read, &moves),
            }
        })
    }
}

fn plies(tables: &Tables, start: &Position, moves: &[Move]) -> Result<Vec<Ply>> {
    let mut at = *start;
    let ply = |&mv: &Move| {
        let before = at;
        at = tables.game().after(&at, mv);
        Ok(Ply { before, verdict: MoveVerdict { mv, after: tables.probe(&at)? } })
    };
    moves.iter().map(ply).collect()
}

/// The position at the end of a line.
fn end_of(game: &Game, read: &ReadPosition, moves: &[Move]) -> ReadPosition {
    let Some(&last) = moves.last() else { return read.clone() };
    let position = moves.iter().fold(read.position, |at, &mv| game.after(&at, mv));
    let played = u32::try_from(moves.len()).ok();
    ReadPosition {
        last_move: Some(last),
        move_number: read.move_number.zip(played).and_then(|(n, more)| n.checked_add(more)),
        ..ReadPosition::new(game, position)
    }
}

fn record_of(game: &Game, start: &Position, moves: &[Move]) -> Result<String> {
    let mut record = Record::from_position(game.clone(), *start)?;
    for &mv in moves {
        record.add(record.end(), mv)?;
    }
    Ok(record.to_text())
}

fn print_json(
    context: &mut Context,
    tables: &Tables,
    read: &ReadPosition,
    moves: &[Move],
    record: Option<String>,
) -> Result<()> {
    let game = &context.game;
    let plies = plies(tables, &read.position, moves)?;
    let end = end_of(game, read, moves);
    let line = LineSummary {
        position: obx(context, read)?,
        verdict: VerdictAnswer::new(game, &read.position, tables.probe(&read.position)?),
        moves: plies.iter().map(|p| MoveAnswer::new(game, &p.before, &p.verdict)).collect(),
        end: LineEnd {
            position: obx(context, &end)?,
            reason: LineEndReason::of(game, &end.position),
        },
        record,
    };
    context.out.json(&line)
}

fn print_line(
    context: &mut Context,
    tables: &Tables,
    read: &ReadPosition,
    moves: &[Move],
) -> Result<()> {
    let (start, end) = (obx(context, read)?, end_of(&context.game, read, moves));
    let end_text = obx(context, &end)?;
    let Context { game, out, .. } = context;
    let palette = out.palette;
    out.line(paint(palette.label, start))?;
    out.line(paint(palette.strong, sentence(game, &read.position, tables.probe(&read.position)?)))?;
    if !moves.is_empty() {
        out.line("")?;
    }
    let plies = plies(tables, &read.position, moves)?;
    // The side that moves first stands on the left.
    for (number, pair) in plies.chunks(2).enumerate() {
        let [first, second @ ..] = pair else { continue };
        let mut line = format!("{:>4}. {:<24}", number + 1, told(game, first));
        if let [second] = second {
            line += &told(game, second);
        }
        out.line(line.trim_end())?;
    }
    let why = match game.result(&end.position) {
        Some(result) => Ending::from(result).sentence(),
        None => {
            "here the draw settles: neither side can get any further, and play may go on for ever"
                .to_owned()
        }
    };
    if !moves.is_empty() {
        out.line("")?;
        out.line(format!("After {}: {why}.", count_of(moves.len() as u64, "ply")))?;
        out.line(paint(palette.label, end_text))?;
    } else if game.result(&end.position).is_none() {
        out.line(format!("No moves: {why}."))?;
    }
    Ok(())
}

/// A move with its captures.
fn told(game: &Game, ply: &Ply) -> String {
    let text = game.move_text(&ply.before, ply.verdict.mv);
    if ply.before.turn() == Side::Tiger && ply.verdict.mv.captured().is_some() {
        return format!("{text} captures ({})", ply.before.captured() + 1);
    }
    text
}
