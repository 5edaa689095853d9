//! `bagh match`: players against each other.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Result, ensure};
use bagh::{Game, Move, Position};
use bagh_engine::{Level, Limits, Perfect, Player, Strength};
use bagh_tables::Tables;
use bagh_train::contest::{Contestant, play};
use clap::Args;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::json;

use crate::bar::Bar;
use crate::context::Context;
use crate::engine_args::time;
use crate::failure::Answer;
use crate::tables_args::TablesArgs;

const EXAMPLES: &str = "\
The first plies of each game are random, so that games differ. A game counts with the goats that
were captured in the end; a win of the tigers counts as all the captures that they need, a win of
the goats as -1.

Examples:
  $ bagh match 3 1 --games 2
  $ bagh match 2 perfect --games 2 --game small.toml --tables . --json
  $ bagh match --all --games 20 --strongest 100ms";

/// Let players of different strength play each other
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Match {
    /// Who plays the tigers: a level from 1 to 8, or `perfect`
    #[arg(value_name = "TIGER", required_unless_present = "all")]
    tiger: Option<Strength>,

    /// Who plays the goats
    #[arg(value_name = "GOAT", required_unless_present = "all")]
    goat: Option<Strength>,

    /// Every level against every other
    #[arg(long, conflicts_with_all = ["tiger", "goat"])]
    all: bool,

    /// How many games for each pair
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,

    /// Where the random numbers begin
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    /// Random plies at the beginning of each game
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=20))]
    random: u8,

    /// The time that level 8 takes for a move, instead of 1s
    #[arg(long, value_name = "TIME", value_parser = time)]
    strongest: Option<Duration>,

    #[command(flatten)]
    tables: TablesArgs,
}

/// The games of two players.
#[derive(Serialize, Clone, Debug, Default)]
struct Tally {
    tiger: String,
    goat: String,
    games: u64,
    tiger_wins: u64,
    draws: u64,
    goat_wins: u64,
    /// Captures on average, with wins counted as the help says.
    captures: f64,
}

/// Plays from tables, in a match.
struct FromTables(Perfect);

impl Contestant for FromTables {
    fn choose(&mut self, position: &Position, before: &[Position]) -> Option<Move> {
        // Tables that cannot be read any more end the game, as if it were given up.
        self.0.choose(position, before).ok().flatten()
    }
}

impl Match {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let pairs: Vec<(Strength, Strength)> = match (self.tiger, self.goat) {
            (Some(tiger), Some(goat)) => vec![(tiger, goat)],
            _ => Level::all()
                .flat_map(|tiger| Level::all().map(move |goat| (tiger, goat)))
                .map(|(tiger, goat)| (Strength::Level(tiger), Strength::Level(goat)))
                .collect(),
        };
        let needs_tables =
            pairs.iter().any(|&(t, g)| t == Strength::Perfect || g == Strength::Perfect);
        let tables = if needs_tables {
            let tables = self.tables.open(context)?;
            ensure!(
                tables.is_complete(),
                "level: found `perfect`, but the tables are not complete: finish them with `bagh solve`"
            );
            Some(Arc::new(tables))
        } else {
            None
        };
        let game = context.game.clone();
        let bar = Bar::new("games", pairs.len() as u64 * self.games);
        let done = AtomicU64::new(0);
        let played: Vec<u8> = self.tables.with_threads(|| {
            (0..pairs.len() * self.games as usize)
                .into_par_iter()
                .with_max_len(1)
                .map(|number| {
                    let number = number as u64;
                    let (tiger, goat) = pairs[(number / self.games) as usize];
                    let seed = (self.seed << 32) ^ (number % self.games);
                    let mut tiger = self.player(&game, tiger, 2 * seed, tables.as_ref());
                    let mut goat = self.player(&game, goat, 2 * seed + 1, tables.as_ref());
                    let random = usize::from(self.random);
                    let value = play(&game, &mut *tiger, &mut *goat, seed, random).value();
                    bar.set(done.fetch_add(1, Ordering::Relaxed) + 1);
                    value
                })
                .collect()
        })?;
        bar.end();
        let results: Vec<Tally> = pairs
            .iter()
            .zip(played.chunks(self.games as usize))
            .map(|(&(tiger, goat), values)| result(&game, tiger, goat, values))
            .collect();
        print(context, &results, self.all)?;
        Ok(Answer::Yes)
    }

    fn player(
        &self,
        game: &Game,
        strength: Strength,
        seed: u64,
        tables: Option<&Arc<Tables>>,
    ) -> Box<dyn Contestant> {
        match (strength, tables) {
            (Strength::Perfect, Some(tables)) => {
                Box::new(FromTables(Perfect::new(Arc::clone(tables), seed)))
            }
            (Strength::Perfect, None) => unreachable!("tables were opened for this"),
            (Strength::Level(level), _) => {
                let player = Player::new(game, level, seed);
                match self.strongest {
                    Some(time) if level == Level::STRONGEST => {
                        Box::new(player.with_limits(Limits::time(time)))
                    }
                    _ => Box::new(player),
                }
            }
        }
    }
}

fn result(game: &Game, tiger: Strength, goat: Strength, values: &[u8]) -> Tally {
    let top = game.captures() + 1;
    let count = |wanted: &dyn Fn(u8) -> bool| values.iter().filter(|&&v| wanted(v)).count() as u64;
    let goat_wins = count(&|v| v == 0);
    let tiger_wins = count(&|v| v == top);
    let sum: f64 = values.iter().map(|&v| f64::from(v) - 1.0).sum();
    Tally {
        tiger: tiger.to_string(),
        goat: goat.to_string(),
        games: values.len() as u64,
        tiger_wins,
        draws: values.len() as u64 - goat_wins - tiger_wins,
        goat_wins,
        captures: sum / values.len() as f64,
    }
}

fn print(context: &mut Context, results: &[Tally], all: bool) -> Result<()> {
    let Context { game, out, json, .. } = context;
    if *json {
        return results.iter().try_for_each(|result| out.json(&json!(result)));
    }
    if !all {
        for result in results {
            out.line(format!(
                "{}, level {} as tigers against level {} as goats, {} games:",
                game.title(),
                result.tiger,
                result.goat,
                result.games
            ))?;
            out.line(format!(
                "  tigers won {}, drawn {}, goats won {}; captures on average {:.2}",
                result.tiger_wins, result.draws, result.goat_wins, result.captures
            ))?;
        }
        return Ok(());
    }
    out.line(format!("{}: captures on average, {} games each\n", game.title(), results[0].games))?;
    let levels = Level::all().count();
    let head: String = (1..=levels).map(|goat| format!("{:>9}", format!("goats {goat}"))).collect();
    out.line(format!("{:<9}{head}", ""))?;
    for row in results.chunks(levels) {
        let cells: String = row.iter().map(|r| format!("{:>9.2}", r.captures)).collect();
        out.line(format!("tigers {:<2}{cells}", row[0].tiger))?;
    }
    Ok(())
}
