//! One request with its time limits and repetitions, and what can be wrong.

use std::error::Error;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use futures_util::StreamExt;
use object_store::client::{HttpError, HttpErrorKind};
use object_store::path::Path;
use object_store::{GetOptions, GetRange, GetResult, ObjectStore};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use xxhash_rust::xxh3::xxh3_64;

use crate::client::Status;
use crate::counters::{Counters, count};

/// How long a host is waited for.
#[derive(Clone, Debug)]
pub struct Patience {
    /// Until a connection stands.
    pub connect: Duration,
    /// Until one request is answered, with all of its body.
    pub request: Duration,
    /// Until a look-up gives up, with all repetitions.
    pub total: Duration,
    /// How often a request is made, the first one counted.
    pub attempts: u32,
    /// The pause before the first repetition; each further one is four times as long.
    pub backoff: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            connect: Duration::from_secs(3),
            request: Duration::from_secs(8),
            total: Duration::from_secs(15),
            attempts: 3,
            backoff: Duration::from_millis(100),
        }
    }
}

/// Why bytes could not be had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// There is no such file.
    NotFound,
    /// The host says no, and will say so again.
    Refused(String),
    /// What it sends is not what was asked for.
    Wrong(String),
    /// It does not answer, or with an error of its own: that may pass.
    Unwell(String),
}

impl Failure {
    /// What is wrong, for people.
    pub(crate) fn text(&self) -> String {
        match self {
            Failure::NotFound => "it is not there (404), though the manifest lists it".to_owned(),
            Failure::Refused(what) | Failure::Wrong(what) | Failure::Unwell(what) => what.clone(),
        }
    }
}

/// A range of a file.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) path: Path,
    pub(crate) range: Range<u64>,
    /// The length of the whole file.
    pub(crate) length: u64,
    /// The checksum of the range, if it is known.
    pub(crate) xxh3: Option<u64>,
}

/// Requests at a time. More do not make a host faster.
const AT_A_TIME: usize = 32;

/// A host, or a bucket.
#[derive(Clone, Debug)]
pub(crate) struct Host {
    store: Arc<dyn ObjectStore>,
    patience: Patience,
    counters: Arc<Counters>,
    places: Arc<Semaphore>,
}

impl Host {
    pub(crate) fn new(
        store: Arc<dyn ObjectStore>,
        patience: Patience,
        counters: Arc<Counters>,
    ) -> Host {
        Host { store, patience, counters, places: Arc::new(Semaphore::new(AT_A_TIME)) }
    }

    /// A range of a file.
    pub(crate) async fn range(&self, wanted: &Wanted) -> Result<Vec<u8>, Failure> {
        self.patiently(|| self.range_once(wanted)).await
    }

    /// A whole file of at most this many bytes.
    pub(crate) async fn whole(&self, path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
        // That there is none is an answer, and no error.
        let once = || async {
            match self.whole_once(path, most).await {
                Err(Failure::NotFound) => Ok(None),
                found => found.map(Some),
            }
        };
        self.patiently(once).await?.ok_or(Failure::NotFound)
    }

    /// Asks again where that may help, within the time for all of it.
    async fn patiently<T, F: Future<Output = Result<T, Failure>>>(
        &self,
        ask: impl Fn() -> F,
    ) -> Result<T, Failure> {
        let asking = async {
            let mut pause = self.patience.backoff;
            for _ in 1..self.patience.attempts {
                match self.counted(ask()).await {
                    Err(Failure::Wrong(_) | Failure::Unwell(_)) => {}
                    answered => return answered,
                }
                sleep(pause).await;
                pause *= 4;
            }
            self.counted(ask()).await
        };
        timeout(self.patience.total, asking).await.unwrap_or_else(|_| {
            let seconds = self.patience.total.as_secs_f64();
            Err(Failure::Unwell(format!("no answer within {seconds} s")))
        })
    }

    async fn counted<T>(
        &self,
        asking: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let _place = self.places.acquire().await;
        count(&self.counters.requests);
        let answer = asking.await;
        if answer.is_err() {
            count(&self.counters.errors);
        }
        answer
    }

    async fn range_once(&self, wanted: &Wanted) -> Result<Vec<u8>, Failure> {
        let Wanted { path, range, length, xxh3 } = wanted;
        let range = Some(GetRange::Bounded(range.clone()));
        let options = GetOptions { range, ..GetOptions::default() };
        let found = self.store.get_opts(path, options).await.map_err(failure)?;
        if found.meta.size != *length {
            let found = found.meta.size;
            return Err(Failure::Wrong(format!(
                "it has {found} bytes, the manifest says {length}: another version of the file"
            )));
        }
        let asked = wanted.range.end - wanted.range.start;
        let bytes = self.collect(found, asked).await?;
        if (bytes.len() as u64) < asked {
            let found = bytes.len();
            return Err(Failure::Wrong(format!(
                "the answer is cut off: found {found} bytes, expected {asked}"
            )));
        }
        match xxh3.filter(|&expected| xxh3_64(&bytes) != expected) {
            None => Ok(bytes),
            Some(expected) => Err(Failure::Wrong(format!(
                "bytes {}-{}: found checksum {:016x}, expected {expected:016x}: damaged, or of another version of the file",
                wanted.range.start,
                wanted.range.end - 1,
                xxh3_64(&bytes),
            ))),
        }
    }

    async fn whole_once(&self, path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
        let found = self.store.get_opts(path, GetOptions::default()).await.map_err(failure)?;
        let length = found.meta.size;
        if length > most {
            return Err(Failure::Wrong(format!("it has {length} bytes, expected at most {most}")));
        }
        let bytes = self.collect(found, length).await?;
        match bytes.len() as u64 == length {
            true => Ok(bytes),
            false => Err(Failure::Wrong(format!(
                "the answer is cut off: found {} bytes, expected {length}",
                bytes.len()
            ))),
        }
    }

    /// The body of an answer, which may go on for ever.
    async fn collect(&self, found: GetResult, most: u64) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        let mut stream = found.into_stream();
        while let Some(piece) = stream.next().await {
            let piece = piece.map_err(failure)?;
            self.counters.bytes.fetch_add(piece.len() as u64, Relaxed);
            if (bytes.len() + piece.len()) as u64 > most {
                return Err(Failure::Wrong(format!(
                    "the answer is too long: expected {most} bytes"
                )));
            }
            bytes.extend_from_slice(&piece);
        }
        Ok(bytes)
    }
}

/// What an error of a store means.
fn failure(error: object_store::Error) -> Failure {
    use object_store::Error as Store;
    if let Some(Status(status)) = cause::<Status>(&error) {
        return match status {
            404 | 410 => Failure::NotFound,
            401 | 403 => Failure::Refused(format!(
                "it answered with status {status}: reading it is not allowed to these credentials"
            )),
            416 => Failure::Wrong(
                "it answered with status 416: the file is shorter than the manifest says".into(),
            ),
            408 | 429 | 500.. => Failure::Unwell(format!("it answered with status {status}")),
            _ => Failure::Refused(format!("it answered with status {status}")),
        };
    }
    match &error {
        Store::NotFound { .. } => return Failure::NotFound,
        Store::PermissionDenied { .. } | Store::Unauthenticated { .. } => {
            return Failure::Refused("reading it is not allowed to these credentials".to_owned());
        }
        Store::NotSupported { .. } => return not_partial(),
        _ => {}
    }
    match cause::<HttpError>(&error).map(HttpError::kind) {
        Some(HttpErrorKind::Timeout) => Failure::Unwell("it took too long to answer".to_owned()),
        Some(HttpErrorKind::Connect) => {
            Failure::Unwell(format!("no connection: {}", innermost(&error)))
        }
        Some(HttpErrorKind::Interrupted) => {
            Failure::Unwell("the connection broke in the middle of the answer".to_owned())
        }
        _ if error.to_string().contains("non-partial") => not_partial(),
        _ => Failure::Unwell(innermost(&error)),
    }
}

fn not_partial() -> Failure {
    Failure::Refused(
        "it answered a request for a range with the whole file: expected a host that answers ranges (status 206)"
            .to_owned(),
    )
}

/// The first cause of this type.
fn cause<E: Error + 'static>(error: &object_store::Error) -> Option<&E> {
    let mut at: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = at {
        if let Some(found) = error.downcast_ref() {
            return Some(found);
        }
        at = error.source();
    }
    None
}

/// What the last cause says. The others repeat it, each with its own words around it.
fn innermost(error: &object_store::Error) -> String {
    let mut at: &(dyn Error + 'static) = error;
    while let Some(source) = at.source() {
        at = source;
    }
    one_line(&at.to_string())
}

/// Text from outside, for a line of a log: short, and without control characters.
pub(crate) fn one_line(text: &str) -> String {
    const LONGEST: usize = 200;
    let mut line: String =
        text.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_from_outside_is_short_and_plain() {
        assert_eq!(one_line("a\n\u{1b}[31mb"), "a  [31mb");
        assert_eq!(one_line(&"x".repeat(1_000)).chars().count(), 201);
    }
}
