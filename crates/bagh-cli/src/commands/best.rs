//! `bagh best`: the best move, by looking ahead.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result};
use bagh::notation::ReadPosition;
use bagh_engine::{Engine, Line, SearchOptions, SearchReport, SolvedTables, TablebaseParts};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::context::Context;
use crate::describe::Ending;
use crate::engine_args::{EvaluationArgs, LimitsArgs};
use crate::failure::{Answer, warn};
use crate::numbers::{count_of, grouped, seconds};
use crate::palette::paint;
use crate::position_args::{PositionArgs, obx};
use crate::scores::{self, ScoreSummary};
use crate::tables_args::{FolderArgs, ThreadsArgs};
use crate::whole::whole;

/// Exit code of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Memory for what the search has seen, in bytes.
const MEMORY: usize = 64 << 20;

const EXAMPLES: &str = "\
The engine looks ahead, and needs no tables. What it says is an estimate, unless it has seen the end
of the game; `bagh probe` has the truth, where there are tables. With --with-tables the search asks
the tables, too: all of them, or those of the sliding phase.

A score is the number of goats that are expected to be captured in the end, or who wins and when.
Interrupted (Ctrl-C), the search ends with the best move so far.

Examples:
  $ bagh best --time 200ms
  $ bagh best 'TG2T/5/5/5/T3T t g19 c0 mB1 1' --depth 4
  $ bagh best --nodes 20000 --lines 3 --json
  $ bagh best --depth 3 --evaluation hand-written --game aadu-puli
  $ bagh best --depth 2 --with-tables --game small.toml --tables .
  $ bagh best 'T1T/GG1/3 t g3 c0' --depth 2 --with-tables=sliding --game small.toml --tables .";

/// Find the best move by looking ahead
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Best {
    #[command(flatten)]
    position: PositionArgs,

    #[command(flatten)]
    limits: LimitsArgs,

    /// How many lines to show, the best first
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = whole::<u16>(1..=100))]
    lines: u16,

    #[command(flatten)]
    evaluation: EvaluationArgs,

    /// Ask the tables, too: all, or sliding
    #[arg(long, value_name = "WHICH", num_args = 0..=1, require_equals = true,
          default_missing_value = "all")]
    with_tables: Option<Which>,

    #[command(flatten)]
    tables: FolderArgs,

    #[command(flatten)]
    threads: ThreadsArgs,
}

/// Which tables are asked.
#[derive(ValueEnum, Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
enum Which {
    /// All of them.
    All,
    /// Those of the sliding phase.
    Sliding,
}

/// An answer for programs.
#[derive(Serialize)]
struct Answered<'a> {
    position: String,
    best: Option<&'a String>,
    lines: Vec<LineSummary>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    evaluation: &'a str,
    tables: Option<Which>,
}

/// A line for programs.
#[derive(Serialize)]
struct LineSummary {
    #[serde(flatten)]
    score: ScoreSummary,
    moves: Vec<String>,
}

impl Best {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let read = self.position.read(context)?;
        let game = context.game.clone();
        let evaluation = self.evaluation.evaluation(&game)?;
        let mut engine = Engine::with_evaluation(&game, Arc::clone(&evaluation))
            .with_hash_size(MEMORY)
            .with_threads(self.threads.processors());
        let mut knowledge = None;
        if let Some(parts) = self.parts() {
            let tables = Arc::new(self.tables.open(&game)?);
            let known = Arc::new(SolvedTables::new(tables, parts));
            engine = engine.with_tablebase(known.clone());
            knowledge = Some(known);
        }
        let report = self.search(&mut engine, &read)?;
        if let Some(error) = knowledge.and_then(|k| k.error().map(ToString::to_string)) {
            warn(&format!("some look-ups in the tables failed: {error}"));
        }
        match context.json {
            true => self.print_json(context, &read, &report, evaluation.name())?,
            false => print(context, &read, &report, evaluation.name())?,
        }
        Ok(Answer::Yes)
    }

    /// The tables that are asked, if any. Who names their folder wants them.
    fn which(&self) -> Option<Which> {
        self.with_tables.or(self.tables.is_given().then_some(Which::All))
    }

    fn parts(&self) -> Option<TablebaseParts> {
        self.which().map(|which| match which {
            Which::All => TablebaseParts::All,
            Which::Sliding => TablebaseParts::Sliding,
        })
    }

    fn search(&self, engine: &mut Engine, read: &ReadPosition) -> Result<SearchReport> {
        let stop = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&stop);
        ctrlc::set_handler(move || {
            // Who asks twice does not want to wait for the answer.
            if seen.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED);
            }
        })
        .context("cannot watch for interrupts")?;
        let limits = self.limits.limits();
        let bar = ProgressBar::new_spinner().with_style(ProgressStyle::with_template(
            "{spinner} thinking for {elapsed}{msg}; Ctrl-C for the best so far",
        )?);
        if let Some(time) = limits.time {
            bar.set_message(format!(" of {}", seconds(time.as_secs_f64())));
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        let question = SearchOptions {
            limits,
            lines: self.lines.into(),
            stop: Some(&stop),
            ..SearchOptions::default()
        };
        let report = engine.search(&read.position, question);
        bar.finish_and_clear();
        Ok(report)
    }

    fn print_json(
        &self,
        context: &mut Context,
        read: &ReadPosition,
        report: &SearchReport,
        evaluation: &str,
    ) -> Result<()> {
        let game = &context.game;
        let lines: Vec<LineSummary> = report
            .lines
            .iter()
            .map(|line| LineSummary {
                score: ScoreSummary::new(line.score),
                moves: scores::line(game, &read.position, &line.moves),
            })
            .collect();
        let best = lines.first().and_then(|line| line.moves.first()).cloned();
        let answered = Answered {
            position: obx(context, read)?,
            best: best.as_ref(),
            lines,
            depth: report.depth,
            nodes: report.nodes,
            seconds: report.time.as_secs_f64(),
            nodes_per_second: speed(report),
            evaluation,
            tables: self.which(),
        };
        context.out.json(&answered)
    }
}

/// Positions a second.
fn speed(report: &SearchReport) -> u64 {
    match report.time.as_secs_f64() {
        0.0 => 0,
        seconds => (report.nodes as f64 / seconds) as u64,
    }
}

fn print(
    context: &mut Context,
    read: &ReadPosition,
    report: &SearchReport,
    evaluation: &str,
) -> Result<()> {
    let text = obx(context, read)?;
    let Context { game, out, .. } = context;
    let palette = out.palette;
    out.line(paint(palette.label, text))?;
    if let Some(result) = game.result(&read.position) {
        let sentence = Ending::from(result).sentence();
        return out.line(format!("no moves, the game is over: {sentence}"));
    }
    let shown = |line: &Line| {
        let moves = scores::line(game, &read.position, &line.moves);
        (moves.join(" "), scores::words(game, line.score))
    };
    if let [first, rest @ ..] = &report.lines[..] {
        let (moves, score) = shown(first);
        let best = moves.split(' ').next().unwrap_or_default().to_owned();
        out.line(format!("best     {}", paint(palette.strong, best)))?;
        out.line(format!("score    {score}"))?;
        out.line(format!("line     {moves}"))?;
        for (number, line) in rest.iter().enumerate() {
            let (moves, score) = shown(line);
            out.line(format!("{:<9}{moves}  ({score})", format!("line {}", number + 2)))?;
        }
    }
    out.line(format!("depth    {}", count_of(report.depth, "ply")))?;
    out.line(format!(
        "looked   at {} in {}, {} a second",
        count_of(report.nodes, "position"),
        seconds(report.time.as_secs_f64()),
        grouped(speed(report))
    ))?;
    out.line(format!("judged   by the evaluation {evaluation}"))
}
