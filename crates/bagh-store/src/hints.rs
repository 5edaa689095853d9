//! Hints between nodes on PostgreSQL, by `NOTIFY` and `LISTEN`. They may get lost: what matters is
//! in the database.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bagh_online::{GameId, PlayerId};
use deadpool_postgres::Pool;
use futures_util::future::poll_fn;
use tokio::sync::{broadcast, mpsc};
use tokio::time::timeout;
use tokio_postgres::{AsyncMessage, Config};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::database::Changed;
use crate::error::StoreError;
use crate::postgres::HINTS;

/// The pause between two looks whether the connection that listens is still there.
const LOOKS: Duration = Duration::from_secs(10);
/// How long the answer to such a look may take.
const PATIENCE: Duration = Duration::from_secs(10);
const CHANNEL: &str = "bagh_games";
/// PostgreSQL takes payloads of less than 8000 bytes.
const PAYLOAD: usize = 7_900;
/// The hint that hints were lost. No identifier has this character.
const ANYTHING: &str = "*";
/// What the hint that keys of an account have ended begins with. No identifier has this character.
const KEYS: char = '@';
/// The pause before others are told that hints were lost, where nothing else is to be sent.
const AGAIN: Duration = Duration::from_secs(1);
const FOREVER: Duration = Duration::from_secs(86_400);

/// Where hints wait to be sent. When there are too many, some are lost, and others are told that.
#[derive(Clone)]
pub(crate) struct Outbox {
    hints: mpsc::Sender<Changed>,
    /// Whether hints were lost that others have not been told of yet.
    missed: Arc<AtomicBool>,
}

impl Outbox {
    /// Sends hints from now on.
    pub(crate) fn open(pool: Pool) -> Outbox {
        let (hints, to_notify) = mpsc::channel(HINTS);
        let missed = Arc::new(AtomicBool::new(false));
        tokio::spawn(notify(pool, to_notify, missed.clone()));
        Outbox { hints, missed }
    }

    /// Sends a hint, or notes that one was lost.
    pub(crate) fn send(&self, changed: Changed) {
        if self.hints.try_send(changed).is_err() {
            self.missed.store(true, Ordering::Relaxed);
        }
    }
}

/// Sends hints in batches and outside of the transactions they are about: PostgreSQL commits
/// transactions that notify one after another.
async fn notify(pool: Pool, mut hints: mpsc::Receiver<Changed>, missed: Arc<AtomicBool>) {
    let mut batch = Vec::new();
    loop {
        // Lost hints are told of soon, even if nothing else happens.
        let wait = if missed.load(Ordering::Relaxed) { AGAIN } else { FOREVER };
        if let Ok(0) = timeout(wait, hints.recv_many(&mut batch, HINTS)).await {
            return;
        }
        let mut payloads = payloads(batch.drain(..));
        if missed.swap(false, Ordering::Relaxed) {
            payloads.push(ANYTHING.to_owned());
        }
        if send(&pool, &payloads).await.is_err() {
            missed.store(true, Ordering::Relaxed);
        }
    }
}

/// Hints as texts that PostgreSQL takes.
fn payloads(hints: impl Iterator<Item = Changed>) -> Vec<String> {
    let mut payloads: Vec<String> = Vec::new();
    for hint in hints {
        let text = match hint {
            Changed::Game { id, number, turn: None } => format!("{id}:{number} "),
            Changed::Game { id, number, turn: Some(turn) } => format!("{id}:{number}:{turn} "),
            Changed::Challenge { id } => format!("{id} "),
            Changed::Keys { account } => format!("{KEYS}{account} "),
            Changed::Anything => continue,
        };
        match payloads.last_mut().filter(|last| last.len() + text.len() <= PAYLOAD) {
            Some(last) => last.push_str(&text),
            None => payloads.push(text),
        }
    }
    payloads
}

async fn send(pool: &Pool, payloads: &[String]) -> Result<(), StoreError> {
    let client = pool.get().await?;
    for payload in payloads {
        client.execute("SELECT pg_notify($1, $2)", &[&CHANNEL, payload]).await?;
    }
    Ok(())
}

/// Passes on the hints of all nodes, for as long as this one lives.
pub(crate) async fn listen(
    config: Config,
    tls: MakeRustlsConnect,
    changes: broadcast::Sender<Changed>,
) {
    loop {
        if let Err(error) = listen_once(&config, tls.clone(), &changes).await {
            tracing::warn!(%error, "listening for changes was interrupted");
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

async fn listen_once(
    config: &Config,
    tls: MakeRustlsConnect,
    changes: &broadcast::Sender<Changed>,
) -> Result<(), StoreError> {
    let (client, mut connection) = config.connect(tls).await?;
    let messages = async {
        while let Some(message) = poll_fn(|cx| connection.poll_message(cx)).await {
            if let AsyncMessage::Notification(note) = message? {
                for changed in note.payload().split_whitespace().filter_map(parse_hint) {
                    let _ = changes.send(changed);
                }
            }
        }
        Ok::<_, StoreError>(())
    };
    let subscribe = async {
        client.batch_execute(&format!("LISTEN {CHANNEL}")).await?;
        // What was sent before this is not told again.
        let _ = changes.send(Changed::Anything);
        // A connection that only listens does not notice by itself that it leads nowhere. The
        // client has to live, too: dropping it closes the connection.
        loop {
            tokio::time::sleep(LOOKS).await;
            let look = client.batch_execute("SELECT 1");
            let Ok(looked) = tokio::time::timeout(PATIENCE, look).await else {
                return Err(StoreError::Unavailable("the listener is not answered".to_owned()));
            };
            looked?;
        }
    };
    tokio::select! {
        result = messages => result,
        result = subscribe => result,
    }
}

fn parse_hint(text: &str) -> Option<Changed> {
    if text == ANYTHING {
        return Some(Changed::Anything);
    }
    if let Some(account) = text.strip_prefix(KEYS) {
        return Some(Changed::Keys { account: PlayerId::new(account).ok()? });
    }
    match text.split_once(':') {
        Some((id, rest)) => {
            // Nodes of older versions do not say whose turn it is.
            let (number, turn) = rest.split_once(':').unwrap_or((rest, ""));
            let (id, number) = (GameId::new(id).ok()?, number.parse().ok()?);
            Some(Changed::Game { id, number, turn: PlayerId::new(turn).ok() })
        }
        None => Some(Changed::Challenge { id: text.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_are_read_as_they_were_written() {
        let game = |turn| Changed::Game { id: GameId::new("g-1").unwrap(), number: 7, turn };
        assert_eq!(parse_hint("g-1:7"), Some(game(None)));
        assert_eq!(parse_hint("g-1:7:maya"), Some(game(PlayerId::new("maya").ok())));
        assert_eq!(parse_hint("abc"), Some(Changed::Challenge { id: "abc".to_owned() }));
        assert_eq!(parse_hint(ANYTHING), Some(Changed::Anything));
        assert_eq!(parse_hint("a:b"), None);
        let keys = Changed::Keys { account: PlayerId::new("maya").unwrap() };
        let all = [game(None), game(PlayerId::new("maya").ok()), keys, Changed::Anything];
        let written = payloads(all.clone().into_iter()).concat();
        let read: Vec<Changed> = written.split_whitespace().filter_map(parse_hint).collect();
        assert_eq!(read, all[..3], "that anything may have changed is sent by itself");
    }

    #[test]
    fn payloads_are_no_longer_than_postgresql_takes() {
        let id = |n: u32| GameId::new(format!("game-{n}")).unwrap();
        let many = (0..2_000).map(|n| Changed::Game { id: id(n), number: n, turn: None });
        let payloads = payloads(many);
        assert!(payloads.len() > 1);
        assert!(payloads.iter().all(|text| !text.is_empty() && text.len() <= PAYLOAD));
        assert_eq!(payloads.concat().split_whitespace().count(), 2_000);
    }
}
