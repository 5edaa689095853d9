//! `bagh check-proof`: is a certificate one?

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::Result;
use bagh_proof::{Aim, Certificate, Checked, Progress, ProofError, check};
use bagh_tables::SlidingTables;
use clap::Args;
use serde::Serialize;

use crate::commands::prove::progress::Reporter;
use crate::context::Context;
use crate::failure::Answer;
use crate::numbers::{bytes, count_of, grouped, seconds};
use crate::safe_file;
use crate::tables_args::TablesArgs;

const EXAMPLES: &str = "\
Nothing that the prover did is trusted: the plain rules play every line in which the selective side
follows its choices and its opponent plays anything, and the tables of the sliding phase are looked
up at the end. Exit code 1 says that the certificate is whole, but proves nothing.

Examples:
  $ bagh prove goat-draws --game small.toml --tables . --out my.proof
  $ bagh check-proof my.proof --game small.toml --tables .
  $ bagh check-proof my.proof --game small.toml --tables . --json
  $ bagh check-proof my.proof --game small.toml --tables . --choices choices.json";

/// Check the certificate of a proof with the plain rules
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct CheckProof {
    /// The certificate
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// List the positions of the proof, ply by ply
    #[arg(long)]
    plies: bool,

    /// Write the unpacked choices to this file, as JSON, for another checker
    #[arg(long, value_name = "FILE.json")]
    choices: Option<PathBuf>,

    #[command(flatten)]
    tables: TablesArgs,
}

/// The choices of one ply, unpacked.
#[derive(Serialize)]
struct PlyChoices {
    ply: u32,
    moves: Vec<u8>,
}

/// Keeps the choices, and hands all else on.
struct Keeping<'r> {
    reporter: &'r Reporter,
    choices: Option<Mutex<Vec<PlyChoices>>>,
}

impl Progress for Keeping<'_> {
    fn stage(&self, title: &str, steps: u64) {
        self.reporter.stage(title, steps);
    }

    fn advance(&self, steps: u64) {
        self.reporter.advance(steps);
    }

    fn choices(&self, ply: u32, choices: &[u8]) {
        if let Some(kept) = &self.choices {
            let choices = PlyChoices { ply, moves: choices.to_vec() };
            kept.lock().unwrap_or_else(PoisonError::into_inner).push(choices);
        }
    }

    fn stopped(&self) -> bool {
        self.reporter.stopped()
    }
}

/// The answer for programs.
#[derive(Serialize)]
struct Answered {
    claim: String,
    proved: bool,
    wrong: Option<String>,
    bytes: u64,
    seconds: f64,
    #[serde(flatten)]
    checked: Option<Checked>,
}

impl CheckProof {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let game = context.game.clone();
        let certificate = Certificate::open(&self.file)?;
        let root = certificate.root(&game)?;
        let claim = certificate.header().claim;
        let tables = Aim::new(&game, &root, claim)?
            .needs_tables()
            .then(|| SlidingTables::open(&game, &self.tables.folder()?).map_err(anyhow::Error::new))
            .transpose()?;
        let reporter = Reporter::new(false)?;
        let keeping = Keeping {
            reporter: &reporter,
            choices: self.choices.as_ref().map(|_| Mutex::default()),
        };
        let start = Instant::now();
        let checked =
            self.tables.with_threads(|| check(&certificate, &game, tables.as_ref(), &keeping));
        // The bar must be gone before anything else is printed.
        reporter.end();
        let (checked, wrong) = match checked? {
            Ok(checked) => (Some(checked), None),
            Err(error @ ProofError::Wrong { .. }) => (None, Some(error.to_string())),
            Err(error) => return Err(error.into()),
        };
        if let (Some(path), Some(choices), true) =
            (&self.choices, &keeping.choices, wrong.is_none())
        {
            let choices = choices.lock().unwrap_or_else(PoisonError::into_inner);
            safe_file::write(path, &serde_json::to_string(&*choices)?)?;
        }
        let size = std::fs::metadata(&self.file).map_or(0, |m| m.len());
        let took = start.elapsed().as_secs_f64();
        let proved = checked.is_some();
        if context.json {
            context.out.json(&Answered {
                claim: claim.to_string(),
                proved,
                wrong,
                bytes: size,
                seconds: took,
                checked,
            })?;
        } else {
            context.out.line(format!("claim        {claim}"))?;
            context.out.line(format!("certificate  {}", bytes(size)))?;
            if let Some(checked) = checked {
                context.out.line(format!(
                    "walked       {} in {}",
                    count_of(checked.positions, "position"),
                    seconds(took)
                ))?;
                for ply in checked.plies.iter().filter(|_| self.plies) {
                    let positions = grouped(ply.positions);
                    let size = ply.bytes.map(bytes).unwrap_or_default();
                    context.out.line(format!(
                        "  ply {:>3} {:>6} {positions:>15} {size:>10}",
                        ply.ply, ply.turn
                    ))?;
                }
                context.out.line("answer       proved")?;
            }
            if let Some(wrong) = wrong {
                context.out.line(format!("answer       {wrong}"))?;
            }
        }
        Ok(if proved { Answer::Yes } else { Answer::No })
    }
}
