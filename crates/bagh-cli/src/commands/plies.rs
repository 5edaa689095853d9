//! `bagh plies`: how long a forced win takes.

use anyhow::Result;
use bagh_tables::{SolveOptions, needs, plies_to_end};
use clap::Args;
use serde::Serialize;

use crate::commands::solve::{check_memory, room};
use crate::context::Context;
use crate::failure::Answer;
use crate::numbers::count_of;
use crate::position_args::{PositionArgs, obx};
use crate::tables_args::TablesArgs;

const EXAMPLES: &str = "\
Plies are moves of either side to the end of the game, where the winner plays the shortest,
the loser the longest line. In the sliding phase the tables know them, and in the placement phase if
they were solved with `bagh solve --plies`. Otherwise they are worked out: the whole placement phase
is swept a handful of times, which takes about as long as solving it did.

Examples:
  $ bagh plies --captures 1
  $ bagh plies --game small.toml --tables .
  $ bagh plies --game small.toml --tables . --json";

/// Find how many plies a forced win takes
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Plies {
    #[command(flatten)]
    position: PositionArgs,

    #[command(flatten)]
    tables: TablesArgs,
}

/// The answer for programs.
#[derive(Serialize)]
struct PliesSummary {
    position: String,
    outcome: bagh::Outcome,
    plies: Option<u32>,
}

impl Plies {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let tables = self.tables.open(context)?;
        let read = self.position.read(context)?;
        let verdict = tables.probe(&read.position)?;
        let outcome = verdict.value.outcome();
        // A sweep takes about as much memory as solving.
        if verdict.plies.is_none() {
            let needed = needs(tables.space(), SolveOptions::default()).memory;
            check_memory(needed, room::CLOSE_OTHERS)?;
        }
        let plies = self.tables.with_threads(|| plies_to_end(&tables, &read.position))??;
        let position = obx(context, &read)?;
        if context.json {
            context.out.json(&PliesSummary { position, outcome, plies })?;
        } else {
            let side = outcome.winner();
            context.out.line(match (side, plies) {
                (Some(side), Some(plies)) => {
                    format!("The {side}s win in {}, and no sooner.", count_of(plies, "ply"))
                }
                _ => "Neither side can force a win.".to_owned(),
            })?;
        }
        Ok(Answer::Yes)
    }
}
