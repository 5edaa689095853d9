//! `bagh mark`: what every move of a game was worth.

mod ply;
mod print;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use bagh::record::Record;
use bagh::{Game, History, Move, Position, Side};
use bagh_arena::{PlayerSpec, Question, judge};
use bagh_tables::Tables;
use clap::Args;

use self::ply::{Choice, Ply, Tally, tally};
use self::print::{Sheet, print, print_tallies};
use crate::asking::Asking;
use crate::bar::Bar;
use crate::commands::convert::MAX_RECORD;
use crate::context::Context;
use crate::engine_args::LimitsArgs;
use crate::failure::Answer;
use crate::input::{self, Source};
use crate::interruption::leave_when_interrupted;
use crate::players::Roster;
use crate::tables_args::{FolderArgs, processors};
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
ugi:COMMAND LINE or obx:URL; --time, --nodes and --depth limit it. A player that crashes, stalls,
breaks the protocol or plays an illegal move is started again; its failure counts as a lost game.

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
            for (question, answer) in batch.drain(..).zip(chosen) {
                let at = question.history.len();
                let (number, before, played) = (at as u32 + 1, *question.position(), line[at]);
                plies.push(match answer {
                    Ok(mv) => ply(tables, number, before, played, mv)?,
                    Err(fault) => {
                        let lost = question.mark_of_forfeit().lost;
                        Ply { number, before, played, choice: Choice::Failed { fault, lost } }
                    }
                });
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
    Ok(Ply { number, before, played, choice: Choice::Judged(judged) })
}
