//! Exact answers from a pocket edition that the browser has kept.
//!
//! Each of its files is brought by `pocket-add`, the list of layers (`pocket.json`) last: then the
//! edition is opened. `pocket-probe` answers at once, by searching between the stored layers.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, MutexGuard};

use bagh::Game;
use bagh::notation::{self, ReadOptions, ReadPosition};
use bagh_tables::answer::ProbeAnswer;
use bagh_tables::pocket::{LIST, Pocket, PocketFile, PocketProber};
use bagh_tables::{MoveVerdict, Value, Verdict};
use serde::Deserialize;

use crate::error::Fault;
use crate::games::GameRef;

/// The editions that are open, and the files of those that are not yet.
#[derive(Default)]
struct Shelf {
    files: HashMap<String, Vec<PocketFile>>,
    open: HashMap<String, Pocket>,
}

static SHELF: LazyLock<Mutex<Shelf>> = LazyLock::new(Mutex::default);

fn shelf() -> MutexGuard<'static, Shelf> {
    SHELF.lock().unwrap_or_else(|e| e.into_inner())
}

fn key(game: &Game) -> String {
    format!("{} {}", game.name(), game.captures())
}

/// Adds a file of an edition.
#[derive(Deserialize)]
pub struct Adding {
    game: GameRef,
    name: String,
}

impl Adding {
    /// Says whether the edition is open now.
    pub fn add(&self) -> Result<bool, Fault> {
        let game = self.game.game()?;
        let bytes = crate::tables::take_bytes();
        let mut shelf = shelf();
        let files = shelf.files.entry(key(&game)).or_default();
        files.retain(|file| file.name != self.name);
        files.push(PocketFile { name: self.name.clone(), bytes });
        if self.name != LIST {
            return Ok(false);
        }
        let files = shelf.files.remove(&key(&game)).unwrap_or_default();
        let opened = Pocket::in_memory(&game, files);
        let pocket = opened.map_err(|error| Fault::new("pocket", error.to_string()))?;
        shelf.open.insert(key(&game), pocket);
        Ok(true)
    }
}

/// Asks for the values of positions.
#[derive(Deserialize)]
pub struct Asking {
    game: GameRef,
    positions: Vec<String>,
    #[serde(default)]
    moves: bool,
}

impl Asking {
    pub fn probe(&self) -> Result<Vec<ProbeAnswer>, Fault> {
        let game = self.game.game()?;
        let shelf = shelf();
        let Some(pocket) = shelf.open.get(&key(&game)) else {
            return Err(Fault::new(
                "game",
                "its pocket edition is not open: `pocket-add` comes first",
            ));
        };
        let mut prober = PocketProber::new(pocket);
        let answer = |text: &String| {
            let read: ReadPosition = notation::read(&game, text, &ReadOptions::default())
                .map_err(|error| Fault::notation("position", &error))?;
            let fault = |error: bagh_tables::ProbeError| Fault::new("pocket", error.to_string());
            let verdict = |value: Value| Verdict { value, plies: None };
            let found = verdict(prober.value(&read.position).map_err(fault)?);
            let mut moves = None;
            if self.moves {
                let all = prober.moves(&read.position).map_err(fault)?.into_iter();
                let after = |(mv, value)| MoveVerdict { mv, after: verdict(value) };
                moves = Some(all.map(after).collect());
            }
            ProbeAnswer::known(&game, &read, found, moves)
                .map_err(|error| Fault::notation("position", &error))
        };
        self.positions.iter().map(answer).collect()
    }
}
