//! `bagh puzzles`: puzzles drawn from the tables, and checked by them.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use bagh_puzzles::{CheckError, Collection, Kind, Order, Puzzle, challenge, draw};
use bagh_tables::Tables;
use clap::Args;
use serde_json::json;

use crate::bar::Bar;
use crate::context::Context;
use crate::failure::Answer;
use crate::input::{self, Source};
use crate::numbers::count_of;
use crate::safe_file;
use crate::tables_args::TablesArgs;
use crate::whole::whole;

/// The largest file of puzzles that is read.
const MAX_FILE: usize = 16 << 20;

const EXAMPLES: &str = "\
A puzzle is a position from a game between players of mixed strength in which exactly one move is
right: it keeps the draw (hold), traps all tigers by force (trap), wins a goat by force (eat) or wins
the game for the tigers (win). Grades go from 1, easy, to 5, by how far ahead one has to look, and
are as evenly spread as possible. The same seed draws the same puzzles.

--challenge lists the positions, with all goats on the board, of which the caption of Figure 1b of
\"Computing Tigers and Goats\" (2004) is true: the tigers can capture a goat, but then the goats trap
them with a forcing sequence of 5 plies. One of them comes first among puzzles of Bagh Chal.

Examples:
  $ bagh puzzles --count 3
  $ bagh puzzles --count 200 --seed 1 --out puzzles.json
  $ bagh puzzles --check puzzles.json
  $ bagh puzzles --challenge
  $ bagh puzzles --count 4 --game small.toml --tables . --json
  $ bagh puzzles --count 4 --kind trap --kind hold --game small.toml --tables . --out small.json
  $ bagh puzzles --check small.json --game small.toml --tables .";

/// Draw puzzles from the tables, or check some
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Puzzles {
    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole::<u32>(1..=100_000))]
    count: u32,

    /// Seed of the random numbers: the same seed draws the same puzzles
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole::<u64>(..))]
    seed: u64,

    /// Only puzzles of this kind: hold, trap, eat or win; may be given more than once
    #[arg(long, value_name = "KIND", value_parser = kind)]
    kind: Vec<Kind>,

    /// Save the puzzles in this file, as JSON
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Check the puzzles of a file: by the rules, and by the tables if they are there
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "seed", "kind", "out"])]
    check: Option<PathBuf>,

    /// List the positions that fit the challenge of 2004
    #[arg(long, conflicts_with_all = ["count", "seed", "kind", "out", "check"])]
    challenge: bool,

    #[command(flatten)]
    tables: TablesArgs,
}

impl Puzzles {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        if let Some(path) = &self.check {
            return self.check(context, path.clone());
        }
        let tables = self.tables.open_complete(context)?;
        if self.challenge {
            return self.list_challenge(context, &tables);
        }
        let mut kinds = if self.kind.is_empty() { Kind::ALL.to_vec() } else { self.kind.clone() };
        kinds.sort();
        kinds.dedup();
        let order = Order { count: self.count as usize, seed: self.seed, kinds };
        let mut puzzles = self.tables.with_threads(|| {
            let bar = Bar::new("games", 100);
            let drawn = draw(&tables, &order, |done, most| bar.set(done * 100 / most.max(1)));
            bar.end();
            drawn
        })??;
        if order.kinds.contains(&Kind::Trap)
            && let Some(puzzle) = challenge::puzzle(&tables)?
        {
            puzzles.retain(|other| other.position != puzzle.position);
            puzzles.truncate(order.count - 1);
            puzzles.insert(0, puzzle);
        }
        let game = context.game.name().to_owned();
        let collection = Collection { game, captures: context.game.captures(), puzzles };
        collection.check(&context.game, Some(&tables))?;
        match &self.out {
            Some(path) => safe_file::write(path, &collection.to_text())?,
            None if context.json => return context.out.json(&collection).map(|()| Answer::Yes),
            None => {}
        }
        print(context, &collection, self.out.is_none())?;
        Ok(Answer::Yes)
    }

    fn check(&self, context: &mut Context, path: PathBuf) -> Result<Answer> {
        let source = Source::File(path);
        let text = input::read(&source, MAX_FILE)?;
        let collection = Collection::parse(&text).with_context(|| format!("puzzles {source}"))?;
        // Without tables the rules alone must do; tables that cannot be read are an error.
        let folder = self.tables.folder()?;
        let there = bagh_tables::Store::new(&context.game, &folder).directory().exists();
        let tables = if there { Some(self.tables.open(context)?) } else { None };
        let checked =
            self.tables.with_threads(|| collection.check(&context.game, tables.as_ref()))?;
        let by =
            if tables.is_some() { "the rules and the tables" } else { "the rules, without tables" };
        let wrong = match checked {
            Ok(()) => None,
            Err(error @ CheckError::Puzzle { .. }) => Some(error.to_string()),
            Err(error) => return Err(error).with_context(|| format!("puzzles {source}")),
        };
        let puzzles = collection.puzzles.len() as u64;
        if context.json {
            context
                .out
                .json(&json!({ "puzzles": puzzles, "tables": tables.is_some(), "wrong": wrong }))?;
        } else {
            context.out.line(match &wrong {
                None => format!("{}, checked by {by}: all right.", count_of(puzzles, "puzzle")),
                Some(wrong) => format!("{wrong}\nchecked by {by}: not right."),
            })?;
        }
        Ok(if wrong.is_none() { Answer::Yes } else { Answer::No })
    }

    fn list_challenge(&self, context: &mut Context, tables: &Tables) -> Result<Answer> {
        let found = self.tables.with_threads(|| challenge::all(tables))??;
        for position in &found {
            for (capture, line) in challenge::answers(tables, position)? {
                let text = context.game.obx(position);
                let capture = context.game.move_text(position, capture);
                if context.json {
                    let row = json!({ "position": text, "capture": capture, "line": line });
                    context.out.json(&row)?;
                } else {
                    context.out.line(format!("{text}   {capture}   {}", line.join(" ")))?;
                }
            }
        }
        Ok(if found.is_empty() { Answer::No } else { Answer::Yes })
    }
}

fn print(context: &mut Context, collection: &Collection, list: bool) -> Result<()> {
    let Collection { puzzles, .. } = collection;
    if list {
        for Puzzle { kind, grade, position, first, line, .. } in puzzles {
            let first = first.iter().map(|mv| format!("({mv}) ")).collect::<String>();
            let line = line.join(" ");
            context.out.line(format!("{kind:<4}  {grade}  {position}   {first}{line}"))?;
        }
        return Ok(());
    }
    for kind in Kind::ALL {
        let some = || puzzles.iter().filter(|p| p.kind == kind);
        let grades: Vec<String> =
            (1..=5).map(|g| some().filter(|p| p.grade == g).count().to_string()).collect();
        let (count, grades) = (some().count(), grades.join(", "));
        context.out.line(format!("{kind:<4}  {count:>5}, of grades 1 to 5: {grades}"))?;
    }
    Ok(())
}

fn kind(text: &str) -> Result<Kind> {
    match Kind::from_word(text) {
        Some(kind) => Ok(kind),
        None => bail!("expected hold, trap, eat or win"),
    }
}
