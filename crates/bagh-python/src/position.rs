//! Positions.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use bagh::notation::{self, Format, ReadOptions, ReadPosition};
use bagh::{GameResult, History};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::{bad, shorten};
use crate::game::{Game, Rules, rules_of};
use crate::moves::{Move, move_of};
use crate::numbers;
use crate::svg;
use crate::work::guarded;

/// A position of a game, with the moves that led to it.
///
/// Moves are played with `push` and taken back with `pop`, as in python-chess. Positions are equal
/// if the same pieces stand on the same points with the same side to move, whatever was played
/// before.
///
/// >>> import bagh
/// >>> position = bagh.Position()
/// >>> position.turn, len(position.legal_moves)
/// ('goat', 21)
/// >>> position.push("B1")
/// <Move B1>
/// >>> position.push("A1C1")
/// <Move A1xB1-C1>
/// >>> position.captured, position.outcome
/// (1, None)
/// >>> position.pop()
/// <Move A1xB1-C1>
/// >>> print(position)
///      A   B   C   D   E
///   1  T───G───·───·───T
///      │ ╲ │ ╱ │ ╲ │ ╱ │
///   2  ·───·───·───·───·
///      │ ╱ │ ╲ │ ╱ │ ╲ │
///   3  ·───·───·───·───·
///      │ ╲ │ ╱ │ ╲ │ ╱ │
///   4  ·───·───·───·───·
///      │ ╱ │ ╲ │ ╱ │ ╲ │
///   5  T───·───·───·───T
#[pyclass(module = "bagh")]
pub struct Position {
    pub rules: Arc<Rules>,
    pub history: History,
}

impl Position {
    pub fn new_at(rules: &Arc<Rules>, position: bagh::Position) -> Position {
        Position { history: History::new(rules.game.clone(), position), rules: Arc::clone(rules) }
    }

    pub fn now(&self) -> &bagh::Position {
        self.history.position()
    }

    fn result(&self) -> Option<GameResult> {
        self.history.result()
    }

    fn wrap(&self, mv: bagh::Move) -> Move {
        Move { rules: Arc::clone(&self.rules), mv }
    }
}

/// The position that an argument names: a `Position` of this game, or a text.
pub fn position_of(rules: &Rules, value: &Bound<'_, PyAny>) -> PyResult<bagh::Position> {
    if let Ok(position) = value.cast::<Position>() {
        let position = position.borrow();
        if !position.rules.is(rules) {
            return Err(bad(format!(
                "position: found one of {}, expected one of {}",
                position.rules.game.name(),
                rules.game.name()
            )));
        }
        return Ok(*position.now());
    }
    match value.extract::<&str>() {
        Ok(text) => rules.read(text),
        Err(_) => Err(bad(format!(
            "position: found {}, expected a Position or its notation",
            value.get_type().name()?
        ))),
    }
}

fn format_of(word: &str) -> PyResult<Format> {
    Format::from_word(word).ok_or_else(|| {
        let words: Vec<&str> = Format::ALL.iter().map(|format| format.word()).collect();
        bad(format!("format: found {:?}, expected one of {}", shorten(word), words.join(", ")))
    })
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (obx = None, *, game = None))]
    fn new(obx: Option<&str>, game: Option<&Bound<'_, PyAny>>) -> PyResult<Position> {
        let rules = rules_of(game)?;
        let start = match obx {
            Some(text) => rules.read(text)?,
            None => rules.game.start(),
        };
        Ok(Position::new_at(&rules, start))
    }

    /// Reads a position in any notation.
    ///
    /// Dialects of OBX and the strings of GamesCrafters are told apart by their form; the two
    /// kinds of FEN have to be named. `lenient` fixes small mistakes.
    ///
    /// >>> import bagh
    /// >>> position = bagh.Position.from_obx("TG3/5/5/5/T3T t g17 c2 - 5", lenient=True)
    /// Traceback (most recent call last):
    /// ...
    /// ValueError: pieces: tigers on the board: found 3, expected 4
    /// >>> bagh.Position.from_obx("TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1").obx()
    /// 'T3T/5/2G2/5/T3T t g19 c0 - 1'
    #[staticmethod]
    #[pyo3(signature = (text, *, game = None, format = None, lenient = false))]
    fn from_obx(
        text: &str,
        game: Option<&Bound<'_, PyAny>>,
        format: Option<&str>,
        lenient: bool,
    ) -> PyResult<Position> {
        let rules = rules_of(game)?;
        let options = ReadOptions { lenient, format: format.map(format_of).transpose()? };
        guarded(|| {
            let read = notation::read(&rules.game, text, &options).map_err(bad)?;
            Ok(Position::new_at(&rules, read.position))
        })
    }

    /// The position as text: OBX 1.0, or another notation of `bagh.NOTATIONS`.
    ///
    /// >>> import bagh
    /// >>> position = bagh.Position()
    /// >>> position.obx()
    /// 'T3T/5/5/5/T3T g g20 c0 - 0'
    /// >>> position.obx("gamescrafters")
    /// '1_T---T---------------T---T2000'
    #[pyo3(signature = (format = "obx"))]
    fn obx(&self, format: &str) -> PyResult<String> {
        let format = format_of(format)?;
        let game = &self.rules.game;
        let mut read = ReadPosition::new(game, *self.now());
        read.last_move = self.history.moves().last().copied();
        guarded(|| notation::write(game, &read, format).map_err(bad))
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Arc::clone(&self.rules).into()
    }

    /// Who moves next: `goat` or `tiger`.
    #[getter]
    fn turn(&self) -> &'static str {
        self.now().turn().word()
    }

    /// How many goats were captured.
    #[getter]
    fn captured(&self) -> u8 {
        self.now().captured()
    }

    /// How many goats are still to be placed.
    #[getter]
    fn goats_in_hand(&self) -> u8 {
        self.now().goats_in_hand()
    }

    /// `placement` while some piece is in hand, then `sliding`.
    #[getter]
    fn phase(&self) -> &'static str {
        self.rules.game.phase(self.now()).word()
    }

    /// The points where tigers stand.
    #[getter]
    fn tigers(&self) -> Vec<&str> {
        self.rules.names(self.now().tigers())
    }

    /// The points where goats stand.
    #[getter]
    fn goats(&self) -> Vec<&str> {
        self.rules.names(self.now().goats())
    }

    /// The legal moves; none once the game is over.
    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        match self.result() {
            Some(_) => Vec::new(),
            None => self.rules.game.moves(self.now()).map(|mv| self.wrap(mv)).collect(),
        }
    }

    /// `tiger-win`, `draw` or `goat-win` once the game is over, draws by repetition included; else
    /// None.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.result().map(|result| result.outcome.word())
    }

    /// Why the game is over, such as `captures` or `repetition`; else None.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.result().map(|result| result.reason.word())
    }

    /// The moves that were pushed, the first one first.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        self.history.moves().iter().map(|&mv| self.wrap(mv)).collect()
    }

    /// Plays a move: a `Move`, its text such as `A1B1`, or the number of an action.
    ///
    /// >>> import bagh
    /// >>> bagh.Position().push("A1")
    /// Traceback (most recent call last):
    /// ...
    /// ValueError: move "A1": A1 is occupied, expected an empty point; legal here: B1, C1, D1, A2, B2, C2 and 15 more
    fn push(&mut self, r#move: &Bound<'_, PyAny>) -> PyResult<Move> {
        if let Some(result) = self.result() {
            return Err(bad(bagh::PlayError::Over { reason: result.reason.sentence() }));
        }
        let mv = move_of(&self.rules, self.now(), r#move)?;
        self.history.play(mv).map_err(bad)?;
        Ok(self.wrap(mv))
    }

    /// Takes back the last move.
    fn pop(&mut self) -> PyResult<Move> {
        match self.history.undo() {
            Some(mv) => Ok(self.wrap(mv)),
            None => Err(bad("pop: found no move, expected one that was pushed before")),
        }
    }

    /// A legal move from its text, such as `C1`, `A1B1`, `A1-B1` or `A1xC1`.
    fn parse_move(&self, text: &str) -> PyResult<Move> {
        guarded(|| {
            self.rules.game.parse_move(self.now(), text).map(|mv| self.wrap(mv)).map_err(bad)
        })
    }

    /// A move as OBX writes it here: `C1`, `E1D1`.
    fn move_text(&self, r#move: &Bound<'_, PyAny>) -> PyResult<String> {
        let mv = move_of(&self.rules, self.now(), r#move)?;
        Ok(self.rules.game.move_text(self.now(), mv))
    }

    /// A copy with the same moves before it.
    fn copy(&self) -> Position {
        Position { rules: Arc::clone(&self.rules), history: self.history.clone() }
    }

    /// The one position that stands for this and its mirror images.
    ///
    /// >>> import bagh
    /// >>> forms = set()
    /// >>> for move in bagh.Position().legal_moves:
    /// ...     position = bagh.Position()
    /// ...     _ = position.push(move)
    /// ...     forms.add(position.canonical())
    /// >>> len(forms)
    /// 5
    fn canonical(&self) -> Position {
        Position::new_at(&self.rules, self.rules.game.canonical(self.now()))
    }

    /// The position seen through a symmetry of the board, by its row in `game.symmetries`.
    fn transform(&self, symmetry: &Bound<'_, PyAny>) -> PyResult<Position> {
        let symmetries = self.rules.game.board().symmetries();
        let found = numbers::one_of(symmetry, "symmetry", symmetries)?;
        Ok(Position::new_at(&self.rules, self.now().transformed(found)))
    }

    fn __str__(&self) -> PyResult<String> {
        guarded(|| Ok(self.rules.game.draw(self.now()).trim_end().to_owned()))
    }

    fn __repr__(&self) -> PyResult<String> {
        let game = self.rules.game.name();
        Ok(format!("<Position {} of {game}>", self.obx("obx")?))
    }

    /// The board as SVG, which notebooks show.
    fn _repr_svg_(&self) -> PyResult<String> {
        guarded(|| Ok(svg::draw(&self.rules.game, self.now())))
    }

    fn __copy__(&self) -> Position {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Position {
        self.copy()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Position>().is_ok_and(|other| {
            // A position is equal to itself, which may be borrowed already.
            let Ok(other) = other.try_borrow() else { return false };
            self.now() == other.now() && self.rules.is(&other.rules)
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.rules.hash_into(&mut hasher);
        self.now().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let make = py.import("bagh._pickle")?.getattr("position")?;
        let actions = self.history.moves().iter().filter_map(|&mv| self.rules.actions.number(mv));
        let start = self.rules.game.obx(self.history.start());
        (make, (self.game(), start, actions.collect::<Vec<_>>())).into_pyobject(py)
    }
}
