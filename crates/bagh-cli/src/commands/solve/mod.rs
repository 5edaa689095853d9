//! `bagh solve`: the value of every position, into tables.

pub mod plan;
pub mod progress;
pub mod room;
mod summary;

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Result, bail};
use bagh_tables::{Part, SolveOptions, SolvedPlies, Store, solve_plies, tables_game};
use clap::Args;

use self::plan::Plan;
use self::progress::Reporter;
use self::summary::Summary;
use crate::context::Context;
use crate::failure::Answer;
use crate::input;
use crate::tables_args::TablesArgs;

/// Tables that take more than this are asked about on a terminal.
const LARGE: u64 = 100_000_000;

const EXAMPLES: &str = "\
The tables hold the value of every position: who wins, how many goats are captured in the end, and,
in the sliding phase, in how many plies. `bagh probe` and `bagh line` read them.

With --plies, tables of the placement phase get plies, too: how many moves each win takes, where
the winner plays the shortest, the loser the longest line. Then the computer wins in the fewest
moves from the first goat on. Tables that are there already are kept, and the plies are added.

A solve that was interrupted, at any moment, goes on from the last finished part when the command is
given again. The tables are the same for any number of threads.

Examples:
  $ bagh solve --dry-run
  $ bagh solve
  $ bagh solve --compact --captures 3 --tables /media/disk/tables
  $ bagh solve --plies
  $ bagh solve --game small.toml --tables .
  $ bagh solve --plies --game small.toml --tables with-plies";

/// Solve a game completely: the value of every position, into tables
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Solve {
    /// Make smaller tables, which take longer to make and to read
    #[arg(long)]
    compact: bool,

    /// Also solve how many plies each win of the placement phase takes
    #[arg(long)]
    plies: bool,

    /// Begin without asking
    #[arg(long, short)]
    yes: bool,

    /// Only say what it would take; exit code 1 if there is not enough memory or disk space
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    tables: TablesArgs,
}

impl Solve {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let folder = self.tables.folder()?;
        // From here on the game is the one that is solved, for the plan and the summary, too.
        context.game = tables_game(&context.game);
        // Tables that were begun compact go on so.
        let status = Store::new(&context.game, &folder).status()?;
        let was_compact = status.manifest().is_some_and(|manifest| manifest.compact);
        let compact = self.compact || was_compact && !status.is_whole();
        let options = SolveOptions { compact };
        let mut plan = Plan::new(&context.game, &folder, options, self.tables.processors())?;
        if self.plies {
            plan = plan.and_plies(&context.game, &folder)?;
        }
        let lacking = plan.lacking();
        if context.json && self.dry_run {
            context.out.json(&plan.for_programs(&lacking))?;
        } else if !context.json {
            context.out.text(plan.for_people(&context.out.palette))?;
            context.out.flush()?;
        }
        if self.dry_run {
            if !context.json && !lacking.is_empty() {
                context.out.line(format!("\nCannot be solved here: {}", lacking.join("; ")))?;
            }
            return Ok(if lacking.is_empty() { Answer::Yes } else { Answer::No });
        }
        if !lacking.is_empty() {
            bail!("{}", lacking.join("; "));
        }
        if !self.yes && plan.disk_to_take() > LARGE && !go_on()? {
            context.out.line("Nothing was done.")?;
            return Ok(Answer::Yes);
        }
        let summary = self.solve(context, &folder, &plan, options)?;
        if context.json {
            context.out.json(&summary.for_programs())?;
        } else {
            context.out.text(summary.for_people(&context.out.palette))?;
        }
        Ok(Answer::Yes)
    }

    fn solve(
        &self,
        context: &Context,
        folder: &Path,
        plan: &Plan,
        options: SolveOptions,
    ) -> Result<Summary> {
        let reporter = Reporter::new(&context.game, plan.parts_there(), !context.json);
        let start = Instant::now();
        let game = &context.game;
        let solved = self
            .tables
            .with_threads(|| bagh_tables::solve_space(plan.space(), folder, options, &reporter))
            .inspect_err(|_| reporter.end())?;
        // The bar must be gone before anything else is printed.
        reporter.end();
        let (solved, seconds) = (solved?, start.elapsed().as_secs_f64());
        let plies = self.plies.then(|| self.solve_plies(context, folder, plan)).transpose()?;
        Ok(Summary::new(game, folder, solved, seconds)?.and_plies(plies))
    }

    fn solve_plies(&self, context: &Context, folder: &Path, plan: &Plan) -> Result<SolvedPlies> {
        let game = &context.game;
        let reporter = Reporter::of(&Part::plies(game), plan.plies_there(), !context.json);
        let solved = self
            .tables
            .with_threads(|| solve_plies(game, folder, &reporter))
            .inspect_err(|_| reporter.end())?;
        reporter.end();
        Ok(solved?)
    }
}

/// Refuses work that takes more memory than can be had.
pub fn check_memory(needed: u64, remedy: &str) -> Result<()> {
    match room::lacking_memory(room::memory(), needed, remedy) {
        Some(lacking) => bail!("{lacking}"),
        None => Ok(()),
    }
}

/// Asks whether to begin, if there is somebody to ask.
fn go_on() -> Result<bool> {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Ok(true);
    }
    let _ = write!(io::stderr(), "\nBegin? [Y/n] ");
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    match answer.trim().to_lowercase().as_str() {
        "" | "y" | "yes" => Ok(true),
        "n" | "no" => Ok(false),
        other => bail!("found `{}`, expected yes or no", input::shorten(other)),
    }
}
