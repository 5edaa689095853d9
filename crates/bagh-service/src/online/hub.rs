//! The games in memory, and how commands reach the log.

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use bagh_online::{
    Accepted, Decision, EndReason, Event, EventKind, GameId, Millis, OnlineGame, Refusal, Request,
};
use bagh_store::{Append, GameRow, RatedGame, Store, StoreError};

use super::error::OnlineError;
use super::life::Life;
use super::metrics::OnlineMetrics;
use super::now;
use super::room::{Room, RoomState};

/// How often an append is tried again when another node was faster.
const ATTEMPTS: u32 = 20;
/// How long a node has to itself the games whose deadlines it collects, and how many.
const LEASE: Millis = 10_000;
const DUE: u32 = 200;

/// The games in memory.
pub(crate) struct Hub {
    store: Store,
    /// Whether this node is alive, and what games get back since none was.
    pub life: Life,
    rooms: Mutex<HashMap<GameId, Arc<Room>>>,
    metrics: OnlineMetrics,
    /// How long those who watch a rated game wait for its events.
    watch_delay: Millis,
}

impl Hub {
    pub fn new(store: Store, node: String, metrics: OnlineMetrics, watch_delay: Millis) -> Hub {
        Hub {
            life: Life::new(store.clone(), node, metrics.clone()),
            store,
            rooms: Mutex::default(),
            metrics,
            watch_delay,
        }
    }

    fn rooms(&self) -> std::sync::MutexGuard<'_, HashMap<GameId, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// The rooms there are.
    pub fn all_rooms(&self) -> Vec<Arc<Room>> {
        self.rooms().values().cloned().collect()
    }

    /// Whether there is no room at all.
    pub fn is_empty(&self) -> bool {
        self.rooms().is_empty()
    }

    /// A room if it is in memory.
    pub fn open_room(&self, id: &GameId) -> Option<Arc<Room>> {
        self.rooms().get(id).cloned()
    }

    /// The room of a game, read from the store if need be. [`Hub::refresh`] brings it up to date.
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
            let noted = room
                .state
                .try_lock()
                .map_or(true, |state| state.noted.iter().any(|noted| *noted != Some(false)));
            noted || Arc::strong_count(room) > 1 || room.changed.receiver_count() > 0
        });
        self.metrics.rooms.set(rooms.len() as i64);
    }

    /// Carries out a player's command, and answers once it is durable. Run this in a task of its
    /// own: a client that disconnects meanwhile must not end it between the store and the room.
    ///
    /// What counts for clocks is when the command arrived, however long it waits for the store.
    pub async fn command(
        &self,
        id: &GameId,
        request: &Request,
        arrived: Millis,
    ) -> Result<Accepted, OnlineError> {
        self.life.check()?;
        let room = self.room(id).await?;
        let decide = |game: &OnlineGame| {
            // Commands may have waited for each other while the database stood still.
            self.life.check()?;
            Ok(game.decide(request, arrived))
        };
        let answer = self.change(&room, decide).await?;
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
        self.change(room, |game| Ok(by_itself(events(game)))).await.map(drop)
    }

    async fn change(
        &self,
        room: &Room,
        decide: impl Fn(&OnlineGame) -> Result<Decision, OnlineError>,
    ) -> Result<Result<Accepted, Refusal>, OnlineError> {
        let mut state = room.state.lock().await;
        for _ in 0..ATTEMPTS {
            // First of all the game gets back what outages took.
            let owed = self.life.owed(&state.game)?;
            let game = owed.as_ref().map_or(&state.game, |(game, _)| game);
            let Decision { events: decided, answer } = decide(game)?;
            // Nobody loses on time before all outages are known.
            if ends_by_time(&decided) && self.life.learn().await? {
                continue;
            }
            // Another node may have been faster with what a refusal is about.
            let refused = answer.is_err() && decided.is_empty();
            if refused && self.catch_up(room, &mut state).await? {
                continue;
            }
            if owed.is_none() && decided.is_empty() {
                return Ok(answer);
            }
            let (mut next, mut events) = owed.unwrap_or_else(|| (state.game.clone(), Vec::new()));
            for event in decided {
                next.apply(&event)?;
                events.push(event);
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
                        self.life.had_trouble();
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

    /// Reads what other nodes have appended to a room, after a hint or without one, and gives the
    /// game back what outages took.
    pub async fn refresh(&self, room: &Room) -> Result<(), OnlineError> {
        let mut state = room.state.lock().await;
        self.catch_up(room, &mut state).await?;
        let owes = self.life.owed(&state.game)?.is_some();
        drop(state);
        if owes {
            self.happen(room, |_| Vec::new()).await?;
        }
        Ok(())
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

    /// Ends games whose time is up. Does nothing while clocks cannot be trusted.
    pub async fn collect_deadlines(&self) -> Result<(), OnlineError> {
        if self.life.check().is_err() {
            return Ok(());
        }
        for id in self.store.take_due(now(), LEASE, DUE).await? {
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
        let before = room.state.lock().await.game.number();
        self.refresh(&room).await?;
        self.change(&room, |game| {
            self.life.check()?;
            Ok(by_itself(game.expire(now())))
        })
        .await?
        .ok();
        let state = room.state.lock().await;
        if state.game.number() == before {
            // It is not due: the deadline was noted by other rules than those of today.
            let deadline = state.game.deadline();
            self.store.note_deadline(id, before, deadline).await?;
        }
        Ok(())
    }
}

/// What the service decides without being asked.
fn by_itself(events: Vec<Event>) -> Decision {
    Decision { events, answer: Ok(Accepted { number: 0, repeated: false }) }
}

/// Whether events end a game because time has passed.
fn ends_by_time(events: &[Event]) -> bool {
    events.iter().any(|event| match &event.kind {
        EventKind::Ended { ending, side: None, .. } => matches!(
            ending.reason,
            EndReason::Timeout | EndReason::Aborted | EndReason::Abandonment
        ),
        _ => false,
    })
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
