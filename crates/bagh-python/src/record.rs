//! Records of whole games.

use std::path::PathBuf;
use std::sync::Arc;

use bagh::record::NodeId;
use bagh::record::baghchal::{self, Dialect};
use bagh::{Outcome, Reason};
use bagh_files::Durability;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::{bad, shorten, text_of};
use crate::game::{Game, Rules, rules_of};
use crate::moves::{Move, move_of};
use crate::position::Position;
use crate::work::guarded;

/// The longest record that is read.
const LONGEST: u64 = 64 << 20;

/// A game from its start to its end, with tags, comments and variations.
///
/// >>> import bagh
/// >>> record = bagh.Record()
/// >>> record.add("C1"), record.add("E1D1")
/// (<Move C1>, <Move E1-D1>)
/// >>> record.comment("an old favourite")
/// >>> record.set_tag("Event", "at home")
/// >>> print(record.text())
/// [Game "bagh-chal"]
/// [Event "at home"]
/// <BLANKLINE>
/// 1. C1 E1D1 {an old favourite} *
/// <BLANKLINE>
/// >>> bagh.Record.parse(record.text()) == record
/// True
#[pyclass(module = "bagh")]
pub struct Record {
    rules: Arc<Rules>,
    record: bagh::record::Record,
}

/// The dialect of another program that a format names; none for our own records.
fn dialect_of(format: &str) -> PyResult<Option<Dialect>> {
    match Dialect::from_word(format) {
        None if format != "record" => {
            let words: Vec<&str> = Dialect::ALL.iter().map(|dialect| dialect.word()).collect();
            let found = shorten(format);
            Err(bad(format!("format: found {found:?}, expected record, {}", words.join(" or "))))
        }
        dialect => Ok(dialect),
    }
}

#[pymethods]
impl Record {
    #[new]
    #[pyo3(signature = (position = None, *, game = None))]
    fn new(position: Option<&Position>, game: Option<&Bound<'_, PyAny>>) -> PyResult<Record> {
        if let Some(position) = position {
            let record = bagh::record::Record::from_history(&position.history);
            return Ok(Record { rules: Arc::clone(&position.rules), record });
        }
        let rules = rules_of(game)?;
        Ok(Record { record: bagh::record::Record::new(rules.game.clone()), rules })
    }

    /// Reads a record from its text, in a notation of `bagh.RECORD_NOTATIONS`. It may name a built-in
    /// game and the captures that win; `game` is for records that do not, and those of other boards.
    #[staticmethod]
    #[pyo3(signature = (text, *, game = None, format = "record"))]
    fn parse(text: &str, game: Option<&Bound<'_, PyAny>>, format: &str) -> PyResult<Record> {
        let rules = rules_of(game)?;
        let dialect = dialect_of(format)?;
        let record = guarded(|| {
            match dialect {
                None => bagh::record::Record::parse(&rules.game, text),
                Some(dialect) => baghchal::read(&rules.game, text, dialect),
            }
            .map_err(bad)
        })?;
        Ok(Record { rules: rules.of(record.game())?, record })
    }

    /// Reads a record from a file.
    #[staticmethod]
    #[pyo3(signature = (path, *, game = None, format = "record"))]
    fn read(path: PathBuf, game: Option<&Bound<'_, PyAny>>, format: &str) -> PyResult<Record> {
        Record::parse(&text_of(&path, LONGEST)?, game, format)
    }

    /// The record as text, in a notation of `bagh.RECORD_NOTATIONS`. Those of other programs have
    /// no tags, comments or variations.
    #[pyo3(signature = (format = "record"))]
    fn text(&self, format: &str) -> PyResult<String> {
        let dialect = dialect_of(format)?;
        guarded(|| match dialect {
            None => Ok(self.record.to_text()),
            Some(dialect) => baghchal::write(&self.record, dialect).map_err(bad),
        })
    }

    /// Writes the record to a file, as a whole or not at all.
    #[pyo3(signature = (path, *, format = "record"))]
    fn write(&self, path: PathBuf, format: &str) -> PyResult<()> {
        let text = self.text(format)?;
        bagh_files::replace(&path, Durability::Synced, |out| out.write_all(text.as_bytes()))
            .map_err(|error| bad(format!("{}: cannot write: {error}", path.display())))?;
        Ok(())
    }

    /// Plays a move at the end of the main line.
    fn add(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<Move> {
        let end = self.record.end();
        let mv = move_of(&self.rules, self.record.node(end).position(), r#move)?;
        self.record.add(end, mv).map_err(bad)?;
        Ok(Move { rules: Arc::clone(&self.rules), mv })
    }

    /// Comments on the last move of the main line, or, before the first, on the game.
    fn comment(&mut self, text: String) {
        let end = self.record.end();
        self.record.comment(end, text);
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Arc::clone(&self.rules).into()
    }

    /// The tags, in order.
    #[getter]
    fn tags(&self) -> Vec<(String, String)> {
        self.record.tags().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    /// Sets a tag, such as `Goats` to the name of a player.
    fn set_tag(&mut self, name: &str, value: String) -> PyResult<()> {
        self.record.set_tag(name, value).map_err(bad)
    }

    /// The moves that were played.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        let wrap = |mv| Move { rules: Arc::clone(&self.rules), mv };
        self.record.main_line().map(wrap).collect()
    }

    /// The position in which the record begins.
    #[getter]
    fn start(&self) -> Position {
        Position::new_at(&self.rules, *self.record.start())
    }

    /// The last position of the main line, with all moves before it.
    #[getter]
    fn position(&self) -> Position {
        Position { rules: Arc::clone(&self.rules), history: self.record.history() }
    }

    /// The whole tree, depth first: for each move its depth in variations (0 is the main line), the
    /// move, the position after it, and its comments.
    fn walk(&self) -> Vec<(usize, Move, Position, Vec<String>)> {
        let mut found = Vec::new();
        // The main move of a node is walked after its variations were noted, as it is written.
        let mut open: Vec<(usize, NodeId)> = Vec::new();
        let push = |open: &mut Vec<(usize, NodeId)>, depth: usize, node: NodeId| {
            let children = self.record.node(node).children();
            if let Some((first, variations)) = children.split_first() {
                open.push((depth, *first));
                open.extend(variations.iter().rev().map(|&variation| (depth + 1, variation)));
            }
        };
        push(&mut open, 0, NodeId::ROOT);
        while let Some((depth, id)) = open.pop() {
            let node = self.record.node(id);
            if let Some(mv) = node.played() {
                found.push((
                    depth,
                    Move { rules: Arc::clone(&self.rules), mv },
                    Position::new_at(&self.rules, *node.position()),
                    node.comments().to_vec(),
                ));
            }
            push(&mut open, depth, id);
        }
        found
    }

    /// Who won, if the game is over: `tiger-win`, `draw` or `goat-win`.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.record.outcome().map(Outcome::word)
    }

    /// Why the game is over, if that is known.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.record.reason().map(Reason::word)
    }

    /// Declares a result that the rules do not give, such as a win by `resignation`.
    #[pyo3(signature = (outcome, reason = None))]
    fn declare(&mut self, outcome: Option<&str>, reason: Option<&str>) -> PyResult<()> {
        let outcome = outcome.map(|word| {
            let expected = "expected tiger-win, draw or goat-win";
            Outcome::from_word(word)
                .ok_or_else(|| bad(format!("outcome: found {:?}, {expected}", shorten(word))))
        });
        let reason = reason.map(|word| {
            let expected = "expected resignation or agreement";
            Reason::from_word(word)
                .ok_or_else(|| bad(format!("reason: found {:?}, {expected}", shorten(word))))
        });
        self.record.declare(outcome.transpose()?, reason.transpose()?).map_err(bad)
    }

    fn __len__(&self) -> usize {
        self.record.main_line().count()
    }

    fn __repr__(&self) -> String {
        format!("<Record of {} moves of {}>", self.__len__(), self.rules.game.name())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Record>().is_ok_and(|other| {
            let Ok(other) = other.try_borrow() else { return false };
            self.record == other.record && self.rules.is(&other.rules)
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let make = py.import("bagh._pickle")?.getattr("record")?;
        (make, (self.record.to_text(), self.game())).into_pyobject(py)
    }
}
