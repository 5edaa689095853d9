//! `bagh exam`: how often a player loses value.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail, ensure};
use bagh::{Game, Phase, Side};
use bagh_arena::openings::move_texts;
use bagh_arena::players::EnginePlayer;
use bagh_arena::stats::Regret;
use bagh_arena::{
    ErrorKind, Exam as Questions, Failure, KINDS, Mark, Player, PlayerSpec, Question,
};
use bagh_engine::{Level, Limits};
use clap::Args;
use serde_json::{Value, json};

use crate::asking::{Asking, Fault, by_kind};
use crate::bar::Bar;
use crate::context::Context;
use crate::engine_args::{EvaluationArgs, LimitsArgs};
use crate::failure::{Answer, printable};
use crate::input::{self, Source};
use crate::interruption::leave_when_interrupted;
use crate::numbers::{count_of, grouped};
use crate::players::Roster;
use crate::tables_args::{TablesArgs, processors};
use crate::whole::whole;

/// The largest file of answers that is read.
const MAX_ANSWERS: usize = 256 << 20;

const EXAMPLES: &str = "\
Positions are drawn from games between players of mixed strength, equally many of each phase and
side. Those in which no move loses value are left out: there is no mistake to make. The player is
asked for its move; the tables say whether it lost value, and how much. Intervals are 95 %
confidence intervals.

A player that crashes, stalls, breaks the protocol or plays an illegal move is started again; its
failure counts as an error that lost the game. One that only fails is not marked.

PLAYER is 1 to 8, perfect, random, greedy, evolved, network:FILE, ugi:COMMAND LINE or obx:URL;
without one, the engine at full strength is marked, with the evaluation of --evaluation.

With --list the positions are printed instead, with the moves that lead to them; --answers marks
moves that were found elsewhere, one a line in the order of the list.

Examples:
  $ bagh exam 2 --positions 40 --game small.toml --tables .
  $ bagh exam random --positions 40 --game small.toml --tables . --json
  $ bagh exam 'ugi:bagh ugi --game small.toml' --positions 8 --game small.toml --tables .
  $ bagh exam --positions 40 --nodes 1000 --game small.toml --tables .
  $ bagh exam --positions 8 --list --game small.toml --tables .
  $ bagh exam 8 --time 100ms --positions 10000";

/// Mark a player by the tables: how often its moves lose value
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Exam {
    /// The player to mark
    #[arg(value_name = "PLAYER", conflicts_with = "evaluation")]
    player: Option<PlayerSpec>,

    /// How many positions to draw
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole::<u32>(4..=10_000_000))]
    positions: u32,

    /// The seed of the positions: the same ones each time
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole::<u64>(..))]
    seed: u64,

    /// Print the positions instead
    #[arg(long, conflicts_with_all = ["player", "answers"])]
    list: bool,

    /// Mark the moves of this file (`-` for standard input), one a line in the order of --list
    #[arg(long, value_name = "FILE", conflicts_with = "player")]
    answers: Option<String>,

    #[arg(long, value_name = "LEVEL", hide = true, conflicts_with_all = ["player", "evaluation"])]
    level: Option<Level>,

    #[arg(long, hide = true, conflicts_with_all = ["player", "evaluation", "level"])]
    aimless: bool,

    #[command(flatten)]
    limits: LimitsArgs,

    #[command(flatten)]
    evaluation: EvaluationArgs,

    /// Threads of each search, where time limits it
    #[arg(long, alias = "threads-a-move", value_name = "N", default_value_t = 1, value_parser = whole::<u8>(1..=64))]
    threads_per_move: u8,

    #[command(flatten)]
    tables: TablesArgs,
}

impl Exam {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let tables = Arc::new(self.tables.open_complete(context)?);
        let game = context.game.clone();
        let player = match self.level {
            _ if self.aimless => Some(PlayerSpec::Random),
            Some(level) => Some(PlayerSpec::Level(level)),
            None => self.player.clone(),
        };
        let roster = Roster::new(&game, Some(Arc::clone(&tables)), &player)?;
        let count = self.positions as usize;
        // Before the positions are drawn, which takes a while.
        let answers = self.answers.as_deref().map(|file| Answers::read(file, count)).transpose()?;
        let exam = self.tables.with_threads(|| {
            let bar = Bar::new("positions from games", count as u64);
            let exam =
                Questions::draw(&tables, self.seed, count, None, |done| bar.set(done as u64));
            bar.end();
            exam
        })??;
        if self.list {
            list(context, &exam)?;
            return Ok(Answer::Yes);
        }
        if let (Some(answers), Some(file)) = (&answers, &self.answers) {
            let marks = answers.marks(&game, &exam)?;
            print(context, &game, file, &exam, &Marked { marks, faults: Vec::new() })?;
            return Ok(Answer::Yes);
        }
        let (name, marked) = self.ask(&game, &exam, player.as_ref(), &roster)?;
        print(context, &game, &name, &exam, &marked)?;
        Ok(Answer::Yes)
    }

    /// Asks the player about every position.
    fn ask(
        &self,
        game: &Game,
        exam: &Questions,
        player: Option<&PlayerSpec>,
        roster: &Roster,
    ) -> Result<(String, Marked)> {
        if player.is_some_and(PlayerSpec::is_external) {
            leave_when_interrupted()?;
        }
        let evaluation = self.evaluation.evaluation(game)?;
        let limits = self.limits.limits();
        let budget = self.limits.budget();
        let make = |question: &Question| -> Result<Box<dyn Player>, Failure> {
            let seed = self.seed ^ question.number as u64;
            match player {
                Some(spec) => roster.make(spec, seed),
                None => {
                    let evaluation = Arc::clone(&evaluation);
                    let engine = EnginePlayer::with_evaluation(game, "engine", evaluation, seed);
                    let threads = usize::from(self.threads_per_move);
                    Ok(Box::new(engine.with_limits(limits).with_threads(threads)))
                }
            }
        };
        // As many moves at a time as there are processors for.
        let threads = self.tables.threads().unwrap_or_else(processors);
        let at_once = (threads / usize::from(self.threads_per_move)).max(1);
        let name = match player {
            Some(spec) => spec.to_string(),
            None => format!("{}, {}", evaluation.name(), limits_text(limits)),
        };
        let asking = Asking {
            name: &name,
            budget,
            at_once,
            is_kept: player.is_some_and(PlayerSpec::is_external),
        };
        let bar = Bar::new("moves", exam.questions.len() as u64);
        let moves = asking.moves(&exam.questions, make, |done| bar.set(done));
        bar.end();
        let mut marked = Marked::default();
        for (question, answer) in exam.questions.iter().zip(moves?) {
            match answer {
                Ok(mv) => marked.marks.extend(question.mark(mv)),
                Err(fault) => {
                    marked.marks.push(question.mark_of_forfeit());
                    marked.faults.push(fault);
                }
            }
        }
        Ok((name, marked))
    }
}

/// What came of an exam.
#[derive(Default)]
struct Marked {
    marks: Vec<Mark>,
    /// Answers that were none. Their marks are those of lost games.
    faults: Vec<Fault>,
}

/// Prints the positions.
fn list(context: &mut Context, exam: &Questions) -> Result<()> {
    let Context { game, out, json, .. } = context;
    for question in &exam.questions {
        let (position, moves) = (game.obx(question.position()), move_texts(&question.history));
        if *json {
            out.json(&json!({ "number": question.number, "position": position, "moves": moves }))?;
        } else {
            out.line(format!("{position}\t{}", moves.join(" ")))?;
        }
    }
    Ok(())
}

/// Moves that were found elsewhere.
struct Answers {
    source: Source,
    /// One for each position of the exam.
    lines: Vec<String>,
}

impl Answers {
    /// Reads answers to at most this many positions.
    fn read(file: &str, drawn: usize) -> Result<Answers> {
        let source = match file {
            "-" => Source::Stdin,
            _ => Source::File(file.into()),
        };
        let text = input::read(&source, MAX_ANSWERS)?;
        let lines: Vec<String> = text.lines().map(|line| line.trim().to_owned()).collect();
        ensure!(
            (1..=drawn).contains(&lines.len()),
            "--answers: found {} in {source}, expected one for each position of --list",
            count_of(lines.len() as u64, "line"),
        );
        Ok(Answers { source, lines })
    }

    fn marks(&self, game: &Game, exam: &Questions) -> Result<Vec<Mark>> {
        let source = &self.source;
        ensure!(
            self.lines.len() == exam.questions.len(),
            "--answers: found {} in {source}, expected {}, one for each position of --list",
            count_of(self.lines.len() as u64, "line"),
            exam.questions.len()
        );
        exam.questions
            .iter()
            .zip(&self.lines)
            .enumerate()
            .map(|(at, (question, text))| {
                let mv = game
                    .parse_move(question.position(), text)
                    .with_context(|| format!("--answers: {source}, line {}", at + 1))?;
                match question.mark(mv) {
                    Some(mark) => Ok(mark),
                    None => bail!(
                        "--answers: {source}, line {}: found {text}, expected a legal move in {}",
                        at + 1,
                        game.obx(question.position())
                    ),
                }
            })
            .collect()
    }
}

/// The limits in words.
fn limits_text(limits: Limits) -> String {
    let mut parts = Vec::new();
    parts.extend(limits.time.map(|time| format!("{} ms a move", time.as_millis())));
    parts.extend(limits.nodes.map(|nodes| format!("{} nodes a move", grouped(nodes))));
    parts.extend(limits.depth.map(|depth| count_of(depth, "ply")));
    parts.join(", ")
}

fn print(
    context: &mut Context,
    game: &Game,
    name: &str,
    exam: &Questions,
    Marked { marks, faults }: &Marked,
) -> Result<()> {
    let of_kind = |(phase, side)| {
        let of = marks.iter().filter(move |m| m.phase == phase && m.side == side);
        of.copied().collect::<Vec<Mark>>()
    };
    if context.json {
        let kinds = KINDS.map(|kind| summary(Some(kind), &of_kind(kind)));
        return context.out.json(&json!({
            "game": game.name(),
            "captures_to_win": game.captures(),
            "player": name,
            "drawn": exam.drawn,
            "failed": by_kind(faults),
            "all": summary(None, marks),
            "kinds": kinds,
        }));
    }
    let out = &mut context.out;
    out.line(format!("{}: {name}\n", game.title()))?;
    out.line(format!(
        "{:<18} {:>9} {:>7} {:>8}   {:<19} {:>9}   by how much",
        "", "positions", "errors", "share", "95 % interval", "mean lost"
    ))?;
    let kinds = KINDS.map(|kind| (format!("{}, {}", kind.0.word(), kind.1), of_kind(kind)));
    for (kind, marks) in kinds.iter().chain([&("all".to_owned(), marks.clone())]) {
        let regret = Regret::of_marks(marks);
        let (low, high) = regret.share_interval;
        let by: Vec<String> =
            by_how_much(marks).iter().map(|(kind, n)| format!("{kind} {n}")).collect();
        let line = format!(
            "{kind:<18} {:>9} {:>7} {:>8}   {:<19} {:>9.4}   {}",
            grouped(regret.could_err),
            grouped(regret.errors),
            percent(regret.share),
            format!("{} to {}", percent(low), percent(high)),
            regret.mean_lost,
            by.join(", ")
        );
        out.line(line.trim_end())?;
    }
    if let Some(first) = faults.first() {
        let kinds: Vec<String> =
            by_kind(faults).iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        out.line(format!(
            "\n{} without a legal move count as lost games ({}); the first: {}",
            count_of(faults.len() as u64, "answer"),
            kinds.join(", "),
            printable(&first.message)
        ))?;
    }
    out.line(format!(
        "\n{} positions were drawn; in {} of them some move loses value, and only those count.",
        grouped(exam.drawn as u64),
        grouped(marks.len() as u64),
    ))
}

/// Errors by how much they lost, the smallest first.
fn by_how_much(marks: &[Mark]) -> Vec<(String, usize)> {
    let mut counts = BTreeMap::new();
    for error in marks.iter().filter_map(Mark::error) {
        *counts.entry(error).or_insert(0) += 1;
    }
    counts
        .into_iter()
        .map(|(error, count)| {
            let name = match error {
                ErrorKind::Goats(goats) => count_of(goats, "goat"),
                ErrorKind::WinToDraw => "win to draw".to_owned(),
                ErrorKind::DrawToLoss => "draw to loss".to_owned(),
                _ => "win to loss".to_owned(),
            };
            (name, count)
        })
        .collect()
}

fn summary(kind: Option<(Phase, Side)>, marks: &[Mark]) -> Value {
    let regret = Regret::of_marks(marks);
    json!({
        "phase": kind.map(|(phase, _)| phase.word()),
        "side": kind.map(|(_, side)| side.to_string()),
        "positions": regret.could_err,
        "errors": regret.errors,
        "share": regret.share,
        "share_interval": regret.share_interval,
        "mean_lost": regret.mean_lost,
        "mean_lost_interval": regret.mean_lost_interval,
        "by": by_how_much(marks).into_iter().collect::<BTreeMap<_, _>>(),
    })
}

fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}
