//! `bagh pocket probe`: what a position is worth, from an edition.

use std::path::PathBuf;

use anyhow::Result;
use bagh_tables::answer::KnownPosition;
use bagh_tables::pocket::PocketProber;
use bagh_tables::{MoveVerdict, Probed, Value, Verdict};
use clap::Args;

use super::open;
use crate::commands::probe::people;
use crate::context::Context;
use crate::failure::Answer;
use crate::position_args::{PositionArgs, obx};

const EXAMPLES: &str = "\
With `-` positions are read from standard input, one a line, and each is answered in its place.

Examples:
  $ bagh pocket probe --in pocket
  $ bagh pocket probe --in pocket --values --json 'T1G1T/5/5/5/T3T t g19 c0 mC1 1'";

/// Look up the value of a position and of each of its moves
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Probe {
    #[command(flatten)]
    position: PositionArgs,

    /// The folder of editions
    #[arg(long = "in", value_name = "DIR")]
    folder: PathBuf,

    /// Print only the values of the positions, without their moves
    #[arg(long)]
    values: bool,
}

impl Probe {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let pocket = open(&context.game, &self.folder)?;
        let mut prober = PocketProber::new(&pocket);
        self.position.answer(context, true, |context, read| {
            let verdict = |value: Value| Verdict { value, plies: None };
            let found = verdict(prober.value(&read.position)?);
            let mut moves = Vec::new();
            if !self.values {
                let all = prober.moves(&read.position)?.into_iter();
                moves.extend(all.map(|(mv, value)| MoveVerdict { mv, after: verdict(value) }));
            }
            let probed = Probed { verdict: found, moves };
            if !context.json {
                let position = obx(context, read)?;
                return people::tell(context, read, &position, &probed, !self.values);
            }
            let moves = (!self.values).then_some(probed.moves);
            let known = KnownPosition::new(&context.game, read, probed.verdict, moves)?;
            context.out.json(&known)
        })
    }
}
