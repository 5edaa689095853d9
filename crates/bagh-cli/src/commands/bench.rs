//! `bagh bench`: how fast the engine is, and whether it still plays as before.

use anyhow::Result;
use bagh_engine::bench;
use clap::Args;
use serde_json::json;

use crate::context::Context;
use crate::failure::Answer;
use crate::numbers::{grouped, seconds};
use crate::whole::whole;

const EXAMPLES: &str = "\
The number of positions is a fingerprint: it depends on nothing but the engine, so a change that
should not alter play must not alter it.

Examples:
  $ bagh bench --depth 3
  $ bagh bench --depth 3 --game aadu-puli --json";

/// Search sixteen positions to a fixed depth, and count the nodes
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Bench {
    /// How many plies to look ahead
    #[arg(long, value_name = "PLIES", default_value_t = 7, value_parser = whole::<u32>(1..=30))]
    depth: u32,
}

impl Bench {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let Context { game, out, json, .. } = context;
        let benched = bench(game, self.depth);
        let time = benched.time.as_secs_f64();
        let rate = benched.nodes as f64 / time.max(1e-9);
        if *json {
            out.json(&json!({
                "game": game.name(),
                "depth": self.depth,
                "nodes": benched.nodes,
                "seconds": time,
                "nodes_per_second": rate as u64,
            }))?;
        } else {
            out.line(format!(
                "{} positions in {}, {} a second",
                grouped(benched.nodes),
                seconds(time),
                grouped(rate as u64)
            ))?;
        }
        Ok(Answer::Yes)
    }
}
