//! `bagh evolve`: players that learn by playing against each other.

mod chart;
mod mark;
mod progress;

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use bagh_evolve::{Champions, Evolution, MAX_DEPTH, Row, Setup};
use clap::{Args, Subcommand};
use serde::Serialize;

use self::progress::Reporter;
use crate::context::Context;
use crate::failure::Answer;
use crate::numbers::{count_of, grouped, seconds};
use crate::safe_file;
use crate::tables_args::ThreadsArgs;
use crate::whole::whole;

/// The file in the folder of a run from which it goes on.
const CHECKPOINT: &str = "evolution";

const EXAMPLES: &str = "\
Two populations of 20 small networks, one for each side, play against each other; the better ten of
each are kept and have one mutated offspring each. The same seed gives the same networks, for any
number of threads. docs/EVOLUTION.md has the details.

The run is saved after every generation, and goes on from there when it is started again with the
same folder. The folder gets the best networks of the first, of every 50th and of the last
generation, curve.csv with a line for each generation, and curve.svg.

`bagh evolve mark DIR` marks the networks of a folder by tables.

Examples:
  $ bagh evolve
  $ bagh evolve --generations 2 --tiger-depth 1 --goat-depth 1 --out my-run
  $ bagh evolve --generations 3 --tiger-depth 1 --goat-depth 1 --out my-run --json
  $ bagh evolve --generations 1 --game small.toml --tiger-depth 2 --out small-run
  $ bagh evolve mark small-run --positions 50 --game small.toml --tables .";

/// Evolve players: networks that learn by playing against each other
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct Evolve {
    #[command(subcommand)]
    what: Option<What>,

    /// How many generations, those of an interrupted run included
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole::<u32>(1..=1_000_000))]
    generations: u32,

    /// Seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>(..))]
    seed: u64,

    /// Plies that tigers look ahead
    #[arg(long, value_name = "D", default_value_t = 4, value_parser = whole::<u32>(1..=u64::from(MAX_DEPTH)))]
    tiger_depth: u32,

    /// Plies that goats look ahead
    #[arg(long, value_name = "D", default_value_t = 2, value_parser = whole::<u32>(1..=u64::from(MAX_DEPTH)))]
    goat_depth: u32,

    /// Keep the best networks of every Nth generation
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = whole::<u32>(1..))]
    keep_every: u32,

    /// The folder of the run
    #[arg(long, value_name = "DIR", default_value = "evolution")]
    out: PathBuf,

    #[command(flatten)]
    threads: ThreadsArgs,
}

/// Subcommands.
#[derive(Subcommand, Debug)]
enum What {
    Mark(mark::MarkNetworks),
}

/// What a run led to, for programs.
#[derive(Serialize)]
struct Summary<'a> {
    game: &'a str,
    captures_to_win: u8,
    seed: u64,
    tiger_depth: u32,
    goat_depth: u32,
    generations: u32,
    folder: String,
    last: &'a Row,
    tiger: String,
    goat: String,
}

impl Evolve {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        if let Some(What::Mark(mark)) = self.what {
            return mark.run(context);
        }
        let setup = Setup {
            tiger_depth: self.tiger_depth,
            goat_depth: self.goat_depth,
            ..Setup::of_the_paper(&context.game, self.seed)
        };
        std::fs::create_dir_all(&self.out)
            .with_context(|| format!("--out: cannot make the folder {}", self.out.display()))?;
        let checkpoint = self.out.join(CHECKPOINT);
        let mut evolution = if checkpoint.exists() {
            Evolution::resume(&context.game, &setup, &checkpoint)?
        } else {
            Evolution::new(&context.game, setup)
        };
        let before = evolution.generation();
        if before > self.generations {
            bail!(
                "--generations: found {}, but the run in {} has {before}: ask for as many or more, or use another folder",
                self.generations,
                self.out.display()
            );
        }
        let reporter = Reporter::new(before, self.generations, !context.json);
        let began = Instant::now();
        let mut names = self.names(self.generations);
        self.threads.with_threads(|| -> Result<()> {
            while evolution.generation() < self.generations {
                let champions = evolution.step();
                let generation = evolution.generation();
                if generation == 1
                    || generation % self.keep_every == 0
                    || generation == self.generations
                {
                    names = self.keep(&champions)?;
                }
                evolution.save(&checkpoint)?;
                reporter.generation(&evolution.rows()[generation as usize - 1]);
            }
            Ok(())
        })??;
        reporter.end();
        self.draw(&evolution)?;
        let last = evolution.rows().last().context("--generations: nothing was played")?;
        if context.json {
            let setup = evolution.setup();
            return context
                .out
                .json(&Summary {
                    game: &setup.game,
                    captures_to_win: setup.captures,
                    seed: setup.seed,
                    tiger_depth: setup.tiger_depth,
                    goat_depth: setup.goat_depth,
                    generations: evolution.generation(),
                    folder: self.out.display().to_string(),
                    last,
                    tiger: names.0,
                    goat: names.1,
                })
                .map(|()| Answer::Yes);
        }
        let new = evolution.generation() - before;
        context.out.line(format!(
            "{} ({} of them now, {}): {}",
            count_of(evolution.generation(), "generation"),
            grouped(new),
            seconds(began.elapsed().as_secs_f64()),
            self.out.display(),
        ))?;
        context.out.line(format!(
            "In the last one tigers won {}, goats won {}, and {} were drawn.",
            count_of(last.tiger_wins, "game"),
            last.goat_wins,
            last.draws
        ))?;
        context.out.line(format!("The best networks: {} and {}.", names.0, names.1))?;
        Ok(Answer::Yes)
    }

    /// The names of the files of the best networks of a generation.
    fn names(&self, generation: u32) -> (String, String) {
        let name = |side: &str| self.out.join(format!("{side}-{generation:04}.network"));
        (name("tiger").display().to_string(), name("goat").display().to_string())
    }

    /// Writes the best networks of a generation.
    fn keep(&self, champions: &Champions) -> Result<(String, String)> {
        let write = |network: &bagh_evolve::SavedNetwork| -> Result<String> {
            let path = self.out.join(network.file_name());
            safe_file::write(&path, &network.to_text())?;
            Ok(path.display().to_string())
        };
        Ok((write(&champions.tiger)?, write(&champions.goat)?))
    }

    /// Writes the learning curve, as numbers and as a chart.
    fn draw(&self, evolution: &Evolution) -> Result<()> {
        let mut text = String::from(
            "generation,tiger_wins,draws,goat_wins,plies,captured,tiger_best,goat_best,tiger_step,goat_step\n",
        );
        for row in evolution.rows() {
            text += &format!(
                "{},{},{},{},{:.2},{:.2},{},{},{:.5},{:.5}\n",
                row.generation,
                row.tiger_wins,
                row.draws,
                row.goat_wins,
                row.plies,
                row.captured,
                row.tiger_best,
                row.goat_best,
                row.tiger_step,
                row.goat_step
            );
        }
        let write =
            |name: &str, text: &str| safe_file::write(&Path::new(&self.out).join(name), text);
        write("curve.csv", &text)?;
        write("curve.svg", &chart::curve(evolution)?)
    }
}
