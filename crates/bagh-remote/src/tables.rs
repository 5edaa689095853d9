//! Tables that are elsewhere: the host, the cache, and what is waited for.

use std::collections::HashMap;
use std::fmt;
use std::future::Future;
use std::io;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use bagh_tables::{RemoteBlock, RemoteFault, RemoteFile, RemoteFolder, TableError};
use futures_util::{StreamExt, TryStreamExt, stream};
use object_store::ObjectStore;
use object_store::path::Path;
use thiserror::Error;
use tokio::runtime::Runtime;
use xxhash_rust::xxh3::xxh3_64;

use crate::address::Address;
use crate::at_hand::{may_ask, may_wait};
use crate::cache::DiskCache;
use crate::counters::Counters;
use crate::host::{Failure, Host, Patience, Wanted};
use crate::pause::{PAUSE, Pauses};

/// Blocks of one look-up that are asked for at the same time.
const TOGETHER: usize = 16;
/// How long a manifest is taken for the current one.
const MANIFEST_AGE: Duration = Duration::from_secs(60);
/// A longer manifest is not one of ours: the largest games have a few hundred kilobytes.
const LONGEST_TEXT: u64 = 64 << 20;
/// What requests for small files are about: if one fails, all of them rest for a moment.
const TEXTS: &str = "";

/// How tables that are elsewhere are read.
#[derive(Clone, Debug)]
pub struct RemoteOptions {
    /// The folder of the cache: that of [`default_cache_folder`] by default.
    pub cache_folder: Option<PathBuf>,
    /// Bytes that the cache may take on disk; without any there is no cache.
    pub cache_bytes: u64,
    /// Whether requests to a bucket are sent without credentials, as public buckets allow.
    pub unsigned: bool,
    /// How long the host is waited for.
    pub patience: Patience,
}

impl Default for RemoteOptions {
    fn default() -> RemoteOptions {
        RemoteOptions {
            cache_folder: None,
            cache_bytes: 2_000_000_000,
            unsigned: false,
            patience: Patience::default(),
        }
    }
}

/// Why tables that are elsewhere cannot be opened.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The settings for the store do not fit, such as the variables AWS_….
    #[error("{0}")]
    Store(String),
    /// The folder of the cache cannot be used.
    #[error("cannot keep a cache in {}: {source}", folder.display())]
    Cache {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The account has no folder for caches.
    #[error("this account has no folder for caches")]
    NoCacheFolder,
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}

/// The folder of the cache, unless another one is named: `bagh/remote` in the user's folder for
/// caches. `None` where the account has none.
pub fn default_cache_folder() -> Option<PathBuf> {
    Some(directories::BaseDirs::new()?.cache_dir().join("bagh").join("remote"))
}

/// A folder of all tables in a bucket or on a web host.
pub struct RemoteTables {
    /// The address, for messages.
    address: String,
    /// The path of the folder in the store.
    path: Path,
    host: Host,
    cache: Option<DiskCache>,
    counters: Arc<Counters>,
    pauses: Pauses,
    texts: Mutex<HashMap<(String, String), Text>>,
    /// Taken when it ends.
    runtime: Option<Runtime>,
}

/// A small file, or that there is none, and when it was asked for.
#[derive(Clone)]
struct Text {
    asked: Instant,
    found: Option<String>,
}

impl fmt::Debug for RemoteTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RemoteTables").field("address", &self.address).finish_non_exhaustive()
    }
}

impl RemoteTables {
    /// Opens a folder. The host is not asked for anything yet.
    pub fn open(address: &Address, options: &RemoteOptions) -> Result<RemoteTables, OpenError> {
        let (store, path) = address.store(options.unsigned, &options.patience)?;
        RemoteTables::new(address.to_string(), store, path, options)
    }

    fn new(
        address: String,
        store: Arc<dyn ObjectStore>,
        path: Path,
        options: &RemoteOptions,
    ) -> Result<RemoteTables, OpenError> {
        let counters = Arc::new(Counters::default());
        let cache = match options.cache_bytes {
            0 => None,
            most => {
                let folder = options.cache_folder.clone().or_else(default_cache_folder);
                let folder = folder.ok_or(OpenError::NoCacheFolder)?;
                let cache = DiskCache::open(&folder, most, counters.clone());
                Some(cache.map_err(|source| OpenError::Cache { folder, source })?)
            }
        };
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .thread_name("remote-tables")
            .build()
            .map_err(OpenError::Thread)?;
        Ok(RemoteTables {
            address,
            path,
            host: Host::new(store, options.patience.clone(), counters.clone()),
            cache,
            counters,
            pauses: Pauses::default(),
            texts: Mutex::default(),
            runtime: Some(runtime),
        })
    }

    /// The address of the folder.
    pub fn address_of_all(&self) -> &str {
        &self.address
    }

    /// What was asked for, found and kept.
    pub fn counters(&self) -> &Arc<Counters> {
        &self.counters
    }

    /// Waits for work on the threads that talk to the host. They take what goes wrong in it, too.
    fn wait<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, Failure>> + Send + 'static,
    ) -> Result<T, Failure> {
        let gone = || Failure::Unwell("the request failed inside this program".to_owned());
        let Some(runtime) = &self.runtime else { return Err(gone()) };
        let (sender, receiver) = mpsc::channel();
        runtime.spawn(async move {
            let _ = sender.send(work.await);
        });
        receiver.recv().unwrap_or_else(|_| Err(gone()))
    }

    /// The answer to a request, or why there was no request.
    fn ask<T: Send + 'static>(
        &self,
        about: &str,
        work: impl Future<Output = Result<T, Failure>> + Send + 'static,
    ) -> Result<T, Failure> {
        if !may_ask() {
            return Err(Failure::Unwell("it is not at hand".to_owned()));
        }
        if let Some(why) = self.pauses.reason(about, Instant::now()) {
            return Err(Failure::Unwell(why));
        }
        let answer = self.wait(work);
        match &answer {
            Err(Failure::Unwell(why)) => self.pauses.failed(about, why, Instant::now() + PAUSE),
            _ => self.pauses.answered(about),
        }
        answer
    }

    fn path_of(&self, folder: &str, name: &str) -> Path {
        self.path.clone().join(folder).join(name)
    }

    fn error(&self, folder: &str, name: &str, failure: &Failure) -> TableError {
        let path = format!("{}/{folder}/{name}", self.address).into();
        let fault = match failure {
            Failure::Wrong(_) | Failure::NotFound => RemoteFault::Differs,
            Failure::Refused(_) => RemoteFault::Refused,
            Failure::Unwell(_) => RemoteFault::Unwell,
        };
        TableError::Remote { path, what: failure.text(), fault }
    }

    /// Notes, where the host may not be waited for, that the tables in this folder are not at hand.
    pub fn not_at_hand(&self, folder: &str) -> Option<TableError> {
        let told = || Failure::Unwell("it is not at hand".to_owned());
        (!may_ask()).then(|| self.error(folder, "", &told()))
    }

    /// A text that was asked for before, and whether it is recent.
    fn known_text(&self, key: &(String, String)) -> Option<(Text, bool)> {
        let texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        texts.get(key).map(|text| (text.clone(), text.asked.elapsed() < MANIFEST_AGE))
    }

    fn wanted(&self, file: &RemoteFile, range: Range<u64>, xxh3: Option<u64>) -> Wanted {
        let path = self.path_of(&file.folder, &file.name);
        Wanted { path, range, length: file.length, xxh3 }
    }
}

impl Drop for RemoteTables {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // Requests that are under way are of no use any more.
            runtime.shutdown_background();
        }
    }
}

impl RemoteFolder for RemoteTables {
    fn may_wait(&self) -> bool {
        may_wait()
    }

    fn address(&self, folder: &str) -> String {
        format!("{}/{folder}", self.address)
    }

    fn text(&self, folder: &str, name: &str, fresh: bool) -> Result<String, TableError> {
        let key = (folder.to_owned(), name.to_owned());
        let known = self.known_text(&key);
        let missing = || {
            let path = format!("{}/{folder}/{name}", self.address).into();
            TableError::Missing { path, part: None }
        };
        if let Some((text, true)) = &known
            && !fresh
        {
            return text.found.clone().ok_or_else(missing);
        }
        let (host, path) = (self.host.clone(), self.path_of(folder, name));
        let asked = Instant::now();
        let answer = self.ask(TEXTS, async move { host.whole(&path, LONGEST_TEXT).await });
        let found = match answer {
            Ok(bytes) => Some(String::from_utf8(bytes).map_err(|_| {
                let what = "it is not text, expected JSON".to_owned();
                self.error(folder, name, &Failure::Wrong(what))
            })?),
            Err(Failure::NotFound) => None,
            Err(failure) => {
                // What is known goes on being answered from while the host is unwell.
                return match known {
                    Some((Text { found: Some(text), .. }, _)) if !fresh => Ok(text),
                    _ => Err(self.error(folder, name, &failure)),
                };
            }
        };
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        texts.insert(key, Text { asked, found: found.clone() });
        found.ok_or_else(missing)
    }

    fn head(&self, file: &RemoteFile) -> Option<Vec<u8>> {
        self.cache.as_ref()?.get(&head_label(file), |_| true)
    }

    fn keep_head(&self, file: &RemoteFile, head: &[u8]) {
        if let Some(cache) = &self.cache {
            cache.put(&head_label(file), head);
        }
    }

    fn bytes(&self, file: &RemoteFile, range: Range<u64>) -> Result<Vec<u8>, TableError> {
        let (host, wanted) = (self.host.clone(), self.wanted(file, range, None));
        self.ask(&file.folder, async move { host.range(&wanted).await })
            .map_err(|failure| self.error(&file.folder, &file.name, &failure))
    }

    fn blocks(&self, wanted: &[(&RemoteFile, RemoteBlock)]) -> Vec<Result<Vec<u8>, TableError>> {
        let kept = |(file, block): &(&RemoteFile, RemoteBlock)| {
            let fits = |bytes: &[u8]| xxh3_64(bytes) == block.xxh3;
            self.cache.as_ref()?.get(&block_label(file, block), fits)
        };
        let mut found: Vec<Option<Vec<u8>>> = wanted.iter().map(kept).collect();
        let missing: Vec<usize> = (0..wanted.len()).filter(|&at| found[at].is_none()).collect();
        let Some(&first) = missing.first() else {
            return found.into_iter().flatten().map(Ok).collect();
        };
        let asked = missing.iter().map(|&at| {
            let (file, block) = wanted[at];
            let end = block.start + block.length as u64;
            (at, self.wanted(file, block.start..end, Some(block.xxh3)))
        });
        let asked: Vec<(usize, Wanted)> = asked.collect();
        let (host, (file, _)) = (self.host.clone(), wanted[first]);
        // All are of one game, and of one look-up, which fails if one of them does.
        let answer = self.ask(&file.folder, async move {
            let answers = stream::iter(asked).map(|(at, wanted)| {
                let host = host.clone();
                async move { host.range(&wanted).await.map(|bytes| (at, bytes)) }
            });
            answers.buffered(TOGETHER).try_collect::<Vec<_>>().await
        });
        let answered = match answer {
            Ok(answered) => answered,
            Err(failure) => {
                let failed = || Err(self.error(&file.folder, &file.name, &failure));
                return found.into_iter().map(|bytes| bytes.map_or_else(failed, Ok)).collect();
            }
        };
        for (at, bytes) in answered {
            let (file, block) = wanted[at];
            if let Some(cache) = &self.cache {
                cache.put(&block_label(file, &block), &bytes);
            }
            found[at] = Some(bytes);
        }
        found.into_iter().flatten().map(Ok).collect()
    }
}

fn head_label(file: &RemoteFile) -> String {
    format!("{} head", file.blake3)
}

fn block_label(file: &RemoteFile, block: &RemoteBlock) -> String {
    format!("{} {} {}", file.blake3, block.start, block.length)
}

#[cfg(test)]
mod tests {
    use bagh::Game;
    use bagh_tables::{Quiet, SolveOptions, Tables, folder_name, solve};
    use object_store::memory::InMemory;
    use object_store::{ObjectStoreExt, PutPayload};

    use super::*;

    /// Any store of the crate `object_store` does, here one in memory, with a path in it.
    #[test]
    fn a_store_in_memory_answers_as_the_folder_does() {
        let game = Game::from_toml(include_str!("../../../docs/small.toml")).unwrap();
        let (folder, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
        let (store, path) = (Arc::new(InMemory::new()), Path::from("a/b"));
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        for entry in std::fs::read_dir(folder.path().join(folder_name(&game))).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            let place = path.clone().join(folder_name(&game)).join(name);
            let payload = PutPayload::from(std::fs::read(entry.path()).unwrap());
            runtime.block_on(store.put(&place, payload)).unwrap();
        }
        let options = RemoteOptions {
            cache_folder: Some(cache.path().to_owned()),
            ..RemoteOptions::default()
        };
        let remote = RemoteTables::new("memory://a/b".to_owned(), store, path, &options).unwrap();
        let far = Tables::open_remote(&game, Arc::new(remote)).unwrap();
        let here = Tables::open(&game, folder.path()).unwrap();
        let mut at = game.start();
        for _ in 0..40 {
            let moves = here.moves(&at).unwrap();
            assert_eq!(far.moves(&at).unwrap(), moves);
            let Some(last) = moves.last() else { break };
            at = game.after(&at, last.mv);
        }
    }
}
