//! The WebSocket of players and watchers: one connection for everything a client does.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use bagh_online::{Command, CommandId, GameId, Request};
use bagh_store::Account;
use futures_util::StreamExt;
use futures_util::stream::{FuturesUnordered, SelectAll};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};

use super::error::OnlineError;
use super::follower::Follower;
use super::games::game_id;
use super::identity::{Address, Maybe, Presented};
use super::{Online, now};

/// The largest message of a client.
const MESSAGE: usize = 4 << 10;
/// Buffers of a connection. The library's own would take 128 KiB for each.
const BUFFER: usize = 4 << 10;
/// A phone in the hills is given this long between pings, and as long again to answer.
const PING: Duration = Duration::from_secs(25);
/// A connection that takes nothing for this long is given up.
const WRITE: Duration = Duration::from_secs(15);
/// Messages of a client in a second, and at once.
const MESSAGES: NonZeroU32 = NonZeroU32::new(10).unwrap();
const MESSAGES_AT_ONCE: NonZeroU32 = NonZeroU32::new(60).unwrap();
/// Commands of a connection that wait for the store.
const WAITING: usize = 32;
/// After this many pings, whether the session still exists is looked up again.
const LOOK_UP_SESSION: u32 = 3;
/// Games that one connection may follow.
const FOLLOWED: usize = 16;

/// A message of a client.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
enum Incoming {
    /// Follow a game, from an event on.
    Follow {
        game: String,
        #[serde(default)]
        after: u32,
    },
    /// Follow it no longer.
    Unfollow { game: String },
    /// Send a command.
    Command { game: String, id: CommandId, command: Command },
    /// Look at the lobby, or no longer.
    Lobby { on: bool },
    /// Measure the way there and back.
    Ping {
        #[serde(default)]
        n: u64,
    },
}

/// A WebSocket with one JSON object in each message: see docs/ONLINE.md
#[utoipa::path(
    get,
    path = "/api/online/socket",
    operation_id = "socket",
    tag = "online",
    responses((
        status = 101,
        description = "The connection is a WebSocket now: it takes messages as in `OnlineRequest`, \
                       and sends messages as in `OnlineMessage`",
    ))
)]
pub(crate) async fn socket(
    State(online): State<Online>,
    Address(address): Address,
    Maybe(account): Maybe,
    Presented(key): Presented,
    upgrade: WebSocketUpgrade,
) -> Result<Response, OnlineError> {
    let place = online.sockets.take(address).inspect_err(|_| {
        online.metrics.limited.inc();
    })?;
    if let Some(account) = &account {
        online.store.note_seen(&account.id, now()).await?;
    }
    let upgrade = upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(64 << 10)
        .max_message_size(MESSAGE)
        .max_frame_size(MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| async move {
        online.metrics.sockets.inc();
        let metrics = online.metrics.clone();
        Connection::new(online, account, key).run(socket).await;
        metrics.sockets.dec();
        drop(place);
    }))
}

type Messages = Pin<Box<dyn futures_util::Stream<Item = String> + Send>>;
type Answer = Pin<Box<dyn Future<Output = Value> + Send>>;

/// A connection and what it follows.
struct Connection {
    online: Online,
    account: Option<Account>,
    /// The hash of the key that opened it.
    key: Option<String>,
    /// Messages other than commands, which have a limit of their own.
    pace: DefaultDirectRateLimiter,
    /// To stop following a game, its sender is dropped.
    followed: HashMap<GameId, watch::Sender<()>>,
    games: SelectAll<Messages>,
    answers: FuturesUnordered<Answer>,
    lobby: Option<watch::Receiver<Arc<Value>>>,
}

impl Connection {
    fn new(online: Online, account: Option<Account>, key: Option<String>) -> Connection {
        let allowed = |n: NonZeroU32| n.saturating_mul(NonZeroU32::new(online.rate).unwrap_or(n));
        let quota = Quota::per_second(allowed(MESSAGES)).allow_burst(allowed(MESSAGES_AT_ONCE));
        Connection {
            online,
            account,
            key,
            pace: RateLimiter::direct(quota),
            followed: HashMap::new(),
            games: SelectAll::new(),
            answers: FuturesUnordered::new(),
            lobby: None,
        }
    }

    async fn run(mut self, mut socket: WebSocket) {
        let player = self.account.as_ref().map(|account| account.id.clone());
        let mut notices = match &player {
            Some(player) => self.online.lobby.notices(player),
            None => mpsc::channel(1).1,
        };
        let name = self.account.as_ref().and_then(|account| account.name.clone());
        let hello = json!({ "type": "hello", "player": player, "name": name, "now": now() });
        if send(&mut socket, hello.to_string()).await.is_err() {
            return;
        }
        let mut pings = interval_at(Instant::now() + PING, PING);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut silent = 0;
        let mut since_look_up = 0;
        loop {
            let text = tokio::select! {
                message = socket.recv() => match message {
                    Some(Ok(Message::Text(text))) => {
                        silent = 0;
                        match self.incoming(text.as_str()).await {
                            Some(answer) => answer.to_string(),
                            None => continue,
                        }
                    }
                    Some(Ok(Message::Binary(_))) => {
                        silent = 0;
                        let expected = "found bytes, expected a text with a JSON object".to_owned();
                        failed(OnlineError::Field("message", expected), None).to_string()
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                        silent = 0;
                        continue;
                    }
                    // The connection has broken off, or a message was too long for it.
                    Some(Err(_)) => return refuse(socket).await,
                    Some(Ok(Message::Close(_))) | None => return,
                },
                Some(text) = self.games.next(), if !self.games.is_empty() => text,
                Some(answer) = self.answers.next(), if !self.answers.is_empty() => answer.to_string(),
                Some(notice) = notices.recv() => match self.knows(&notice) {
                    true => continue,
                    false => notice.to_string(),
                },
                () = changed(&mut self.lobby) => match &mut self.lobby {
                    Some(lobby) => {
                        json!({ "type": "lobby", "lobby": &**lobby.borrow_and_update() }).to_string()
                    }
                    None => continue,
                },
                _ = pings.tick() => {
                    silent += 1;
                    let ping = socket.send(Message::Ping(Vec::new().into()));
                    if silent > 2 || !matches!(timeout(WRITE, ping).await, Ok(Ok(()))) {
                        return;
                    }
                    since_look_up += 1;
                    if since_look_up >= LOOK_UP_SESSION {
                        since_look_up = 0;
                        if self.has_ended().await {
                            let text = failed(OnlineError::NotSignedIn, None).to_string();
                            let _ = send(&mut socket, text).await;
                            return;
                        }
                    }
                    continue;
                }
            };
            if send(&mut socket, text).await.is_err() {
                return;
            }
        }
    }

    /// Whether a notice tells of a move that this connection is told of as it follows the game.
    fn knows(&self, notice: &Value) -> bool {
        let game = notice["game"].as_str().and_then(|game| GameId::new(game).ok());
        notice["type"] == "your-turn"
            && game.is_some_and(|game| {
                self.followed.get(&game).is_some_and(|stop| stop.receiver_count() > 0)
            })
    }

    /// Whether the session was ended meanwhile, by its owner or by a ban.
    async fn has_ended(&mut self) -> bool {
        let (Some(_), Some(key)) = (&self.account, &self.key) else { return false };
        matches!(self.online.store.account_by_key(key, now()).await, Ok(None))
    }

    /// Does what a client asks for. Commands are answered later, in any order.
    async fn incoming(&mut self, text: &str) -> Option<Value> {
        let incoming = serde_json::from_str::<Incoming>(text);
        if !matches!(incoming, Ok(Incoming::Command { .. })) && self.pace.check().is_err() {
            self.online.metrics.limited.inc();
            return Some(failed(OnlineError::TooMany("messages", 1), None));
        }
        let incoming = match incoming {
            Ok(incoming) => incoming,
            Err(error) => {
                return Some(failed(OnlineError::Field("message", error.to_string()), None));
            }
        };
        match incoming {
            Incoming::Ping { n } => Some(json!({ "type": "pong", "n": n, "now": now() })),
            Incoming::Lobby { on } => {
                self.lobby = on.then(|| self.online.lobby.follow());
                if !on {
                    return None;
                }
                // What was pushed last may be old, where no one looked.
                Some(match self.online.seen_lobby().await {
                    Ok(lobby) => json!({ "type": "lobby", "lobby": &*lobby }),
                    Err(error) => failed(error, None),
                })
            }
            Incoming::Follow { game, after } => {
                self.follow(&game, after).await.err().map(|error| failed(error, Some(&game)))
            }
            Incoming::Unfollow { game } => {
                if let Ok(id) = game_id(&game) {
                    self.followed.remove(&id);
                }
                None
            }
            Incoming::Command { game, id, command } => self.command(&game, id, command),
        }
    }

    fn command(&mut self, game: &str, id: CommandId, command: Command) -> Option<Value> {
        let answer = |result: Result<Value, OnlineError>, id: &CommandId| {
            let mut answer = result.unwrap_or_else(|error| failed(error, None));
            answer["type"] = "answer".into();
            answer["id"] = id.as_str().into();
            answer
        };
        let Some(account) = &self.account else {
            return Some(answer(Err(OnlineError::NotSignedIn), &id));
        };
        if self.answers.len() >= WAITING {
            return Some(answer(Err(OnlineError::TooMany("commands", 1)), &id));
        }
        let game = match game_id(game)
            .and_then(|game| self.online.rates.command(&account.id).map(|()| game))
        {
            Ok(game) => game,
            Err(error) => return Some(answer(Err(error), &id)),
        };
        let request = Request { by: account.id.clone(), id, command, lag: 0 };
        let online = self.online.clone();
        self.answers.push(Box::pin(async move {
            let id = request.id.clone();
            let result = online.command(game, request).await;
            let result = result.map(
                |accepted| json!({ "number": accepted.number, "repeated": accepted.repeated }),
            );
            answer(result, &id)
        }));
        None
    }

    async fn follow(&mut self, game: &str, after: u32) -> Result<(), OnlineError> {
        let id = game_id(game)?;
        self.followed.retain(|_, stop| stop.receiver_count() > 0);
        if self.followed.len() >= FOLLOWED && !self.followed.contains_key(&id) {
            return Err(OnlineError::TooMany("followed", 1));
        }
        let viewer = self.account.as_ref().map(|account| account.id.clone());
        let follower = Follower::new(&self.online, &id, viewer, after).await?;
        let (stop, stopped) = watch::channel(());
        // Following again from another number replaces the first.
        self.followed.insert(id, stop);
        let messages =
            futures_util::stream::unfold(Some((follower, stopped)), |state| async move {
                let (mut follower, mut stopped) = state?;
                tokio::select! {
                    message = follower.next() => match message {
                        Ok(Some(text)) => Some((text, Some((follower, stopped)))),
                        Ok(None) => None,
                        Err(error) => {
                            // The client follows again after a moment.
                            let text = failed(error, Some(follower.room.id.as_str())).to_string();
                            Some((text, None))
                        }
                    },
                    _ = stopped.changed() => None,
                }
            });
        self.games.push(Box::pin(messages));
        Ok(())
    }
}

/// Waits for the lobby to change, for ever if it is not looked at.
async fn changed(lobby: &mut Option<watch::Receiver<Arc<Value>>>) {
    if let Some(lobby) = lobby
        && lobby.changed().await.is_ok()
    {
        return;
    }
    std::future::pending().await
}

async fn send(socket: &mut WebSocket, text: String) -> Result<(), ()> {
    match timeout(WRITE, socket.send(Message::Text(text.into()))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(()),
    }
}

/// Closes a connection whose messages cannot be read.
async fn refuse(mut socket: WebSocket) {
    let reason = format!("messages are JSON texts of at most {MESSAGE} bytes");
    let close = Message::Close(Some(CloseFrame { code: close_code::SIZE, reason: reason.into() }));
    let _ = timeout(WRITE, socket.send(close)).await;
}

fn failed(error: OnlineError, game: Option<&str>) -> Value {
    error.log();
    let mut answer = json!({ "type": "error", "error": error.json() });
    if let Some(game) = game {
        answer["game"] = game.into();
    }
    answer
}
