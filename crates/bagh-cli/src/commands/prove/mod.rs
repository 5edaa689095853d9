//! `bagh prove`: a claim proved by search, with a certificate.

mod claim;
pub mod progress;

use std::path::PathBuf;

use anyhow::{Result, bail};
use bagh::Side;
use bagh_proof::{Aim, Captures, FirstDatabase, ProveOptions, Proved, prove};
use bagh_tables::SlidingTables;
use clap::Args;
use serde::Serialize;

use self::claim::ClaimArgs;
use self::progress::Reporter;
use crate::commands::solve::check_memory;
use crate::context::Context;
use crate::failure::Answer;
use crate::numbers::{bytes, count_of, grouped, seconds};
use crate::position_args::{PositionArgs, obx};
use crate::tables_args::TablesArgs;
use crate::whole::whole;

const EXAMPLES: &str = "\
The side that claims is selective: it needs one good move in each position. Its opponent plays
every move. Only the tables of the sliding phase are read, where the claim reaches that far.
Plies are counted from the position.

Databases hold one bit for every position with tiger to move, from the ply of --database on; before
that the search looks at --candidates moves of the selective side, the best by evaluation.

The certificate holds the choices of the selective side. `bagh check-proof` checks it with the plain
rules. A proof that was interrupted goes on when the command is given again: unfinished work is
kept in a folder beside the certificate. Exit code 1 says that the claim is not proved.

Examples:
  $ bagh prove tiger-captures --goats 1 --by 30 --steady 3
  $ bagh prove goat-holds --goats 2 --until 38
  $ bagh prove goat-draws --give-up 2
  $ bagh prove tiger-draws --game small.toml --tables .
  $ bagh prove goat-holds --goats 1 --until 8 --database none --game small.toml --tables . --json";

/// Prove a claim by search, and write a certificate of it
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Prove {
    #[command(flatten)]
    claim: ClaimArgs,

    #[command(flatten)]
    position: PositionArgs,

    /// The certificate; by default named after the game and the claim, in this folder
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,

    /// How many moves the selective side looks at before the first database; all by default
    #[arg(long, value_name = "M", value_parser = whole::<u16>(1..))]
    candidates: Option<u16>,

    /// The ply of the game from which on there are databases, or `none` to search all the way
    #[arg(long, value_name = "PLY|none", default_value = "1", value_parser = database)]
    database: FirstDatabase,

    /// The selective goats give up once this many are captured: a smaller proof, if it works
    #[arg(long, value_name = "K", value_parser = whole::<u8>(1..))]
    give_up: Option<u8>,

    /// Selective tigers capture wherever the claim allows it
    #[arg(long, conflicts_with = "patient")]
    greedy: bool,

    /// Selective tigers capture only where nothing else holds the claim
    #[arg(long)]
    patient: bool,

    /// Selective tigers prefer arrangements that hold out this many goats later
    #[arg(long, value_name = "N", value_parser = whole::<u8>(..))]
    steady: Option<u8>,

    /// How many of the last plies of the selective side the certificate leaves to its checker
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(..))]
    closing: u32,

    /// Memory for the transposition table of the search, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 128, value_parser = whole::<u32>(1..=1 << 20))]
    memory: u32,

    /// List the positions of the proof, ply by ply
    #[arg(long)]
    plies: bool,

    #[command(flatten)]
    tables: TablesArgs,
}

/// The answer for programs.
#[derive(Serialize)]
struct Answered<'a> {
    claim: String,
    position: String,
    certificate: Option<String>,
    #[serde(flatten)]
    proved: &'a Proved,
}

impl Prove {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let game = context.game.clone();
        let claim = self.claim.claim(&game)?;
        self.fits(claim.side)?;
        let read = self.position.read(context)?;
        let root = read.position;
        let aim = Aim::new(&game, &root, claim)?;
        let tables = aim
            .needs_tables()
            .then(|| SlidingTables::open(&game, &self.tables.folder()?).map_err(anyhow::Error::new))
            .transpose()?;
        let out = self.out.clone().unwrap_or_else(|| {
            PathBuf::from(format!("{}-{}-{}.proof", game.name(), game.captures(), self.claim))
        });
        if out.is_dir() {
            bail!("--out: found the folder {}, expected a file", out.display());
        }
        let options = ProveOptions {
            candidates: self.candidates.map_or(usize::MAX, usize::from),
            database: self.database,
            give_up: self.give_up,
            captures: match (self.greedy, self.patient) {
                (true, _) => Captures::First,
                (_, true) => Captures::Last,
                _ => Captures::Any,
            },
            steady: self.steady,
            closing: self.closing,
            entries: (self.memory as usize) << 17,
        };
        let needed = options.memory(&game, &root, claim)?;
        check_memory(
            needed,
            "lower --memory, begin databases at a later ply with --database, or use a larger machine",
        )?;
        let reporter = Reporter::new(!context.json)?;
        let proved = self
            .tables
            .with_threads(|| prove(&game, &root, claim, tables.as_ref(), &out, options, &reporter));
        // The bar must be gone before anything else is printed.
        reporter.end();
        let proved = proved??;
        let position = obx(context, &read)?;
        if context.json {
            let certificate = proved.holds.then(|| out.display().to_string());
            let claim = claim.to_string();
            context.out.json(&Answered { claim, position, certificate, proved: &proved })?;
        } else {
            context.out.line(format!("claim        {claim}"))?;
            context.out.line(format!("position     {position}"))?;
            self.print(context, &proved, &out)?;
        }
        Ok(if proved.holds { Answer::Yes } else { Answer::No })
    }

    /// Makes sure that no option is of the other side: it would do nothing.
    fn fits(&self, side: Side) -> Result<()> {
        let of_tigers = [
            ("--greedy", self.greedy),
            ("--patient", self.patient),
            ("--steady", self.steady.is_some()),
        ];
        let of_goats = [("--give-up", self.give_up.is_some())];
        let (others, selective, other) = match side {
            Side::Tiger => (&of_goats[..], "tigers", "goats"),
            Side::Goat => (&of_tigers[..], "goats", "tigers"),
        };
        if let Some((name, _)) = others.iter().find(|(_, given)| *given) {
            bail!(
                "{name}: found with {}, in which the {selective} choose; expected only with claims of the {other}: leave it out",
                self.claim
            );
        }
        Ok(())
    }

    fn print(&self, context: &mut Context, proved: &Proved, out: &std::path::Path) -> Result<()> {
        let complete = self.candidates.is_none() && self.give_up.is_none();
        let answer = match (proved.holds, complete) {
            (true, _) => "proved",
            (false, true) => "not so: the opponent can prevent it",
            (false, false) => "not proved: the selective side may have overlooked something",
        };
        let [databases, search, walk] = proved.seconds.map(seconds);
        context.out.line(format!("answer       {answer}"))?;
        context.out.line(format!("search       {}", count_of(proved.nodes, "node")))?;
        context.out.line(format!(
            "time         {databases} for databases, {search} for the search, {walk} for the walk"
        ))?;
        if let Some(database) = &proved.database {
            context.out.line(format!(
                "databases    from ply {} on, {} on disk; at that ply:",
                database.ply,
                bytes(proved.database_bytes)
            ))?;
            context.out.line(
                "             captured            proven            others             total",
            )?;
            let (mut proven, mut others) = (0, 0);
            let line = |name: String, proven: u64, others: u64| {
                format!(
                    "             {name:>8} {:>17} {:>17} {:>17}",
                    grouped(proven),
                    grouped(others),
                    grouped(proven + others)
                )
            };
            for row in &database.rows {
                context.out.line(line(row.captured.to_string(), row.proven, row.others))?;
                proven += row.proven;
                others += row.others;
            }
            context.out.line(line("all".to_owned(), proven, others))?;
        }
        if !proved.holds {
            return Ok(());
        }
        let positions: u64 = proved.plies.iter().map(|p| p.positions).sum();
        context.out.line(format!("proof        {}", count_of(positions, "position")))?;
        if self.plies {
            for ply in &proved.plies {
                let positions = grouped(ply.positions);
                context
                    .out
                    .line(format!("  ply {:>3} {:>6} {positions:>15}", ply.ply, ply.turn))?;
            }
        }
        context.out.line(format!("certificate  {}, {}", out.display(), bytes(proved.bytes)))?;
        Ok(())
    }
}

fn database(text: &str) -> Result<FirstDatabase, String> {
    match text {
        "none" => Ok(FirstDatabase::None),
        _ => text.parse().map(FirstDatabase::Ply).map_err(|_| {
            "expected the number of a ply, or `none` to search all the way".to_owned()
        }),
    }
}
