//! The folder of a game's tables.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bagh::{Game, Opening};
use bagh_files::{Durability, open_lock, remove_leftovers, replace_in_place};

use crate::error::{RemoteFault, TableError};
use crate::file::format::{Contents, Header, rules_hash};
use crate::file::reader::TableFile;
use crate::file::source::{Access, Source, open_regular, read_text};
use crate::limits::check_space;
use crate::manifest::{Manifest, TableFileInfo, same};
use crate::parts::Part;
use crate::remote::{RemoteFolder, RemoteSource};
use crate::space::label_order;

const MANIFEST: &str = "manifest.json";
const PLIES: &str = "plies.json";
const LOCK: &str = "solve.lock";

/// A longer manifest is not one of ours, nor are longer counts: those of the largest games have a
/// few hundred kilobytes.
const LONGEST_DOCUMENT: u64 = 64 << 20;

/// The game whose tables hold the positions of a game: usually the game itself.
///
/// A game with a fixed start on the board of Aadu Puli Attam has no position that Aadu Puli Attam
/// does not have, where tigers may come to stand anywhere. So `aadu-puli-fixed` is answered from the
/// tables of `aadu-puli`.
pub fn tables_game(game: &Game) -> Game {
    let placed = Game::aadu_puli();
    let is_shared = matches!(game.opening(), Opening::Fixed(_))
        && (game.tigers(), game.goats()) == (placed.tigers(), placed.goats())
        && game.board().has_same_lines(placed.board());
    match is_shared.then(|| placed.clone().with_captures(game.captures())) {
        Some(Ok(shared)) => shared,
        _ => game.clone(),
    }
}

/// The name of the folder of a game's tables, inside the folder of all tables.
pub fn folder_name(game: &Game) -> String {
    let game = tables_game(game);
    format!("{}-{}", game.name(), game.captures())
}

/// The folder of one game's tables.
#[derive(Clone, Debug)]
pub struct Store {
    directory: PathBuf,
    game: Game,
    remote: Option<Arc<dyn RemoteFolder>>,
}

impl Store {
    /// The tables of a game inside the folder of all tables.
    pub fn new(game: &Game, tables: &Path) -> Store {
        let directory = tables.join(folder_name(game));
        Store { directory, game: tables_game(game), remote: None }
    }

    /// The tables of a game inside a folder of all tables that is elsewhere.
    pub fn remote(game: &Game, remote: Arc<dyn RemoteFolder>) -> Store {
        let directory = remote.address(&folder_name(game)).into();
        Store { directory, game: tables_game(game), remote: Some(remote) }
    }

    /// Whether the tables are on another machine.
    pub fn is_remote(&self) -> bool {
        self.remote.is_some()
    }

    pub(crate) fn remote_folder(&self) -> Option<&Arc<dyn RemoteFolder>> {
        self.remote.as_ref()
    }

    /// The path of a file; its address where it is elsewhere.
    pub(crate) fn path_of(&self, name: &str) -> PathBuf {
        match &self.remote {
            // An address has slashes on every system.
            Some(_) => format!("{}/{name}", self.directory.display()).into(),
            None => self.directory.join(name),
        }
    }

    /// The game of the tables: see [`tables_game`].
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The folder; its address where it is elsewhere.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Makes the folder, if it is not there.
    pub(crate) fn create(&self) -> Result<(), TableError> {
        fs::create_dir_all(&self.directory).map_err(|source| TableError::Io {
            doing: "make the folder",
            path: self.directory.clone(),
            source,
        })
    }

    /// Keeps others from solving into the same folder for as long as the result lives.
    pub(crate) fn lock(&self) -> Result<File, TableError> {
        // The folder of all tables may have come from somewhere else, and a link in it leads to any
        // folder of the machine.
        if self.directory.is_symlink() {
            let what = "found a link, expected a folder to solve into";
            return Err(TableError::damaged(&self.directory, what));
        }
        let path = self.directory.join(LOCK);
        let io = |doing| {
            let path = path.clone();
            move |source| TableError::Io { doing, path, source }
        };
        let file = open_lock(&path).map_err(io("open"))?;
        match file.try_lock() {
            Ok(()) => {
                // With the lock held, no other process writes here.
                remove_leftovers(&self.directory).map_err(io("clear"))?;
                Ok(file)
            }
            Err(fs::TryLockError::WouldBlock) => {
                Err(TableError::Locked { path: self.directory.clone() })
            }
            Err(fs::TryLockError::Error(source)) => Err(io("lock")(source)),
        }
    }

    /// The manifest; an error if there is none, or if it is of another game.
    pub fn manifest(&self) -> Result<Manifest, TableError> {
        self.read_manifest(false)
    }

    /// The manifest as it is at this moment, wherever it is.
    pub fn fresh_manifest(&self) -> Result<Manifest, TableError> {
        self.read_manifest(true)
    }

    fn read_manifest(&self, fresh: bool) -> Result<Manifest, TableError> {
        let Some(remote) = &self.remote else {
            let (path, text) = self.manifest_text(MANIFEST)?;
            return Manifest::read(&self.game, &path, &text, &Part::all(&self.game));
        };
        let text = remote.text(&folder_name(&self.game), MANIFEST, fresh)?;
        let (path, parts) = (self.path_of(MANIFEST), Part::all(&self.game));
        Manifest::read(&self.game, &path, &text, &parts).map_err(as_remote)
    }

    /// The manifest of the plies of the placement phase, if some were solved. It is a file of its
    /// own, so that programs that know nothing of it read the other one as before.
    pub fn plies_manifest(&self) -> Result<Option<Manifest>, TableError> {
        let parts = Part::plies(&self.game);
        let read = match &self.remote {
            None => self
                .manifest_text(PLIES)
                .and_then(|(path, text)| Manifest::read(&self.game, &path, &text, &parts)),
            Some(remote) => remote.text(&folder_name(&self.game), PLIES, false).and_then(|text| {
                let path = self.path_of(PLIES);
                Manifest::read(&self.game, &path, &text, &parts).map_err(as_remote)
            }),
        };
        match read {
            Ok(manifest) => Ok(Some(manifest)),
            Err(TableError::Missing { .. }) => Ok(None),
            // A bucket that does not list its files refuses to say that there is none (403).
            Err(TableError::Remote { fault: RemoteFault::Refused, .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The text of a manifest, whatever it says, and the path of its file.
    fn manifest_text(&self, name: &str) -> Result<(PathBuf, String), TableError> {
        let path = self.directory.join(name);
        match read_text(&path, LONGEST_DOCUMENT) {
            Ok(text) => Ok((path, text)),
            Err(TableError::Damaged { path, what }) => {
                Err(TableError::damaged(&path, format!("the manifest is damaged: {what}")))
            }
            Err(error) => Err(error),
        }
    }

    /// The text of a small file beside the tables.
    pub(crate) fn document(&self, name: &str) -> Result<String, TableError> {
        if let Some(remote) = &self.remote {
            return remote.text(&folder_name(&self.game), name, false);
        }
        read_text(&self.directory.join(name), LONGEST_DOCUMENT)
    }

    pub(crate) fn write_manifest(&self, manifest: &Manifest) -> Result<(), TableError> {
        self.write_text(MANIFEST, manifest)
    }

    pub(crate) fn write_plies_manifest(&self, manifest: &Manifest) -> Result<(), TableError> {
        self.write_text(PLIES, manifest)
    }

    fn write_text(&self, name: &str, manifest: &Manifest) -> Result<(), TableError> {
        let (path, text) = (self.directory.join(name), manifest.to_text());
        replace_in_place(&path, Durability::Synced, |out| out.write_all(text.as_bytes()))
            .map(drop)
            .map_err(TableError::io("write", &path))
    }

    /// Opens a file that the manifest lists, if it is a regular file of the listed length.
    pub fn open_file(&self, info: &TableFileInfo) -> Result<File, TableError> {
        let path = self.path_of(&info.name);
        if self.is_remote() {
            let what = "it is not on this machine".to_owned();
            return Err(TableError::Remote { path, what, fault: RemoteFault::Refused });
        }
        let file = open_regular(&path)?;
        let length = file.metadata().map_err(TableError::io("examine", &path))?.len();
        match length == info.length {
            true => Ok(file),
            false => Err(other_length(&path, length, info)),
        }
    }

    /// Opens a table that a manifest lists, and makes sure that it is the one that was asked for.
    pub(crate) fn open(
        &self,
        manifest: &Manifest,
        contents: Contents,
        access: Access,
    ) -> Result<TableFile, TableError> {
        let name = contents.file_name();
        let path = self.path_of(&name);
        let Some(info) = manifest.file(&name) else { return Err(TableError::missing(path)) };
        if let Some(remote) = &self.remote {
            let source = RemoteSource::new(remote.clone(), &folder_name(&self.game), info);
            let source = Source::remote(path, source);
            let check = |path: &Path, header: &Header| self.check(path, header, contents);
            let file = TableFile::open(source, access, check).map_err(as_remote)?;
            file.keep_head();
            return Ok(file);
        }
        let source = Source::open(&path)?;
        let found = source.len();
        TableFile::open(source, access, |path, header| {
            // Whose table it is comes first: a swapped file has another length, too.
            self.check(path, header, contents)?;
            match found == info.length {
                true => Ok(()),
                false => Err(other_length(path, found, info)),
            }
        })
    }

    /// Makes sure that the header of a table says that it belongs to this game and holds these
    /// contents, and that all its numbers follow from that.
    pub(crate) fn check(
        &self,
        path: &Path,
        header: &Header,
        contents: Contents,
    ) -> Result<(), TableError> {
        check_space(&self.game)?;
        same(path, "game", &header.game.as_str(), &self.game.name())?;
        same(path, "captures to win", &header.captures, &self.game.captures())?;
        same(path, "rules", &header.rules, &rules_hash(&self.game))?;
        let order = label_order(&self.game);
        let points: Vec<&str> = order.iter().map(|&p| self.game.point_name(p)).collect();
        same(path, "order of the points", &header.points.join(" "), &points.join(" "))?;
        if header.contents != contents {
            return Err(TableError::Misnamed {
                path: path.to_owned(),
                found: header.contents.title(),
                expected: contents.title(),
            });
        }
        match header.wrong_number(&self.game) {
            None => Ok(()),
            Some((name, found, expected)) => Err(TableError::damaged(
                path,
                format!("{name} in the header: found {found}, expected {expected}"),
            )),
        }
    }
}

/// Damage that another machine sends is its failure to send what it has, and may pass.
fn as_remote(error: TableError) -> TableError {
    match error {
        TableError::Damaged { path, what } => {
            TableError::Remote { path, what, fault: RemoteFault::Differs }
        }
        other => other,
    }
}

fn other_length(path: &Path, found: u64, info: &TableFileInfo) -> TableError {
    let what = format!("it has {found} bytes, the manifest says {}", info.length);
    TableError::damaged(path, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_with_a_fixed_start_share_tables() {
        let fixed = Game::by_name("aadu-puli-fixed").unwrap();
        assert_eq!(folder_name(&fixed), "aadu-puli-10");
        let fewer = fixed.with_captures(3).unwrap();
        assert_eq!(folder_name(&fewer), "aadu-puli-3");
        for name in Game::names().filter(|name| *name != "aadu-puli-fixed") {
            assert_eq!(tables_game(&Game::by_name(name).unwrap()).name(), name);
        }
        // All of its positions are positions of the other game, which the tables hold.
        let (start, shared) = (fewer.start(), tables_game(&fewer));
        assert!(shared.check(&start).is_ok());
        assert!(Part::all(&shared).contains(&Part::of(&shared, &start)));
    }
}
