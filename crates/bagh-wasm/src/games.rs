//! Games: which there are, and the data to draw their boards.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use bagh::{Game, Opening};
use serde::Serialize;
use serde_json::Value;

use crate::codes;
use crate::error::Fault;
use crate::request::{Part, Parts};

/// Board files are read once; a page has but a few of them.
static READ: LazyLock<Mutex<HashMap<String, Game>>> = LazyLock::new(Mutex::default);
const MOST_READ: usize = 32;

/// Which game a request is about.
#[derive(Clone, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct GameRef {
    /// The name of a built-in game.
    name: Option<String>,
    /// The text of a board file, which counts before the name.
    file: Option<String>,
    /// Captures to win, where they are not the usual ones.
    captures: Option<u8>,
}

impl Part for GameRef {
    const KIND: &'static str = "a name or a file, and captures";

    fn read(value: &Value) -> Option<GameRef> {
        let parts = Parts::of(value)?;
        Some(GameRef {
            name: parts.find("name").ok()?,
            file: parts.find("file").ok()?,
            captures: parts.find("captures").ok()?,
        })
    }
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
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Game"))]
pub struct Described {
    name: String,
    title: String,
    tigers: u8,
    goats: u8,
    captures: u8,
    /// Whether tigers are placed one by one, and begin.
    placed: bool,
    /// The first position, in OBX 1.0.
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
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Point"))]
pub struct PointData {
    name: String,
    // The page reads the texts once.
    #[cfg_attr(test, ts(type = "number"))]
    x: String,
    #[cfg_attr(test, ts(type = "number"))]
    y: String,
}

/// The game of a request.
pub fn game(parts: &Parts<'_>) -> Result<Game, Fault> {
    parts.get::<GameRef>("game")?.game()
}

/// Describes the game of a request.
pub fn describe(parts: &Parts<'_>) -> Result<Described, Fault> {
    game(parts).map(|game| described(&game))
}

/// A place as a text, to a millionth, as far as it is drawn. What writes such numbers exactly is
/// several kilobytes large.
fn decimals(number: f64) -> String {
    const MILLION: u64 = 1_000_000;
    let millionths = (number.abs() * MILLION as f64 + 0.5) as u64;
    let sign = if number < 0.0 && millionths > 0 { "-" } else { "" };
    let (whole, rest) = (millionths / MILLION, millionths % MILLION);
    let text = format!("{sign}{whole}.{rest:06}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn described(game: &Game) -> Described {
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
                PointData { name: info.name.clone(), x: decimals(info.x), y: decimals(info.y) }
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
