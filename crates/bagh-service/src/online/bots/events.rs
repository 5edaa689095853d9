//! The stream of what concerns an account: challenges, and games that start and end.

use std::collections::VecDeque;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use bagh_online::{GameId, PlayerId};
use bagh_store::{Challenge, Closing};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::super::error::OnlineError;
use super::super::identity::{Address, Signed};
use super::super::{Online, now};
use super::told::{News, Standing, Told};
use super::{answers, lines};

/// A blank line after this long without an event, so that both ends notice a dead connection.
pub(super) const HEARTBEAT: Duration = Duration::from_secs(6);
/// Notices are hints that may be lost, so the store is looked at this often without one.
const LOOK: Duration = Duration::from_secs(5);
/// How often an account that follows its events is noted as seen.
const SEEN: Duration = Duration::from_secs(60);
/// How far back closed challenges are looked for, in milliseconds. Longer than a write may wait in
/// a queue after it was given its time, and clocks of nodes may differ.
const BACK: u64 = 120_000;

/// What concerns an account. The store is compared with what was told before, and remembers for a
/// while what became of challenges. So nothing is missed and nothing is told twice, whatever
/// happens to hints.
struct Inbox {
    online: Online,
    account: PlayerId,
    notices: mpsc::Receiver<Value>,
    told: Told,
    lines: VecDeque<String>,
    looked: Option<Instant>,
    seen: Option<Instant>,
    /// When the last line was sent.
    sent: Instant,
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
            told: Told::default(),
            lines: VecDeque::new(),
            looked: None,
            seen: None,
            sent: Instant::now(),
            up_to_date: false,
        }
    }

    async fn next(&mut self) -> Result<String, OnlineError> {
        loop {
            if let Some(line) = self.lines.pop_front() {
                self.sent = Instant::now();
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
            if self.sent.elapsed() >= HEARTBEAT {
                self.sent = Instant::now();
                return Ok(String::new());
            }
            let look = self.looked.map_or_else(Instant::now, |at| at + LOOK);
            let until = look.min(self.sent + HEARTBEAT);
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
        let (store, time) = (&self.online.store, now());
        let since = time.saturating_sub(BACK);
        // In this order: see `Standing`.
        let standing = Standing {
            challenges: store.challenges_of(&self.account, time).await?,
            closed: store.closed_challenges_of(&self.account, since).await?,
            since,
            running: store
                .running_games_of(&self.account)
                .await?
                .into_iter()
                .map(|row| row.id)
                .collect(),
        };
        for news in self.told.news(standing) {
            match news {
                News::Challenge(new) => self.tell("challenge", &new, "created").await?,
                News::Closed(closed) => {
                    let kind = match closed.closing {
                        Closing::Declined => "challengeDeclined",
                        Closing::Canceled => "challengeCanceled",
                    };
                    self.tell(kind, &closed.challenge, closed.closing.word()).await?;
                }
                News::Vanished(gone) => self.tell_vanished(&gone).await?,
                News::Started(id) => self.tell_game("gameStart", &id).await?,
                News::Finished(id) => self.tell_game("gameFinish", &id).await?,
            }
        }
        Ok(())
    }

    async fn tell(
        &mut self,
        kind: &str,
        challenge: &Challenge,
        status: &str,
    ) -> Result<(), OnlineError> {
        let challenge = answers::challenge(&self.online, challenge, status).await?;
        self.lines.push_back(json!({ "type": kind, "challenge": challenge }).to_string());
        Ok(())
    }

    /// Tells what became of a challenge that is no longer there. Accounts with many games do not
    /// see all challenges that led to one.
    async fn tell_vanished(&mut self, challenge: &Challenge) -> Result<(), OnlineError> {
        let id = GameId::new(challenge.id.as_str()).ok();
        let game = match &id {
            Some(id) => self.online.store.game(id).await?,
            None => None,
        };
        match game {
            None => self.tell("challengeCanceled", challenge, Closing::Canceled.word()).await,
            Some(row) if row.reason.is_some() => {
                self.tell_game("gameStart", &row.id).await?;
                self.tell_game("gameFinish", &row.id).await
            }
            // It is among the games that run.
            Some(_) => Ok(()),
        }
    }

    async fn tell_game(&mut self, kind: &str, id: &GameId) -> Result<(), OnlineError> {
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
