//! `bagh mark`: what every move of a game was worth.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use bagh::record::Record;
use bagh::{Game, History, Move, Position, Side};
use bagh_arena::{Judgement, PlayerSpec, Question, judge};
use bagh_tables::Tables;
use clap::Args;
use serde::Serialize;

use crate::asking::Asking;
use crate::bar::Bar;
use crate::commands::convert::MAX_RECORD;
use crate::context::Context;
use crate::engine_args::LimitsArgs;
use crate::failure::{Answer, printable};
use crate::input::{self, Source};
use crate::interruption::leave_when_interrupted;
use crate::judgements::{JudgementSummary, better_moves, thrown, thrown_away};
use crate::numbers::count_of;
use crate::palette::paint;
use crate::players::Roster;
use crate::scores::plural;
use crate::tables_args::{FolderArgs, processors};
use crate::verdicts::heading;
use crate::whole::whole;

/// Positions of games that are kept at a time: more than any game that was played has, few enough
/// for the memory.
const MAX_HELD: usize = 1 << 20;

const EXAMPLES: &str = "\
Every move of the main line is compared with what the tables say. A move keeps the value of the
position, or costs goats: more are captured in the end, or, after a move of the tigers, fewer. A win
of the tigers counts as all the captures that they need, a win of the goats as one goat less than
none. Accuracy is the share of moves that keep the value, among those that could have lost it:
where every legal move keeps the value, there is no mistake to make. `bagh exam` counts in the same
way.

With --player another player is marked in the same games: in every position of the main line in which
some move loses value it is asked what it would play, and its choices are marked in place of the
moves that were played. PLAYER is 1 to 8, perfect, random, greedy, evolved, network:FILE,
ugi:COMMAND LINE or obx:URL; --time, --nodes and --depth limit it.

Records are those of this program; `bagh convert` makes them from other notations. A record names
its game. The tables are made by `bagh solve`.

Examples:
  $ echo '1. C1 A1B1 2. A1 B1B2 *' | bagh mark - --game small.toml --tables .
  $ printf 'C1\\nA1B1\\nA1\\n' | bagh play --record game.bagh --game small.toml
  $ bagh mark game.bagh --game small.toml --tables . --json
  $ bagh mark game.bagh game.bagh --game small.toml --tables .
  $ bagh mark game.bagh --player 2 --game small.toml --tables .
  $ bagh mark game.bagh --player 'ugi:bagh ugi --game small.toml' --game small.toml --tables . --json
  $ bagh convert --from baghchal-pgn '1. G13 B1122 2. G11 B2223' --to record | bagh mark -";

/// Show what every move of a game was worth and what was better, from the tables
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Mark {
    /// Records of games; `-` reads one from standard input
    #[arg(value_name = "RECORD", required = true)]
    records: Vec<PathBuf>,

    /// Mark what this player would have played instead
    #[arg(long, value_name = "PLAYER")]
    player: Option<PlayerSpec>,

    #[command(flatten)]
    limits: LimitsArgs,

    /// The seed of the player
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole::<u64>(..), requires = "player")]
    seed: u64,

    #[command(flatten)]
    tables: FolderArgs,
}

/// A marked game for programs.
#[derive(Serialize)]
struct Marked<'a> {
    record: String,
    game: &'a str,
    captures_to_win: u8,
    /// Who was asked in place of those who played.
    player: Option<String>,
    goat: Tally,
    tiger: Tally,
    moves: Vec<MarkedMove>,
}

/// A marked move for programs.
#[derive(Serialize)]
struct MarkedMove {
    ply: u32,
    position: String,
    /// The move of the record, where a player was asked for another.
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<String>,
    #[serde(flatten)]
    judged: JudgementSummary,
}

/// The moves of one side, counted.
#[derive(Serialize, Clone, Copy, Default, Debug, PartialEq)]
struct Tally {
    moves: u64,
    /// Moves that could have lost value.
    could_err: u64,
    /// Those of them that lost none.
    keeping: u64,
    /// The share of moves that keep the value, among those that could have lost it; `null` if
    /// there are none.
    accuracy: Option<f64>,
    /// Goats that mistakes cost.
    thrown: u64,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.moves += other.moves;
        self.could_err += other.could_err;
        self.keeping += other.keeping;
        self.thrown += other.thrown;
        let share = || self.keeping as f64 / self.could_err as f64;
        self.accuracy = (self.could_err > 0).then(share);
    }
}

/// A move of a game, and what it was worth.
struct Ply {
    number: u32,
    before: Position,
    /// The move of the record.
    played: Move,
    judged: Judgement,
}

/// A record, and who is marked in it.
struct Sheet<'r> {
    source: &'r Source,
    record: &'r Record,
    player: Option<&'r PlayerSpec>,
}

impl Mark {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let dashes = self.records.iter().filter(|path| is_dash(path)).count();
        ensure!(dashes < 2, "record: found `-` {dashes} times, expected once: standard input ends");
        ensure!(
            self.player.is_some() || self.limits.given().is_none(),
            "--time, --nodes and --depth limit a player, and there is none: name it with --player"
        );
        if self.player.as_ref().is_some_and(PlayerSpec::is_external) {
            leave_when_interrupted()?;
        }
        let mut opened: Option<(Arc<Tables>, Roster)> = None;
        let mut all = [Tally::default(); 2];
        let mut asked = 0;
        for (number, path) in self.records.iter().enumerate() {
            let source = match is_dash(path) {
                true => Source::Stdin,
                false => Source::File(path.clone()),
            };
            let text = input::read(&source, MAX_RECORD)?;
            let record = Record::parse(&context.game, &text)
                .with_context(|| format!("{source} is not a record"))?;
            // A record names its game, which may be another one each time.
            let same = |game: &Game| {
                (game.name(), game.captures()) == (record.game().name(), record.game().captures())
            };
            let (tables, roster) = match opened.take().filter(|(tables, _)| same(tables.game())) {
                Some(opened) => opened,
                None => {
                    let tables = Arc::new(self.tables.open(record.game())?);
                    let roster =
                        Roster::new(record.game(), Some(Arc::clone(&tables)), &self.player)?;
                    (tables, roster)
                }
            };
            let plies = match &self.player {
                None => judge_moves(&tables, &record),
                Some(player) => self.judge_player(player, &roster, &tables, &record, &mut asked),
            };
            let plies = plies.with_context(|| source.to_string())?;
            if number > 0 && !context.json {
                context.out.line("")?;
            }
            let tallies = [tally(&plies, Side::Goat), tally(&plies, Side::Tiger)];
            for (all, one) in all.iter_mut().zip(tallies) {
                all.add(one);
            }
            let sheet = Sheet { source: &source, record: &record, player: self.player.as_ref() };
            print(context, &sheet, &plies, tallies)?;
            opened = Some((tables, roster));
        }
        if self.records.len() > 1 && !context.json {
            context.out.line("")?;
            context.out.line(format!("all {} games", self.records.len()))?;
            print_tallies(context, all, self.player.is_some())?;
        }
        Ok(Answer::Yes)
    }

    /// Asks a player for its move wherever one could lose value, and judges it. `asked` counts the
    /// questions of all records, so that a seed makes other choices in each.
    fn judge_player(
        &self,
        player: &PlayerSpec,
        roster: &Roster,
        tables: &Tables,
        record: &Record,
        asked: &mut usize,
    ) -> Result<Vec<Ply>> {
        let name = player.to_string();
        let asking = Asking {
            name: &name,
            budget: self.limits.budget(),
            at_once: processors(),
            is_kept: player.is_external(),
        };
        let line: Vec<Move> = record.main_line().collect();
        let bar = Bar::new("positions", line.len() as u64);
        let mut history = History::new(record.game().clone(), *record.start());
        let mut plies = Vec::new();
        let mut batch: Vec<Question> = Vec::new();
        let mut held = 0;
        for (at, &mv) in line.iter().enumerate() {
            let moves =
                tables.moves(history.position()).with_context(|| format!("ply {}", at + 1))?;
            if let Some(question) = Question::new(*asked, history.clone(), &moves) {
                *asked += 1;
                held += question.history.len();
                batch.push(question);
            }
            history.play(mv).with_context(|| format!("ply {}", at + 1))?;
            if at + 1 < line.len() && held < MAX_HELD {
                continue;
            }
            let make =
                |question: &Question| roster.make(player, self.seed ^ question.number as u64);
            let chosen = asking.moves(&batch, make, |_| ())?;
            for (question, mv) in batch.drain(..).zip(chosen) {
                let at = question.history.len();
                plies.push(ply(tables, at as u32 + 1, *question.position(), line[at], mv)?);
            }
            held = 0;
            bar.set(at as u64 + 1);
        }
        bar.end();
        Ok(plies)
    }
}

fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Judges every move of the main line.
fn judge_moves(tables: &Tables, record: &Record) -> Result<Vec<Ply>> {
    let mut plies = Vec::new();
    let mut before = *record.start();
    for id in record.main_nodes() {
        let node = record.node(id);
        let Some(mv) = node.played() else { continue };
        plies.push(ply(tables, node.ply(), before, mv, mv)?);
        before = *node.position();
    }
    Ok(plies)
}

/// Judges one move, which need not be the one that was played.
fn ply(tables: &Tables, number: u32, before: Position, played: Move, judged: Move) -> Result<Ply> {
    let name = || tables.game().move_text(&before, judged);
    let judged = judge(tables, &before, judged)
        .with_context(|| format!("ply {number}, {}", name()))?
        .with_context(|| format!("ply {number}: {} is not legal", name()))?;
    Ok(Ply { number, before, played, judged })
}

fn tally(plies: &[Ply], side: Side) -> Tally {
    let mut tally = Tally::default();
    for ply in plies.iter().filter(|ply| ply.judged.side == side) {
        let could_err = ply.judged.could_err();
        tally.add(Tally {
            moves: 1,
            could_err: could_err.into(),
            keeping: (could_err && ply.judged.keeps()).into(),
            accuracy: None,
            thrown: ply.judged.lost.into(),
        });
    }
    tally
}

fn print(
    context: &mut Context,
    sheet: &Sheet<'_>,
    plies: &[Ply],
    tallies: [Tally; 2],
) -> Result<()> {
    let game = sheet.record.game();
    let [goat, tiger] = tallies;
    if context.json {
        let moves = plies
            .iter()
            .map(|ply| MarkedMove {
                ply: ply.number,
                position: game.obx(&ply.before),
                played: sheet.player.map(|_| game.move_text(&ply.before, ply.played)),
                judged: JudgementSummary::new(game, &ply.before, &ply.judged),
            })
            .collect();
        let record = match sheet.source {
            Source::Stdin => "-".to_owned(),
            Source::File(path) => path.display().to_string(),
        };
        return context.out.json(&Marked {
            record,
            game: game.name(),
            captures_to_win: game.captures(),
            player: sheet.player.map(PlayerSpec::to_string),
            goat,
            tiger,
            moves,
        });
    }
    let palette = context.out.palette;
    let name = printable(&sheet.source.to_string());
    let mut title = format!("{name}: {}", game.title());
    if let Some(player) = sheet.player {
        title += &format!("; what {} would have played", printable(&player.to_string()));
    }
    context.out.line(paint(palette.label, title))?;
    context.out.line("")?;
    for ply in plies {
        let judged = &ply.judged;
        let text = game.move_text(&ply.before, judged.played.mv);
        let worth = heading(judged.played.after.value);
        let mut line = format!("{:>4}. {:<6} {text:<8}", ply.number, judged.side);
        if judged.keeps() {
            line += &worth;
        } else {
            let mistake = format!("{worth:<26}costs {}", thrown_away(judged));
            line += &paint(palette.strong, mistake);
            line += &format!("; better: {}", better_moves(game, &ply.before, judged));
        }
        if ply.played != judged.played.mv {
            line += &format!("; played: {}", game.move_text(&ply.before, ply.played));
        }
        context.out.line(line.trim_end())?;
    }
    if !plies.is_empty() {
        context.out.line("")?;
    }
    print_tallies(context, tallies, sheet.player.is_some())
}

/// Prints how many moves kept the value. A player is only asked where it could err.
fn print_tallies(context: &mut Context, tallies: [Tally; 2], has_player: bool) -> Result<()> {
    for (side, tally) in [Side::Goat, Side::Tiger].into_iter().zip(tallies) {
        let line = match tally.accuracy {
            None if has_player => "no mistake to make".to_owned(),
            None if tally.moves == 0 => "no moves".to_owned(),
            None => format!("{}, and no mistake to make", count_of(tally.moves, "move")),
            Some(accuracy) => format!(
                "{} of {} that could have lost value keep it ({:.1} %); mistakes cost {}",
                tally.keeping,
                count_of(tally.could_err, "move"),
                100.0 * accuracy,
                thrown(side, tally.thrown)
            ),
        };
        context.out.line(format!("{:<8}{line}", plural(side)))?;
    }
    Ok(())
}
