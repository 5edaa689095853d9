//! The pocket editions that are offered to be downloaded.

use std::collections::HashMap;
use std::path::Path;

use bagh::Game;
use bagh_tables::pocket::PocketFiles;

use crate::start::StartError;

/// The pocket editions that are offered, by the names of their games and the captures that win.
#[derive(Default)]
pub struct Pockets(HashMap<(String, u8), PocketFiles>);

impl Pockets {
    /// Those of some games in a folder of editions, each checked as a whole. At least one has to be
    /// there.
    pub fn open(
        folder: &Path,
        games: impl IntoIterator<Item = Game>,
    ) -> Result<Pockets, StartError> {
        let mut found = HashMap::new();
        for game in games {
            if let Some(files) = PocketFiles::find(&game, folder).map_err(StartError::Pocket)? {
                found.insert(key(&game), files);
            }
        }
        if found.is_empty() {
            return Err(StartError::NoPocket { folder: folder.to_owned() });
        }
        Ok(Pockets(found))
    }

    /// Files that may be open at a time: each once, for all its downloads.
    #[cfg(unix)]
    pub fn files(&self) -> usize {
        self.0.values().map(|edition| edition.files().len()).sum()
    }

    /// The edition of a game.
    pub fn of(&self, game: &Game) -> Option<&PocketFiles> {
        self.0.get(&key(game))
    }
}

fn key(game: &Game) -> (String, u8) {
    (game.name().to_owned(), game.captures())
}
