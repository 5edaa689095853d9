//! A game that someone on this node follows.

use std::sync::Arc;

use bagh::Side;
use bagh_online::{Event, GameId, Millis, OnlineGame};
use tokio::sync::{Mutex, watch};

/// A game in memory: its log, its state, and who is connected to it here.
pub(crate) struct Room {
    pub id: GameId,
    pub state: Mutex<RoomState>,
    /// The number of the last event. Followers wait for it to change and then read what they
    /// have not seen: there is no queue that could grow.
    pub changed: watch::Sender<u32>,
}

/// What changes in a room.
pub(crate) struct RoomState {
    pub game: OnlineGame,
    pub log: Vec<Arc<Event>>,
    /// Connections of the players to this node.
    pub connected: [u32; 2],
    /// Whether the store has noted that there are some; none where that is not known.
    pub noted: [Option<bool>; 2],
    /// How often in a row the sweep did not find a player connected anywhere.
    pub missed: [u32; 2],
    /// How long those who watch it wait for its events, if it is rated.
    delay: Millis,
}

/// The index of a side in the arrays above.
pub(crate) fn index(side: Side) -> usize {
    match side {
        Side::Tiger => 0,
        Side::Goat => 1,
    }
}

impl Room {
    pub fn new(id: GameId, game: OnlineGame, log: Vec<Event>, delay: Millis) -> Room {
        let changed = watch::Sender::new(game.number());
        let log = log.into_iter().map(Arc::new).collect();
        let (connected, noted, missed) = ([0; 2], [Some(false); 2], [0; 2]);
        let state = RoomState { game, log, connected, noted, missed, delay };
        Room { id, state: Mutex::new(state), changed }
    }
}

impl RoomState {
    /// Whether the store knows who is connected here.
    pub fn is_noted(&self, side: Side) -> bool {
        self.noted[index(side)] == Some(self.connected[index(side)] > 0)
    }

    /// Takes events that are durable.
    pub fn add(&mut self, next: OnlineGame, events: Vec<Event>) {
        self.game = next;
        self.log.extend(events.into_iter().map(Arc::new));
    }

    /// The last event that a follower may see now. Players see everything; those who watch a
    /// rated game see it later, so that they cannot whisper.
    pub fn visible(&self, plays: bool, now: Millis) -> u32 {
        if plays || !self.game.setup().rated || self.game.ending().is_some() {
            return self.game.number();
        }
        self.log.partition_point(|event| event.at + self.delay <= now).max(1) as u32
    }

    /// The events after one number, up to another.
    pub fn between(&self, after: u32, until: u32) -> Vec<Arc<Event>> {
        let until = (until as usize).min(self.log.len());
        self.log.get(after as usize..until).unwrap_or(&[]).to_vec()
    }

    /// The game as it was after an event.
    pub fn game_at(&self, number: u32) -> Option<OnlineGame> {
        if number == self.game.number() {
            return Some(self.game.clone());
        }
        OnlineGame::replay(self.log.iter().take(number as usize).map(Arc::as_ref)).ok()
    }
}
