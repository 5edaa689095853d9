//! Moves.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::{bad, shorten};
use crate::game::{Game, Rules};
use crate::numbers;
use crate::work::guarded;

/// A move of either side: a placement, a slide or a jump.
///
/// >>> import bagh
/// >>> move = bagh.Position().legal_moves[0]
/// >>> move.kind, move.to, move.action
/// ('place', 'B1', 1)
/// >>> move == bagh.Game().move(1)
/// True
#[pyclass(frozen, module = "bagh")]
pub struct Move {
    pub rules: Arc<Rules>,
    pub mv: bagh::Move,
}

impl Move {
    /// The move with all that it touches: `A1`, `A1-B1`, `A1xB1-C1`.
    pub fn text(&self) -> String {
        match (self.origin(), self.over()) {
            (None, _) => self.to().to_owned(),
            (Some(from), None) => format!("{from}-{}", self.to()),
            (Some(from), Some(over)) => format!("{from}x{over}-{}", self.to()),
        }
    }

    pub fn number(&self) -> usize {
        self.rules.actions.number(self.mv).unwrap_or_default()
    }
}

/// The move with the number that an argument gives.
pub fn action_of(rules: &Rules, value: &Bound<'_, PyAny>) -> PyResult<bagh::Move> {
    let most = rules.actions.len() as u64 - 1;
    let number = numbers::whole(value, "action", 0, most)?;
    rules.actions.mv(number as usize).ok_or_else(|| bad("action: expected one of the game"))
}

/// The move that an argument names in a position: a `Move`, its text, or the number of an action.
pub fn move_of(
    rules: &Rules,
    position: &bagh::Position,
    value: &Bound<'_, PyAny>,
) -> PyResult<bagh::Move> {
    let mv = if let Ok(mv) = value.cast::<Move>() {
        // Its points may not even be on this board.
        if !mv.get().rules.is(rules) {
            let (found, expected) = (mv.get().rules.game.name(), rules.game.name());
            return Err(bad(format!("move: found one of {found}, expected one of {expected}")));
        }
        mv.get().mv
    } else if let Ok(text) = value.extract::<&str>() {
        return guarded(|| rules.game.parse_move(position, text).map_err(bad));
    } else if value.hasattr("__index__")? {
        action_of(rules, value)?
    } else {
        let found = value.get_type().name().map(|name| name.to_string());
        let found = found.unwrap_or_else(|_| "something else".to_owned());
        return Err(bad(format!(
            "move: found {found}, expected a Move, its text or the number of an action"
        )));
    };
    if !rules.game.is_legal(position, mv) {
        // The words are those of a move that is given as text.
        let text = rules.game.move_text(position, mv);
        return match rules.game.parse_move(position, &text) {
            Err(error) => Err(bad(error)),
            Ok(_) => Err(bad(format!("move: found {}, which is not legal here", shorten(&text)))),
        };
    }
    Ok(mv)
}

#[pymethods]
impl Move {
    /// `place`, `slide` or `jump`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.mv {
            bagh::Move::Place { .. } => "place",
            bagh::Move::Slide { .. } => "slide",
            bagh::Move::Jump { .. } => "jump",
        }
    }

    /// The point that the piece leaves, unless it is placed.
    #[getter]
    fn origin(&self) -> Option<&str> {
        self.mv.from().map(|point| self.rules.game.point_name(point))
    }

    /// The point where the piece ends.
    #[getter]
    fn to(&self) -> &str {
        self.rules.game.point_name(self.mv.to())
    }

    /// The point of the captured goat, if there is one.
    #[getter]
    fn over(&self) -> Option<&str> {
        self.mv.captured().map(|point| self.rules.game.point_name(point))
    }

    /// The number of this move among all actions of the game.
    #[getter]
    fn action(&self) -> usize {
        self.number()
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Arc::clone(&self.rules).into()
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn __repr__(&self) -> String {
        format!("<Move {}>", self.text())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let same = |other: &Move| self.mv == other.mv && self.rules.is(&other.rules);
        other.cast::<Move>().is_ok_and(|other| same(other.get()))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.rules.hash_into(&mut hasher);
        self.mv.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let make = py.import("bagh._pickle")?.getattr("move")?;
        (make, (self.game(), self.number())).into_pyobject(py)
    }
}
