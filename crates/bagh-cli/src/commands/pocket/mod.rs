//! `bagh pocket`: every value of a game in the fewest bytes.

mod check;
mod make;
mod probe;

use std::path::Path;

use anyhow::{Result, bail};
use bagh::Game;
use bagh_tables::pocket::Pocket;
use bagh_tables::{Access, TableError, folder_name};
use clap::{Args, Subcommand};

use crate::context::Context;
use crate::failure::Answer;

const EXAMPLES: &str = "\
A pocket edition answers the value of every position exactly, from few layers that are stored and
searches between them. It has values only; plies are in the tables. docs/POCKET.md says how size and
time trade.

Examples:
  $ bagh pocket make --out pocket
  $ bagh pocket probe --in pocket 'T1G1T/5/5/5/T3T t g19 c0 mC1 1'
  $ bagh pocket make --out . --layers 1,3 --game small.toml --tables .
  $ bagh pocket probe --in . --game small.toml
  $ bagh pocket check --in . --layers 2 --random 1000 --game small.toml --tables .";

/// Make and query a pocket edition: every value of a game in the fewest bytes
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct PocketCommand {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    Make(make::Make),
    Probe(probe::Probe),
    Check(check::Check),
}

impl PocketCommand {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        match self.what {
            What::Make(make) => make.run(context),
            What::Probe(probe) => probe.run(context),
            What::Check(check) => check.run(context),
        }
    }
}

/// Opens the edition of a game in a folder of editions.
fn open(game: &Game, folder: &Path) -> Result<Pocket> {
    match Pocket::open(game, folder, Access::Memory) {
        Ok(pocket) => Ok(pocket),
        Err(TableError::Missing { .. }) => {
            let name = folder_name(game);
            bail!(
                "--in: found no edition {name} in {}, expected a folder that `bagh pocket make --out` wrote",
                folder.display()
            )
        }
        Err(error) => Err(error.into()),
    }
}
