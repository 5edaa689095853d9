//! Marks of policies by the tables.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use bagh_arena::stats::Regret;
use bagh_arena::{Budget, DrawError, Exam as Questions, Mark};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::engine::player;
use crate::errors::bad;
use crate::game::{Game, Rules};
use crate::moves::move_of;
use crate::numbers;
use crate::position::Position;
use crate::streams::seed_of;
use crate::tables::Tables;
use crate::work::{interruptible, stopped};

/// A fixed set of positions on which players are marked by the tables: positions of games between
/// players of mixed strength, equally many of each phase and side, in which some move loses value.
#[pyclass(frozen, module = "bagh")]
pub struct Exam {
    rules: Arc<Rules>,
    tables: Arc<bagh_tables::Tables>,
    exam: Questions,
}

impl Exam {
    fn summary<'py>(&self, py: Python<'py>, marks: &[Mark]) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let row = |side: &str, phase: &str, regret: Regret| -> PyResult<Bound<'py, PyDict>> {
            let row = PyDict::new(py);
            row.set_item("side", side)?;
            row.set_item("phase", phase)?;
            row.set_item("positions", regret.could_err)?;
            row.set_item("errors", regret.errors)?;
            row.set_item("share", regret.share)?;
            row.set_item("share_interval", regret.share_interval)?;
            row.set_item("regret", regret.mean_lost)?;
            row.set_item("regret_interval", regret.mean_lost_interval)?;
            Ok(row)
        };
        let clusters: Vec<Vec<Mark>> = marks.iter().map(|mark| vec![*mark]).collect();
        let mut rows = vec![row("both", "all", Regret::of_marks(marks))?];
        for kind in Regret::by_kind(&clusters) {
            rows.push(row(kind.side.word(), kind.phase.word(), kind.regret)?);
        }
        Ok(rows)
    }
}

#[pymethods]
impl Exam {
    #[new]
    #[pyo3(signature = (tables, n = 1000, *, seed = 1))]
    fn new(
        py: Python<'_>,
        tables: &Bound<'_, Tables>,
        #[pyo3(from_py_with = numbers::n_questions)] n: usize,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
    ) -> PyResult<Exam> {
        let (rules, tables) = (Arc::clone(&tables.get().rules), Arc::clone(&tables.get().tables));
        let exam = interruptible(py, |stop| {
            let drawn = Questions::draw(&tables, seed, n, Some(stop), |_| ());
            drawn.map_err(|error| match error {
                DrawError::Interrupted => stopped(),
                other => bad(other),
            })
        })?;
        if exam.questions.is_empty() {
            let name = rules.game.name();
            return Err(bad(format!(
                "n: found {n}, expected more: no position of {name} that was drawn has a move that \
                 loses value"
            )));
        }
        Ok(Exam { rules, tables, exam })
    }

    fn __len__(&self) -> usize {
        self.exam.questions.len()
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Arc::clone(&self.rules).into()
    }

    /// The positions, each with the game before it.
    #[getter]
    fn positions(&self) -> Vec<Position> {
        let of = |question: &bagh_arena::Question| Position {
            rules: Arc::clone(&self.rules),
            history: question.history.clone(),
        };
        self.exam.questions.iter().map(of).collect()
    }

    /// Marks one move for each position: dicts with `side`, `phase`, `positions`, `errors`, `share`
    /// (of moves that lose value), `regret` (the mean value lost, in goats), and their intervals of
    /// 95 %. The first is for all positions together.
    fn mark<'py>(
        &self,
        py: Python<'py>,
        moves: Vec<Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let questions = &self.exam.questions;
        if moves.len() != questions.len() {
            let (found, expected) = (moves.len(), questions.len());
            return Err(bad(format!("moves: found {found}, expected {expected}, one a position")));
        }
        let marks: Vec<Mark> = questions
            .iter()
            .zip(&moves)
            .map(|(question, mv)| {
                let mv = move_of(&self.rules, question.position(), mv)?;
                question.mark(mv).ok_or_else(|| bad("move: it is not legal here"))
            })
            .collect::<PyResult<_>>()?;
        self.summary(py, &marks)
    }

    /// Marks a player by name: 1 to 8, perfect, random, greedy or evolved.
    #[pyo3(signature = (player, *, seed = 1))]
    fn mark_player<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = text)] player: String,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let name = player.as_str();
        // Refused before any thread asks for one.
        self::player(&self.rules, name, seed, Some(&self.tables))?;
        let make = |question: &bagh_arena::Question| {
            let seed = seed_of(seed, question.number as u64);
            self::player(&self.rules, name, seed, Some(&self.tables))
                .expect("a player by this name was made before")
        };
        let marks = interruptible(py, |stop| {
            use rayon::prelude::*;
            let ask = |question: &bagh_arena::Question| match stop.load(Relaxed) {
                true => Err(stopped()),
                false => question.ask(&mut *make(question), &Budget::default()).map_err(bad),
            };
            self.exam.questions.par_iter().with_max_len(1).map(ask).collect::<PyResult<Vec<_>>>()
        })?;
        self.summary(py, &marks)
    }

    fn __repr__(&self) -> String {
        format!("<Exam of {} positions of {}>", self.__len__(), self.rules.game.name())
    }
}

/// The text of a name or a number.
fn text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(value.str()?.to_string())
}
