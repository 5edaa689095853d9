//! How far the tables of a game are.

use bagh::Game;

use crate::error::TableError;
use crate::manifest::{FinishedPart, Manifest};
use crate::parts::Part;
use crate::store::Store;

/// How far the tables of a game were when this was asked for.
#[derive(Clone, Debug)]
pub struct Status {
    parts: Vec<Part>,
    manifest: Option<Manifest>,
    whole: usize,
}

impl Store {
    /// How far the tables are. That nothing is there yet is no error.
    pub fn status(&self) -> Result<Status, TableError> {
        let manifest = match self.manifest() {
            Ok(manifest) => Some(manifest),
            Err(TableError::Missing { .. }) => None,
            Err(error) => return Err(error),
        };
        Ok(self.status_of(Part::all(self.game()), manifest))
    }

    /// How far the plies of the placement phase are. That nothing is there is no error.
    pub fn plies_status(&self) -> Result<Status, TableError> {
        Ok(self.status_of(Part::plies(self.game()), self.plies_manifest()?))
    }

    fn status_of(&self, parts: Vec<Part>, manifest: Option<Manifest>) -> Status {
        let is_there = |part: &&FinishedPart| part.files.iter().all(|f| self.open_file(f).is_ok());
        let finished = manifest.iter().flat_map(|manifest| &manifest.parts);
        let whole = finished.take_while(is_there).count();
        Status { parts, manifest, whole }
    }
}

impl Status {
    /// All parts, in the order in which they are solved.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// What is finished; nothing if solving has not begun.
    pub fn manifest(&self) -> Option<&Manifest> {
        self.manifest.as_ref()
    }

    /// How many parts, from the first one on, are finished and have all their files.
    pub fn whole_parts(&self) -> usize {
        self.whole
    }

    /// Bytes of those parts.
    pub fn whole_bytes(&self) -> u64 {
        let parts = self.manifest.iter().flat_map(|manifest| &manifest.parts).take(self.whole);
        parts.flat_map(|part| &part.files).map(|file| file.length).sum()
    }

    /// Whether every part is finished and has all its files.
    pub fn is_whole(&self) -> bool {
        self.whole == self.parts.len()
    }
}

impl Manifest {
    /// A part, if it is finished.
    pub fn part(&self, part: Part) -> Option<&FinishedPart> {
        let name = part.name();
        self.parts.iter().find(|finished| finished.name == name)
    }

    /// Whether every part of a game is finished. Files may be missing all the same: see
    /// [`Status::is_whole`].
    pub fn is_complete(&self, game: &Game) -> bool {
        Part::all(game).into_iter().all(|part| self.part(part).is_some())
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{Folder, small_games};
    use crate::{Quiet, SolveOptions, solve};

    use super::*;

    #[test]
    fn a_store_says_how_far_it_is() {
        let game = small_games(1, 6..=6, 811).remove(0);
        let folder = Folder::new();
        let store = Store::new(&game, folder.path());
        let nothing = store.status().unwrap();
        assert!(nothing.manifest().is_none() && !nothing.is_whole());
        assert_eq!((nothing.whole_parts(), nothing.whole_bytes()), (0, 0));
        solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
        let all = store.status().unwrap();
        assert!(all.is_whole() && all.manifest().unwrap().is_complete(&game));
        assert_eq!(all.whole_bytes(), all.manifest().unwrap().bytes());

        // Without a file of the third part, two are whole.
        let third = &all.manifest().unwrap().parts[2].files[0];
        std::fs::remove_file(store.directory().join(&third.name)).unwrap();
        let less = store.status().unwrap();
        assert_eq!(less.whole_parts(), 2);
        assert!(!less.is_whole() && less.manifest().unwrap().is_complete(&game));
        std::fs::write(store.directory().join("manifest.json"), "{}").unwrap();
        assert!(store.status().is_err());
    }
}
