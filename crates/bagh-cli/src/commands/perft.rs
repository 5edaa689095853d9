//! `bagh perft`: how many positions there are, ply by ply.

use anyhow::Result;
use clap::Args;

use crate::context::Context;
use crate::failure::Answer;
use crate::numbers::grouped;
use crate::position_args::PositionArgs;

/// Beyond this a count takes days and overflows.
const MAX_DEPTH: u32 = 12;

const EXAMPLES: &str = "\
The columns:
  naive              sequences of legal moves
  symmetry-avoiding  sequences that skip moves which symmetries of a position make the same
  distinct           positions that differ by more than a symmetry of the board

Examples:
  $ bagh perft 6
  $ bagh perft 4 --json
  $ bagh perft 3 --game aadu-puli
  $ bagh perft 2 'T1G1T/5/5/5/T3T t g19 c0 mC1 1'";

/// Count positions ply by ply, in three ways
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Perft {
    /// How many plies
    #[arg(value_name = "DEPTH", value_parser = depth)]
    depth: u32,

    #[command(flatten)]
    position: PositionArgs,
}

impl Perft {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let position = self.position.read(context)?.position;
        let Context { game, out, json, .. } = context;
        if !*json {
            out.line(format!(
                "{:>3} {:>20} {:>20} {:>16}",
                "ply", "naive", "symmetry-avoiding", "distinct"
            ))?;
        }
        for row in game.perft_rows(&position).take(self.depth as usize) {
            if *json {
                out.json(&row)?;
            } else {
                out.line(format!(
                    "{:>3} {:>20} {:>20} {:>16}",
                    row.ply,
                    grouped(row.naive),
                    grouped(row.symmetry_avoiding),
                    grouped(row.distinct)
                ))?;
            }
            // The next row may take much longer than all before.
            out.flush()?;
        }
        Ok(Answer::Yes)
    }
}

fn depth(text: &str) -> Result<u32, String> {
    text.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth)).ok_or_else(|| {
        format!(
            "expected a whole number of plies from 1 to {MAX_DEPTH} (each takes about 15 times as long as the one before)"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absurd_depths_are_refused() {
        for text in ["0", "13", "-1", "x", "", "99999999999999999999"] {
            assert!(depth(text).is_err(), "{text}");
        }
        assert_eq!(depth("12"), Ok(12));
    }
}
