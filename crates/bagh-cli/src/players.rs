//! Players by name, for every command that has one.

use std::sync::Arc;

use anyhow::{Context as _, Result, bail, ensure};
use bagh::Game;
use bagh_arena::players::{EnginePlayer, GreedyPlayer, PerfectPlayer, RandomPlayer};
use bagh_arena::{Failure, ObxPlayer, Player, PlayerSpec, UgiPlayer};
use bagh_engine::Evaluation;
use bagh_evolve::EvolvedPlayer;
use bagh_tables::{Tables, default_folder};

use crate::engine_args::read_network;
use crate::numbers::count_of;
use crate::remedy::solve_command;
use crate::tables_args::ensure_complete;

/// What players are made from.
pub struct Roster {
    game: Game,
    tables: Option<Arc<Tables>>,
    /// Networks that were read, with their names.
    networks: Vec<(PlayerSpec, Arc<dyn Evaluation>)>,
}

impl Roster {
    /// A roster for these players. What they need is checked now: network files are read, tables
    /// must be complete. Programs are started when they play.
    pub fn new<'s>(
        game: &Game,
        tables: Option<Arc<Tables>>,
        specs: impl IntoIterator<Item = &'s PlayerSpec>,
    ) -> Result<Roster> {
        let mut roster = Roster { game: game.clone(), tables, networks: Vec::new() };
        for spec in specs {
            roster.check(spec).with_context(|| format!("player {spec}"))?;
        }
        Ok(roster)
    }

    fn check(&mut self, spec: &PlayerSpec) -> Result<()> {
        let (name, captures) = (self.game.name(), self.game.captures());
        match spec {
            PlayerSpec::Perfect => match &self.tables {
                None => bail!(
                    "needs the tables of {name} with {} to win: make them with {}, or name their folder with --tables",
                    count_of(captures, "capture"),
                    solve_command(&default_folder().unwrap_or_default(), &self.game)
                ),
                Some(tables) => ensure_complete(tables)?,
            },
            PlayerSpec::Evolved => ensure!(
                EvolvedPlayer::new(&self.game, 0).is_some(),
                "plays bagh-chal with 5 captures to win only, not {name} with {captures}"
            ),
            PlayerSpec::Network(path) => {
                let network = read_network(&self.game, path)?;
                self.networks.push((spec.clone(), network));
            }
            _ => {}
        }
        Ok(())
    }

    /// Makes a player. The same seed plays the same moves where nothing else is involved.
    pub fn make(&self, spec: &PlayerSpec, seed: u64) -> Result<Box<dyn Player>, Failure> {
        let unchecked = || Failure::Broken(format!("player {spec} was not checked"));
        Ok(match spec {
            PlayerSpec::Level(level) => Box::new(EnginePlayer::level(&self.game, *level, seed)),
            PlayerSpec::Perfect => {
                let tables = self.tables.as_ref().ok_or_else(unchecked)?;
                Box::new(PerfectPlayer::new(Arc::clone(tables), seed))
            }
            PlayerSpec::Random => Box::new(RandomPlayer::new(seed)),
            PlayerSpec::Greedy => Box::new(GreedyPlayer::new(seed)),
            PlayerSpec::Evolved => {
                Box::new(EvolvedPlayer::new(&self.game, seed).ok_or_else(unchecked)?)
            }
            PlayerSpec::Network(_) => {
                let found = self.networks.iter().find(|(known, _)| known == spec);
                let network = Arc::clone(&found.ok_or_else(unchecked)?.1);
                Box::new(EnginePlayer::with_evaluation(
                    &self.game,
                    &spec.to_string(),
                    network,
                    seed,
                ))
            }
            PlayerSpec::Ugi(command) => Box::new(UgiPlayer::start(&self.game, command)?),
            PlayerSpec::Obx(address) => Box::new(ObxPlayer::new(address)),
            _ => return Err(unchecked()),
        })
    }
}

/// An error for a failure of a player.
pub fn failure_error(player: &str, failure: &Failure) -> anyhow::Error {
    let said = match failure {
        Failure::Forfeit { said, .. } if !said.is_empty() => format!("; its last output: {said}"),
        _ => String::new(),
    };
    anyhow::anyhow!("player {player}: {failure}{said}")
}
