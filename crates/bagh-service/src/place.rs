//! Where tables are: in a folder of this machine, or elsewhere.

use std::path::PathBuf;
use std::sync::Arc;

use bagh::Game;
use bagh_remote::RemoteTables;
use bagh_tables::{Store, TableError, Tables};

/// Where all tables are.
#[derive(Clone, Debug)]
pub enum Place {
    /// In this folder.
    Folder(PathBuf),
    /// In a bucket or on a web host.
    Remote(Arc<RemoteTables>),
}

impl Place {
    /// The tables of a game as files.
    pub fn store(&self, game: &Game) -> Store {
        match self {
            Place::Folder(folder) => Store::new(game, folder),
            Place::Remote(remote) => Store::remote(game, remote.clone()),
        }
    }

    /// The tables of a game, open.
    pub fn open(&self, game: &Game) -> Result<Tables, TableError> {
        match self {
            Place::Folder(folder) => Tables::open(game, folder),
            Place::Remote(remote) => Tables::open_remote(game, remote.clone()),
        }
    }

    /// The tables that are elsewhere, if they are.
    pub fn remote(&self) -> Option<&Arc<RemoteTables>> {
        match self {
            Place::Folder(_) => None,
            Place::Remote(remote) => Some(remote),
        }
    }
}
