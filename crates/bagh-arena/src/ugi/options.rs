//! The options of our engine as a UGI bot.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;

use bagh::Game;
use bagh_engine::evaluation::best_for;
use bagh_engine::{
    Engine, Evaluation, Level, Network, Perfect, SolvedTables, Strength, TablebaseParts,
};
use bagh_tables::Tables;

/// The largest transposition table, in MB.
const MAX_HASH: usize = 4096;
/// The largest number of threads.
const MAX_THREADS: usize = 256;
/// The largest network file that is read, in bytes.
const MAX_NETWORK: u64 = 64 << 20;

/// The options as they are set.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// The game.
    pub game: Game,
    /// How strong it plays.
    pub strength: Strength,
    /// Threads of a search that is limited by time.
    pub threads: usize,
    /// The size of the transposition table, in MB.
    pub hash: usize,
    /// What decides among equally good moves.
    pub seed: u64,
    /// A network file instead of the built-in evaluation.
    pub network: Option<PathBuf>,
    /// The folder of all tables.
    pub tables: Option<PathBuf>,
}

impl ServerSettings {
    /// The settings of a new bot.
    pub fn new(game: Game, strength: Strength) -> ServerSettings {
        ServerSettings {
            game,
            strength,
            threads: 1,
            hash: bagh_engine::DEFAULT_HASH_BYTES >> 20,
            seed: 1,
            network: None,
            tables: None,
        }
    }

    /// The `option` lines.
    pub fn describe(&self) -> Vec<String> {
        let list = |names: Vec<String>| {
            names.iter().map(|name| format!(" var {name}")).collect::<String>()
        };
        let games = list(Game::names().map(str::to_owned).collect());
        let strengths = list(Strength::all().map(|strength| strength.to_string()).collect());
        let shown = |path: &Option<PathBuf>| match path {
            Some(path) => path.display().to_string(),
            None => "<empty>".to_owned(),
        };
        vec![
            format!("option name Game type combo default {}{games}", self.game.name()),
            format!(
                "option name Captures type spin default {} min 1 max {}",
                self.game.captures(),
                self.game.goats()
            ),
            format!("option name Strength type combo default {}{strengths}", self.strength),
            format!(
                "option name Threads type spin default {} min 1 max {MAX_THREADS}",
                self.threads
            ),
            format!("option name Hash type spin default {} min 1 max {MAX_HASH}", self.hash),
            format!("option name Seed type spin default {} min 0 max {}", self.seed, u32::MAX),
            format!("option name Network type string default {}", shown(&self.network)),
            format!("option name Tables type string default {}", shown(&self.tables)),
        ]
    }

    /// Sets an option. The error says what is wrong with it.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let shown: String = value.chars().take(60).collect();
        let wrong =
            |expected: String| format!("option {name}: found `{shown}`, expected {expected}");
        let number = |low: usize, high: usize| -> Result<usize, String> {
            let number = value.parse().ok().filter(|number| (low..=high).contains(number));
            number.ok_or_else(|| wrong(format!("a number from {low} to {high}")))
        };
        let path = || (!value.is_empty() && value != "<empty>").then(|| PathBuf::from(value));
        match name.to_ascii_lowercase().as_str() {
            "game" => {
                // A board file that the program was started with has no name that is built in.
                if value != self.game.name() {
                    let names = || Game::names().collect::<Vec<_>>().join(", ");
                    self.game = Game::by_name(value).ok_or_else(|| wrong(names()))?;
                }
            }
            "captures" => {
                let captures = number(1, usize::from(self.game.goats()))?;
                let game = self.game.clone().with_captures(captures as u8);
                self.game = game.map_err(|error| wrong(error.to_string()))?;
            }
            "strength" => {
                self.strength =
                    value.parse().map_err(|_| wrong("1 to 8, or perfect".to_owned()))?;
            }
            "threads" => self.threads = number(1, MAX_THREADS)?,
            "hash" => self.hash = number(1, MAX_HASH)?,
            "seed" => self.seed = number(0, u32::MAX as usize)? as u64,
            "network" => self.network = path(),
            "tables" => self.tables = path(),
            _ => return Err(format!("option: found `{name}`, expected one that `ugi` lists")),
        }
        Ok(())
    }

    /// What thinks with these settings.
    pub(super) fn thinker(&self) -> Result<Thinker, String> {
        match self.strength {
            Strength::Perfect => {
                let tables = self.open_tables()?.ok_or("option Strength: perfect needs tables, and the option Tables names no folder of this game's")?;
                Ok(Thinker::Perfect(Perfect::new(tables, self.seed)))
            }
            Strength::Level(level) if level < Level::STRONGEST => {
                Ok(Thinker::Level(Box::new(bagh_engine::Player::with_evaluation(
                    &self.game,
                    level,
                    self.seed,
                    self.evaluation()?,
                ))))
            }
            Strength::Level(_) => {
                let mut engine = Engine::with_evaluation(&self.game, self.evaluation()?)
                    .with_hash_size(self.hash << 20)
                    .with_threads(self.threads);
                if let Some(tables) = self.open_tables()? {
                    let tablebase = SolvedTables::new(tables, TablebaseParts::All);
                    engine = engine.with_tablebase(Arc::new(tablebase));
                }
                Ok(Thinker::Engine(Box::new(engine)))
            }
        }
    }

    fn open_tables(&self) -> Result<Option<Arc<Tables>>, String> {
        let Some(folder) = &self.tables else { return Ok(None) };
        let tables = Tables::open(&self.game, folder);
        let tables = tables.map_err(|error| format!("option Tables: {error}"))?;
        if !tables.is_complete() {
            return Err("option Tables: the tables are not complete".to_owned());
        }
        Ok(Some(Arc::new(tables)))
    }

    fn evaluation(&self) -> Result<Arc<dyn Evaluation>, String> {
        let Some(path) = &self.network else { return Ok(best_for(&self.game)) };
        let error = |message: String| format!("option Network: {}: {message}", path.display());
        // Devices have no size, and do not end.
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|f| f.take(MAX_NETWORK + 1).read_to_end(&mut bytes));
        read.map_err(|e| error(e.to_string()))?;
        if bytes.len() as u64 > MAX_NETWORK {
            return Err(error(format!("found over {MAX_NETWORK} bytes, expected a network")));
        }
        let network = Network::from_bytes(&self.game, &bytes).map_err(|e| error(e.to_string()))?;
        Ok(Arc::new(network))
    }
}

/// What thinks.
pub(super) enum Thinker {
    /// The engine at full strength.
    Engine(Box<Engine>),
    /// One of the weaker levels.
    Level(Box<bagh_engine::Player>),
    /// From tables.
    Perfect(Perfect),
}
