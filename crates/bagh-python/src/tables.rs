//! Look-ups in solved tables.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use bagh_tables::answer::VerdictAnswer;
use bagh_tables::{Batch, FOLDER_VARIABLE, Probed, Value, default_folder};
use numpy::PyArray2;
use numpy::ndarray::Array2;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rayon::prelude::*;

use crate::arrays::{Vector, filled, positions_of, vector};
use crate::errors::bad;
use crate::game::{Game, Rules, rules_of};
use crate::moves::{Move, move_of};
use crate::position::{Position, position_of};
use crate::solve;
use crate::work::{detached, interruptible_if, on_pool, stopped};

/// Positions that are looked up together: enough that each block is unpacked about once.
const TOGETHER: usize = 1 << 20;

/// The same where the value after every move is asked for.
const TOGETHER_WITH_MOVES: usize = 1 << 16;

/// Positions that are looked up in a moment.
const SHORT: usize = 1 << 10;

/// Blocks that are read before a look at signals.
const PIECE: usize = 16;

/// Where an action is not legal, in arrays of values.
pub const ILLEGAL: i8 = i8::MIN;

/// A value as a number: -1 if the goats win, in a draw the goats that are captured in the end, and
/// the captures that win if the tigers do.
pub fn number(value: Value, captures: u8) -> i8 {
    value.code(captures) as i8 - 1
}

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
        let open = || {
            bagh_tables::Tables::open(&rules.game, &folder).map_err(|error| {
                bad(format!("{error}: bagh.Tables.solve or `bagh solve` makes tables"))
            })
        };
        let tables = on_pool(py, open)?;
        Ok(Tables { rules, tables: Arc::new(tables), folder })
    }

    /// Looks many positions up, in order, and hands each answer on with its place. Called without
    /// the GIL.
    fn look_up<T: Send>(
        &self,
        stop: &AtomicBool,
        positions: &[bagh::Position],
        moves: bool,
        out: &mut [T],
        width: usize,
        write: impl Fn(&mut [T], Probed) + Sync,
    ) -> PyResult<()> {
        let together = if moves { TOGETHER_WITH_MOVES } else { TOGETHER };
        for (positions, out) in positions.chunks(together).zip(out.chunks_mut(together * width)) {
            let batch = Batch::new(&self.tables, positions, moves);
            let pieces: Vec<_> = batch.pieces(PIECE).collect();
            pieces.into_par_iter().try_for_each(|piece| match stop.load(Relaxed) {
                true => Err(stopped()),
                false => batch.read(piece).map_err(bad),
            })?;
            let answered = out.par_chunks_mut(width).enumerate().try_for_each(|(number, out)| {
                batch.answer_of(number).map(|probed| write(out, probed))
            });
            answered.map_err(bad)?;
        }
        Ok(())
    }

    /// The values of positions. Called without the GIL.
    pub fn numbers(&self, positions: &[bagh::Position], stop: &AtomicBool) -> PyResult<Vec<i8>> {
        let captures = self.rules.game.captures();
        let mut values = filled(positions.len(), 1, 0i8)?;
        self.look_up(stop, positions, false, &mut values, 1, |out, probed| {
            out[0] = number(probed.verdict.value, captures);
        })?;
        Ok(values)
    }
}

#[pymethods]
impl Tables {
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

    /// Solves a game, or goes on with what an earlier run left, and opens its tables.
    ///
    /// `progress` is called about ten times a second with the share that is done, from 0 to 1.
    /// Ctrl-C interrupts it at once, and so does an exception of `progress`; the next call goes on
    /// from the last finished part.
    #[staticmethod]
    #[pyo3(signature = (folder = None, game = None, *, progress = None, compact = false))]
    fn solve(
        py: Python<'_>,
        folder: Option<PathBuf>,
        game: Option<&Bound<'_, PyAny>>,
        progress: Option<&Bound<'_, PyAny>>,
        compact: bool,
    ) -> PyResult<Tables> {
        let (rules, folder) = (rules_of(game)?, folder_of(folder)?);
        solve::run(py, &rules.game, &folder, compact, progress)?;
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
        let verdict = detached(py, || self.tables.probe(&position).map_err(bad))?;
        let answer = VerdictAnswer::new(&self.rules.game, &position, verdict);
        Ok(Verdict {
            rules: Arc::clone(&self.rules),
            tables: Arc::clone(&self.tables),
            position,
            value: verdict.value,
            answer,
        })
    }

    /// The same as `probe`, with a KeyError where there is no answer.
    fn __getitem__(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Verdict> {
        self.probe(py, position).map_err(|error| PyKeyError::new_err(error.value(py).to_string()))
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
        let is_long = positions.len() > SHORT;
        let values = interruptible_if(py, is_long, |stop| self.numbers(&positions, stop))?;
        Ok(vector(py, values))
    }

    /// The values of many positions, and plies (int16): to the end of the game where a side wins,
    /// to the next capture in draws that still hold one, -1 where they are not known.
    fn values_and_plies<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
    ) -> PyResult<(Vector<'py, i8>, Vector<'py, i16>)> {
        let positions = positions_of(&self.rules, positions)?;
        let captures = self.rules.game.captures();
        let mut found = filled(positions.len(), 1, (0i8, 0i16))?;
        interruptible_if(py, positions.len() > SHORT, |stop| {
            self.look_up(stop, &positions, false, &mut found, 1, |out, probed| {
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
        interruptible_if(py, positions.len() > SHORT, |stop| {
            self.look_up(stop, &positions, true, &mut values, actions.len(), |out, probed| {
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
        detached(py, || {
            let mark = bagh_arena::Mark::new(&self.tables, &position, mv).map_err(bad)?;
            Ok(mark.map_or(0, |mark| mark.lost))
        })
    }

    /// A line of best play from a position, to the end of the game or to where a draw settles.
    fn line(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Vec<Move>> {
        let position = position_of(&self.rules, position)?;
        let line = detached(py, || self.tables.line(&position).map_err(bad))?;
        Ok(line
            .into_iter()
            .map(|best| Move { rules: Arc::clone(&self.rules), mv: best.mv })
            .collect())
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

/// What the tables say of a position.
#[pyclass(frozen, module = "bagh")]
pub struct Verdict {
    rules: Arc<Rules>,
    tables: Arc<bagh_tables::Tables>,
    position: bagh::Position,
    value: Value,
    answer: VerdictAnswer,
}

#[pymethods]
impl Verdict {
    /// Who wins if both sides play their best: `tiger-win`, `draw` or `goat-win`.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.answer.outcome.word()
    }

    /// Goats captured in the end; None where the goats win, which tells nothing of them.
    #[getter]
    fn captures(&self) -> Option<u8> {
        self.answer.captures
    }

    /// Plies to the end of the game (wins) or to the next capture (draws that still hold one). Known
    /// in the sliding phase, and where the game is over; else None.
    #[getter]
    fn plies(&self) -> Option<u16> {
        self.answer.plies
    }

    /// The value as a number: -1 if the goats win, in a draw the captures, else those that win.
    #[getter]
    fn value(&self) -> i8 {
        number(self.value, self.rules.game.captures())
    }

    /// What the tables say of every legal move, the best first.
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<MoveVerdict>> {
        let game = &self.rules.game;
        let moves = detached(py, || self.tables.moves(&self.position).map_err(bad))?;
        let best = moves.first().map_or(0, |best| number(best.after.value, game.captures()));
        let moves = moves.into_iter().map(|found| {
            let after = game.after(&self.position, found.mv);
            let value = number(found.after.value, game.captures());
            MoveVerdict {
                rules: Arc::clone(&self.rules),
                mv: found.mv,
                value,
                regret: best.abs_diff(value),
                answer: VerdictAnswer::new(game, &after, found.after),
            }
        });
        Ok(moves.collect())
    }

    /// The position.
    #[getter]
    fn position(&self) -> Position {
        Position::new_at(&self.rules, self.position)
    }

    fn __repr__(&self) -> String {
        format!("<Verdict {}>", words(&self.answer))
    }
}

/// What the tables say of a move, by the position that it leads to.
#[pyclass(frozen, module = "bagh")]
pub struct MoveVerdict {
    rules: Arc<Rules>,
    mv: bagh::Move,
    answer: VerdictAnswer,
    /// The value of the position after the move, as a number.
    #[pyo3(get)]
    value: i8,
    /// The value that the move loses, in goats.
    #[pyo3(get)]
    regret: u8,
}

#[pymethods]
impl MoveVerdict {
    /// The move.
    #[getter]
    fn r#move(&self) -> Move {
        Move { rules: Arc::clone(&self.rules), mv: self.mv }
    }

    /// Who wins after it.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.answer.outcome.word()
    }

    /// Goats captured in the end.
    #[getter]
    fn captures(&self) -> Option<u8> {
        self.answer.captures
    }

    /// Plies from the position after the move.
    #[getter]
    fn plies(&self) -> Option<u16> {
        self.answer.plies
    }

    fn __repr__(&self) -> String {
        format!("<MoveVerdict {}: {}>", self.r#move().text(), words(&self.answer))
    }
}

fn words(answer: &VerdictAnswer) -> String {
    let mut text = answer.outcome.word().to_owned();
    if let Some(captures) = answer.captures {
        text += &format!(", {captures} captures");
    }
    if let Some(plies) = answer.plies {
        text += &format!(", {plies} plies");
    }
    text
}
