//! Games.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use bagh::{ActionSpace, Point};
use bagh_tables::rules_hash;
use numpy::ndarray::Array2;
use numpy::{PyArray2, ToPyArray};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::errors::{bad, shorten, text_of};
use crate::moves::{Move, action_of};
use crate::numbers;
use crate::position::Position;
use crate::work::guarded;

/// The longest board file that is read.
const LONGEST_FILE: u64 = 1 << 20;

/// A game with what follows from it, shared by all its positions.
pub struct Rules {
    pub game: bagh::Game,
    pub actions: ActionSpace,
    /// The text that it was read from.
    text: String,
    hash: String,
}

impl Rules {
    fn new(game: bagh::Game, text: &str) -> Arc<Rules> {
        let actions = ActionSpace::new(game.board());
        let hash = rules_hash(&game);
        Arc::new(Rules { game, actions, text: text.to_owned(), hash })
    }

    /// Whether both are the same game: name, captures, where it begins, and all that the rules
    /// depend on.
    pub fn is(&self, other: &Rules) -> bool {
        let same = || self.game.name() == other.game.name() && self.hash == other.hash;
        std::ptr::eq(self, other) || (same() && self.game.start() == other.game.start())
    }

    /// The rules of a game that was read where these are the default: they are these, or those of
    /// a built-in game, perhaps with other captures.
    pub fn of(self: &Arc<Rules>, game: &bagh::Game) -> PyResult<Arc<Rules>> {
        let named = match game.name() == self.game.name() {
            true => Arc::clone(self),
            false => built_in(game.name())?,
        };
        match game.captures() == named.game.captures() {
            true => Ok(named),
            false => Ok(Rules::new(game.clone(), &named.text)),
        }
    }

    pub fn hash_into(&self, hasher: &mut impl Hasher) {
        self.hash.hash(hasher);
    }

    /// The names of some points.
    pub fn names(&self, points: bagh::Points) -> Vec<&str> {
        points.iter().map(|point| self.game.point_name(point)).collect()
    }

    /// A position of this game in any notation that its form gives away.
    pub fn read(&self, text: &str) -> PyResult<bagh::Position> {
        guarded(|| {
            let read = bagh::notation::read(&self.game, text, &Default::default());
            Ok(read.map_err(bad)?.position)
        })
    }
}

/// Built-in games that were asked for.
static BUILT_IN: LazyLock<Mutex<HashMap<String, Arc<Rules>>>> = LazyLock::new(Default::default);

fn built_in(name: &str) -> PyResult<Arc<Rules>> {
    let mut known = BUILT_IN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(rules) = known.get(name) {
        return Ok(Arc::clone(rules));
    }
    let (Some(game), Some(text)) = (bagh::Game::by_name(name), bagh::Game::file_of(name)) else {
        let names: Vec<&str> = bagh::Game::names().collect();
        return Err(bad(format!(
            "game: found {:?}, expected one of {}: other games are read by Game.from_file",
            shorten(name),
            names.join(", ")
        )));
    };
    let rules = Rules::new(game, text);
    known.insert(name.to_owned(), Arc::clone(&rules));
    Ok(rules)
}

/// The game that an argument names: a `Game`, a name, or nothing for Bagh Chal.
pub fn rules_of(value: Option<&Bound<'_, PyAny>>) -> PyResult<Arc<Rules>> {
    let Some(value) = value else { return built_in("bagh-chal") };
    if let Ok(game) = value.cast::<Game>() {
        return Ok(Arc::clone(&game.get().rules));
    }
    match value.extract::<&str>() {
        Ok(name) => built_in(name),
        Err(_) => Err(bad(format!(
            "game: found {}, expected a Game or the name of one",
            value.get_type().name()?
        ))),
    }
}

/// A game: a board, the pieces, and the captures that win.
///
/// >>> import bagh
/// >>> game = bagh.Game()
/// >>> game.title, game.tigers, game.goats, game.captures
/// ('Bagh Chal', 4, 20, 5)
/// >>> bagh.Game("aadu-puli").actions
/// 155
/// >>> bagh.Game("chess")
/// Traceback (most recent call last):
/// ...
/// ValueError: game: found "chess", expected one of bagh-chal, aadu-puli, aadu-puli-fixed, kaooa, len-choa, pulijudamu: other games are read by Game.from_file
#[pyclass(frozen, module = "bagh")]
pub struct Game {
    pub rules: Arc<Rules>,
}

impl From<Arc<Rules>> for Game {
    fn from(rules: Arc<Rules>) -> Game {
        Game { rules }
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name = "bagh-chal", captures = None))]
    fn new(
        name: &str,
        #[pyo3(from_py_with = numbers::captures_if_any)] captures: Option<u8>,
    ) -> PyResult<Game> {
        let rules = built_in(name)?;
        match captures {
            None => Ok(rules.into()),
            Some(captures) => Game { rules }.with_captures(captures),
        }
    }

    /// Reads a game from a board file; docs/RULES.md describes the format.
    #[staticmethod]
    fn from_file(path: PathBuf) -> PyResult<Game> {
        Game::from_toml(&text_of(&path, LONGEST_FILE)?)
    }

    /// Reads a game from the text of a board file.
    ///
    /// >>> import bagh
    /// >>> bagh.Game.from_toml(bagh.Game("kaooa").toml) == bagh.Game("kaooa")
    /// True
    #[staticmethod]
    fn from_toml(text: &str) -> PyResult<Game> {
        guarded(|| Ok(Rules::new(bagh::Game::from_toml(text).map_err(bad)?, text).into()))
    }

    /// The names of the built-in games.
    #[staticmethod]
    fn names() -> Vec<&'static str> {
        bagh::Game::names().collect()
    }

    /// The same game with another number of captures to win.
    fn with_captures(
        &self,
        #[pyo3(from_py_with = numbers::captures)] captures: u8,
    ) -> PyResult<Game> {
        guarded(|| {
            let game = self.rules.game.clone().with_captures(captures).map_err(bad)?;
            Ok(Rules::new(game, &self.rules.text).into())
        })
    }

    /// The name that commands and files use.
    #[getter]
    fn name(&self) -> &str {
        self.rules.game.name()
    }

    /// The name for people.
    #[getter]
    fn title(&self) -> &str {
        self.rules.game.title()
    }

    /// How many tigers hunt.
    #[getter]
    fn tigers(&self) -> u8 {
        self.rules.game.tigers()
    }

    /// How many goats the herd has.
    #[getter]
    fn goats(&self) -> u8 {
        self.rules.game.goats()
    }

    /// How many captures win the game for the tigers.
    #[getter]
    fn captures(&self) -> u8 {
        self.rules.game.captures()
    }

    /// The names of the points, in reading order: bit and column `i` of arrays is point `i`.
    #[getter]
    fn points(&self) -> Vec<String> {
        let board = self.rules.game.board();
        board.all().iter().map(|point| board.name(point).to_owned()).collect()
    }

    /// Where the points are drawn: `x` grows to the right, `y` downwards.
    #[getter]
    fn coordinates(&self) -> Vec<(f64, f64)> {
        let board = self.rules.game.board();
        board.all().iter().map(|point| (board.info(point).x, board.info(point).y)).collect()
    }

    /// The lines of the board, each a list of the names of its points.
    #[getter]
    fn lines(&self) -> Vec<Vec<String>> {
        let board = self.rules.game.board();
        let line = |line: &[Point]| line.iter().map(|&p| board.name(p).to_owned()).collect();
        board.all_lines().map(line).collect()
    }

    /// The text of the board file.
    #[getter]
    fn toml(&self) -> &str {
        &self.rules.text
    }

    /// How many actions there are: 217 for Bagh Chal. First placements by point, then slides, then
    /// jumps, each by the points that they touch.
    #[getter]
    fn actions(&self) -> usize {
        self.rules.actions.len()
    }

    /// The position in which the game begins.
    fn start(&self) -> Position {
        Position::new_at(&self.rules, self.rules.game.start())
    }

    /// The move with this number.
    ///
    /// >>> import bagh
    /// >>> game = bagh.Game()
    /// >>> [str(game.move(number)) for number in (0, 24, 25, 136, 137, 216)]
    /// ['A1', 'E5', 'A1-B1', 'E5-D5', 'A1xB1-C1', 'E5xD5-C5']
    fn r#move(&self, action: &Bound<'_, PyAny>) -> PyResult<Move> {
        Ok(Move { rules: Arc::clone(&self.rules), mv: action_of(&self.rules, action)? })
    }

    /// The symmetries of the board, one a row: point `i` goes to point `symmetries[k, i]`. The
    /// first is the identity.
    #[getter]
    fn symmetries<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i64>> {
        let board = self.rules.game.board();
        let (symmetries, points) = (board.symmetries(), board.len());
        let image = |(k, i): (usize, usize)| symmetries[k].point(Point::new(i)).index() as i64;
        Array2::from_shape_fn((symmetries.len(), points), image).to_pyarray(py)
    }

    /// What the symmetries do to actions, one a row: action `a` becomes `action_symmetries[k, a]`.
    #[getter]
    fn action_symmetries<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i64>> {
        let (board, actions) = (self.rules.game.board(), &self.rules.actions);
        let images: Vec<Vec<usize>> =
            board.symmetries().iter().map(|symmetry| actions.images(symmetry)).collect();
        let image = |(k, a): (usize, usize)| images[k][a] as i64;
        Array2::from_shape_fn((images.len(), actions.len()), image).to_pyarray(py)
    }

    fn __repr__(&self) -> String {
        let game = &self.rules.game;
        format!("<Game {}, {} captures to win>", game.name(), game.captures())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| self.rules.is(&other.get().rules))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.rules.hash_into(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let make = py.import("bagh._pickle")?.getattr("game")?;
        (make, (self.rules.text.as_str(), self.captures())).into_pyobject(py)
    }
}
