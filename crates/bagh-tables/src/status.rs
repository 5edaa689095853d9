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
    /// The parts that are finished and have all their files.
    there: Vec<Part>,
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

    /// How far these parts are by a manifest. On another machine all files that it lists are taken
    /// to be there.
    pub(crate) fn status_of(&self, parts: Vec<Part>, manifest: Option<Manifest>) -> Status {
        let is_there = |info| self.is_remote() || self.open_file(info).is_ok();
        let has_files = |part: &Part| {
            let finished = manifest.as_ref().and_then(|manifest| manifest.part(*part));
            finished.is_some_and(|finished| finished.files.iter().all(is_there))
        };
        let there: Vec<Part> = parts.iter().copied().filter(has_files).collect();
        let compact = manifest.as_ref().is_some_and(|manifest| manifest.compact);
        let has = |part| there.contains(&part);
        let whole = Part::to_go_on_from(self.game(), compact, &parts, has);
        Status { parts, manifest, there, whole }
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

    /// Whether a part is finished and has all its files.
    pub fn has(&self, part: Part) -> bool {
        self.there.contains(&part)
    }

    /// How many parts, from the first one on, are finished, have all their files, and can be gone on
    /// from.
    pub fn whole_parts(&self) -> usize {
        self.whole
    }

    /// Bytes of those parts.
    pub fn whole_bytes(&self) -> u64 {
        let parts = self.manifest.iter().flat_map(|manifest| &manifest.parts).take(self.whole);
        let lengths = parts.flat_map(|part| &part.files).map(|file| file.length);
        lengths.fold(0, u64::saturating_add)
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
    use crate::{Quiet, SolveOptions, Tables, solve, solve_plies};

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
        let third = less.parts()[2];
        assert!(!less.has(third) && less.parts().iter().all(|&p| p == third || less.has(p)));
        let tables = Tables::open(&game, folder.path()).unwrap();
        assert!(!tables.is_complete());
        std::fs::write(store.directory().join("manifest.json"), "{}").unwrap();
        assert!(store.status().is_err());
    }

    /// What a solve goes on from is what is said to be whole: in compact tables not from a layer that
    /// is left out, of which nothing can be read.
    #[test]
    fn a_compact_solve_goes_on_from_what_is_whole() {
        let mut after_a_gap = 0;
        for game in small_games(6, 6..=8, 812) {
            let folder = Folder::new();
            let options = SolveOptions { compact: true };
            let all = solve(&game, folder.path(), options, &Quiet).unwrap().manifest;
            let of_plies = solve_plies(&game, folder.path(), &Quiet).unwrap().manifest;
            let store = Store::new(&game, folder.path());
            for finished in 0..=all.parts.len() {
                let parts = all.parts[..finished].to_vec();
                store.write_manifest(&Manifest { parts, ..all.clone() }).unwrap();
                let status = store.status().unwrap();
                after_a_gap += usize::from(status.whole_parts() < finished);
                let solved = solve(&game, folder.path(), options, &Quiet).unwrap();
                assert_eq!(solved.parts, all.parts.len() - status.whole_parts());
            }
            for finished in 0..=of_plies.parts.len() {
                let parts = of_plies.parts[..finished].to_vec();
                store.write_plies_manifest(&Manifest { parts, ..of_plies.clone() }).unwrap();
                let status = store.plies_status().unwrap();
                let solved = solve_plies(&game, folder.path(), &Quiet).unwrap();
                assert_eq!(solved.parts, of_plies.parts.len() - status.whole_parts());
            }
        }
        assert!(after_a_gap > 5, "{after_a_gap} manifests that end with a layer that is left out");
    }
}
