//! The games in memory, and how commands reach the log.

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use bagh_online::{Accepted, Decision, Event, GameId, Millis, OnlineGame, Request};
use bagh_store::{Append, GameRow, RatedGame, Store, StoreError};

use super::error::OnlineError;
use super::metrics::OnlineMetrics;
use super::now;
use super::room::{Room, RoomState};

/// How often an append is tried again when another node was faster.
const ATTEMPTS: u32 = 20;
/// Without a sign of life for this long, the service counts as having been down. It is several
/// times as long as the pause between two signs, so that a busy node does not count as a dead one.
pub(crate) const OUTAGE: Millis = 3_000;
/// The same after a node could not reach the store: then a gap is known to be an outage.
const KNOWN_OUTAGE: Millis = 1_000;
/// What clocks get beside the outage itself, since players have to connect again.
const RECONNECT: Millis = 3_000;
/// A node that is the only one and has no game in memory tells of itself this seldom: memory
/// cards of small computers wear out.
const QUIET: Millis = 10_000;
/// Games that are read at a time when an outage is credited.
const PAGE: u32 = 500;

/// The games in memory.
pub(crate) struct Hub {
    store: Store,
    node: String,
    rooms: Mutex<HashMap<GameId, Arc<Room>>>,
    /// When this node was last known to be alive.
    alive: AtomicU64,
    /// When it last told the store.
    told: AtomicU64,
    /// How often the store was out of reach since then.
    trouble: AtomicU32,
    metrics: OnlineMetrics,
    /// How long those who watch a rated game wait for its events.
    watch_delay: Millis,
}

impl Hub {
    pub fn new(store: Store, node: String, metrics: OnlineMetrics, watch_delay: Millis) -> Hub {
        Hub {
            store,
            node,
            rooms: Mutex::default(),
            alive: AtomicU64::new(0),
            told: AtomicU64::new(0),
            trouble: AtomicU32::new(0),
            metrics,
            watch_delay,
        }
    }

    /// What this node is called in the store.
    pub fn node(&self) -> &str {
        &self.node
    }

    fn rooms(&self) -> std::sync::MutexGuard<'_, HashMap<GameId, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// The rooms there are.
    pub fn all_rooms(&self) -> Vec<Arc<Room>> {
        self.rooms().values().cloned().collect()
    }

    /// A room if it is in memory.
    pub fn open_room(&self, id: &GameId) -> Option<Arc<Room>> {
        self.rooms().get(id).cloned()
    }

    /// The room of a game, read from the store if need be.
    pub async fn room(&self, id: &GameId) -> Result<Arc<Room>, OnlineError> {
        if let Some(room) = self.open_room(id) {
            return Ok(room);
        }
        let log = self.store.events(id, 0).await?;
        if log.is_empty() {
            return Err(OnlineError::NotFound("game"));
        }
        let game = OnlineGame::replay(&log)?;
        // A node may have stopped between the end of a game and what follows it.
        self.second_game(id, &game).await;
        let room = Arc::new(Room::new(id.clone(), game, log, self.watch_delay));
        let mut rooms = self.rooms();
        // Two that asked at the same time get the same room.
        let room = rooms.entry(id.clone()).or_insert(room).clone();
        self.metrics.rooms.set(rooms.len() as i64);
        Ok(room)
    }

    /// Forgets rooms that no one uses: the store has them. One whose player the store takes for
    /// connected stays until it knows better.
    pub fn tidy(&self) {
        let mut rooms = self.rooms();
        // The map holds one reference; every follower and every command holds another.
        rooms.retain(|_, room| {
            let noted = room.state.try_lock().map_or(true, |state| state.noted.contains(&true));
            noted || Arc::strong_count(room) > 1 || room.changed.receiver_count() > 0
        });
        self.metrics.rooms.set(rooms.len() as i64);
    }

    /// Whether clocks can be trusted: this node is in touch with the store, so an outage would
    /// have been credited.
    fn is_fresh(&self) -> bool {
        self.trouble.load(Ordering::Relaxed) == 0
            && now().saturating_sub(self.alive.load(Ordering::Relaxed)) < OUTAGE
    }

    /// Carries out a player's command, and answers once it is durable. Run this in a task of its
    /// own: a client that disconnects meanwhile must not end it between the store and the room.
    pub async fn command(&self, id: &GameId, request: &Request) -> Result<Accepted, OnlineError> {
        if !self.is_fresh() {
            return Err(OnlineError::Unavailable("no sign of life".to_owned()));
        }
        let room = self.room(id).await?;
        let answer = self.change(&room, |game| game.decide(request, now())).await?;
        match &answer {
            Ok(_) => self.metrics.accepted.inc(),
            Err(_) => self.metrics.refused.inc(),
        };
        answer.map_err(OnlineError::Refused)
    }

    /// Brings about what the service brings about.
    pub async fn happen(
        &self,
        room: &Room,
        events: impl Fn(&OnlineGame) -> Vec<Event>,
    ) -> Result<(), OnlineError> {
        let nothing = Accepted { number: 0, repeated: false };
        self.change(room, |game| Decision { events: events(game), answer: Ok(nothing) })
            .await
            .map(drop)
    }

    async fn change(
        &self,
        room: &Room,
        decide: impl Fn(&OnlineGame) -> Decision,
    ) -> Result<Result<Accepted, bagh_online::Refusal>, OnlineError> {
        let mut state = room.state.lock().await;
        for _ in 0..ATTEMPTS {
            let Decision { events, answer } = decide(&state.game);
            if events.is_empty() {
                // Another node may have been faster with what this refusal is about.
                if answer.is_err() && self.catch_up(room, &mut state).await? {
                    continue;
                }
                return Ok(answer);
            }
            let mut next = state.game.clone();
            for event in &events {
                next.apply(event)?;
            }
            let row = GameRow::of(&room.id, &next);
            let append = Append { row, after: state.game.number(), events: events.clone() };
            let begun = Instant::now();
            match self.store.append(append).await {
                Ok(()) => {
                    self.metrics.append_seconds.observe(begun.elapsed().as_secs_f64());
                    state.add(next, events);
                    let game = state.game.clone();
                    drop(state);
                    room.changed.send_replace(game.number());
                    if game.ending().is_some() {
                        self.after_end(&room.id, &game).await;
                    }
                    return Ok(answer);
                }
                Err(StoreError::Conflict) => {
                    self.metrics.conflicts.inc();
                    self.catch_up(room, &mut state).await?;
                }
                Err(error) => {
                    if matches!(error, StoreError::Unavailable(_)) {
                        // No flag falls until the outage has been credited.
                        self.trouble.fetch_add(1, Ordering::Relaxed);
                    }
                    return Err(error.into());
                }
            }
        }
        Err(OnlineError::Unavailable("too many others write to this game".to_owned()))
    }

    /// Reads what other nodes have appended. True if there was something.
    async fn catch_up(&self, room: &Room, state: &mut RoomState) -> Result<bool, OnlineError> {
        let events = self.store.events(&room.id, state.game.number()).await?;
        if events.is_empty() {
            return Ok(false);
        }
        let mut next = state.game.clone();
        for event in &events {
            next.apply(event)?;
        }
        state.add(next, events);
        room.changed.send_replace(state.game.number());
        Ok(true)
    }

    /// Reads what other nodes have appended to a room, after a hint or without one.
    pub async fn refresh(&self, room: &Room) -> Result<(), OnlineError> {
        let mut state = room.state.lock().await;
        self.catch_up(room, &mut state).await.map(drop)
    }

    /// What follows the end of a game. Each part is done once by whichever node comes first, and
    /// made up for later if this one stops in between.
    async fn after_end(&self, id: &GameId, game: &OnlineGame) {
        if let Some(outcome) = game.ending().and_then(|e| e.outcome)
            && game.setup().rated
            && let (Some(tiger), Some(goat)) = (&game.seats().tiger, &game.seats().goat)
        {
            let played = RatedGame {
                id: id.clone(),
                game: game.setup().game.clone(),
                tiger: tiger.clone(),
                goat: goat.clone(),
                outcome,
                at: game.last_at(),
            };
            if let Err(error) = self.store.rate_game(played).await {
                tracing::warn!(%error, "a game is rated later");
            }
        }
        self.second_game(id, game).await;
    }

    /// Creates the second game of a match once the first is over, unless it exists.
    async fn second_game(&self, id: &GameId, game: &OnlineGame) {
        if let Some(first) = game.second_of_match(id, now())
            && let Err(error) = self.create(&derived_id(id, "second"), first).await
        {
            error.log();
        }
    }

    /// Creates a game from its first event. One that exists already stays as it is.
    pub async fn create(&self, id: &GameId, first: Event) -> Result<(), OnlineError> {
        match self.store.append(new_game(id, first)?).await {
            Ok(()) | Err(StoreError::Conflict) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// The first sign of life of this node. A database in a file has no other node, so however
    /// short the time since the last sign was, the service was down.
    pub async fn start(&self) -> Result<(), OnlineError> {
        let outage = if self.is_alone() { 0 } else { KNOWN_OUTAGE };
        self.come_alive(self.store.last_alive().await?, outage).await
    }

    /// Whether no other node can use the store.
    fn is_alone(&self) -> bool {
        self.store.kind() == "sqlite"
    }

    /// When any node was last alive.
    async fn last_alive(&self) -> Result<Option<Millis>, OnlineError> {
        if self.is_alone() {
            return Ok(Some(self.alive.load(Ordering::Relaxed)));
        }
        Ok(self.store.last_alive().await?)
    }

    /// Tells the store that this node is still alive.
    pub async fn stay_alive(&self) -> Result<(), OnlineError> {
        let trouble = self.trouble.load(Ordering::Relaxed);
        let outage = if trouble > 0 { KNOWN_OUTAGE } else { OUTAGE };
        let alive = match self.last_alive().await {
            Ok(last) => self.come_alive(last, outage).await,
            Err(error) => Err(error),
        };
        let relaxed = Ordering::Relaxed;
        if alive.is_ok() {
            // Trouble that came meanwhile is left for the next time.
            let _ = self.trouble.compare_exchange(trouble, 0, relaxed, relaxed);
        } else {
            self.trouble.fetch_add(1, relaxed);
        }
        alive
    }

    /// Tells the store that this node is alive. If no node was for longer than an outage, all
    /// clocks get that time back first: if this is interrupted, the next one starts over.
    async fn come_alive(&self, last: Option<Millis>, outage: Millis) -> Result<(), OnlineError> {
        let time = now();
        if let Some(last) = last
            && time.saturating_sub(last) > outage
        {
            tracing::info!(from = last, until = time, "crediting an outage");
            self.metrics.outages.inc();
            self.credit(last.saturating_sub(RECONNECT), time).await?;
        }
        let quiet = self.is_alone() && self.rooms().is_empty();
        if !quiet || time.saturating_sub(self.told.load(Ordering::Relaxed)) >= QUIET {
            let here = self.metrics.sockets.get().unsigned_abs();
            self.store.note_alive(&self.node, time, here).await?;
            self.told.store(time, Ordering::Relaxed);
        }
        self.alive.store(time, Ordering::Relaxed);
        Ok(())
    }

    async fn credit(&self, from: Millis, until: Millis) -> Result<(), OnlineError> {
        let mut after: Option<GameId> = None;
        loop {
            let page = self.store.games_after(after.as_ref(), true, PAGE).await?;
            let Some(last) = page.last() else { return Ok(()) };
            after = Some(last.id.clone());
            // All of a page at once, so that their writes are grouped.
            let credits = page.iter().map(async |row| {
                let room = self.room(&row.id).await?;
                self.happen(&room, |game| game.credit(from, until, now())).await
            });
            // A game whose log makes no sense must not keep the others, and the service, waiting.
            for result in futures_util::future::join_all(credits).await {
                result.or_else(OnlineError::unless_unavailable)?;
            }
            self.tidy();
        }
    }

    /// Ends games whose time is up. Does nothing while clocks cannot be trusted.
    pub async fn collect_deadlines(&self) -> Result<(), OnlineError> {
        if !self.is_fresh() {
            return Ok(());
        }
        for id in self.store.take_due(now(), 10_000, 200).await? {
            // A game that cannot be ended must not hold up the others.
            if let Err(error) = self.end_if_due(&id).await {
                error.log();
            }
            self.metrics.deadlines.inc();
        }
        Ok(())
    }

    async fn end_if_due(&self, id: &GameId) -> Result<(), OnlineError> {
        let room = self.room(id).await?;
        self.refresh(&room).await?;
        self.happen(&room, |game| game.expire(now())).await
    }
}

/// The append that creates a game.
pub(crate) fn new_game(id: &GameId, first: Event) -> Result<Append, OnlineError> {
    let game = OnlineGame::replay([&first])?;
    Ok(Append { row: GameRow::of(id, &game), after: 0, events: vec![first] })
}

/// The identifier of a game that follows from another one, the same on every node.
pub(crate) fn derived_id(id: impl Display, what: &str) -> GameId {
    let hash = blake3::hash(format!("{id} {what}").as_bytes()).to_hex();
    GameId::new(&hash[..16]).expect("hexadecimal digits are fine")
}
