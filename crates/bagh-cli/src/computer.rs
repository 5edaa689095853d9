//! The opponent in `bagh play`.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use bagh::{Game, History, Move};
use bagh_arena::{Budget, Player as AnyPlayer, PlayerSpec};
use bagh_engine::{Perfect, Player};
use bagh_tables::{Tables, default_folder};

use crate::engine_args::USUAL_TIME;
use crate::numbers::count_of;
use crate::players::{Roster, failure_error};
use crate::remedy::solve_command;
use crate::tables_args::{ensure_complete, processors};

/// The computer as a player.
pub enum Computer {
    /// At one of the levels.
    Level(Box<Player>),
    /// From the tables.
    Perfect(Perfect),
    /// Any other player, with its name.
    Other(Box<dyn AnyPlayer>, String),
}

impl Computer {
    /// A player by name. `perfect` needs complete tables.
    pub fn new(
        game: &Game,
        spec: &PlayerSpec,
        seed: u64,
        tables: Option<&Arc<Tables>>,
    ) -> Result<Computer> {
        match spec {
            PlayerSpec::Level(level) => {
                let player = Player::new(game, *level, seed).with_threads(processors());
                Ok(Computer::Level(Box::new(player)))
            }
            PlayerSpec::Perfect => {
                let tables = tables.with_context(|| {
                    format!(
                        "level: found `perfect`, but there are no tables of {} with {} to win: make them with {}, or choose a level from 1 to 8",
                        game.name(),
                        count_of(game.captures(), "capture"),
                        solve_command(&default_folder().unwrap_or_default(), game)
                    )
                })?;
                if let Err(error) = ensure_complete(tables) {
                    bail!("level: found `perfect`, but {error}, or choose a level from 1 to 8");
                }
                Ok(Computer::Perfect(Perfect::new(Arc::clone(tables), seed)))
            }
            other => {
                let name = other.to_string();
                let roster = Roster::new(game, tables.cloned(), [other])?;
                let player = roster.make(other, seed);
                let mut player = player.map_err(|failure| failure_error(&name, &failure))?;
                player.new_game().map_err(|failure| failure_error(&name, &failure))?;
                Ok(Computer::Other(player, name))
            }
        }
    }

    /// The move that it plays in a game that is not over.
    pub fn choose(&mut self, history: &History) -> Result<Move> {
        let (position, before) = (history.position(), history.before());
        let chosen = match self {
            Computer::Level(player) => player.choose(position, before, None),
            Computer::Perfect(perfect) => perfect.choose(position, before)?,
            Computer::Other(player, name) => {
                let budget = Budget::move_time(USUAL_TIME);
                let choice = player.choose(history, &budget);
                Some(choice.map_err(|failure| failure_error(name, &failure))?.mv)
            }
        };
        chosen.context("the computer has no move")
    }
}

/// A random seed.
pub fn any_seed() -> u64 {
    // A hasher of the standard library starts anywhere; a short number can be typed again.
    RandomState::new().hash_one(0u8) % 1_000_000
}
