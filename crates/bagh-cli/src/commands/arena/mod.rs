//! `bagh arena`: a tournament of any players, and its rating list.

mod config;
mod page;
mod results;

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use bagh::Game;
use bagh_arena::matches::{Match, MatchGame};
use bagh_arena::openings::{self, Opening};
use bagh_arena::tournament::{Standing, TournamentGame, merge, pairing_seed, standings};
use bagh_arena::{Failure, Rules, interrupt};
use bagh_tables::Tables;
use clap::Args;
use serde_json::json;

use self::config::{Config, ConfiguredPlayer};
use self::results::{Conditions, Results, read_other};
use super::matches::{busy, complete_tables};
use crate::bar::Bar;
use crate::context::Context;
use crate::failure::{Answer, printable, warn};
use crate::interruption::stop_games_when_interrupted;
use crate::players::Roster;
use crate::safe_file;
use crate::tables_args::{FolderArgs, processors};
use crate::whole::whole;

const EXAMPLES: &str = "\
An arena file names the games, the players and what they may use; docs/BOTS.md describes it. Every
pairing is a match, in pairs of games with sides swapped. Games are saved as they end, beside the
arena file (FILE.results); the same command goes on from there. With another --seed another machine
plays other games; --merge puts its results into the list. The list has Elo with intervals and, with
tables, exact error rates. --page writes a page with charts and every game to replay.

Examples:
  $ printf '[[players]]\\nplayer = \"random\"\\n[[players]]\\nplayer = \"greedy\"\\n' > two.toml
  $ bagh arena two.toml
  $ bagh arena two.toml --page two.html --json";

/// Play a tournament of any players, and rate them
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arena {
    /// The arena file
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,

    /// The seed of openings and players
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole::<u64>(..))]
    seed: u64,

    /// Where results are saved: by default the arena file's name with .results
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,

    /// Results of other machines to put into the list
    #[arg(long, value_name = "FILE")]
    merge: Vec<PathBuf>,

    /// Play nothing: only make the list of what was played
    #[arg(long)]
    list: bool,

    /// Write a page with the list, charts and every game
    #[arg(long, value_name = "FILE.html")]
    page: Option<PathBuf>,

    /// Games at a time: by default one for each processor
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=256))]
    concurrency: Option<u16>,

    #[command(flatten)]
    tables: FolderArgs,
}

/// What was played of one game.
struct Games {
    games: Vec<TournamentGame>,
    /// How late a timer was at worst meanwhile.
    timer_delay: Duration,
}

/// The rating list of one game.
pub struct List {
    pub game: Game,
    pub standings: Vec<Standing>,
}

impl Arena {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let config = Config::read(&self.file)?;
        let path = self.results.clone().unwrap_or_else(|| self.file.with_extension("results"));
        let conditions = Conditions::new(&config)?;
        let mut own = Results::open(&path, &conditions)?;
        // Before games are played, which takes long.
        let mut others = Vec::new();
        for other in &self.merge {
            others.extend(read_other(other, &conditions)?);
        }
        let mut timer_delay: Option<Duration> = None;
        stop_games_when_interrupted()?;
        let games = config.games()?;
        for game in games.iter().filter(|_| !self.list) {
            let file = own.append(&conditions)?;
            let played = self.play(&config, game, file, &own.games)?;
            own.games.extend(played.games);
            timer_delay = timer_delay.max(Some(played.timer_delay));
            if interrupt::is_stopped() {
                warn("interrupted: the same command goes on from here");
                break;
            }
        }
        let results = merge(own.games.into_iter().chain(others));
        let lists: Vec<List> = games
            .into_iter()
            .map(|game| {
                let names: Vec<String> =
                    players_of(&config, &game).map(ConfiguredPlayer::name).collect();
                let standings = standings(&game, &names, &results);
                List { game, standings }
            })
            .collect();
        if let Some(page) = &self.page {
            safe_file::write(page, &page::page(&config.title, &lists, &results))?;
        }
        print(context, &lists, timer_delay)?;
        Ok(Answer::Yes)
    }

    /// Plays what is missing of one game.
    fn play(
        &self,
        config: &Config,
        game: &Game,
        file: File,
        results: &[TournamentGame],
    ) -> Result<Games> {
        let players: Vec<&ConfiguredPlayer> = players_of(config, game).collect();
        let needs = players.iter().any(|player| player.player.needs_tables());
        let tables: Option<Arc<Tables>> = complete_tables(&self.tables, game, needs)?;
        let roster = Roster::new(game, tables.clone(), players.iter().map(|p| &p.player))?;
        let count = config.games_per_pairing;
        let rules = Rules { time: config.time_control()?, ..Rules::default() };
        let pairings = config.pairing.pairs(players.len());
        let bar = Bar::new(game.title(), (pairings.len() * count) as u64);
        let file = Mutex::new(file);
        let played = Mutex::new(Vec::new());
        let mut timer_delay = Duration::ZERO;
        for (at, &pairing) in pairings.iter().enumerate() {
            let (first, second) = as_begun(pairing, &players, game, self.seed, results);
            let names = [players[first].name(), players[second].name()];
            let describe = |game_played: &MatchGame| TournamentGame {
                rules: game.name().to_owned(),
                first: names[0].clone(),
                second: names[1].clone(),
                seed: self.seed,
                game: game_played.clone(),
            };
            let done: Vec<MatchGame> = results
                .iter()
                .filter(|g| g.rules == game.name() && g.seed == self.seed)
                .filter(|g| [&g.first, &g.second] == [&names[0], &names[1]])
                .map(|g| g.game.clone())
                .collect();
            bar.set((at * count) as u64);
            if done.len() >= count {
                continue;
            }
            let seed = pairing_seed(self.seed, &names[0], &names[1]);
            let openings = draw(game, tables.as_deref(), seed, config.opening_plies, count)?;
            let games = Match {
                names: names.clone(),
                games: count,
                openings: &openings,
                rules,
                tables: tables.as_deref(),
                concurrency: self.concurrency.map_or_else(processors, usize::from),
                sprt: None,
                first_side: None,
            };
            let specs = [&players[first].player, &players[second].player];
            let make = |player: usize, number: usize| {
                roster.make(specs[player], seed.wrapping_add((2 * number + player) as u64))
            };
            let finished = |game: &MatchGame| {
                let described = describe(game);
                let line = serde_json::to_string(&described)
                    .map_err(|error| Failure::Broken(error.to_string()))?;
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                writeln!(file, "{line}")
                    .and_then(|()| file.sync_data())
                    .map_err(|error| Failure::Broken(format!("--results: {error}")))?;
                played.lock().unwrap_or_else(PoisonError::into_inner).push(described);
                Ok(())
            };
            match games.run(&done, &make, &finished) {
                Ok(run) => timer_delay = timer_delay.max(run.timer_delay),
                Err(Failure::Interrupted) => break,
                Err(failure) => bail!("{} against {}: {failure}", names[0], names[1]),
            }
        }
        bar.end();
        let games = played.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Games { games, timer_delay })
    }
}

/// The players of a pairing, in the order in which it was begun: the arena file may have had them in
/// the other order then.
fn as_begun(
    (first, second): (usize, usize),
    players: &[&ConfiguredPlayer],
    game: &Game,
    seed: u64,
    results: &[TournamentGame],
) -> (usize, usize) {
    let names = [players[second].name(), players[first].name()];
    let is_begun = results.iter().any(|result| {
        result.rules == game.name()
            && result.seed == seed
            && [&result.first, &result.second] == [&names[0], &names[1]]
    });
    if is_begun { (second, first) } else { (first, second) }
}

/// The openings of a pairing, one for two games. With tables each has the value of the start.
fn draw(
    game: &Game,
    tables: Option<&Tables>,
    seed: u64,
    plies: usize,
    games: usize,
) -> Result<Vec<Opening>> {
    let pairs = games.div_ceil(2);
    let Some(tables) = tables else { return Ok(openings::random(game, seed, plies, pairs)) };
    let value = tables.probe(&game.start()).context("the value of the start")?.value;
    let found = openings::from_tables(tables, seed, plies, pairs, value)?;
    ensure!(!found.is_empty(), "opening_plies: no opening with the value of the start was found");
    Ok(found)
}

/// The players of a game.
fn players_of<'c>(
    config: &'c Config,
    game: &'c Game,
) -> impl Iterator<Item = &'c ConfiguredPlayer> {
    config.players.iter().filter(|player| player.plays(game.name()))
}

/// Prints the lists. `timer_delay` is how late a timer was at worst, if games were played.
fn print(context: &mut Context, lists: &[List], timer_delay: Option<Duration>) -> Result<()> {
    let delay_ms = timer_delay.map(|delay| delay.as_millis() as u64);
    for (at, list) in lists.iter().enumerate() {
        if context.json {
            context.out.json(&json!({
                "game": list.game.name(),
                "ratings": list.standings,
                "timer_delay_ms": delay_ms,
            }))?;
            continue;
        }
        let out = &mut context.out;
        if at > 0 {
            out.line("")?;
        }
        out.line(format!("{}\n", list.game.title()))?;
        out.line(format!(
            "{:<24} {:>6} {:>15} {:>6} {:>5} {:>5} {:>5} {:>8} {:>9}",
            "player",
            "Elo",
            "95 % interval",
            "games",
            "won",
            "drawn",
            "lost",
            "errors",
            "mean lost"
        ))?;
        for standing in &list.standings {
            let name: String = printable(&standing.player).chars().take(24).collect();
            let rating = &standing.rating;
            let (errors, lost) = match &standing.regret {
                Some(regret) => {
                    (format!("{:.2} %", 100.0 * regret.share), format!("{:.3}", regret.mean_lost))
                }
                None => (String::new(), String::new()),
            };
            let line = format!(
                "{name:<24} {:>6.0} {:>15} {:>6} {:>5} {:>5} {:>5} {errors:>8} {lost:>9}",
                rating.elo,
                format!("{:.0} to {:.0}", rating.low, rating.high),
                standing.games,
                standing.wins,
                standing.draws,
                standing.losses
            );
            out.line(line.trim_end())?;
        }
    }
    if !context.json
        && let Some(busy) = busy(delay_ms.unwrap_or_default(), Rules::default().margin)
    {
        context.out.line(format!("\n{busy}."))?;
    }
    Ok(())
}
