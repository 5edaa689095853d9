//! Tables that are not on this machine: a folder of tables in a bucket or on a web host.
//!
//! This crate knows no network. It says which bytes it needs and whether they are the right ones; a
//! [`RemoteFolder`] gets them, waits, asks again, and keeps what it got.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use bagh::{Game, Position};

use crate::error::{RemoteFault, TableError};
use crate::file::source::Access;
use crate::index::BlockKey;
use crate::lookups::Lookups;
use crate::manifest::TableFileInfo;
use crate::plies::lookup::PliesTables;
use crate::space::Space;
use crate::store::Store;
use crate::tables::Tables;

/// A folder of all tables that is elsewhere: each game has a folder of its own in it, as
/// `bagh solve` writes it. Calls may block for as long as a network takes; they come from threads
/// that may wait, many at a time.
pub trait RemoteFolder: fmt::Debug + Send + Sync {
    /// The address of a game's folder, for messages. It holds no secrets.
    fn address(&self, folder: &str) -> String;

    /// A small file of a game's folder as text: the manifest, or counts. With `fresh` it is asked
    /// for anew, otherwise it may be some minutes old.
    ///
    /// # Errors
    /// [`TableError::Missing`] if there is no such file, [`TableError::Remote`] if it cannot be had.
    fn text(&self, folder: &str, name: &str, fresh: bool) -> Result<String, TableError>;

    /// The front and the index of a table, if they were kept.
    fn head(&self, file: &RemoteFile) -> Option<Vec<u8>>;

    /// Keeps the front and the index of a table, which were found to be right.
    fn keep_head(&self, file: &RemoteFile, head: &[u8]);

    /// Bytes of a table that the caller checks.
    ///
    /// # Errors
    /// [`TableError::Remote`] if they cannot be had.
    fn bytes(&self, file: &RemoteFile, range: Range<u64>) -> Result<Vec<u8>, TableError>;

    /// Whether this thread may wait for another one that asks. If not, whatever is asked for fails
    /// at once unless it is at hand.
    fn may_wait(&self) -> bool {
        true
    }

    /// Blocks of tables, each with the right checksum, in the order in which they were asked for.
    /// Several are got at the same time.
    fn blocks(&self, wanted: &[(&RemoteFile, RemoteBlock)]) -> Vec<Result<Vec<u8>, TableError>>;
}

/// A file of a game's tables that is elsewhere, as the manifest describes it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RemoteFile {
    /// The folder of the game.
    pub folder: String,
    /// The name of the file.
    pub name: String,
    /// Its length in bytes.
    pub length: u64,
    /// The BLAKE3 hash of all of it, which tells versions of the file apart.
    pub blake3: String,
}

/// A block of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RemoteBlock {
    /// Where it begins in the file.
    pub start: u64,
    /// Its length in bytes.
    pub length: usize,
    /// Its checksum (XXH3-64).
    pub xxh3: u64,
}

/// How many bytes of a table are asked for first: its front, and the whole index of a small one.
const FIRST: u64 = 16 << 10;

/// An open table that is elsewhere.
#[derive(Debug)]
pub(crate) struct RemoteSource {
    remote: Arc<dyn RemoteFolder>,
    file: RemoteFile,
    head: Mutex<Head>,
}

/// The first bytes of a table, while it is being opened.
#[derive(Debug)]
struct Head {
    bytes: Vec<u8>,
    is_kept: bool,
}

impl RemoteSource {
    pub(crate) fn new(
        remote: Arc<dyn RemoteFolder>,
        folder: &str,
        info: &TableFileInfo,
    ) -> RemoteSource {
        let TableFileInfo { name, length, blake3 } = info.clone();
        let file = RemoteFile { folder: folder.to_owned(), name, length, blake3 };
        let kept = remote.head(&file);
        let head = Head { is_kept: kept.is_some(), bytes: kept.unwrap_or_default() };
        RemoteSource { remote, file, head: Mutex::new(head) }
    }

    /// Calls `f` with a range near the start of the file, which is within its length.
    pub(crate) fn with<R>(
        &self,
        range: Range<u64>,
        f: impl FnOnce(&[u8]) -> R,
    ) -> Result<R, TableError> {
        let mut head = self.head.lock().unwrap_or_else(PoisonError::into_inner);
        let there = head.bytes.len() as u64;
        if there < range.end {
            let end = range.end.max(FIRST).min(self.file.length);
            let more = self.remote.bytes(&self.file, there..end)?;
            head.bytes.extend(more);
            head.is_kept = false;
        }
        Ok(f(&head.bytes[range.start as usize..range.end as usize]))
    }

    /// Keeps the front and the index where the table is found to be right, and forgets them here:
    /// they have been read.
    pub(crate) fn opened(&self) {
        let mut head = self.head.lock().unwrap_or_else(PoisonError::into_inner);
        if !head.is_kept {
            self.remote.keep_head(&self.file, &head.bytes);
        }
        *head = Head { bytes: Vec::new(), is_kept: true };
    }

    pub(crate) fn file(&self) -> &RemoteFile {
        &self.file
    }

    /// A block with the right checksum.
    pub(crate) fn block(&self, block: RemoteBlock) -> Result<Vec<u8>, TableError> {
        self.remote.blocks(&[(&self.file, block)]).pop().unwrap_or_else(|| {
            let path = format!("{}/{}", self.remote.address(&self.file.folder), self.file.name);
            let what = "nothing was answered".to_owned();
            Err(TableError::Remote { path: path.into(), what, fault: RemoteFault::Unwell })
        })
    }
}

impl Tables {
    /// Opens the tables of a game in a folder that is elsewhere.
    pub fn open_remote(game: &Game, remote: Arc<dyn RemoteFolder>) -> Result<Tables, TableError> {
        let store = Store::remote(game, remote);
        let manifest = store.manifest()?;
        let space = Arc::new(Space::new(store.game())?);
        let tables = Tables::from_parts(game, space, store, manifest, Access::default());
        Ok(tables.with_those_of_plies())
    }

    /// Gets the blocks that a look-up needs, all at the same time, where the tables are elsewhere:
    /// one after the other each would take a round trip. Elsewhere it does nothing.
    pub fn prepare(&self, position: &Position, moves: bool) -> Result<(), TableError> {
        if !self.store().is_remote() {
            return Ok(());
        }
        let is_there = |contents| self.table(contents).is_ok();
        let extent = self.plies().map(PliesTables::extent);
        let lookups = Lookups::new(self.index(), &[*position], moves, extent, is_there);
        let keys: Vec<BlockKey> = (0..lookups.blocks()).map(|at| lookups.block(at)).collect();
        self.fetch(&keys)?;
        if extent.is_some() {
            // Plies are needed of wins only.
            for (number, &key) in keys.iter().enumerate() {
                let file = self.table(key.contents())?;
                let kept = self.block(key, file)?;
                lookups.enter(number, file.view(key.block(), &kept))?;
            }
            self.fetch_plies(&lookups, lookups.plies_blocks())?;
        }
        Ok(())
    }

    /// Gets those blocks of plies that belong to these blocks of values, where they are elsewhere
    /// and not at hand.
    pub(crate) fn fetch_plies(
        &self,
        lookups: &Lookups,
        numbers: &[usize],
    ) -> Result<(), TableError> {
        if !self.store().is_remote() {
            return Ok(());
        }
        let keys = numbers.iter().map(|&number| lookups.block(number));
        let keys: Vec<BlockKey> = keys
            .filter(|key| !self.has_plies_at_hand(*key))
            .map(|key| BlockKey::new(key.contents().plies(), key.block()))
            .collect();
        self.fetch(&keys)
    }

    /// Gets those of these blocks that are not at hand, and unpacks them.
    pub(crate) fn fetch(&self, keys: &[BlockKey]) -> Result<(), TableError> {
        let Some(remote) = self.store().remote_folder() else { return Ok(()) };
        let mut wanted = Vec::new();
        for &key in keys {
            if !self.is_at_hand(key) {
                let file = self.table(key.contents())?;
                wanted.extend(file.remote_block(key.block()).map(|block| (key, block)));
            }
        }
        let asked: Vec<_> = wanted.iter().map(|(_, asked)| *asked).collect();
        for (&(key, _), packed) in wanted.iter().zip(remote.blocks(&asked)) {
            let block = self.table(key.contents())?.kept(key.block(), &packed?)?;
            self.put_at_hand(key, block);
        }
        Ok(())
    }
}
