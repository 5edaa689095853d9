//! `bagh match`: games between two players.

mod print;
mod save;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use bagh::{Game, Side};
use bagh_arena::matches::{Match as Games, MatchGame, Run, Summary};
use bagh_arena::openings::{self, Opening};
use bagh_arena::stats::Sprt;
use bagh_arena::{ClockSetting, Failure, PlayerSpec, Rules, TimeControl};
use bagh_tables::{Tables, Value};
use clap::Args;

pub use self::print::busy;
use self::save::Saved;
use crate::bar::Bar;
use crate::context::Context;
use crate::engine_args::{MAX_NETWORK, time};
use crate::failure::{Answer, warn};
use crate::input::{self, Source};
use crate::interruption::stop_games_when_interrupted;
use crate::numbers::count_of;
use crate::players::Roster;
use crate::tables_args::{FolderArgs, processors};
use crate::whole::whole;

/// The largest file of openings that is read.
const MAX_OPENINGS: usize = 16 << 20;

const EXAMPLES: &str = "\
A player is 1 to 8, perfect, random, greedy, evolved, network:FILE, ugi:COMMAND LINE or obx:URL.

Games come in pairs: one opening, played with sides swapped. With tables, openings are drawn from
them, each with the same exact value (by default that of the start), and every move is marked: beside
Elo stand the share of moves that lost value, the mean value lost, and the move that lost each game.

A player that crashes, stalls, runs out of time, plays an illegal move or breaks the protocol
forfeits the game, and is started again for the next. With --save every game is saved as it ends;
the same command goes on from there. Interrupted (Ctrl-C), the match ends with what was played.

Examples:
  $ bagh match 3 1 --games 2
  $ bagh match 2 perfect --games 4 --game small.toml --tables . --json
  $ bagh match 'ugi:bagh ugi --strength 2' random --games 2 --move-time 50ms
  $ bagh match 8 7 --games 2000 --move-time 100ms --sprt 0 20
  $ bagh match 8 'ugi:python3 bot.py' --games 100 --time 10s+100ms --save my.match";

/// Let two players play games, and compare them
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Match {
    /// The first player
    #[arg(value_name = "A")]
    first: PlayerSpec,

    /// The second player
    #[arg(value_name = "B")]
    second: PlayerSpec,

    /// How many games; two for each opening
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole::<u32>(1..=1_000_000))]
    games: u32,

    #[command(flatten)]
    time: TimeArgs,

    /// Games at a time: by default one for each processor
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=256))]
    concurrency: Option<u16>,

    /// The first player plays this side in every game, instead of both in turn
    #[arg(long, value_name = "SIDE", value_parser = side)]
    first_as: Option<Side>,

    #[command(flatten)]
    openings: OpeningArgs,

    /// End each game with its exact value once all goats are placed (needs tables)
    #[arg(long)]
    adjudicate: bool,

    /// Stop as soon as it is clear whether A is ELO0 or ELO1 stronger (5 % errors)
    #[arg(long, value_names = ["ELO0", "ELO1"], num_args = 2, allow_negative_numbers = true, value_parser = elo)]
    sprt: Option<Vec<f64>>,

    /// Save every game to this file as it ends, and go on from what is there
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Write the records of all games to this file
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,

    #[command(flatten)]
    tables: FolderArgs,
}

/// What players may use.
#[derive(Args, Debug, Default)]
pub struct TimeArgs {
    /// A clock for each game, such as 10s or 10s+100ms (added after each move)
    #[arg(long, value_name = "TIME", value_parser = clock)]
    time: Option<ClockSetting>,

    /// Time for each move
    #[arg(long, value_name = "TIME", value_parser = time, alias = "strongest")]
    move_time: Option<Duration>,

    /// Nodes for each move
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..))]
    nodes: Option<u64>,

    /// Plies for each search
    #[arg(long, value_name = "PLIES", value_parser = whole::<u32>(1..=60))]
    depth: Option<u32>,

    /// How much later than its time an answer may come
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "100ms")]
    margin: Duration,

    /// How long a player may be silent beyond its time before it counts as stalled
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "10s")]
    stall: Duration,
}

impl TimeArgs {
    /// The rules that they ask for.
    pub fn rules(&self) -> Rules<'static> {
        let time = TimeControl {
            clock: self.time,
            move_time: self.move_time,
            nodes: self.nodes,
            depth: self.depth,
        };
        Rules { time, margin: self.margin, stall: self.stall, ..Rules::default() }
    }
}

/// Where openings come from.
#[derive(Args, Debug)]
struct OpeningArgs {
    /// Openings from this file, one a line: moves from the start, or a position
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Random plies of each opening
    #[arg(long, value_name = "PLIES", default_value_t = 4, alias = "random", value_parser = whole::<u8>(0..=60))]
    opening_plies: u8,

    /// The exact value of the openings: goat-win, tiger-win, or the captures of a draw; by default
    /// the value of the start (needs tables)
    #[arg(long, value_name = "VALUE")]
    opening_value: Option<String>,

    /// The seed of openings and players
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole::<u64>(..))]
    seed: u64,
}

/// The largest seed of a game is this much larger than the first.
const SEEDS: u64 = 1 << 32;

impl Match {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let game = context.game.clone();
        let needs = self.adjudicate
            || self.openings.opening_value.is_some()
            || [&self.first, &self.second].iter().any(|spec| spec.needs_tables());
        let tables = complete_tables(&self.tables, &game, needs)?;
        let specs = [self.first.clone(), self.second.clone()];
        let roster = Roster::new(&game, tables.clone(), &specs)?;
        let openings = self.openings.draw(&game, tables.as_deref(), self.games as usize)?;
        let mut rules = self.time.rules();
        if self.adjudicate {
            rules.adjudicate = tables.as_deref();
        }
        let sprt = match self.sprt.as_deref() {
            Some(&[elo0, elo1]) => {
                ensure!(elo0 < elo1, "--sprt: found {elo0} {elo1}, expected the smaller one first");
                ensure!(
                    self.first_as.is_none(),
                    "--sprt: found --first-as beside it, expected both sides in turn: a test counts pairs of games with swapped sides. Leave out one of the two"
                );
                Some(Sprt::new(elo0, elo1))
            }
            _ => None,
        };
        let names = names(&specs);
        let games = Games {
            names: names.clone(),
            games: self.games as usize,
            openings: &openings,
            rules,
            tables: tables.as_deref(),
            concurrency: self.concurrency.map_or_else(processors, usize::from),
            sprt,
            first_side: self.first_as,
        };
        if let Some(value) = openings[0].value
            && !context.json
        {
            context.out.line(format!(
                "{}: {} against {}, {}, openings of {} plies, each {}",
                game.title(),
                names[0],
                names[1],
                count_of(self.games, "game"),
                self.openings.opening_plies,
                bagh_arena::matches::value_text(value)
            ))?;
        }
        let header = save::header(&game, &specs, &self.settings()?, self.openings.seed);
        let mut saved = Saved::open(self.save.as_deref(), self.records.as_deref(), &header)?;
        let before = saved.games().to_vec();
        let context = Mutex::new(context);
        let saved = Mutex::new(&mut saved);
        let bar = Bar::new("games", u64::from(self.games));
        stop_games_when_interrupted()?;
        let seed = |player: usize, number: usize| {
            self.openings.seed.wrapping_mul(SEEDS) ^ (2 * number + player) as u64
        };
        let make = |player: usize, number: usize| roster.make(&specs[player], seed(player, number));
        let finished = |played: &MatchGame| {
            let broken = |error: anyhow::Error| Failure::Broken(format!("{error:#}"));
            let mut saved = saved.lock().unwrap_or_else(PoisonError::into_inner);
            saved.add(played).map_err(broken)?;
            bar.set(saved.games().len() as u64);
            let mut context = context.lock().unwrap_or_else(PoisonError::into_inner);
            print::game(&mut context, played).map_err(broken)
        };
        let run = games.run(&before, &make, &finished);
        bar.end();
        let context = context.into_inner().unwrap_or_else(PoisonError::into_inner);
        let played = saved.into_inner().unwrap_or_else(PoisonError::into_inner);
        let run = match run {
            Ok(run) => run,
            Err(Failure::Interrupted) => {
                warn("interrupted: the games that were finished count");
                Run::default()
            }
            Err(failure) => bail!("{failure}"),
        };
        let summary = Summary::new(&game, &names, played.games(), sprt, run);
        print::summary(context, &game, &summary, self.time.margin)?;
        Ok(Answer::Yes)
    }

    /// What must be the same for a match to go on. Files that have changed meanwhile are others.
    fn settings(&self) -> Result<String> {
        let networks = [&self.first, &self.second].into_iter().filter_map(|spec| match spec {
            PlayerSpec::Network(path) => Some(path),
            _ => None,
        });
        let files: Vec<String> = self
            .openings
            .openings
            .iter()
            .chain(networks)
            .map(|path| digest(path))
            .collect::<Result<_>>()?;
        Ok(format!(
            "{:?} {:?} {} {:?} {:?} {} {:?} {:?}",
            self.time.rules().time,
            files,
            self.openings.opening_plies,
            self.openings.opening_value,
            self.first_as,
            self.adjudicate,
            self.time.margin,
            self.time.stall
        ))
    }
}

/// What tells a file from others.
fn digest(path: &Path) -> Result<String> {
    let bytes = input::read_bytes(&Source::File(path.to_owned()), MAX_NETWORK.max(MAX_OPENINGS))?;
    Ok(blake3::hash(&bytes).to_hex()[..16].to_owned())
}

/// Display names of the players: two of the same name are told apart.
pub fn names(specs: &[PlayerSpec; 2]) -> [String; 2] {
    let [first, second] = [specs[0].to_string(), specs[1].to_string()];
    if first == second {
        [format!("{first} (A)"), format!("{second} (B)")]
    } else {
        [first, second]
    }
}

/// The tables of a game, if they are there and complete.
pub fn complete_tables(
    folder: &FolderArgs,
    game: &Game,
    needs: bool,
) -> Result<Option<Arc<Tables>>> {
    if needs {
        return Ok(Some(Arc::new(folder.open_complete(game)?)));
    }
    Ok(folder.open_if_there(game)?.filter(Tables::is_complete).map(Arc::new))
}

impl OpeningArgs {
    /// As many openings as pairs need.
    fn draw(&self, game: &Game, tables: Option<&Tables>, games: usize) -> Result<Vec<Opening>> {
        let pairs = games.div_ceil(2);
        if let Some(path) = &self.openings {
            let source = Source::File(path.clone());
            let text = input::read(&source, MAX_OPENINGS)?;
            let found = openings::parse_lines(game, &text)
                .map_err(|(line, error)| anyhow::anyhow!("{source}, line {line}: {error}"))?;
            ensure!(!found.is_empty(), "--openings: {source} has no openings, expected one a line");
            return Ok(found);
        }
        let plies = usize::from(self.opening_plies);
        let Some(tables) = tables else {
            return Ok(openings::random(game, self.seed, plies, pairs));
        };
        let value = match &self.opening_value {
            Some(text) => value(game, text)?,
            None => tables.probe(&game.start()).context("the value of the start")?.value,
        };
        let found = openings::from_tables(tables, self.seed, plies, pairs, value)?;
        ensure!(
            !found.is_empty(),
            "--opening-value: no opening of {plies} plies was found with this value: choose another value, or other --opening-plies"
        );
        if found.len() < pairs {
            warn(&format!(
                "only {} of that value and length were found; they are reused",
                count_of(found.len() as u64, "opening")
            ));
        }
        Ok(found)
    }
}

/// Reads a value.
fn value(game: &Game, text: &str) -> Result<Value> {
    let captures = game.captures();
    Ok(match text {
        "goat-win" => Value::GoatWin,
        "tiger-win" => Value::TigerWin,
        _ => match text.parse() {
            Ok(number) if number < captures => Value::Draw(number),
            _ => bail!(
                "--opening-value: found `{text}`, expected goat-win, tiger-win or a number from 0 to {}",
                captures - 1
            ),
        },
    })
}

/// Reads a side.
pub fn side(text: &str) -> Result<Side, String> {
    match text {
        "goat" => Ok(Side::Goat),
        "tiger" => Ok(Side::Tiger),
        _ => Err("expected goat or tiger".to_owned()),
    }
}

/// Reads a clock such as 10s or 10s+100ms.
pub fn clock(text: &str) -> Result<ClockSetting, String> {
    let (base, increment) = text.split_once('+').unwrap_or((text, ""));
    let increment = match increment {
        "" => Duration::ZERO,
        text => time(text)?,
    };
    Ok(ClockSetting { base: time(base)?, increment })
}

/// A difference in Elo.
fn elo(text: &str) -> Result<f64, String> {
    let elo = text.parse().ok().filter(|elo: &f64| elo.is_finite());
    elo.ok_or_else(|| "expected a number, such as 10 or -2.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_have_a_base_and_an_increment() {
        let seconds = Duration::from_secs;
        let found = clock("10s+100ms").unwrap();
        assert_eq!((found.base, found.increment), (seconds(10), Duration::from_millis(100)));
        assert_eq!(clock("1m").unwrap().base, seconds(60));
        for text in ["", "10", "+1s", "10s+x", "fast"] {
            assert!(clock(text).is_err(), "{text}");
        }
    }

    #[test]
    fn values_are_read() {
        let game = Game::bagh_chal();
        assert_eq!(value(game, "3").unwrap(), Value::Draw(3));
        assert_eq!(value(game, "tiger-win").unwrap(), Value::TigerWin);
        assert!(value(game, "5").is_err() && value(game, "draw").is_err());
    }
}
