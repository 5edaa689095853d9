//! `bagh pocket check`: an edition compared with tables.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::{Result, bail};
use bagh_tables::pocket::check;
use clap::Args;
use serde::Serialize;

use super::open;
use crate::bar::Bar;
use crate::context::Context;
use crate::failure::Answer;
use crate::numbers::count_of;
use crate::tables_args::TablesArgs;
use crate::verdicts::heading;
use crate::whole::whole;

const EXAMPLES: &str = "\
The exit code is 1 if a position differs.

Examples:
  $ bagh pocket check --in pocket
  $ bagh pocket check --in pocket --layers 1,2,3,4,20 --random 1000000";

/// Compare an edition with tables
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Check {
    /// The folder of editions
    #[arg(long = "in", value_name = "DIR")]
    folder: PathBuf,

    /// Compare every position with tiger to move after these numbers of goats
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', value_parser = whole::<u8>(..))]
    layers: Vec<u8>,

    /// Compare this many random positions that are not stored, of both sides, after any number of goats
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole::<u64>(..))]
    random: u64,

    /// Seed of the random positions
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>(..))]
    seed: u64,

    #[command(flatten)]
    tables: TablesArgs,
}

/// The answer for programs.
#[derive(Serialize)]
struct Answered {
    fine: bool,
    positions: u64,
    difference: Option<String>,
}

impl Check {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let tables = self.tables.open(context)?;
        let pocket = open(&context.game, &self.folder)?;
        let goats = context.game.goats();
        if let Some(found) = self.layers.iter().find(|&&layer| layer == 0 || layer > goats) {
            bail!("--layers: found {found}, expected numbers of goats from 1 to {goats}");
        }
        let space = pocket.space();
        let captures = context.game.captures();
        let herds = |placed: u8| {
            let classes = 0..captures.min(placed);
            classes.map(|captured| space.herds(u32::from(placed - captured)) as u64).sum::<u64>()
        };
        let whole: u64 = self.layers.iter().map(|&placed| herds(placed)).sum();
        let bar = Bar::new("comparing", whole * space.blocks() as u64 + self.random);
        let done = AtomicU64::new(0);
        let told = |more: u64| bar.set(done.fetch_add(more, Relaxed) + more);
        let checked = self.tables.with_threads(|| {
            check(&pocket, &tables, &self.layers, self.random, self.seed, &told)
        })?;
        bar.end();
        let checked = checked?;
        let difference = checked.difference.map(|difference| {
            format!(
                "{}: found {}, the tables say {}",
                context.game.obx(&difference.position),
                heading(difference.found),
                heading(difference.expected)
            )
        });
        let (fine, positions) = (difference.is_none(), checked.positions);
        if context.json {
            context.out.json(&Answered { fine, positions, difference })?;
        } else {
            let count = count_of(positions, "position");
            context.out.line(match &difference {
                None => format!("{count} compared: no difference"),
                Some(difference) => format!("{count} compared. {difference}"),
            })?;
        }
        Ok(if fine { Answer::Yes } else { Answer::No })
    }
}
