//! `bagh verify`: whether tables are right.

mod progress;

use std::fmt;
use std::path::Path;

use anyhow::{Context as _, Result};
use bagh::Game;
use bagh_papers::published::{self, Agreement, PublishedNumber};
use bagh_tables::stats::CrossTable;
use bagh_tables::verify::{self, Extent, Problem, VerifyOptions, VerifyReport};
use bagh_tables::{Part, ProbeError, Tables};
use clap::Args;
use serde::Serialize;

use self::progress::Reporter;
use crate::context::Context;
use crate::failure::Answer;
use crate::input::shorten;
use crate::numbers::{bytes, count_of, grouped};
use crate::palette::paint;
use crate::remedy::{finish_command, solve_command};
use crate::tables_args::TablesArgs;
use crate::whole::whole;

const EXAMPLES: &str = "\
What is checked: the length and hash of every file, and the checksum of every block in it; that
each class has the expected number of positions; that values and plies follow from those of the
positions one move on, by a second implementation of the rules, slow and plain; and, for Bagh Chal,
every published number.

By default a fixed sample of positions is checked. --full checks all of them, which takes a moment
for a small board and half a day for Bagh Chal on two cores; --part checks one part at a time.

Exit code 1 if anything is wrong, with the position, file or number.

Examples:
  $ bagh verify
  $ bagh verify --full --part sliding-00
  $ bagh verify --sample 1000 --plies 1000000
  $ bagh verify --full --game small.toml --tables .
  $ bagh verify --json --sample 1000 --game small.toml --tables .";

/// Check tables: their files, their positions, their counts
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Verify {
    /// How many positions to recompute, spread over all classes
    #[arg(long, value_name = "N", default_value_t = verify::SAMPLE, conflicts_with = "full", value_parser = whole::<usize>(..))]
    sample: usize,

    /// Recompute every position
    #[arg(long)]
    full: bool,

    /// Recompute only positions of this part, such as sliding-04 or placement-12; may be repeated
    #[arg(long = "part", value_name = "NAME")]
    parts: Vec<String>,

    /// How many won positions of the placement phase to recompute the plies of, if tables hold them
    #[arg(long, value_name = "N", default_value_t = verify::SAMPLE, value_parser = whole::<usize>(..))]
    plies: usize,

    #[command(flatten)]
    tables: TablesArgs,
}

/// What was found, for programs.
#[derive(Serialize)]
struct Summary<'a> {
    game: &'a str,
    captures_to_win: u8,
    fine: bool,
    files: u64,
    bytes: u64,
    blocks: u64,
    full: bool,
    positions: u64,
    plies: u64,
    classes: u64,
    stored_counts: u64,
    unsolved: &'a [Part],
    published: &'a [PublishedNumber],
    problems: &'a [Wrong],
}

/// The tables and what was published, compared.
struct Found {
    report: VerifyReport,
    /// Published numbers beside ours, if the tables are complete.
    published: Vec<PublishedNumber>,
    problems: Vec<Wrong>,
}

/// Something that is wrong with tables, or with what they say.
#[derive(Serialize)]
#[serde(untagged)]
enum Wrong {
    Tables(Problem),
    /// A published number is neither ours nor a known misprint.
    Published {
        kind: &'static str,
        #[serde(flatten)]
        number: PublishedNumber,
    },
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Tables(problem) => problem.fmt(f),
            Wrong::Published { number, .. } => {
                let PublishedNumber { source, what, printed, ours, .. } = number;
                write!(f, "{source}, {what}: printed {printed}, ours {ours}")
            }
        }
    }
}

impl Found {
    /// Compares tables that were checked with what was published.
    fn new(mut report: VerifyReport, game: &Game, folder: &Path) -> Found {
        let mut problems: Vec<Wrong> =
            std::mem::take(&mut report.problems).into_iter().map(Wrong::Tables).collect();
        let published = match &report.cross {
            Some(cross) => compare(game, folder, cross),
            // What is incomplete or damaged cannot be compared.
            None => Ok(Vec::new()),
        };
        let published = published.unwrap_or_else(|error| {
            problems.push(Wrong::Tables(Problem::File { message: error.to_string() }));
            Vec::new()
        });
        let differing = published.iter().filter(|number| !number.is_explained()).cloned();
        problems.extend(differing.map(|number| Wrong::Published { kind: "published", number }));
        Found { report, published, problems }
    }

    fn is_fine(&self) -> bool {
        self.problems.is_empty() && self.report.unsolved.is_empty()
    }
}

fn compare(
    game: &Game,
    folder: &Path,
    cross: &[CrossTable],
) -> Result<Vec<PublishedNumber>, ProbeError> {
    published::compare(&Tables::open(game, folder)?, cross)
}

impl Verify {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let game = &context.game;
        let all = Part::all(game);
        let part = |name: &String| {
            let found = all.iter().find(|part| part.name() == *name).copied();
            found.with_context(|| {
                let names: Vec<String> = all.iter().map(Part::to_string).collect();
                format!("--part: found `{}`, expected one of {}", shorten(name), names.join(", "))
            })
        };
        let parts = self.parts.iter().map(part).collect::<Result<Vec<Part>>>()?;
        let extent = if self.full { Extent::Full } else { Extent::Sample(self.sample) };
        let options = VerifyOptions { extent, parts, plies: self.plies };
        let folder = self.tables.folder()?;
        let reporter = Reporter::new(self.full && !context.json);
        let report = self
            .tables
            .with_threads(|| verify::verify(game, &folder, &options, &reporter))
            .inspect_err(|_| reporter.end())?;
        // The bar must be gone before anything else is printed.
        reporter.end();
        let found = Found::new(report?, game, &folder);
        if context.json {
            context.out.json(&Summary {
                game: context.game.name(),
                captures_to_win: context.game.captures(),
                fine: found.is_fine(),
                files: found.report.files,
                bytes: found.report.bytes,
                blocks: found.report.blocks,
                full: found.report.full,
                positions: found.report.positions,
                plies: found.report.plies,
                classes: found.report.classes,
                stored_counts: found.report.stored_counts,
                unsolved: &found.report.unsolved,
                published: &found.published,
                problems: &found.problems,
            })?;
        } else {
            print(context, &found, &folder)?;
        }
        Ok(if found.is_fine() { Answer::Yes } else { Answer::No })
    }
}

fn print(context: &mut Context, found: &Found, folder: &Path) -> Result<()> {
    let Found { report, published, problems } = found;
    let out = &mut context.out;
    let strong = out.palette.strong;
    let label = out.palette.label;
    let mut field = |name: &str, text: String| {
        out.line(format!("{}{text}", paint(label, format!("{name:<11}"))))
    };
    field(
        "files",
        format!(
            "{}, {}, {}",
            count_of(report.files, "file"),
            bytes(report.bytes),
            count_of(report.blocks, "block")
        ),
    )?;
    field("counts", format!("{} confirmed by a second count", classes(report.classes)))?;
    let which = if report.full { "all" } else { "a sample" };
    field("positions", format!("{} recomputed, {which}", grouped(report.positions)))?;
    if report.plies > 0 {
        let number = grouped(report.plies);
        field("plies", format!("of {number} won positions of the placement phase recomputed"))?;
    }
    if !published.is_empty() {
        let of = |agreement| published.iter().filter(move |n| n.agreement == agreement);
        let count = |agreement| of(agreement).count();
        field(
            "published",
            format!(
                "{} numbers: {} equal, {} misprinted, {} estimated, {} of a part",
                published.len(),
                count(Agreement::Equal),
                count(Agreement::Misprint),
                count(Agreement::Estimate),
                count(Agreement::Part)
            ),
        )?;
        for number in of(Agreement::Misprint) {
            field(
                "",
                format!(
                    "misprint: {}, {}: {}, should be {}",
                    number.source,
                    number.what,
                    commas(&number.printed),
                    commas(&number.ours)
                ),
            )?;
        }
    }
    out.line("")?;
    for problem in problems {
        out.line(format!("{} {problem}", paint(strong, "Wrong:")))?;
    }
    if !report.unsolved.is_empty() {
        let missing: Vec<String> = report.unsolved.iter().map(Part::to_string).collect();
        let missing = missing.join(", ");
        let command = match Tables::open(&context.game, folder) {
            Ok(tables) => finish_command(&tables),
            Err(_) => solve_command(folder, &context.game),
        };
        out.line(format!("{} {missing}: run {command}", paint(strong, "Not solved yet:")))?;
    }
    if found.is_fine() {
        out.line(paint(strong, "Nothing is wrong."))?;
    }
    Ok(())
}

fn classes(number: u64) -> String {
    if number == 1 { "1 class".to_owned() } else { format!("{} classes", grouped(number)) }
}

/// A number as text, with commas if it is a whole one.
fn commas(text: &str) -> String {
    text.parse::<u64>().map_or(text.to_owned(), grouped)
}
