//! Look-ups in solved tables.

use std::path::PathBuf;
use std::sync::Arc;

use bagh_tables::{FOLDER_VARIABLE, default_folder};
use numpy::PyArray2;
use numpy::ndarray::Array2;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arrays::{Vector, filled, positions_of, vector};
use crate::errors::bad;
use crate::game::{Game, Rules, rules_of};
use crate::look_up::{Question, ask, line, look_up, number, regret, values_of, verdict};
use crate::moves::{Move, move_of};
use crate::position::position_of;
use crate::solve;
use crate::verdict::Verdict;
use crate::work::{interruptible_if, on_pool};

/// Positions that are looked up in a moment.
const SHORT: usize = 1 << 10;

/// Where an action is not legal, in arrays of values.
pub const ILLEGAL: i8 = i8::MIN;

/// The folder of all tables: the one that is named, or the usual one.
pub fn folder_of(folder: Option<PathBuf>) -> PyResult<PathBuf> {
    folder.or_else(default_folder).ok_or_else(|| {
        bad(format!(
            "folder: found none, expected a folder of tables: name one, or set {FOLDER_VARIABLE}"
        ))
    })
}

/// The tables of a game, open for look-ups. Threads may share them.
///
/// >>> import bagh
/// >>> tables = bagh.Tables.open()                             # doctest: +TABLES
/// >>> verdict = tables.probe(bagh.Position())                 # doctest: +TABLES
/// >>> verdict.outcome, verdict.captures                       # doctest: +TABLES
/// ('draw', 3)
/// >>> [str(found.move) for found in verdict.moves if found.regret == 0]   # doctest: +TABLES
/// ['C1', 'C2', 'A3', 'B3', 'C3', 'D3', 'E3', 'C4', 'C5']
#[pyclass(frozen, module = "bagh")]
pub struct Tables {
    pub rules: Arc<Rules>,
    pub tables: Arc<bagh_tables::Tables>,
    folder: PathBuf,
}

impl Tables {
    pub fn open_at(py: Python<'_>, rules: Arc<Rules>, folder: PathBuf) -> PyResult<Tables> {
        // Files are opened when they are needed, from another working directory it may be; and so
        // may a pickle be.
        let folder = std::path::absolute(&folder).map_err(bad)?;
        let open = || {
            bagh_tables::Tables::open(&rules.game, &folder).map_err(|error| {
                bad(format!("{error}: bagh.Tables.solve or `bagh solve` makes tables"))
            })
        };
        let tables = on_pool(py, open)?;
        Ok(Tables { rules, tables: Arc::new(tables), folder })
    }

    /// Refuses tables of another game, or of one with other captures to win.
    pub fn check_game(&self, rules: &Rules) -> PyResult<()> {
        if self.rules.is(rules) {
            return Ok(());
        }
        let say = |game: &bagh::Game| match game.captures() {
            1 => format!("{}, 1 capture to win", game.name()),
            captures => format!("{}, {captures} captures to win", game.name()),
        };
        let (found, expected) = (say(&self.rules.game), say(&rules.game));
        Err(bad(format!("tables: found those of another game ({found}), expected {expected}")))
    }

    /// Whether looking these positions up is worth a thread that listens for Ctrl-C meanwhile.
    fn is_long(&self, positions: &[bagh::Position]) -> bool {
        positions.len() > SHORT || positions.iter().any(|p| !self.tables.is_quick(p))
    }
}

#[pymethods]
impl Tables {
    /// Refuses another game than that of these tables.
    fn _check_game(&self, game: &Game) -> PyResult<()> {
        self.check_game(&game.rules)
    }

    /// Opens the tables of a game. Without a folder it is that of BAGH_TABLES, or `bagh/tables` in
    /// the user's data folder.
    #[staticmethod]
    #[pyo3(signature = (folder = None, game = None))]
    fn open(
        py: Python<'_>,
        folder: Option<PathBuf>,
        game: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Tables> {
        Tables::open_at(py, rules_of(game)?, folder_of(folder)?)
    }

    /// Solves a game, or goes on with what an earlier run left, and opens its tables. `compact` makes
    /// tables of half the size, and `plies` also solves in how many plies positions of the placement
    /// phase are won, as `bagh solve --plies` does.
    ///
    /// `progress` is called about ten times a second with the share that is done, from 0 to 1.
    /// Ctrl-C interrupts it at once, and so does an exception of `progress`; the next call goes on
    /// from the last finished part.
    #[staticmethod]
    #[pyo3(signature = (folder = None, game = None, *, progress = None, compact = false, plies = false))]
    fn solve(
        py: Python<'_>,
        folder: Option<PathBuf>,
        game: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
        compact: bool,
        plies: bool,
    ) -> PyResult<Tables> {
        let (rules, folder) = (rules_of(game)?, folder_of(folder)?);
        solve::run(py, &rules.game, &folder, solve::Options { compact, plies }, progress)?;
        Tables::open_at(py, rules, folder)
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Arc::clone(&self.rules).into()
    }

    /// The folder of all tables.
    #[getter]
    fn folder(&self) -> &std::path::Path {
        &self.folder
    }

    /// Whether every position is solved.
    #[getter]
    fn is_complete(&self) -> bool {
        self.tables.is_complete()
    }

    /// What the tables say of a position, which may be given as text.
    fn probe(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Verdict> {
        let position = position_of(&self.rules, position)?;
        let find = |stop: &_| verdict(&self.tables, &position, stop);
        let verdict = ask(py, &self.tables, &position, find)?;
        Ok(Verdict::new(&self.rules, &self.tables, position, verdict))
    }

    /// The same as `probe`, with a KeyError for what is no position of this game.
    fn __getitem__(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Verdict> {
        position_of(&self.rules, position)
            .map_err(|error| PyKeyError::new_err(error.value(py).to_string()))?;
        self.probe(py, position)
    }

    /// The values of many positions, an array of type int8: -1 where the goats win, in draws the
    /// goats that are captured in the end, and the captures that win where the tigers do.
    ///
    /// >>> import bagh
    /// >>> tables = bagh.Tables.open()                              # doctest: +TABLES
    /// >>> tables.values([bagh.Position()])                         # doctest: +TABLES
    /// array([3], dtype=int8)
    fn values<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
    ) -> PyResult<Vector<'py, i8>> {
        let positions = positions_of(&self.rules, positions)?;
        let is_long = self.is_long(&positions);
        let look = |stop: &_| values_of(&self.tables, &positions, stop);
        let values = interruptible_if(py, is_long, look)?;
        Ok(vector(py, values))
    }

    /// The values of many positions, and plies (int16): to the end of the game where a side wins,
    /// to the next capture in draws that still hold one, -1 where they are not known, as in
    /// `Verdict.plies`.
    fn values_and_plies<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
    ) -> PyResult<(Vector<'py, i8>, Vector<'py, i16>)> {
        let positions = positions_of(&self.rules, positions)?;
        let captures = self.rules.game.captures();
        let mut found = filled(positions.len(), 1, (0i8, 0i16))?;
        interruptible_if(py, self.is_long(&positions), |stop| {
            let out = (found.as_mut_slice(), 1);
            look_up(&self.tables, &positions, Question::Plies, stop, out, |out, probed| {
                let plies = probed.verdict.plies.map_or(-1, |plies| plies as i16);
                out[0] = (number(probed.verdict.value, captures), plies);
            })
        })?;
        let values = found.iter().map(|found| found.0).collect();
        Ok((vector(py, values), vector(py, found.iter().map(|found| found.1).collect())))
    }

    /// The value after every action, an array of shape (n, actions) and type int8; `bagh.ILLEGAL`
    /// (-128) where an action is not legal.
    fn action_values<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let positions = positions_of(&self.rules, positions)?;
        let (actions, captures) = (&self.rules.actions, self.rules.game.captures());
        let mut values = filled(positions.len(), actions.len(), ILLEGAL)?;
        interruptible_if(py, self.is_long(&positions), |stop| {
            let out = (values.as_mut_slice(), actions.len());
            look_up(&self.tables, &positions, Question::Moves, stop, out, |out, probed| {
                for found in probed.moves {
                    if let Some(action) = actions.number(found.mv) {
                        out[action] = number(found.after.value, captures);
                    }
                }
            })
        })?;
        let array =
            Array2::from_shape_vec((positions.len(), actions.len()), values).map_err(bad)?;
        Ok(PyArray2::from_owned_array(py, array))
    }

    /// The value that a move loses, in goats; 0 if it is as good as the best.
    fn regret(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        r#move: &Bound<'_, PyAny>,
    ) -> PyResult<u8> {
        let position = position_of(&self.rules, position)?;
        let mv = move_of(&self.rules, &position, r#move)?;
        ask(py, &self.tables, &position, |stop| regret(&self.tables, &position, mv, stop))
    }

    /// A line of best play from a position, to the end of the game or to where a draw settles.
    fn line(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Vec<Move>> {
        let position = position_of(&self.rules, position)?;
        let line = ask(py, &self.tables, &position, |stop| line(&self.tables, &position, stop))?;
        Ok(line.into_iter().map(|mv| Move { rules: Arc::clone(&self.rules), mv }).collect())
    }

    fn __repr__(&self) -> String {
        let state = if self.is_complete() { "complete" } else { "not complete" };
        format!("<Tables of {}, {state}>", self.rules.game.name())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let make = py.import("bagh._pickle")?.getattr("tables")?;
        (make, (self.folder.as_path(), self.game())).into_pyobject(py)
    }
}
