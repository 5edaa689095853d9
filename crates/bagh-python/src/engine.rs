//! Players.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bagh_arena::players::{EnginePlayer, GreedyPlayer, PerfectPlayer, RandomPlayer};
use bagh_arena::{Budget, Player, PlayerSpec};
use bagh_engine::{Level, Limits, SearchOptions};
use bagh_evolve::EvolvedPlayer;
use pyo3::prelude::*;

use crate::errors::{bad, shorten};
use crate::game::{Game, Rules, rules_of};
use crate::moves::Move;
use crate::numbers;
use crate::position::Position;
use crate::tables::Tables;
use crate::work::{detached, interruptible};

/// The longest search, in seconds: a day.
const LONGEST: f64 = 86_400.0;

/// A player by name, for positions of a game.
pub fn player(
    rules: &Rules,
    name: &str,
    seed: u64,
    tables: Option<&Arc<bagh_tables::Tables>>,
) -> PyResult<Box<dyn Player + Send>> {
    let expected = "expected 1 to 8, perfect, random, greedy or evolved";
    let unknown = || bad(format!("level: found {:?}, {expected}", shorten(name)));
    let spec: PlayerSpec = name.parse().map_err(|_| unknown())?;
    let game = &rules.game;
    Ok(match spec {
        PlayerSpec::Level(level) => Box::new(EnginePlayer::level(game, level, seed)),
        PlayerSpec::Random => Box::new(RandomPlayer::new(seed)),
        PlayerSpec::Greedy => Box::new(GreedyPlayer::new(seed)),
        PlayerSpec::Evolved => Box::new(EvolvedPlayer::new(game, seed).ok_or_else(|| {
            let name = game.name();
            bad(format!("level: found evolved, expected another one: it does not play {name}"))
        })?),
        PlayerSpec::Perfect => {
            let tables = tables.ok_or_else(|| {
                bad("tables: found none, expected the tables that the level perfect plays from")
            })?;
            Box::new(PerfectPlayer::new(Arc::clone(tables), seed))
        }
        _ => return Err(unknown()),
    })
}

/// A player: a level from 1 to 8, `perfect` (from tables), `random`, `greedy` or `evolved`.
///
/// >>> import bagh
/// >>> engine = bagh.Engine(level=3, seed=1)
/// >>> position = bagh.Position("TG3/5/2G2/5/T2TT t g18 c0 - 3")
/// >>> engine.best(position)
/// <Move A1xB1-C1>
#[pyclass(frozen, module = "bagh")]
pub struct Engine {
    rules: Arc<Rules>,
    /// Its name as a level.
    level: String,
    player: Mutex<Box<dyn Player + Send>>,
    /// For searches with limits.
    search: Mutex<bagh_engine::Engine>,
}

/// A line of a search: its moves, and its score for the tigers in thousandths of a goat.
#[pyclass(frozen, module = "bagh")]
pub struct Line {
    rules: Arc<Rules>,
    line: bagh_engine::Line,
}

#[pymethods]
impl Line {
    /// The moves.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        let wrap = |&mv: &bagh::Move| Move { rules: Arc::clone(&self.rules), mv };
        self.line.moves.iter().map(wrap).collect()
    }

    /// The score in thousandths of a goat, greater being better for the tigers.
    #[getter]
    fn score(&self) -> i32 {
        self.line.score.for_side(bagh::Side::Tiger)
    }

    fn __repr__(&self) -> String {
        let moves: Vec<String> = self.moves().iter().map(Move::text).collect();
        format!("<Line {} {}>", self.line.score, moves.join(" "))
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (level = None, game = None, *, seed = 0, tables = None))]
    fn new(
        level: Option<&Bound<'_, PyAny>>,
        game: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        tables: Option<&Bound<'_, Tables>>,
    ) -> PyResult<Engine> {
        let rules = match (game, tables) {
            (None, Some(tables)) => Arc::clone(&tables.get().rules),
            _ => rules_of(game)?,
        };
        let tables = tables.map(Bound::get);
        if let Some(tables) = tables {
            tables.check_game(&rules)?;
        }
        let level = match level {
            None => Level::STRONGEST.to_string(),
            Some(level) => level.str()?.to_string(),
        };
        let tables = tables.map(|tables| &tables.tables);
        let player = Mutex::new(player(&rules, &level, seed, tables)?);
        let search = Mutex::new(bagh_engine::Engine::new(&rules.game));
        Ok(Engine { rules, level, player, search })
    }

    /// The level.
    #[getter]
    fn level(&self) -> &str {
        &self.level
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Arc::clone(&self.rules).into()
    }

    /// The move to play. With a limit (`depth` in plies, `nodes`, `time` in seconds) it is that of
    /// a search at full strength within it; without, that of the level.
    #[pyo3(signature = (position, *, depth = None, nodes = None, time = None))]
    fn best(
        &self,
        py: Python<'_>,
        position: &Position,
        #[pyo3(from_py_with = numbers::depth)] depth: Option<u32>,
        #[pyo3(from_py_with = numbers::nodes)] nodes: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<Move> {
        self.check(position)?;
        let wrap = |mv| Move { rules: Arc::clone(&self.rules), mv };
        if depth.is_some() || nodes.is_some() || time.is_some() {
            let lines = self.analyse(py, position, 1, depth, nodes, time)?;
            let best = lines.first().and_then(|line| line.line.moves.first().copied());
            return best.map(wrap).ok_or_else(over);
        }
        let history = position.history.clone();
        let chosen = detached(py, || {
            let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
            player.choose(&history, &Budget::default()).map_err(bad)
        })?;
        Ok(wrap(chosen.mv))
    }

    /// The best lines of a search within limits, the best first. Without limits it takes a second;
    /// Ctrl-C ends it.
    #[pyo3(signature = (position, lines = 1, *, depth = None, nodes = None, time = None))]
    fn analyse(
        &self,
        py: Python<'_>,
        position: &Position,
        #[pyo3(from_py_with = numbers::lines)] lines: usize,
        #[pyo3(from_py_with = numbers::depth)] depth: Option<u32>,
        #[pyo3(from_py_with = numbers::nodes)] nodes: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<Vec<Line>> {
        self.check(position)?;
        let time = match time {
            None if depth.is_none() && nodes.is_none() => Some(Duration::from_secs(1)),
            None => None,
            Some(seconds) if (0.0..=LONGEST).contains(&seconds) => {
                Some(Duration::from_secs_f64(seconds))
            }
            Some(seconds) => {
                return Err(bad(format!(
                    "time: found {seconds}, expected seconds, from 0 to {LONGEST}"
                )));
            }
        };
        let limits = Limits { depth, nodes, time };
        let history = position.history.clone();
        let report = interruptible(py, |stop| {
            let mut engine = self.search.lock().unwrap_or_else(PoisonError::into_inner);
            let (now, before) = (history.position(), history.before());
            let stop = Some(stop);
            let options = SearchOptions { limits, lines, before, stop, ..Default::default() };
            Ok(engine.search(now, options))
        })?;
        let wrap = |line| Line { rules: Arc::clone(&self.rules), line };
        Ok(report.lines.into_iter().map(wrap).collect())
    }

    fn __repr__(&self) -> String {
        format!("<Engine of level {} for {}>", self.level, self.rules.game.name())
    }
}

impl Engine {
    /// Refuses positions of other games, and those in which the game is over.
    fn check(&self, position: &Position) -> PyResult<()> {
        if !position.rules.is(&self.rules) {
            let (found, expected) = (position.rules.game.name(), self.rules.game.name());
            return Err(bad(format!("position: found one of {found}, expected one of {expected}")));
        }
        if position.history.result().is_some() {
            return Err(over());
        }
        Ok(())
    }
}

fn over() -> PyErr {
    bad("position: the game is over, expected one with a move to play")
}
