//! The games that are served: the built-in ones and board files.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use bagh::Game;

use crate::error::ApiError;
use crate::host_workers::HostWorkers;
use crate::place::Place;
use crate::query::shorten;
use crate::settings::BoardFile;
use crate::start::StartError;
use crate::variant::{Variant, lock};

/// A game, and its variants as they are asked for.
pub struct Entry {
    game: Game,
    file: String,
    built_in: bool,
    /// Who waits for the host of its tables, if they are on another machine.
    host: Option<Arc<HostWorkers>>,
    /// By the captures that win. There are no more of them than goats.
    variants: Mutex<BTreeMap<u8, Arc<Variant>>>,
}

impl Entry {
    /// The game as it is usually played.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The text of its board file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Who waits for the host of its tables, if they are on another machine.
    pub fn host(&self) -> Option<&HostWorkers> {
        self.host.as_deref()
    }

    /// Whether the program brings the game.
    pub fn is_built_in(&self) -> bool {
        self.built_in
    }
}

/// The games that are served.
pub struct Catalogue {
    entries: Vec<Entry>,
    place: Place,
}

impl Catalogue {
    /// The built-in games and these boards, with tables in this place. Where it is another machine,
    /// this many requests may wait for each game.
    pub fn new(
        boards: Vec<BoardFile>,
        place: Place,
        waiting: usize,
    ) -> Result<Catalogue, StartError> {
        let host = || place.remote().map(|_| Arc::new(HostWorkers::new(waiting)));
        let entry = |game, file, built_in| Entry {
            game,
            file,
            built_in,
            host: host(),
            variants: Mutex::default(),
        };
        let built_in = Game::names()
            .filter_map(|name| Some((Game::by_name(name)?, Game::file_of(name)?.to_owned())))
            .map(|(game, file)| entry(game, file, true));
        let mut entries: Vec<Entry> = built_in.collect();
        for BoardFile { game, text } in boards {
            if entries.iter().any(|e| e.game.name() == game.name()) {
                return Err(StartError::NameTaken(game.name().to_owned()));
            }
            entries.push(entry(game, text, false));
        }
        Ok(Catalogue { entries, place })
    }

    /// Where tables are.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// All games.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// A game by its name.
    pub fn entry(&self, name: &str) -> Result<&Entry, ApiError> {
        self.entries.iter().find(|e| e.game.name() == name).ok_or_else(|| {
            let names: Vec<&str> = self.entries.iter().map(|e| e.game.name()).collect();
            ApiError::NotFound {
                parameter: Some("game"),
                message: format!("found `{}`, expected {}", shorten(name), names.join(", ")),
            }
        })
    }

    /// A game with the captures that win.
    pub fn variant(&self, name: &str, captures: Option<u8>) -> Result<Arc<Variant>, ApiError> {
        let entry = self.entry(name)?;
        let captures = captures.unwrap_or(entry.game.captures());
        let mut variants = lock(&entry.variants);
        if let Some(variant) = variants.get(&captures) {
            return Ok(variant.clone());
        }
        let game = entry
            .game
            .clone()
            .with_captures(captures)
            // The number is one that another game may have: this variant is not there.
            .map_err(|error| ApiError::NotFound {
                parameter: Some("captures"),
                message: error.to_string(),
            })?;
        let variant =
            Arc::new(Variant::new(game, entry.built_in, self.place.clone(), entry.host.clone()));
        variants.insert(captures, variant.clone());
        Ok(variant)
    }

    /// All variants that were asked for so far.
    pub fn variants(&self) -> Vec<Arc<Variant>> {
        self.entries
            .iter()
            .flat_map(|e| lock(&e.variants).values().cloned().collect::<Vec<_>>())
            .collect()
    }
}
