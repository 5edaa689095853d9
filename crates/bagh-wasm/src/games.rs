//! Games: which there are, and the data to draw their boards.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use bagh::{Game, Opening};
use serde::{Deserialize, Serialize};

use crate::codes;
use crate::error::Fault;

/// Board files are read once; a page has but a few of them.
static READ: LazyLock<Mutex<HashMap<String, Game>>> = LazyLock::new(Mutex::default);
const MOST_READ: usize = 32;

/// Which game a request is about.
#[derive(Deserialize, Clone, PartialEq)]
pub struct GameRef {
    /// The name of a built-in game.
    name: Option<String>,
    /// The text of a board file, which counts before the name.
    file: Option<String>,
    /// Captures to win, where they are not the usual ones.
    captures: Option<u8>,
}

impl GameRef {
    pub fn game(&self) -> Result<Game, Fault> {
        let game = match (&self.file, &self.name) {
            (Some(file), _) => read(file)?,
            (None, Some(name)) => {
                let file = Game::file_of(name).ok_or_else(|| {
                    let names: Vec<&str> = Game::names().collect();
                    Fault::new(
                        "game",
                        format!("found {name:?}, expected one of {}", names.join(", ")),
                    )
                })?;
                read(file)?
            }
            (None, None) => {
                return Err(Fault::new("game", "found neither a name nor a file, expected one"));
            }
        };
        match self.captures {
            None => Ok(game),
            Some(captures) => {
                let goats = game.goats();
                game.with_captures(captures)
                    .map_err(|_| Fault::coded("captures", codes::captures(goats)))
            }
        }
    }
}

fn read(file: &str) -> Result<Game, Fault> {
    let mut read = READ.lock().unwrap_or_else(|e| e.into_inner());
    if let Some(game) = read.get(file) {
        return Ok(game.clone());
    }
    let game = Game::from_toml(file).map_err(|e| Fault::file(&e))?;
    if read.len() >= MOST_READ {
        read.clear();
    }
    read.insert(file.to_owned(), game.clone());
    Ok(game)
}

/// The names of the built-in games. Their boards are not made: that takes a page a long moment.
pub fn list() -> Vec<&'static str> {
    Game::names().collect()
}

/// A game with all that is needed to draw its board.
#[derive(Serialize)]
pub struct Described {
    name: String,
    title: String,
    tigers: u8,
    goats: u8,
    captures: u8,
    /// Whether tigers are placed one by one, and begin.
    placed: bool,
    start: String,
    points: Vec<PointData>,
    /// The lengths of the rows, from the top down.
    rows: Vec<usize>,
    lines: Vec<Vec<usize>>,
    diagonals: Vec<Vec<usize>>,
    /// Where each point goes, for each symmetry of the board, the identity first.
    symmetries: Vec<Vec<usize>>,
    /// The board file, to start a new board from.
    file: Option<&'static str>,
}

/// A point of a board. Its place is written as a text: numbers with a fraction would bring the
/// writer of JSON's tables for them, which are large.
#[derive(Serialize)]
struct PointData {
    name: String,
    x: String,
    y: String,
}

/// The game that is to be described.
#[derive(Deserialize)]
pub struct Wanted {
    game: GameRef,
}

impl Wanted {
    pub fn describe(&self) -> Result<Described, Fault> {
        self.game.game().map(|game| describe(&game))
    }
}

fn describe(game: &Game) -> Described {
    let board = game.board();
    let indices = |lines: &[Vec<bagh::Point>]| {
        lines.iter().map(|line| line.iter().map(|p| p.index()).collect()).collect()
    };
    Described {
        name: game.name().to_owned(),
        title: game.title().to_owned(),
        tigers: game.tigers(),
        goats: game.goats(),
        captures: game.captures(),
        placed: *game.opening() == Opening::Placed,
        start: game.obx(&game.start()),
        points: board
            .all()
            .iter()
            .map(|p| {
                let info = board.info(p);
                PointData { name: info.name.clone(), x: info.x.to_string(), y: info.y.to_string() }
            })
            .collect(),
        rows: board.rows().to_vec(),
        lines: indices(board.lines()),
        diagonals: indices(board.diagonals()),
        symmetries: board
            .symmetries()
            .iter()
            .map(|s| board.all().iter().map(|p| s.point(p).index()).collect())
            .collect(),
        file: Game::file_of(game.name()),
    }
}
