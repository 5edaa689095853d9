//! `bagh exam`: how often a player throws value away.

use std::sync::Arc;

use anyhow::{Result, ensure};
use bagh::Game;
use bagh_engine::{Level, Limits, Player};
use bagh_train::contest::{Aimless, Contestant};
use bagh_train::exam::{Error, KINDS, Mark, Share, errors, examine, tasks};
use clap::Args;
use serde_json::{Value, json};

use crate::bar::Bar;
use crate::context::Context;
use crate::engine_args::{EvaluationArgs, LimitsArgs};
use crate::failure::Answer;
use crate::numbers::grouped;
use crate::tables_args::{TablesArgs, processors, with_so_many_threads};

const EXAMPLES: &str = "\
Positions are taken from games between players of mixed strength, as many of each phase and side.
The player is asked for its move, without tables; the tables say whether it lost value, and how
much. Intervals hold the true share 19 times out of 20 (Wilson).

Examples:
  $ bagh exam --positions 40 --nodes 1000 --game small.toml --tables .
  $ bagh exam --positions 40 --level 2 --game small.toml --tables . --json
  $ bagh exam --positions 40 --aimless --game small.toml --tables .
  $ bagh exam --time 100ms --positions 10000";

/// Mark a player by the tables: how often its moves lose value
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Exam {
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(4..=10_000_000))]
    positions: u32,

    /// Where the random numbers begin: the same positions each time
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// Mark the player of this level, 1 to 8, instead of the engine at full strength
    #[arg(long, value_name = "LEVEL", conflicts_with_all = ["time", "nodes", "depth", "evaluation"])]
    level: Option<Level>,

    /// Mark a player that plays any legal move
    #[arg(long, conflicts_with_all = ["time", "nodes", "depth", "evaluation", "level"])]
    aimless: bool,

    #[command(flatten)]
    limits: LimitsArgs,

    #[command(flatten)]
    evaluation: EvaluationArgs,

    /// Threads that think about a move together, where it has a limit of time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    threads_a_move: u8,

    #[command(flatten)]
    tables: TablesArgs,
}

impl Exam {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let tables = self.tables.open(context)?;
        ensure!(tables.is_complete(), "the tables are not complete: finish them with `bagh solve`");
        let game = context.game.clone();
        let evaluation = self.evaluation.evaluation(&game)?;
        let limits = self.limits.limits();
        let count = self.positions as usize;
        let player = |number: usize| -> Box<dyn Contestant> {
            let seed = self.seed ^ number as u64;
            match self.level {
                _ if self.aimless => Box::new(Aimless::new(&game, seed)),
                Some(level) => Box::new(Player::new(&game, level, seed)),
                None => {
                    let evaluation = Arc::clone(&evaluation);
                    let player = Player::with_evaluation(&game, Level::STRONGEST, seed, evaluation);
                    let together = usize::from(self.threads_a_move);
                    Box::new(player.with_limits(limits).with_threads(together))
                }
            }
        };
        let tasks = self.tables.with_threads(|| {
            let bar = Bar::new("positions from games", count as u64);
            let tasks = tasks(&game, self.seed, count, |done| bar.set(done as u64));
            bar.end();
            tasks
        })?;
        // As many moves at a time as there are processors for.
        let threads = self.tables.threads().unwrap_or_else(processors);
        let at_once = (threads / usize::from(self.threads_a_move)).max(1);
        let marks = with_so_many_threads(at_once, || {
            let bar = Bar::new("moves", count as u64);
            let marks = examine(&tables, &tasks, player, |done| bar.set(done as u64));
            bar.end();
            marks
        })??;
        let name = match self.level {
            _ if self.aimless => "any legal move".to_owned(),
            Some(level) => format!("level {level}"),
            None => format!("{}, {}", evaluation.name(), limits_text(limits)),
        };
        print(context, &game, &name, &marks)?;
        Ok(Answer::Yes)
    }
}

/// The limits in words.
fn limits_text(limits: Limits) -> String {
    let mut parts = Vec::new();
    parts.extend(limits.time.map(|time| format!("{} ms a move", time.as_millis())));
    parts.extend(limits.nodes.map(|nodes| format!("{} positions a move", grouped(nodes))));
    parts.extend(limits.depth.map(|depth| format!("{depth} plies")));
    parts.join(", ")
}

fn print(context: &mut Context, game: &Game, name: &str, marks: &[Mark]) -> Result<()> {
    let kinds = KINDS.map(|(phase, side)| {
        let some: Vec<Mark> =
            marks.iter().filter(|m| m.phase == phase && m.side == side).copied().collect();
        (format!("{}, {side}", phase.word()), some)
    });
    if context.json {
        let kinds: Vec<Value> = kinds.iter().map(|(kind, marks)| summary(kind, marks)).collect();
        let all = summary("all", marks);
        return context.out.json(
            &json!({ "game": game.name(), "captures": game.captures(), "player": name, "all": all, "kinds": kinds }),
        );
    }
    let out = &mut context.out;
    out.line(format!("{}: {name}\n", game.title()))?;
    out.line(format!(
        "{:<18} {:>9} {:>7} {:>8}   {:<19} by how much",
        "", "positions", "errors", "share", "95 % interval"
    ))?;
    for (kind, marks) in kinds.iter().chain([&("all".to_owned(), marks.to_vec())]) {
        let share = errors(marks);
        let (low, high) = share.interval();
        out.line(format!(
            "{kind:<18} {:>9} {:>7} {:>8}   {:<19} {}",
            grouped(share.of as u64),
            grouped(share.part as u64),
            percent(share.value()),
            format!("{} to {}", percent(low), percent(high)),
            kinds_of_errors(marks)
                .iter()
                .map(|(kind, n)| format!("{kind} {n}"))
                .collect::<Vec<_>>()
                .join(", ")
        ))?;
    }
    let could: Vec<Mark> = marks.iter().filter(|m| m.could_err).copied().collect();
    let Share { part, of } = errors(&could);
    out.line(format!(
        "\nIn {} of the {} positions some move loses value; there the share is {}.",
        grouped(of as u64),
        grouped(marks.len() as u64),
        percent(part as f64 / (of as f64).max(1.0))
    ))
}

/// Errors by how much they lost, the smallest first.
fn kinds_of_errors(marks: &[Mark]) -> Vec<(String, usize)> {
    let mut counts = std::collections::BTreeMap::new();
    for error in marks.iter().filter_map(Mark::error) {
        *counts.entry(error).or_insert(0) += 1;
    }
    counts
        .into_iter()
        .map(|(error, count)| {
            let name = match error {
                Error::Goats(1) => "1 goat".to_owned(),
                Error::Goats(goats) => format!("{goats} goats"),
                Error::WinGiven => "win to draw".to_owned(),
                Error::DrawLost => "draw to loss".to_owned(),
                Error::WinLost => "win to loss".to_owned(),
            };
            (name, count)
        })
        .collect()
}

fn summary(kind: &str, marks: &[Mark]) -> Value {
    let share = errors(marks);
    let (low, high) = share.interval();
    json!({
        "kind": kind,
        "positions": share.of,
        "errors": share.part,
        "share": share.value(),
        "interval": [low, high],
        "could_err": marks.iter().filter(|m| m.could_err).count(),
        "by": kinds_of_errors(marks).into_iter().collect::<std::collections::BTreeMap<_, _>>(),
    })
}

fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}
