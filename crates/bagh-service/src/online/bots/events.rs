//! The stream of what concerns an account: challenges, and games that start and end.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use bagh_online::{GameId, PlayerId};
use bagh_store::Challenge;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::super::error::OnlineError;
use super::super::identity::{Address, Signed};
use super::super::{Online, now};
use super::{answers, lines};

/// A blank line after this long without an event, so that both ends notice a dead connection.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(6);
/// Notices are hints that may be lost, so the store is looked at this often without one.
const LOOK: Duration = Duration::from_secs(5);
/// How often an account that follows its events is noted as seen.
const SEEN: Duration = Duration::from_secs(60);

/// What concerns an account. The store is compared with what was told before, so nothing is
/// missed and nothing is told twice, whatever happens to hints.
struct Inbox {
    online: Online,
    account: PlayerId,
    notices: mpsc::Receiver<Value>,
    challenges: BTreeMap<String, Challenge>,
    games: HashSet<GameId>,
    lines: VecDeque<String>,
    looked: Option<Instant>,
    seen: Option<Instant>,
    told: Instant,
    /// Whether everything that waited has been told, and the blank line after it.
    up_to_date: bool,
}

impl Inbox {
    fn new(online: Online, account: PlayerId) -> Inbox {
        let notices = online.lobby.notices(&account);
        Inbox {
            online,
            account,
            notices,
            challenges: BTreeMap::new(),
            games: HashSet::new(),
            lines: VecDeque::new(),
            looked: None,
            seen: None,
            told: Instant::now(),
            up_to_date: false,
        }
    }

    async fn next(&mut self) -> Result<String, OnlineError> {
        loop {
            if let Some(line) = self.lines.pop_front() {
                self.told = Instant::now();
                return Ok(line);
            }
            if self.looked.is_none_or(|at| at.elapsed() >= LOOK) {
                self.look().await?;
                self.looked = Some(Instant::now());
                if !self.up_to_date {
                    self.up_to_date = true;
                    self.lines.push_back(String::new());
                }
                continue;
            }
            if self.told.elapsed() >= HEARTBEAT {
                self.told = Instant::now();
                return Ok(String::new());
            }
            let look = self.looked.map_or_else(Instant::now, |at| at + LOOK);
            let until = look.min(self.told + HEARTBEAT);
            tokio::select! {
                // Whose turn it is stands in the streams of games.
                Some(notice) = self.notices.recv() => if notice["type"] != "your-turn" {
                    self.looked = None;
                },
                () = tokio::time::sleep_until(until) => {}
            }
        }
    }

    /// Compares the store with what was told.
    async fn look(&mut self) -> Result<(), OnlineError> {
        if self.seen.is_none_or(|at| at.elapsed() >= SEEN) {
            self.online.store.note_seen(&self.account, now()).await?;
            self.seen = Some(Instant::now());
        }
        self.look_at_challenges().await?;
        self.look_at_games().await
    }

    async fn look_at_challenges(&mut self) -> Result<(), OnlineError> {
        let mut open = BTreeMap::new();
        for challenge in self.online.store.challenges_of(&self.account, now()).await? {
            if challenge.game.is_none() {
                open.insert(challenge.id.clone(), challenge);
            }
        }
        for (id, gone) in &self.challenges {
            if open.contains_key(id) {
                continue;
            }
            let led_to_game = match GameId::new(id.as_str()) {
                Ok(id) => self.online.store.game(&id).await?.is_some(),
                Err(_) => false,
            };
            if !led_to_game {
                let mine = gone.by == self.account;
                let (kind, status) = match mine {
                    true => ("challengeDeclined", "declined"),
                    false => ("challengeCanceled", "canceled"),
                };
                let challenge = answers::challenge(&self.online, gone, status).await?;
                self.lines.push_back(json!({ "type": kind, "challenge": challenge }).to_string());
            }
        }
        for (id, new) in &open {
            if !self.challenges.contains_key(id) {
                let challenge = answers::challenge(&self.online, new, "created").await?;
                let line = json!({ "type": "challenge", "challenge": challenge });
                self.lines.push_back(line.to_string());
            }
        }
        self.challenges = open;
        Ok(())
    }

    async fn look_at_games(&mut self) -> Result<(), OnlineError> {
        let rows = self.online.store.running_games_of(&self.account).await?;
        let running: HashSet<GameId> = rows.into_iter().map(|row| row.id).collect();
        let ended: Vec<GameId> = self.games.difference(&running).cloned().collect();
        for id in &ended {
            self.tell("gameFinish", id).await?;
        }
        let started: Vec<GameId> = running.difference(&self.games).cloned().collect();
        for id in &started {
            self.tell("gameStart", id).await?;
        }
        self.games = running;
        Ok(())
    }

    async fn tell(&mut self, kind: &str, id: &GameId) -> Result<(), OnlineError> {
        let room = self.online.hub.room(id).await?;
        self.online.hub.refresh(&room).await?;
        let game = room.state.lock().await.game.clone();
        let game = answers::game(&self.online, id, &game, &self.account).await?;
        self.lines.push_back(json!({ "type": kind, "game": game }).to_string());
        Ok(())
    }
}

/// Everything that waits for the account, a blank line, then what happens, a line each.
#[utoipa::path(
    get,
    path = "/api/stream/event",
    operation_id = "botEvents",
    tag = "bots",
    responses((status = 200, description = "What concerns the bot, a line of JSON each", body = String, content_type = "application/x-ndjson"))
)]
pub(crate) async fn events(
    State(online): State<Online>,
    Address(address): Address,
    Signed(account): Signed,
) -> Result<Response, OnlineError> {
    let place = online.streams.take(address)?;
    let inbox = Inbox::new(online, account.id);
    Ok(lines(futures_util::stream::unfold((inbox, place), |(mut inbox, place)| async move {
        match inbox.next().await {
            Ok(line) => Some((line, (inbox, place))),
            // The stream ends, and the bot opens another one.
            Err(error) => {
                error.log();
                None
            }
        }
    })))
}
