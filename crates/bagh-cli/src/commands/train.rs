//! `bagh train`: a network from exact values.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use bagh_engine::evaluation::network::Features;
use bagh_tables::Tables;
use bagh_train::sample::{GAMES_IN_LOT, Sample, lot};
use bagh_train::{Plan, Pupil};
use clap::Args;
use serde_json::json;

use crate::bar::Bar;
use crate::context::Context;
use crate::failure::Answer;
use crate::numbers::{bytes, grouped};
use crate::safe_file;
use crate::sealed;
use crate::tables_args::TablesArgs;
use crate::whole::whole;

/// The lot that is not learned from, of another seed than any that is.
const HELD_OUT: u64 = u64::MAX >> 41;

/// The size of the first steps.
const RATE: f32 = 0.003;

const EXAMPLES: &str = "\
Samples come from games whose positions are looked up in the tables. The same options always give
the same file. What was done is kept in a folder beside the file, whose name ends in `.work`, until
the end: stop at any moment, and the same command goes on.

The networks that are built in were made by the commands in docs/ENGINE.md.

Examples:
  $ bagh train --out small.network --lots 1 --epochs 1 --game small.toml --tables .
  $ bagh best --evaluation small.network --nodes 500 --game small.toml
  $ bagh train --out bagh-chal.network";

/// Train an evaluation on the tables
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Train {
    /// The file of the network
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Batches of 1,024 games to learn from
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = whole::<u64>(1..=1000))]
    lots: u64,

    /// How often to go through all samples
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = whole::<u64>(1..=1000))]
    epochs: u64,

    /// Seed of the random numbers
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole::<u64>(0..1 << 20))]
    seed: u64,

    #[command(flatten)]
    tables: TablesArgs,
}

impl Train {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let tables = self.tables.open_complete(context)?;
        let features = Features::new(&context.game).with_context(|| {
            format!("the board of {} is too large for a network", context.game.name())
        })?;
        let work = Work::new(&self.out, tables.game().name(), self.seed)?;
        let (samples, held_out) = self.tables.with_threads(|| self.samples(&tables, &work))??;
        if !context.json {
            context.out.line(format!("{} samples", grouped(samples.len() as u64)))?;
        }
        let plan = Plan { seed: self.seed, epochs: self.epochs as usize, rate: RATE };
        let mut pupil = match work.read("pupil")? {
            Some(bytes) => Pupil::from_bytes(&features, plan, &bytes)
                .unwrap_or_else(|| Pupil::new(&features, plan)),
            None => Pupil::new(&features, plan),
        };
        while !pupil.is_done() {
            let bar = Bar::new(&format!("epoch {} of {}", pupil.epochs() + 1, self.epochs), 1000);
            let (epoch, skill) = self.tables.with_threads(|| {
                let epoch = pupil.learn(&samples, |share| bar.set((1000.0 * share) as u64));
                (epoch, pupil.skill(&held_out))
            })?;
            bar.end();
            work.write("pupil", &pupil.to_bytes())?;
            if context.json {
                context.out.json(&json!({
                    "epoch": epoch.number,
                    "loss": epoch.loss,
                    "held_out": { "loss": skill.loss, "right": skill.right, "off": skill.off },
                }))?;
            } else {
                context.out.line(format!(
                    "epoch {}: loss {:.4}; of other positions: loss {:.4}, {:.1} % right, off by {:.3} goats",
                    epoch.number, epoch.loss, skill.loss, 100.0 * skill.right, skill.off
                ))?;
            }
            context.out.flush()?;
        }
        let network = pupil.network().to_bytes();
        safe_file::write_bytes(&self.out, &network)?;
        work.remove()?;
        if !context.json {
            let (size, out) = (bytes(network.len() as u64), self.out.display());
            context.out.line(format!("{out}: {size}"))?;
        }
        Ok(Answer::Yes)
    }

    /// The samples to learn from, and those to compare with.
    fn samples(&self, tables: &Tables, work: &Work) -> Result<(Vec<Sample>, Vec<Sample>)> {
        let bar = Bar::new("games", (self.lots + 1) * GAMES_IN_LOT);
        let mut samples = Vec::new();
        for number in 0..self.lots {
            samples.extend(self.lot(tables, work, self.seed, number)?);
            bar.set((number + 1) * GAMES_IN_LOT);
        }
        let held_out = self.lot(tables, work, HELD_OUT, 0)?;
        bar.end();
        Ok((samples, held_out))
    }

    /// A lot that was made before, or a new one.
    fn lot(&self, tables: &Tables, work: &Work, seed: u64, number: u64) -> Result<Vec<Sample>> {
        let name = format!("lot-{seed}-{number}");
        if let Some(found) = work.read(&name)? {
            let samples = found.chunks_exact(12);
            return Ok(samples
                .map(|bytes| Sample::from_bytes(bytes.try_into().expect("twelve bytes")))
                .collect());
        }
        let samples = lot(tables, seed, number)?;
        let bytes: Vec<u8> = samples.iter().flat_map(Sample::to_bytes).collect();
        work.write(&name, &bytes)?;
        Ok(samples)
    }
}

/// What was done so far, in a folder beside the file that is made.
struct Work {
    folder: PathBuf,
    /// What it is for: sealed files of another game or seed are not read.
    label: String,
}

impl Work {
    fn new(out: &Path, game: &str, seed: u64) -> Result<Work> {
        ensure!(!out.is_dir(), "--out: found the directory {}, expected a file", out.display());
        let name = out.file_name().context("--out: expected the name of a file")?;
        let mut name = name.to_owned();
        name.push(".work");
        let folder = out.with_file_name(name);
        fs::create_dir_all(&folder)
            .with_context(|| format!("--out: cannot make the folder {}", folder.display()))?;
        Ok(Work { folder, label: format!("bagh-train 1 {game} {seed}") })
    }

    fn read(&self, name: &str) -> Result<Option<Vec<u8>>> {
        sealed::read(&self.folder.join(name), &self.label)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        sealed::write(&self.folder.join(name), &self.label, bytes)
    }

    fn remove(&self) -> Result<()> {
        fs::remove_dir_all(&self.folder)
            .with_context(|| format!("cannot remove {}", self.folder.display()))
    }
}
