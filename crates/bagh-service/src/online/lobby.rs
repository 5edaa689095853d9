//! The lobby: who is here, open challenges, games to watch. And notices to single players.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use bagh_online::{GameId, Millis, PlayerId, Seats};
use bagh_store::Challenge;
use prometheus_client::metrics::counter::Counter;
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};

use super::answers::{challenge_answer, concerned, row_answer, seats_of};
use super::error::OnlineError;
use super::life::OUTAGE;
use super::schemas::LobbyAnswer;
use super::{Online, now};

/// Notices that wait for a connection. One that does not read them misses some; the lists of
/// challenges and games have everything.
const NOTICES: usize = 16;
/// How long a look at the store serves those who ask.
const FRESH: Duration = Duration::from_secs(1);
/// The pause between two pushes of the lobby. A phone has better things to do than to draw it anew
/// whenever someone comes or goes.
pub(crate) const PAUSE: Duration = Duration::from_secs(3);
/// A game in which something has happened within this time is played. Others are waited for by
/// their players only.
const LATELY: Millis = 3_600_000;
/// Rows of each list.
const ROWS: u32 = 50;

/// What is shared by all who look at the lobby.
pub(crate) struct Lobby {
    latest: watch::Sender<Arc<Value>>,
    /// What was seen last by someone who asked over HTTP, and when.
    asked: tokio::sync::Mutex<Option<(Instant, Arc<Value>)>>,
    listeners: Mutex<HashMap<PlayerId, Vec<Listener>>>,
    lost: Counter,
}

/// A connection that takes notices.
struct Listener {
    sender: mpsc::Sender<Value>,
    /// Whether it has missed some, and has to be told so.
    missed: bool,
    lost: Counter,
}

impl Listener {
    fn tell(&mut self, notice: &Value) {
        self.tell_what_is_missed();
        if self.missed || self.sender.try_send(notice.clone()).is_err() {
            self.missed = true;
            self.lost.inc();
        }
    }

    /// Tells that notices were lost, as soon as there is room.
    fn tell_what_is_missed(&mut self) {
        if self.missed {
            self.missed = self.sender.try_send(json!({ "type": "missed" })).is_err();
        }
    }
}

impl Lobby {
    /// An empty lobby. `lost` counts notices that could not be delivered.
    pub fn new(lost: Counter) -> Lobby {
        let empty = json!({ "challenges": [], "games": [], "playing": 0, "here": 0 });
        Lobby {
            latest: watch::Sender::new(Arc::new(empty)),
            asked: tokio::sync::Mutex::default(),
            listeners: Mutex::default(),
            lost,
        }
    }

    /// The lobby as it changes.
    pub fn follow(&self) -> watch::Receiver<Arc<Value>> {
        self.latest.subscribe()
    }

    /// Notices for a player.
    pub fn notices(&self, player: &PlayerId) -> mpsc::Receiver<Value> {
        let (sender, receiver) = mpsc::channel(NOTICES);
        let mut listeners = self.listeners.lock().unwrap_or_else(|e| e.into_inner());
        let of_player = listeners.entry(player.clone()).or_default();
        of_player.retain(|listener| !listener.sender.is_closed());
        of_player.push(Listener { sender, missed: false, lost: self.lost.clone() });
        receiver
    }

    fn tell(&self, player: &PlayerId, notice: &Value) {
        let mut listeners = self.listeners.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(of_player) = listeners.get_mut(player) {
            of_player.retain(|listener| !listener.sender.is_closed());
            for listener in of_player.iter_mut() {
                listener.tell(notice);
            }
            if of_player.is_empty() {
                listeners.remove(player);
            }
        }
    }

    fn listens(&self, player: &PlayerId) -> bool {
        self.listeners.lock().unwrap_or_else(|e| e.into_inner()).contains_key(player)
    }

    /// Looks at the store for everyone together who follows the lobby.
    pub async fn refresh(&self, online: &Online) -> Result<(), OnlineError> {
        self.forget_closed();
        if self.latest.receiver_count() == 0 {
            return Ok(());
        }
        let lobby = online.seen_lobby().await?;
        self.latest.send_if_modified(|latest| {
            let changed = **latest != *lobby;
            *latest = lobby;
            changed
        });
        Ok(())
    }

    fn forget_closed(&self) {
        let mut listeners = self.listeners.lock().unwrap_or_else(|e| e.into_inner());
        listeners.retain(|_, of_player| {
            of_player.retain(|listener| !listener.sender.is_closed());
            of_player.iter_mut().for_each(Listener::tell_what_is_missed);
            !of_player.is_empty()
        });
    }

    /// A game has started: its players are told, wherever they are connected.
    pub async fn started(&self, online: &Online, id: &GameId) {
        let Ok(Some(row)) = online.store.game(id).await else { return };
        for player in [row.tiger, row.goat].into_iter().flatten() {
            self.tell(&player, &json!({ "type": "started", "game": id }));
        }
    }

    /// A game has ended: its players are told, wherever they are connected.
    pub fn ended(&self, id: &GameId, seats: &Seats) {
        for player in [&seats.tiger, &seats.goat].into_iter().flatten() {
            self.tell(player, &json!({ "type": "ended", "game": id }));
        }
    }

    /// It is a player's turn in a game: the player is told, wherever that is.
    pub fn your_turn(&self, player: &PlayerId, id: &GameId) {
        if self.listens(player) {
            self.tell(player, &json!({ "type": "your-turn", "game": id }));
        }
    }

    /// Keys of an account have ended: its connections look whether theirs is among them.
    pub fn keys_ended(&self, player: &PlayerId) {
        self.tell(player, &json!({ "type": "keys" }));
    }

    /// Notices were lost: everyone is told to look at what they wait for.
    pub fn missed(&self) {
        let mut listeners = self.listeners.lock().unwrap_or_else(|e| e.into_inner());
        for listener in listeners.values_mut().flatten() {
            listener.missed = true;
            listener.tell_what_is_missed();
        }
    }

    /// A challenge was made, taken, declined or withdrawn: those it concerns are told.
    pub async fn challenged(&self, online: &Online, id: &str) -> Result<(), OnlineError> {
        if let Some(challenge) = online.store.challenge(id, now()).await? {
            if concerned(&challenge).any(|player| self.listens(&player)) {
                let told = online.challenge_json(&challenge).await?;
                self.tell_concerned(&challenge, &json!({ "type": "challenge", "challenge": told }));
            }
        } else if let Some(closed) = online.store.closed_challenge(id).await? {
            let gone = json!({ "type": "challenge-gone", "challenge": id });
            self.tell_concerned(&closed.challenge, &gone);
        }
        Ok(())
    }

    fn tell_concerned(&self, challenge: &Challenge, notice: &Value) {
        for player in concerned(challenge) {
            self.tell(&player, notice);
        }
    }
}

impl Online {
    async fn look_around(&self) -> Result<Value, OnlineError> {
        let open = self.store.open_challenges(now(), ROWS).await?;
        let lately = now().saturating_sub(LATELY);
        let live = self.store.live_games(lately, ROWS).await?;
        let ids = open.iter().flat_map(concerned).chain(live.iter().flat_map(seats_of));
        let people = self.people(ids.collect()).await?;
        let challenges: Vec<Value> =
            open.iter().map(|challenge| challenge_answer(challenge, &people)).collect();
        let games: Vec<Value> = live.iter().map(|row| row_answer(row, &people)).collect();
        let playing = self.store.count_live(lately).await?;
        let since = now().saturating_sub(OUTAGE);
        let elsewhere = self.store.here_elsewhere(self.hub.life.node(), since).await?;
        let here = self.metrics.sockets.get().unsigned_abs() + elsewhere;
        Ok(json!({ "challenges": challenges, "games": games, "playing": playing, "here": here }))
    }

    /// The lobby. Those who ask within a second get the same one.
    pub(crate) async fn seen_lobby(&self) -> Result<Arc<Value>, OnlineError> {
        let mut asked = self.lobby.asked.lock().await;
        if let Some((at, lobby)) = &*asked
            && at.elapsed() < FRESH
        {
            return Ok(lobby.clone());
        }
        let lobby = Arc::new(self.look_around().await?);
        *asked = Some((Instant::now(), lobby.clone()));
        Ok(lobby)
    }
}

/// The lobby. Those who ask within a second get the same one.
#[utoipa::path(
    get,
    path = "/api/online/lobby",
    operation_id = "lobby",
    tag = "online",
    responses((status = 200, body = LobbyAnswer))
)]
pub(crate) async fn lobby(State(online): State<Online>) -> Result<Json<Value>, OnlineError> {
    Ok(Json((*online.seen_lobby().await?).clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_is_told_that_notices_were_lost() {
        let lobby = Lobby::new(Counter::default());
        let [maya, tenzin] = ["maya", "tenzin"].map(|name| PlayerId::new(name).unwrap());
        let (mut first, mut second) = (lobby.notices(&maya), lobby.notices(&tenzin));
        lobby.missed();
        for notices in [&mut first, &mut second] {
            assert_eq!(notices.try_recv().unwrap(), json!({ "type": "missed" }));
        }
        lobby.your_turn(&maya, &GameId::new("g").unwrap());
        assert_eq!(first.try_recv().unwrap(), json!({ "type": "your-turn", "game": "g" }));
        assert!(second.try_recv().is_err(), "the other player is not told");
    }

    #[test]
    fn a_connection_that_had_no_room_for_a_notice_is_told_later() {
        let lost = Counter::default();
        let lobby = Lobby::new(lost.clone());
        let maya = PlayerId::new("maya").unwrap();
        let mut notices = lobby.notices(&maya);
        let turn = || lobby.your_turn(&maya, &GameId::new("g").unwrap());
        (0..NOTICES + 3).for_each(|_| turn());
        assert_eq!(lost.get(), 3);
        lobby.forget_closed();
        for _ in 0..NOTICES {
            assert_eq!(notices.try_recv().unwrap()["type"], "your-turn");
        }
        assert!(notices.try_recv().is_err());
        lobby.forget_closed();
        assert_eq!(notices.try_recv().unwrap(), json!({ "type": "missed" }));
        turn();
        assert_eq!(notices.try_recv().unwrap()["type"], "your-turn");
        assert_eq!(lost.get(), 3);
    }
}
