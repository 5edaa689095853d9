//! The files of an edition, for those who hand them on: a service, or a static site.

use std::fs::File;
use std::path::{Path, PathBuf};

use bagh::Game;

use super::edition::{LIST, List, Pocket, check_game};
use crate::error::TableError;
use crate::file::source::{Access, open_regular};
use crate::manifest::TableFileInfo;
use crate::store::folder_name;

/// The files of a whole edition: what was named, and no others.
#[derive(Clone, Debug)]
pub struct PocketFiles {
    directory: PathBuf,
    files: Vec<TableFileInfo>,
}

impl PocketFiles {
    /// The edition of a game in the folder of all editions, every byte of it checked. Nothing if
    /// the folder has none, or if no edition is made of such a game.
    pub fn find(game: &Game, folder: &Path) -> Result<Option<PocketFiles>, TableError> {
        if check_game(game).is_err() {
            return Ok(None);
        }
        let directory = folder.join(folder_name(game));
        let path = directory.join(LIST);
        let text = match List::text(&path) {
            Ok(text) => text,
            Err(TableError::Missing { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        let list = List::read(&path, &text, game)?;
        // This checks the front, the index and the model of each layer.
        Pocket::open(game, folder, Access::Read)?;
        let mut files: Vec<TableFileInfo> =
            list.layers.into_iter().map(|layer| layer.file).collect();
        for file in &files {
            check_hash(&directory.join(&file.name), &file.blake3)?;
        }
        let blake3 = blake3::hash(text.as_bytes()).to_hex().to_string();
        files.push(TableFileInfo { name: LIST.to_owned(), length: text.len() as u64, blake3 });
        Ok(Some(PocketFiles { directory, files }))
    }

    /// The files: the layers, then their list.
    pub fn files(&self) -> &[TableFileInfo] {
        &self.files
    }

    /// Their folder.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The file with this name.
    pub fn file(&self, name: &str) -> Option<&TableFileInfo> {
        self.files.iter().find(|file| file.name == name)
    }

    /// Opens one of the files, if it is still a regular file of the same length.
    pub fn open_file(&self, info: &TableFileInfo) -> Result<File, TableError> {
        let path = self.directory.join(&info.name);
        let file = open_regular(&path)?;
        let length = file.metadata().map_err(TableError::io("examine", &path))?.len();
        if length != info.length {
            let what = format!("it has {length} bytes, the list says {}", info.length);
            return Err(TableError::damaged(&path, what));
        }
        Ok(file)
    }
}

/// Makes sure that a file has this hash.
fn check_hash(path: &Path, expected: &str) -> Result<(), TableError> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(open_regular(path)?).map_err(TableError::io("read", path))?;
    let found = hasher.finalize().to_hex();
    if found.as_str() != expected {
        let what = format!("its BLAKE3 hash is {found}, the list says {expected}");
        return Err(TableError::damaged(path, what));
    }
    Ok(())
}
