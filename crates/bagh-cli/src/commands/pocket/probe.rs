//! `bagh pocket probe`: what a position is worth, from an edition.

use std::path::PathBuf;

use anyhow::Result;
use bagh_tables::answer::{MoveAnswer, VerdictAnswer};
use bagh_tables::pocket::PocketProber;
use bagh_tables::{MoveVerdict, Probed, Value, Verdict};
use clap::Args;
use serde::Serialize;

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

/// An answer for programs.
#[derive(Serialize)]
struct Answered {
    position: String,
    #[serde(flatten)]
    verdict: VerdictAnswer,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveAnswer>>,
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
            let position = obx(context, read)?;
            if !context.json {
                return people::tell(context, read, &position, &probed, !self.values);
            }
            let game = &context.game;
            let answer = |mv: &MoveVerdict| MoveAnswer::new(game, &read.position, mv);
            let moves = (!self.values).then(|| probed.moves.iter().map(answer).collect());
            let verdict = VerdictAnswer::new(game, &read.position, probed.verdict);
            context.out.json(&Answered { position, verdict, moves })
        })
    }
}
