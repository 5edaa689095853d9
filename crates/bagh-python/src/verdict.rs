//! What tables say of a position and its moves.

use std::sync::Arc;

use bagh_tables::Value;
use bagh_tables::answer::VerdictAnswer;
use pyo3::prelude::*;

use crate::game::Rules;
use crate::look_up::{ask, moves, number};
use crate::moves::Move;
use crate::position::Position;

/// What the tables say of a position.
#[pyclass(frozen, module = "bagh")]
pub struct Verdict {
    rules: Arc<Rules>,
    tables: Arc<bagh_tables::Tables>,
    position: bagh::Position,
    value: Value,
    answer: VerdictAnswer,
}

impl Verdict {
    pub fn new(
        rules: &Arc<Rules>,
        tables: &Arc<bagh_tables::Tables>,
        position: bagh::Position,
        verdict: bagh_tables::Verdict,
    ) -> Verdict {
        let answer = VerdictAnswer::new(&rules.game, &position, verdict);
        let (rules, tables) = (Arc::clone(rules), Arc::clone(tables));
        Verdict { rules, tables, position, value: verdict.value, answer }
    }
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
    /// in the sliding phase, where the game is over, and for wins in the placement phase if their
    /// plies were solved (`Tables.solve(plies=True)`); else None.
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
        let find = |stop: &_| moves(&self.tables, &self.position, stop);
        let moves = ask(py, &self.tables, &self.position, find)?;
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
