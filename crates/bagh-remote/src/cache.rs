//! Blocks on disk, in bounded space.
//!
//! Each entry is a file of its own, with a label and a checksum, which is whole or absent: a
//! program that is killed leaves nothing half-written. What is damaged is removed and counts as
//! absent. When room is needed, what was not used for longest goes first; the time of a file says
//! when it was used, so that the order survives a restart.
//!
//! A folder has several slots, and each process takes one that is free and holds it by a lock. So
//! two processes never share a slot, and each keeps within its bound.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File, TryLockError};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use bagh_files::{
    Durability, open_lock, open_regular, remove_leftovers, replace_in_place, seal_bytes,
    unseal_bytes,
};

use crate::at_hand::may_wait;
use crate::counters::{Counters, count};

/// Processes that can share a folder.
const SLOTS: usize = 64;
/// File systems give space in such units.
const UNIT: u64 = 4096;
/// No entry is longer: the index of the largest table has about a megabyte.
const LONGEST: u64 = 256 << 20;

/// A cache on disk.
#[derive(Debug)]
pub(crate) struct DiskCache {
    folder: PathBuf,
    most: u64,
    state: Mutex<State>,
    counters: Arc<Counters>,
    /// Held for as long as the cache is.
    _lock: File,
}

/// The name of an entry: a hash of its label.
type Name = u128;

/// What there is.
#[derive(Debug, Default)]
struct State {
    entries: HashMap<Name, Entry>,
    /// From the least recently used to the most.
    order: BTreeMap<u64, Name>,
    /// Bytes on disk, those that are being written included.
    bytes: u64,
    /// Counts uses.
    tick: u64,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    size: u64,
    tick: u64,
}

impl State {
    fn add(&mut self, name: Name, size: u64) {
        self.tick += 1;
        let entry = Entry { size, tick: self.tick };
        if let Some(before) = self.entries.insert(name, entry) {
            self.order.remove(&before.tick);
        }
        self.order.insert(self.tick, name);
    }

    fn touch(&mut self, name: Name) -> bool {
        let Some(size) = self.entries.get(&name).map(|entry| entry.size) else { return false };
        self.add(name, size);
        true
    }

    fn remove(&mut self, name: Name) {
        if let Some(entry) = self.entries.remove(&name) {
            self.order.remove(&entry.tick);
            self.bytes -= entry.size;
        }
    }

    /// Removes the least recently used entries until this many bytes are free.
    fn make_room(&mut self, bytes: u64, most: u64) -> Vec<Name> {
        let mut removed = Vec::new();
        while self.bytes + bytes > most {
            let Some((_, &name)) = self.order.first_key_value() else { break };
            self.remove(name);
            removed.push(name);
        }
        removed
    }
}

impl DiskCache {
    /// Opens a cache of at most this many bytes in a slot of this folder, with what an earlier
    /// process left there.
    pub(crate) fn open(folder: &Path, most: u64, counters: Arc<Counters>) -> io::Result<DiskCache> {
        let (folder, lock) = slot(folder)?;
        let mut found = Vec::new();
        for shard in fs::read_dir(&folder)? {
            let shard = shard?;
            if !shard.file_type()?.is_dir() {
                continue;
            }
            let shard = shard.path();
            // With the lock held, no other process writes here.
            remove_leftovers(&shard)?;
            for entry in fs::read_dir(&shard)? {
                let entry = entry?;
                let name = entry.file_name();
                let Some(name) = name.to_str().filter(|name| name.len() == 32) else { continue };
                let Ok(name) = Name::from_str_radix(name, 16) else { continue };
                let metadata = entry.metadata()?;
                let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                found.push((used, name, space(metadata.len())));
            }
        }
        found.sort_unstable();
        let mut state = State::default();
        for (_, name, size) in found {
            state.bytes += size;
            state.add(name, size);
        }
        let cache = DiskCache { folder, most, state: Mutex::new(state), counters, _lock: lock };
        let removed = cache.state().make_room(0, most);
        cache.delete(&removed);
        cache.tell(&cache.state());
        Ok(cache)
    }

    /// An entry, if it is there as it was written, and fits. One that does not is removed.
    pub(crate) fn get(&self, label: &str, fits: impl Fn(&[u8]) -> bool) -> Option<Vec<u8>> {
        let name = name_of(label);
        let is_there = self.state().touch(name);
        let found = is_there.then(|| self.read(name, label, fits)).flatten();
        match &found {
            Some(_) => count(&self.counters.hits),
            None if may_wait() => count(&self.counters.misses),
            // It is asked for again by one who may wait.
            None => {}
        }
        found
    }

    fn read(&self, name: Name, label: &str, fits: impl Fn(&[u8]) -> bool) -> Option<Vec<u8>> {
        let path = self.path(name);
        let read = || {
            let file = open_regular(&path)?;
            let mut bytes = Vec::new();
            (&file).take(LONGEST).read_to_end(&mut bytes)?;
            // Only the order of removal after a restart depends on it.
            let _ = file.set_modified(SystemTime::now());
            io::Result::Ok(bytes)
        };
        let sealed = match read() {
            Ok(sealed) => sealed,
            Err(error) => {
                if is_gone(&error) {
                    self.forget(name);
                }
                return None;
            }
        };
        match unseal_bytes(label, &sealed) {
            Ok(bytes) if fits(bytes) => Some(bytes.to_vec()),
            _ => {
                count(&self.counters.damaged);
                self.forget(name);
                None
            }
        }
    }

    /// Keeps an entry. Where that fails it is asked for again next time, and nothing is lost.
    pub(crate) fn put(&self, label: &str, bytes: &[u8]) {
        let (name, sealed) = (name_of(label), seal_bytes(label, bytes));
        let size = space(sealed.len() as u64);
        if size > self.most {
            return;
        }
        let removed = {
            let mut state = self.state();
            if state.entries.contains_key(&name) {
                return;
            }
            let removed = state.make_room(size, self.most);
            // What is being written counts, so that the bound holds at every moment.
            state.bytes += size;
            removed
        };
        self.delete(&removed);
        let path = self.path(name);
        let write = || replace_in_place(&path, Durability::Cached, |out| out.write_all(&sealed));
        let written = write().or_else(|error| match (error.kind(), path.parent()) {
            // The first one in its folder. Another thread may make the folder, too.
            (io::ErrorKind::NotFound, Some(folder)) => {
                let _ = fs::create_dir(folder);
                write()
            }
            _ => Err(error),
        });
        let mut state = self.state();
        match written {
            Ok(_) if !state.entries.contains_key(&name) => state.add(name, size),
            // Another thread was faster.
            Ok(_) => state.bytes -= size,
            Err(error) => {
                state.bytes -= size;
                tracing::warn!(path = %path.display(), %error, "a block cannot be kept on disk");
            }
        }
        self.tell(&state);
    }

    fn forget(&self, name: Name) {
        self.state().remove(name);
        let _ = fs::remove_file(self.path(name));
    }

    fn delete(&self, names: &[Name]) {
        for &name in names {
            count(&self.counters.evictions);
            let _ = fs::remove_file(self.path(name));
        }
    }

    fn path(&self, name: Name) -> PathBuf {
        self.folder.join(format!("{:02x}", name >> 120)).join(format!("{name:032x}"))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, state: &State) {
        self.counters.kept.store(state.bytes, Relaxed);
    }
}

/// The first slot that no other process holds.
fn slot(folder: &Path) -> io::Result<(PathBuf, File)> {
    for slot in 0..SLOTS {
        let folder = folder.join(format!("slot-{slot}"));
        fs::create_dir_all(&folder)?;
        let lock = open_lock(&folder.join("lock"))?;
        match lock.try_lock() {
            Ok(()) => return Ok((folder, lock)),
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Err(io::Error::other(format!("{SLOTS} other processes use it")))
}

/// Whether an entry was removed, or something else was put in its place. Other errors, such as too
/// many open files, say nothing of the entry.
fn is_gone(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidInput)
}

fn name_of(label: &str) -> Name {
    let hash = blake3::hash(label.as_bytes());
    let mut first = [0; 16];
    first.copy_from_slice(&hash.as_bytes()[..16]);
    Name::from_be_bytes(first)
}

/// What a file of this length takes on disk.
fn space(length: u64) -> u64 {
    length.div_ceil(UNIT) * UNIT
}

#[cfg(test)]
mod tests;
