//! `bagh stats`: what the tables hold, counted.

pub mod charts;
mod columns;
mod csv;

use std::path::PathBuf;

use anyhow::{Result, bail};
use bagh::{Outcome, Phase, Side};
use bagh_tables::stats::{self, ClassRow, CrossTable, LongestWin};
use clap::Args;
use serde::Serialize;

use self::columns::Columns;
use crate::context::Context;
use crate::failure::Answer;
use crate::numbers::grouped;
use crate::palette::paint;
use crate::tables_args::TablesArgs;

const EXAMPLES: &str = "\
For every class (phase, side to move, goats placed and captured) the number of positions by value:
won by the goats, drawn with 0, 1, … goats captured in the end, won by the tigers. All counts are up
to symmetry, and include positions that no play reaches. With --json one array is printed, with an
object for each row.

Examples:
  $ bagh stats
  $ bagh stats --cross
  $ bagh stats --csv > classes.csv
  $ bagh stats --game small.toml --tables . --json
  $ bagh stats --game small.toml --tables . --cross --csv
  $ bagh stats --game small.toml --tables . --longest
  $ bagh stats --game small.toml --tables . --charts charts";

/// Count positions by value, for every class
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Stats {
    /// Count boards of the sliding phase by the outcome with either side to move
    #[arg(long)]
    cross: bool,

    /// List the longest wins of the sliding phase, each with a position
    #[arg(long, conflicts_with = "cross")]
    longest: bool,

    /// Print CSV
    #[arg(long)]
    csv: bool,

    /// Draw charts (SVG) into this folder instead
    #[arg(long, value_name = "DIR", conflicts_with_all = ["cross", "longest", "csv"])]
    charts: Option<PathBuf>,

    #[command(flatten)]
    tables: TablesArgs,
}

impl Stats {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        if self.csv && context.json {
            bail!("`--csv` and `--json` cannot be used together");
        }
        let tables = self.tables.open(context)?;
        if let Some(folder) = &self.charts {
            let files = self.tables.with_threads(|| charts::draw(&tables, folder))??;
            return self.told(context, &files);
        }
        if self.cross {
            let cross = self.tables.with_threads(|| stats::cross(&tables))??;
            let keys = ["captured", "goat_to_move", "tiger_to_move", "images"];
            self.print(context, &keys, &cells(&cross), |context| print_cross(context, &cross))?;
        } else if self.longest {
            let wins = self.tables.with_threads(|| stats::longest_wins(&tables))??;
            let keys = ["captured", "turn", "outcome", "plies", "position"];
            self.print(context, &keys, &wins, |context| print_wins(context, &wins))?;
        } else {
            let rows = stats::rows(tables.space().game(), tables.manifest());
            if context.json {
                context.out.json(&rows)?;
            } else if self.csv {
                context.out.text(csv::classes(&rows, tables.game().captures()))?;
            } else {
                print_classes(context, &rows)?;
            }
        }
        Ok(Answer::Yes)
    }

    /// Prints rows as JSON, as CSV, or for people.
    fn print<T: Serialize>(
        &self,
        context: &mut Context,
        keys: &[&str],
        rows: &[T],
        people: impl FnOnce(&mut Context) -> Result<()>,
    ) -> Result<()> {
        if context.json {
            context.out.json(&rows)
        } else if self.csv {
            context.out.text(csv::rows(keys, rows)?)
        } else {
            people(context)
        }
    }

    fn told(&self, context: &mut Context, files: &[PathBuf]) -> Result<Answer> {
        let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        if context.json {
            context.out.json(&names)?;
        } else {
            for name in names {
                context.out.line(name)?;
            }
        }
        Ok(Answer::Yes)
    }
}

/// One number of a cross table, for programs.
#[derive(Serialize)]
struct Cell {
    captured: u8,
    goat_to_move: Outcome,
    tiger_to_move: Outcome,
    images: u64,
}

fn cells(cross: &[CrossTable]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for table in cross {
        for goat in CrossTable::OUTCOMES {
            for tiger in CrossTable::OUTCOMES {
                cells.push(Cell {
                    captured: table.captured,
                    goat_to_move: goat,
                    tiger_to_move: tiger,
                    images: table.get(goat, tiger),
                });
            }
        }
    }
    cells
}

fn print_wins(context: &mut Context, wins: &[LongestWin]) -> Result<()> {
    let mut columns = Columns::new(["captured", "to move", "outcome", "plies", "position"]);
    for win in wins {
        columns.row([
            win.captured.to_string(),
            win.turn.to_string(),
            win.outcome.to_string(),
            win.plies.to_string(),
            win.position.clone(),
        ]);
    }
    columns.print(&mut context.out)
}

fn print_cross(context: &mut Context, cross: &[CrossTable]) -> Result<()> {
    for (number, table) in cross.iter().enumerate() {
        if number > 0 {
            context.out.line("")?;
        }
        let title = format!("Sliding phase, {} captured", table.captured);
        context.out.line(paint(context.out.palette.strong, title))?;
        let tiger = CrossTable::OUTCOMES.map(|outcome| format!("tiger to move: {outcome}"));
        let heads = [String::new()].into_iter().chain(tiger).chain(["total".to_owned()]);
        let mut columns = Columns::new(heads);
        for goat in CrossTable::OUTCOMES {
            let head = format!("goat to move: {goat}");
            let cells = CrossTable::OUTCOMES.map(|tiger| grouped(table.get(goat, tiger)));
            let total = grouped(table.total(Side::Goat, goat));
            columns.row([head].into_iter().chain(cells).chain([total]));
        }
        let totals = CrossTable::OUTCOMES.map(|tiger| grouped(table.total(Side::Tiger, tiger)));
        let head = ["total".to_owned()];
        columns.row(head.into_iter().chain(totals).chain([grouped(table.all())]));
        columns.print(&mut context.out)?;
    }
    Ok(())
}

fn print_classes(context: &mut Context, rows: &[ClassRow]) -> Result<()> {
    let captures = context.game.captures();
    let mut first = true;
    for phase in [Phase::Placement, Phase::Sliding] {
        for turn in [Side::Tiger, Side::Goat] {
            let rows: Vec<&ClassRow> =
                rows.iter().filter(|row| row.phase == phase && row.turn == turn).collect();
            if rows.is_empty() {
                continue;
            }
            if !first {
                context.out.line("")?;
            }
            first = false;
            let title = match phase {
                Phase::Placement => format!("Placement phase, {turn} to move"),
                Phase::Sliding => format!("Sliding phase, {turn} to move"),
            };
            context.out.line(paint(context.out.palette.strong, title))?;
            print_section(context, &rows, captures)?;
        }
    }
    Ok(())
}

fn print_section(context: &mut Context, rows: &[&ClassRow], captures: u8) -> Result<()> {
    let sliding = rows.iter().any(|row| row.phase == Phase::Sliding);
    let mut heads: Vec<String> = Vec::new();
    if !sliding {
        heads.push("placed".to_owned());
    }
    heads.extend(["captured", "positions", "goat wins"].map(str::to_owned));
    heads.extend((0..captures).map(|end| format!("draws, {end}")));
    heads.push("tiger wins".to_owned());
    if sliding {
        heads.extend(["longest goat win", "longest tiger win"].map(str::to_owned));
    }
    let mut columns = Columns::new(heads);
    for row in rows {
        let mut cells = Vec::new();
        if !sliding {
            cells.push(row.placed.to_string());
        }
        cells.extend([row.captured.to_string(), grouped(row.positions), grouped(row.goat_wins)]);
        // What is captured already cannot be fewer in the end.
        let draws =
            (0..captures).map(|end| row.draws.get(&end).map_or(String::new(), |&n| grouped(n)));
        cells.extend(draws);
        cells.push(grouped(row.tiger_wins));
        if sliding {
            let plies = |plies: Option<u16>| plies.map_or("-".to_owned(), |n| n.to_string());
            cells.extend([plies(row.longest_goat_win), plies(row.longest_tiger_win)]);
        }
        columns.row(cells);
    }
    columns.print(&mut context.out)
}
