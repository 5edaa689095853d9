//! `bagh papers`: what the papers say, and what we know of it.

use anyhow::{Context as _, Result};
use bagh::Game;
use bagh_papers::{Basis, Finding, PaperRow};
use bagh_tables::stats::ClassRow;
use bagh_tables::{TableError, Tables};
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::context::Context;
use crate::failure::Answer;
use crate::numbers::{count_of, grouped};
use crate::remedy::solve_command;
use crate::tables_args::TablesArgs;

/// The most captures that the tigers can force, each of which makes a game that they win.
const FEWER: u8 = 3;

const EXAMPLES: &str = "\
Two papers by Lim and Nievergelt (2004 and 2009), one by Shouthiri on the board of 23 points, and the
OBX manual by Sapkota. Every number and every claim of theirs stands beside ours:

  equal     right, to the digit where there are digits
  misprint  printed wrongly; ours is what it should be
  refined   right as far as it goes; ours says more
  refuted   wrong
  open      not settled: nothing to compare it with yet, or the difference is not explained

Numbers that are equal are summed up unless --all is given. What takes tables is looked up where the
tables of Bagh Chal are there; else `bagh solve` makes them, in about a minute. How soon one, two and
three captures can be forced is looked up where `bagh solve --captures K --plies` has made the tables
of K = 1, 2 and 3. Exit code 1 if a recorded result no longer holds.

Examples:
  $ bagh papers
  $ bagh papers --all
  $ bagh papers --finding refuted
  $ bagh papers --json";

/// Compare what the papers say with what we found
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Papers {
    /// List every number
    #[arg(long)]
    all: bool,

    /// List only rows with this finding
    #[arg(long, value_name = "WORD", value_enum)]
    finding: Option<Word>,

    #[command(flatten)]
    tables: TablesArgs,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    Equal,
    Misprint,
    Refined,
    Refuted,
    Open,
    NeedsTables,
    Differs,
}

impl Word {
    fn finding(self) -> Finding {
        match self {
            Word::Equal => Finding::Equal,
            Word::Misprint => Finding::Misprint,
            Word::Refined => Finding::Refined,
            Word::Refuted => Finding::Refuted,
            Word::Open => Finding::Open,
            Word::NeedsTables => Finding::NeedsTables,
            Word::Differs => Finding::Differs,
        }
    }
}

/// The positions halfway with a given number of captures, for programs.
#[derive(Serialize)]
struct Halfway<'a> {
    halfway: &'a ClassRow,
}

impl Papers {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let game = Game::bagh_chal();
        let folder = self.tables.folder()?;
        let solve = solve_command(&folder, game);
        let tables = match Tables::open(game, &folder) {
            Ok(tables) if tables.is_complete() => Some(tables),
            Ok(_) | Err(TableError::Missing { .. }) => None,
            Err(error) => return Err(error).context("tables of bagh-chal with 5 captures to win"),
        };
        let fewer = self.fewer_captures(game)?;
        let rows = self.tables.with_threads(|| bagh_papers::rows(tables.as_ref(), &fewer))??;
        let halfway = tables.as_ref().map(bagh_papers::halfway).unwrap_or_default();
        let wrong = rows.iter().any(|row| row.finding == Finding::Differs);
        let wanted = |row: &&PaperRow| match self.finding {
            Some(word) => row.finding == word.finding(),
            None => true,
        };
        let listed: Vec<&PaperRow> = rows.iter().filter(wanted).collect();
        if context.json {
            for row in listed {
                context.out.json(row)?;
            }
            if self.finding.is_none() {
                for halfway in &halfway {
                    context.out.json(&Halfway { halfway })?;
                }
            }
        } else {
            self.print(context, &listed, &solve)?;
            if self.finding.is_none() {
                print_halfway(context, &halfway, &solve)?;
            }
            print_summary(context, &listed)?;
        }
        Ok(if wrong { Answer::No } else { Answer::Yes })
    }

    /// The tables with fewer captures to win, of which some claims are, where they have plies.
    fn fewer_captures(&self, game: &Game) -> Result<Vec<Tables>> {
        let mut fewer = Vec::new();
        for captures in 1..=FEWER {
            let game = game.clone().with_captures(captures)?;
            match Tables::open(&game, &self.tables.folder()?) {
                Ok(tables) if tables.is_complete() && tables.has_plies() => fewer.push(tables),
                Ok(_) | Err(TableError::Missing { .. }) => {}
                Err(error) => {
                    let which = format!("tables of bagh-chal, captures to win: {captures}");
                    return Err(error).context(which);
                }
            }
        }
        Ok(fewer)
    }

    /// Prints the rows. `solve` is the command that makes missing tables.
    fn print(&self, context: &mut Context, rows: &[&PaperRow], solve: &str) -> Result<()> {
        // Places in the order in which they come up.
        let mut places: Vec<(&str, &str)> = Vec::new();
        for row in rows {
            let place = (row.paper.as_str(), row.place.as_str());
            if !places.contains(&place) {
                places.push(place);
            }
        }
        for (paper, place) in places {
            let here: Vec<&&PaperRow> = rows
                .iter()
                .filter(|row| (row.paper.as_str(), row.place.as_str()) == (paper, place))
                .collect();
            context.out.line(format!("{paper}, {place}"))?;
            let alike = |row: &PaperRow| {
                matches!(row.finding, Finding::Equal | Finding::NeedsTables) && is_number(row)
            };
            // A table is summed up, single numbers are not.
            let sum_up = !self.all && here.iter().filter(|row| alike(row)).count() > 3;
            for row in here.iter().filter(|row| !sum_up || !alike(row)) {
                print_row(context, row, solve)?;
            }
            for finding in [Finding::Equal, Finding::NeedsTables].into_iter().filter(|_| sum_up) {
                let alike: Vec<&&&PaperRow> =
                    here.iter().filter(|row| alike(row) && row.finding == finding).collect();
                let Some(first) = alike.first() else { continue };
                context.out.line(format!(
                    "  {}: {} ({})",
                    count_of(alike.len() as u64, "number"),
                    words(finding, solve),
                    first.command
                ))?;
            }
            context.out.line("")?;
        }
        Ok(())
    }
}

fn is_number(row: &PaperRow) -> bool {
    let digits = row.printed.trim_end_matches(" %");
    digits.parse::<f64>().is_ok()
}

/// A number with commas, or the text as it is.
fn shown(text: &str) -> String {
    text.parse::<u64>().map_or_else(|_| text.to_owned(), grouped)
}

fn words(finding: Finding, solve: &str) -> String {
    match finding {
        Finding::NeedsTables => format!("needs tables: {solve}"),
        finding => finding.word().to_owned(),
    }
}

fn print_row(context: &mut Context, row: &PaperRow, solve: &str) -> Result<()> {
    let ours = row.ours.as_deref().map_or_else(|| "-".to_owned(), shown);
    context.out.line(format!("  {}: {}", row.what, words(row.finding, solve)))?;
    context.out.line(format!("    printed  {}", shown(&row.printed)))?;
    let recorded = if row.basis == Basis::Recorded { " (measured)" } else { "" };
    context.out.line(format!("    ours     {ours}{recorded}"))?;
    if let Some(note) = &row.note {
        context.out.line(format!("    note     {note}"))?;
    }
    context.out.line(format!("    repeat   {}", row.command))
}

/// All positions halfway by value.
fn print_halfway(context: &mut Context, rows: &[ClassRow], solve: &str) -> Result<()> {
    context.out.line("All positions halfway (10 goats placed, tiger to move) by value")?;
    if rows.is_empty() {
        context.out.line(format!("  needs tables: {solve}"))?;
        return context.out.line("");
    }
    let draws: Vec<u8> = (0..Game::bagh_chal().captures()).collect();
    let mut head = format!("  {:>8} {:>13}", "captured", "goats win");
    for captured in &draws {
        head += &format!(" {:>13}", format!("draw, {captured}"));
    }
    context.out.line(format!("{head} {:>13} {:>15}", "tigers win", "all"))?;
    for row in rows {
        let mut line = format!("  {:>8} {:>13}", row.captured, grouped(row.goat_wins));
        for captured in &draws {
            let count = row.draws.get(captured).copied();
            line += &format!(" {:>13}", count.map(grouped).unwrap_or_default());
        }
        line += &format!(" {:>13} {:>15}", grouped(row.tiger_wins), grouped(row.positions));
        context.out.line(line)?;
    }
    context.out.line("")
}

fn print_summary(context: &mut Context, rows: &[&PaperRow]) -> Result<()> {
    let counts: Vec<String> = Finding::ALL
        .into_iter()
        .filter_map(|finding| {
            let count = rows.iter().filter(|row| row.finding == finding).count();
            (count > 0).then(|| format!("{count} {}", finding.word()))
        })
        .collect();
    context.out.line(format!("{}: {}.", count_of(rows.len() as u64, "row"), counts.join(", ")))
}
