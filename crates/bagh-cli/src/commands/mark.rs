//! `bagh mark`: what every move of a game was worth.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use bagh::record::Record;
use bagh::{Game, Position, Side};
use bagh_arena::{Judgement, judge};
use bagh_tables::Tables;
use clap::Args;
use serde::Serialize;

use crate::commands::convert::MAX_RECORD;
use crate::context::Context;
use crate::failure::{Answer, printable};
use crate::input::{self, Source};
use crate::judgements::{JudgementSummary, better_moves, thrown, thrown_away};
use crate::numbers::count_of;
use crate::palette::paint;
use crate::scores::plural;
use crate::tables_args::FolderArgs;
use crate::verdicts::heading;

const EXAMPLES: &str = "\
Every move of the main line is compared with what the tables say. A move keeps the value of the
position, or throws goats away: more are captured in the end, or, of a move of the tigers, fewer. A
win of the tigers counts as all the captures that they need, a win of the goats as one goat less
than none. Accuracy is the share of moves that keep the value, among those that could have lost it:
where every legal move keeps the value, there is no mistake to make. `bagh exam` counts in the same
way.

Records are those of this program; `bagh convert` makes them from other notations. A record names
its game. The tables are made by `bagh solve`.

Examples:
  $ echo '1. C1 A1B1 2. A1 B1B2 *' | bagh mark - --game small.toml --tables .
  $ printf 'C1\\nA1B1\\nA1\\n' | bagh play --record game.bagh --game small.toml
  $ bagh mark game.bagh --game small.toml --tables . --json
  $ bagh mark game.bagh game.bagh --game small.toml --tables .
  $ bagh convert --from baghchal-pgn '1. G13 B1122 2. G11 B2223' --to record | bagh mark -";

/// Show what every move of a game was worth and what was better, from the tables
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Mark {
    /// Records of games; `-` reads one from standard input
    #[arg(value_name = "RECORD", required = true)]
    records: Vec<PathBuf>,

    #[command(flatten)]
    tables: FolderArgs,
}

/// A marked game for programs.
#[derive(Serialize)]
struct Marked<'a> {
    record: String,
    game: &'a str,
    captures_to_win: u8,
    goat: Tally,
    tiger: Tally,
    moves: Vec<MarkedMove>,
}

/// A marked move for programs.
#[derive(Serialize)]
struct MarkedMove {
    ply: u32,
    position: String,
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
    /// Goats thrown away.
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
    judged: Judgement,
}

impl Mark {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let dashes = self.records.iter().filter(|path| is_dash(path)).count();
        ensure!(dashes < 2, "record: found `-` {dashes} times, expected once: standard input ends");
        let mut opened: Option<Tables> = None;
        let mut all = [Tally::default(); 2];
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
            let tables = match opened.take().filter(|tables| same(tables.game())) {
                Some(tables) => tables,
                None => self.tables.open(record.game())?,
            };
            let plies = judge_moves(&tables, &record).with_context(|| source.to_string())?;
            if number > 0 && !context.json {
                context.out.line("")?;
            }
            let tallies = [tally(&plies, Side::Goat), tally(&plies, Side::Tiger)];
            for (all, one) in all.iter_mut().zip(tallies) {
                all.add(one);
            }
            print(context, &source, &record, &plies, tallies)?;
            opened = Some(tables);
        }
        if self.records.len() > 1 && !context.json {
            context.out.line("")?;
            context.out.line(format!("all {} games", self.records.len()))?;
            print_tallies(context, all)?;
        }
        Ok(Answer::Yes)
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
        let name = || tables.game().move_text(&before, mv);
        let judged = judge(tables, &before, mv)
            .with_context(|| format!("ply {}, {}", node.ply(), name()))?
            .with_context(|| format!("ply {}: {} is not legal", node.ply(), name()))?;
        plies.push(Ply { number: node.ply(), before, judged });
        before = *node.position();
    }
    Ok(plies)
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
    source: &Source,
    record: &Record,
    plies: &[Ply],
    tallies: [Tally; 2],
) -> Result<()> {
    let game = record.game();
    let [goat, tiger] = tallies;
    if context.json {
        let moves = plies
            .iter()
            .map(|ply| MarkedMove {
                ply: ply.number,
                position: game.obx(&ply.before),
                judged: JudgementSummary::new(game, &ply.before, &ply.judged),
            })
            .collect();
        let record = match source {
            Source::Stdin => "-".to_owned(),
            Source::File(path) => path.display().to_string(),
        };
        return context.out.json(&Marked {
            record,
            game: game.name(),
            captures_to_win: game.captures(),
            goat,
            tiger,
            moves,
        });
    }
    let palette = context.out.palette;
    let name = printable(&source.to_string());
    context.out.line(paint(palette.label, format!("{name}: {}", game.title())))?;
    context.out.line("")?;
    for ply in plies {
        let judged = &ply.judged;
        let text = game.move_text(&ply.before, judged.played.mv);
        let worth = heading(judged.played.after.value);
        let mut line = format!("{:>4}. {:<6} {text:<8}", ply.number, judged.side);
        if judged.keeps() {
            line += &worth;
        } else {
            let mistake = format!("{worth:<26}throws away {}", thrown_away(judged));
            line += &paint(palette.strong, mistake);
            line += &format!("; better: {}", better_moves(game, &ply.before, judged));
        }
        context.out.line(line.trim_end())?;
    }
    if !plies.is_empty() {
        context.out.line("")?;
    }
    print_tallies(context, tallies)
}

fn print_tallies(context: &mut Context, tallies: [Tally; 2]) -> Result<()> {
    for (side, tally) in [Side::Goat, Side::Tiger].into_iter().zip(tallies) {
        let line = match tally.accuracy {
            None if tally.moves == 0 => "no moves".to_owned(),
            None => format!("{}, and no mistake to make", count_of(tally.moves, "move")),
            Some(accuracy) => format!(
                "{} of {} that could have lost value keep it ({:.1} %), {} thrown away",
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
