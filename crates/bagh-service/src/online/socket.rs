//! The WebSocket of players and watchers: one connection for everything a client does.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use bagh_online::{Command, CommandId, GameId, Request};
use bagh_store::Account;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};

use super::error::OnlineError;
use super::follower::follow;
use super::games::game_id;
use super::identity::{Address, Maybe, Presented};
use super::lag::Lag;
use super::{Online, now};

/// The largest message of a client.
const MESSAGE: usize = 4 << 10;
/// Buffers of a connection. The library's own would take 128 KiB for each.
const BUFFER: usize = 4 << 10;
/// Messages of a client in a second, and at once.
const MESSAGES: NonZeroU32 = NonZeroU32::new(10).unwrap();
const MESSAGES_AT_ONCE: NonZeroU32 = NonZeroU32::new(60).unwrap();
/// Commands of a connection that wait for the store.
const WAITING: usize = 32;
/// Pings in a row that may stay without an answer.
const SILENT: u32 = 2;
/// After this many pings, whether the session still exists is looked up again.
const LOOK_UP_SESSION: u32 = 3;
/// How often an account with an open connection is noted as seen.
const SEEN: Duration = Duration::from_secs(3_600);
/// Games that one connection may follow.
const FOLLOWED: usize = 16;
/// Messages about them that wait for the connection.
const MESSAGES_WAIT: usize = 8;

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
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, OnlineError> {
    if *online.hub.life.out_of_touch().borrow() {
        return Err(OnlineError::Unavailable("out of touch".to_owned()));
    }
    let place = online.sockets.take(address).inspect_err(|_| {
        online.metrics.limited.inc();
    })?;
    let cookie = match &account {
        Some(account) => online.note_seen(account, &headers).await?,
        None => None,
    };
    let upgrade = upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(64 << 10)
        .max_message_size(MESSAGE)
        .max_frame_size(MESSAGE);
    let mut response = upgrade.on_upgrade(move |socket| async move {
        online.metrics.sockets.inc();
        let metrics = online.metrics.clone();
        Connection::new(online, account, key, socket).run().await;
        metrics.sockets.dec();
        drop(place);
    });
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

type Answer = Pin<Box<dyn Future<Output = Value> + Send>>;

/// A connection and what it follows.
struct Connection {
    online: Online,
    account: Option<Account>,
    /// The hash of the key that opened it.
    key: Option<String>,
    socket: WebSocket,
    /// Messages other than commands, which have a limit of their own.
    pace: DefaultDirectRateLimiter,
    lag: Lag,
    /// Pings in a row that were not answered.
    silent: u32,
    /// When the account was last noted as seen.
    seen: Instant,
    /// To stop following a game, its sender is dropped.
    followed: HashMap<GameId, watch::Sender<()>>,
    /// Messages about the games that are followed.
    games: mpsc::Receiver<String>,
    to_client: mpsc::Sender<String>,
    answers: FuturesUnordered<Answer>,
    lobby: Option<watch::Receiver<Arc<Value>>>,
}

/// A connection that has ended, or is to end.
struct Ended;

impl Connection {
    fn new(
        online: Online,
        account: Option<Account>,
        key: Option<String>,
        socket: WebSocket,
    ) -> Connection {
        let allowed = |n: NonZeroU32| n.saturating_mul(NonZeroU32::new(online.rate).unwrap_or(n));
        let quota = Quota::per_second(allowed(MESSAGES)).allow_burst(allowed(MESSAGES_AT_ONCE));
        let (to_client, games) = mpsc::channel(MESSAGES_WAIT);
        Connection {
            online,
            account,
            key,
            socket,
            pace: RateLimiter::direct(quota),
            lag: Lag::default(),
            silent: 0,
            seen: Instant::now(),
            followed: HashMap::new(),
            games,
            to_client,
            answers: FuturesUnordered::new(),
            lobby: None,
        }
    }

    async fn run(mut self) {
        // What it follows ends with it.
        let Err(Ended) = self.serve().await;
    }

    async fn serve(&mut self) -> Result<std::convert::Infallible, Ended> {
        let player = self.account.as_ref().map(|account| account.id.clone());
        let mut notices = match &player {
            Some(player) => self.online.lobby.notices(player),
            None => mpsc::channel(1).1,
        };
        let mut out_of_touch = self.online.hub.life.out_of_touch();
        let name = self.account.as_ref().and_then(|account| account.name.clone());
        let hello = json!({ "type": "hello", "player": player, "name": name, "now": now() });
        self.send(hello).await?;
        self.ping().await?;
        let pause = self.online.ping;
        let mut pings = interval_at(Instant::now() + pause, pause);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut since_look_up = 0;
        loop {
            tokio::select! {
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => self.received(message).await?,
                    // The connection has broken off, or a message was too long for it.
                    Some(Err(_)) => {
                        let reason = format!("messages are JSON texts of at most {MESSAGE} bytes");
                        return Err(self.close(close_code::SIZE, reason).await);
                    }
                    None => return Err(Ended),
                },
                // There is always a sender: the connection's own.
                Some(text) = self.games.recv() => self.send_text(text).await?,
                Some(answer) = self.answers.next(), if !self.answers.is_empty() => {
                    self.send(answer).await?;
                }
                Some(notice) = notices.recv() => {
                    if notice["type"] == "keys" {
                        self.look_up_session().await?;
                    } else if !self.knows(&notice) {
                        self.send(notice).await?;
                    }
                }
                () = changed(&mut self.lobby) => if let Some(lobby) = &mut self.lobby {
                    let lobby = lobby.borrow_and_update().clone();
                    self.send(json!({ "type": "lobby", "lobby": &*lobby })).await?;
                },
                () = happened(&mut out_of_touch) => {
                    let reason = "this node cannot reach its database".to_owned();
                    return Err(self.close(close_code::AGAIN, reason).await);
                }
                _ = pings.tick() => {
                    self.silent += 1;
                    if self.silent > SILENT {
                        self.online.metrics.silent.inc();
                        return Err(Ended);
                    }
                    self.ping().await?;
                    since_look_up += 1;
                    if since_look_up >= LOOK_UP_SESSION {
                        since_look_up = 0;
                        self.look_up_session().await?;
                    }
                }
            }
        }
    }

    async fn received(&mut self, message: Message) -> Result<(), Ended> {
        self.silent = 0;
        match message {
            Message::Text(text) => match self.incoming(text.as_str()).await {
                Some(answer) => self.send(answer).await,
                None => Ok(()),
            },
            Message::Binary(_) => {
                let expected = "found bytes, expected a text with a JSON object".to_owned();
                self.send(OnlineError::Field("message", expected).message(None)).await
            }
            Message::Pong(carried) => {
                self.lag.pong(&carried, std::time::Instant::now());
                Ok(())
            }
            Message::Ping(_) => Ok(()),
            Message::Close(_) => Err(Ended),
        }
    }

    async fn send(&mut self, message: Value) -> Result<(), Ended> {
        self.send_text(message.to_string()).await
    }

    async fn send_text(&mut self, text: String) -> Result<(), Ended> {
        self.write(Message::Text(text.into())).await
    }

    async fn ping(&mut self) -> Result<(), Ended> {
        let carried = self.lag.ping(std::time::Instant::now());
        self.write(Message::Ping(carried.into())).await
    }

    async fn close(&mut self, code: u16, reason: String) -> Ended {
        let frame = CloseFrame { code, reason: reason.into() };
        let _ = self.write(Message::Close(Some(frame))).await;
        Ended
    }

    /// Writes a message. A connection that takes nothing for long is given up.
    async fn write(&mut self, message: Message) -> Result<(), Ended> {
        match timeout(self.online.patience, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Ended),
            Err(_) => {
                self.online.metrics.slow.inc();
                Err(Ended)
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

    /// Ends the connection if its session was ended meanwhile, by its owner or by a ban.
    async fn look_up_session(&mut self) -> Result<(), Ended> {
        let (Some(account), Some(key)) = (&self.account, &self.key) else { return Ok(()) };
        let store = &self.online.store;
        if let Ok(None) = store.account_by_key(key, now()).await {
            let _ = self.send(OnlineError::NotSignedIn.message(None)).await;
            return Err(Ended);
        }
        if self.seen.elapsed() >= SEEN {
            self.seen = Instant::now();
            let _ = store.note_seen(&account.id, now()).await;
        }
        Ok(())
    }

    /// Does what a client asks for. Commands are answered later, in any order.
    async fn incoming(&mut self, text: &str) -> Option<Value> {
        let incoming = serde_json::from_str::<Incoming>(text);
        if !matches!(incoming, Ok(Incoming::Command { .. })) && self.pace.check().is_err() {
            self.online.metrics.limited.inc();
            return Some(OnlineError::TooMany("messages", 1).message(None));
        }
        let incoming = match incoming {
            Ok(incoming) => incoming,
            Err(error) => {
                return Some(OnlineError::Field("message", error.to_string()).message(None));
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
                    Err(error) => error.message(None),
                })
            }
            Incoming::Follow { game, after } => {
                self.follow(&game, after).err().map(|error| error.message(Some(&game)))
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
            let mut answer = result.unwrap_or_else(|error| error.message(None));
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
        let request = Request { by: account.id.clone(), id, command, lag: self.lag.millis() };
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

    /// Following a game again from another number replaces the first time.
    fn follow(&mut self, game: &str, after: u32) -> Result<(), OnlineError> {
        let id = game_id(game)?;
        self.followed.retain(|_, stop| stop.receiver_count() > 0);
        if self.followed.len() >= FOLLOWED && !self.followed.contains_key(&id) {
            return Err(OnlineError::TooMany("followed", 1));
        }
        let viewer = self.account.as_ref().map(|account| account.id.clone());
        let stop = follow(&self.online, &id, viewer, after, self.to_client.clone());
        self.followed.insert(id, stop);
        Ok(())
    }
}

/// Waits until something has happened.
async fn happened(what: &mut watch::Receiver<bool>) {
    if what.wait_for(|happened| *happened).await.is_err() {
        std::future::pending().await
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
