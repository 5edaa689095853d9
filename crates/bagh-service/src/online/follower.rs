//! Someone who follows a game: what has happened in it, as soon as it may be seen.

use std::sync::Arc;
use std::time::Duration;

use bagh::Side;
use bagh_online::{GameId, OnlineGame, PlayerId};
use serde_json::json;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

use super::error::OnlineError;
use super::presence;
use super::room::{Room, index};
use super::{Online, now};

/// A client that is further behind gets the state instead of the events.
const CATCH_UP: u32 = 200;

/// Someone who follows a game.
pub(crate) struct Follower {
    online: Online,
    pub room: Arc<Room>,
    changed: watch::Receiver<u32>,
    /// The player and the side, if this is a player.
    player: Option<(PlayerId, Side)>,
    viewer: Option<PlayerId>,
    seen: u32,
    fresh: bool,
}

impl Follower {
    pub async fn new(
        online: &Online,
        id: &GameId,
        viewer: Option<PlayerId>,
        after: u32,
    ) -> Result<Follower, OnlineError> {
        let room = online.hub.room(id).await?;
        let changed = room.changed.subscribe();
        online.hub.refresh(&room).await?;
        let mut follower = Follower {
            online: online.clone(),
            room,
            changed,
            player: None,
            viewer,
            seen: after,
            fresh: true,
        };
        follower.sit_down().await?;
        Ok(follower)
    }

    /// Notes that a player is connected, as soon as this is one.
    async fn sit_down(&mut self) -> Result<(), OnlineError> {
        if self.player.is_some() {
            return Ok(());
        }
        let Some(viewer) = self.viewer.clone() else { return Ok(()) };
        let side = {
            let mut state = self.room.state.lock().await;
            let Some(side) = state.game.side_of(&viewer) else { return Ok(()) };
            // Counted and remembered in one step, so that leaving takes off what coming added.
            state.connected[index(side)] += 1;
            self.player = Some((viewer.clone(), side));
            side
        };
        presence::note(&self.online, &self.room, side, &viewer).await
    }

    /// The game whenever something has happened in it, beginning with how it is now; none after
    /// its end. Safe to give up while it waits.
    pub async fn next_game(&mut self) -> Result<Option<OnlineGame>, OnlineError> {
        loop {
            self.changed.borrow_and_update();
            self.sit_down().await?;
            let plays = self.player.is_some();
            {
                let state = self.room.state.lock().await;
                let visible = state.visible(plays, now());
                if (self.fresh || visible > self.seen)
                    && let Some(game) = state.game_at(visible)
                {
                    (self.seen, self.fresh) = (visible, false);
                    return Ok(Some(game));
                }
                if state.game.ending().is_some() {
                    return Ok(None);
                }
            }
            self.wait(plays).await;
        }
    }

    /// Waits for something to happen, or for what has happened to become visible: those who watch
    /// a rated game see it later.
    async fn wait(&mut self, plays: bool) {
        let wait = Duration::from_secs(if plays { 3_600 } else { 1 });
        let _ = timeout(wait, self.changed.changed()).await;
    }

    /// The next message about the game; none after its end. Safe to give up while it waits.
    pub async fn next(&mut self) -> Result<Option<String>, OnlineError> {
        loop {
            self.changed.borrow_and_update();
            self.sit_down().await?;
            let plays = self.player.is_some();
            let (message, over) = {
                let state = self.room.state.lock().await;
                let visible = state.visible(plays, now());
                let over = state.game.ending().is_some() && self.seen >= visible;
                // A number that does not exist yet is one of another log.
                let lost = self.seen > visible || visible - self.seen > CATCH_UP;
                if (self.fresh && self.seen == 0) || lost {
                    (state.game_at(visible).map(Ok), false)
                } else if visible > self.seen || self.fresh {
                    (Some(Err(state.between(self.seen, visible))), false)
                } else {
                    (None, over)
                }
            };
            match message {
                Some(Ok(game)) => {
                    let you = self.player.as_ref().map(|(_, side)| *side);
                    let mut text = self.online.game_state(&self.room.id, &game, you).await?;
                    text["type"] = "state".into();
                    (self.seen, self.fresh) = (game.number(), false);
                    return Ok(Some(text.to_string()));
                }
                Some(Err(events)) => {
                    let events: Vec<_> = events.iter().map(Arc::as_ref).collect();
                    let text = json!({
                        "type": "events", "game": self.room.id, "now": now(), "events": events,
                    });
                    self.seen += events.len() as u32;
                    self.fresh = false;
                    return Ok(Some(text.to_string()));
                }
                None if over => return Ok(None),
                None => self.wait(plays).await,
            }
        }
    }
}

/// Follows a game in a task of its own, and passes the messages on. The task ends with the game,
/// with the receiver, or when the result is dropped.
///
/// A future that waits for a room or for the store has a place in a queue. A task that does
/// something else instead of polling it keeps that place without taking its turn, and holds up all
/// the others.
pub(crate) fn follow(
    online: &Online,
    id: &GameId,
    viewer: Option<PlayerId>,
    after: u32,
    to: mpsc::Sender<String>,
) -> watch::Sender<()> {
    let (stop, mut stopped) = watch::channel(());
    let (online, id) = (online.clone(), id.clone());
    tokio::spawn(async move {
        tokio::select! {
            _ = stopped.changed() => {}
            result = pass_on(&online, &id, viewer, after, &to) => if let Err(error) = result {
                // The client follows again after a moment.
                let _ = to.send(error.message(Some(id.as_str())).to_string()).await;
            },
        }
    });
    stop
}

async fn pass_on(
    online: &Online,
    id: &GameId,
    viewer: Option<PlayerId>,
    after: u32,
    to: &mpsc::Sender<String>,
) -> Result<(), OnlineError> {
    let mut follower = Follower::new(online, id, viewer, after).await?;
    while let Some(text) = follower.next().await? {
        if to.send(text).await.is_err() {
            break;
        }
    }
    Ok(())
}

impl Drop for Follower {
    fn drop(&mut self) {
        if let Some((player, side)) = self.player.take() {
            let (online, room) = (self.online.clone(), self.room.clone());
            tokio::spawn(async move {
                {
                    let mut state = room.state.lock().await;
                    let count = &mut state.connected[index(side)];
                    *count = count.saturating_sub(1);
                }
                if let Err(error) = presence::note(&online, &room, side, &player).await {
                    error.log();
                }
            });
        }
    }
}
