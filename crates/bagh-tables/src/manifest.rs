//! The manifest: which parts of a solution are finished, and their files.
//!
//! Tables are passed around, so a manifest is foreign input. The only names in it are those that
//! follow from the game; a manifest with any other name is damaged.

use std::path::Path;

use bagh::Game;
use bagh_files::{SealError, seal_json, unseal_json};
use serde::{Deserialize, Serialize};

use crate::census::CensusRow;
use crate::error::TableError;
use crate::file::format::{Contents, VERSION, rules_hash};
use crate::parts::Part;

/// A file of the tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableFileInfo {
    /// Its name.
    pub name: String,
    /// Its length in bytes.
    pub length: u64,
    /// Its BLAKE3 hash.
    pub blake3: String,
}

/// A finished part of the solution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FinishedPart {
    /// Its name.
    pub name: String,
    /// Its files; none where they are left out to save room.
    pub files: Vec<TableFileInfo>,
    /// What it holds.
    pub census: Vec<CensusRow>,
}

/// What is finished.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of the format.
    pub version: u32,
    /// The name of the game.
    pub game: String,
    /// A hash of everything that the rules depend on.
    pub rules: String,
    /// Captures to win.
    pub captures: u8,
    /// Whether layers are left out that can be worked out from others.
    pub compact: bool,
    /// The parts, in the order in which they are solved.
    pub parts: Vec<FinishedPart>,
}

impl Manifest {
    /// A manifest of a game of which nothing is finished.
    pub(crate) fn new(game: &Game, compact: bool) -> Manifest {
        Manifest {
            version: VERSION,
            game: game.name().to_owned(),
            rules: rules_hash(game),
            captures: game.captures(),
            compact,
            parts: Vec::new(),
        }
    }

    /// Reads the text of a manifest and makes sure that it belongs to this game and lists no parts
    /// but these.
    pub(crate) fn read(
        game: &Game,
        path: &Path,
        text: &str,
        parts: &[Part],
    ) -> Result<Manifest, TableError> {
        let damaged =
            |what: String| TableError::damaged(path, format!("the manifest is damaged: {what}"));
        let manifest: Manifest = unseal_json(text).map_err(|error| {
            match (error, later_version(text)) {
                // A later version may have other fields, which look like damage.
                (SealError::Checksum | SealError::Malformed(_), Some(found)) => {
                    TableError::Newer { path: path.to_owned(), found, known: VERSION }
                }
                (error, _) => damaged(error.to_string()),
            }
        })?;
        if manifest.version > VERSION {
            let found = manifest.version;
            return Err(TableError::Newer { path: path.to_owned(), found, known: VERSION });
        }
        let expected = Manifest::new(game, manifest.compact);
        same(path, "game", &manifest.game, &expected.game)?;
        same(path, "captures to win", &manifest.captures, &expected.captures)?;
        same(path, "rules", &manifest.rules, &expected.rules)?;
        manifest.check_names(game, parts).map_err(damaged)?;
        Ok(manifest)
    }

    /// The manifest as it stands in its file.
    pub fn to_text(&self) -> String {
        seal_json(self)
    }

    /// Makes sure that the parts are those that are expected in their order, as far as they are
    /// finished, and that each lists its own files and no others.
    fn check_names(&self, game: &Game, expected: &[Part]) -> Result<(), String> {
        if self.parts.len() > expected.len() {
            let (found, expected) = (self.parts.len(), expected.len());
            return Err(format!("it lists {found} parts, expected at most {expected}"));
        }
        for (found, expected) in self.parts.iter().zip(expected) {
            let name = expected.name();
            if found.name != name {
                return Err(format!("it lists a part {:?}, expected {name:?}", found.name));
            }
            let contents = match expected.is_left_out(game, self.compact) {
                true => Vec::new(),
                false => expected.tables(),
            };
            let names: Vec<String> = contents.into_iter().map(Contents::file_name).collect();
            if !found.files.iter().map(|file| &file.name).eq(names.iter()) {
                let found: Vec<&String> = found.files.iter().map(|file| &file.name).collect();
                return Err(format!("its part {name} lists {found:?}, expected {names:?}"));
            }
            for file in &found.files {
                let is_hash = |text: &str| {
                    text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
                };
                if !is_hash(&file.blake3) {
                    return Err(format!("the hash of {} is not a BLAKE3 hash", file.name));
                }
            }
        }
        Ok(())
    }

    /// All files.
    pub fn files(&self) -> impl Iterator<Item = &TableFileInfo> {
        self.parts.iter().flat_map(|p| &p.files)
    }

    /// A file by its name.
    pub fn file(&self, name: &str) -> Option<&TableFileInfo> {
        self.files().find(|file| file.name == name)
    }

    /// Bytes of all files.
    pub fn bytes(&self) -> u64 {
        // They may say anything.
        self.files().map(|file| file.length).fold(0, u64::saturating_add)
    }
}

/// The version of a manifest that this program is too old for.
fn later_version(text: &str) -> Option<u32> {
    #[derive(Deserialize)]
    struct Version {
        version: u32,
    }
    let version = serde_json::from_str::<Version>(text).ok()?.version;
    (version > VERSION).then_some(version)
}

/// Makes sure that a field of a file is what the game says.
pub(crate) fn same<T: PartialEq + ToString>(
    path: &Path,
    field: &'static str,
    found: &T,
    expected: &T,
) -> Result<(), TableError> {
    match found == expected {
        true => Ok(()),
        false => Err(TableError::Foreign {
            path: path.to_owned(),
            field,
            found: found.to_string(),
            expected: expected.to_string(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Folder, small_games};
    use crate::{Quiet, SolveOptions, Tables, solve};

    fn read(game: &Game, manifest: &Manifest) -> Result<Manifest, TableError> {
        // The seal is right: anyone who changes a manifest can seal it anew.
        let path = Path::new("manifest.json");
        Manifest::read(game, path, &manifest.to_text(), &Part::all(game))
    }

    #[test]
    fn only_names_that_follow_from_the_game_are_names() {
        for (compact, seed) in [(false, 601), (true, 602)] {
            let game = small_games(1, 7..=7, seed).remove(0);
            let folder = Folder::new();
            solve(&game, folder.path(), SolveOptions { compact }, &Quiet).unwrap();
            let manifest = Tables::open(&game, folder.path()).unwrap().manifest().clone();
            assert_eq!(read(&game, &manifest).unwrap(), manifest);
            let hostile = [
                "../../secret.txt",
                "/etc/passwd",
                "manifest.json",
                "sliding-00-tiger.bagh/",
                "SLIDING-00-tiger.bagh",
                "",
            ];
            for name in hostile {
                let mut changed = manifest.clone();
                changed.parts[0].files[0].name = name.to_owned();
                let error = read(&game, &changed).unwrap_err();
                assert!(matches!(error, TableError::Damaged { .. }), "{name}: {error}");
                let mut changed = manifest.clone();
                let another =
                    TableFileInfo { name: name.to_owned(), ..changed.parts[0].files[0].clone() };
                changed.parts[0].files.push(another);
                assert!(read(&game, &changed).is_err(), "{name} beside the others");
                let mut changed = manifest.clone();
                changed.parts[0].name = name.to_owned();
                assert!(read(&game, &changed).is_err(), "part {name}");
            }
            let changes: [fn(&mut Manifest); 4] = [
                |m| m.parts.swap(0, 1),
                |m| m.parts.push(m.parts[0].clone()),
                |m| m.parts[0].files[0].blake3 = "../x".to_owned(),
                |m| m.compact = !m.compact,
            ];
            for (number, change) in changes.into_iter().enumerate() {
                let mut changed = manifest.clone();
                change(&mut changed);
                assert!(read(&game, &changed).is_err(), "change {number}");
            }
            // A solve that was interrupted is fine.
            let mut fewer = manifest.clone();
            fewer.parts.truncate(1);
            assert!(read(&game, &fewer).is_ok());
        }
    }
}
