//! What a node does by itself: tells that it is alive, collects deadlines, listens for changes,
//! notices who has left, and cleans up.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use bagh::Side;
use bagh_online::GameId;
use bagh_store::Changed;
use tokio::sync::Semaphore;
use tokio::sync::broadcast::error::RecvError;

use super::error::OnlineError;
use super::house;
use super::hub::OUTAGE;
use super::room::{Room, index};
use super::{Online, now};

/// The pause between two signs of life.
const HEARTBEAT: Duration = Duration::from_millis(500);
const DAY: u64 = 86_400_000;
/// How long guests are remembered who have played, and those who never have.
const IDLE_GUESTS: u64 = 180 * DAY;
const GUESTS_WITHOUT_GAMES: u64 = 2 * DAY;
/// Sweeps in a row that must miss a player before the player has left.
const MISSED: u32 = 2;
/// Hints that are followed at the same time. Connections to the database are left for others.
const LOOKS: usize = 8;

/// Begins the duties of a node. They end with the runtime.
pub(crate) fn begin(online: &Online) {
    every(online, HEARTBEAT, |online| async move { online.hub.stay_alive().await });
    every(online, Duration::from_millis(200), |online| async move {
        online.hub.collect_deadlines().await
    });
    every(online, Duration::from_secs(5), |online| async move { sweep(&online).await });
    every(online, Duration::from_secs(30), |online| async move { tidy(&online).await });
    every(online, Duration::from_secs(3_600), |online| async move { forget_guests(&online).await });
    every(
        online,
        Duration::from_secs(1),
        |online| async move { online.lobby.refresh(&online).await },
    );
    every(online, house::SWEEP, |online| async move { house::sweep(&online).await });
    let listener = online.clone();
    tokio::spawn(async move { listen_to_games(&listener).await });
    let listener = online.clone();
    tokio::spawn(async move { listen_to_challenges(&listener).await });
}

/// Does something again and again, with a pause in between. A failure is logged, and the next
/// round tries again.
fn every<F>(online: &Online, pause: Duration, duty: impl Fn(Online) -> F + Send + 'static)
where
    F: Future<Output = Result<(), OnlineError>> + Send + 'static,
{
    let online = online.clone();
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(pause).await;
            if let Err(error) = duty(online.clone()).await {
                error.log();
            }
        }
    });
}

/// Looks at games that others have changed, at several at a time: a look takes a way to the
/// database and back, and hints come faster than that. One may be lost, so each room is also looked
/// at by the sweep.
async fn listen_to_games(online: &Online) {
    let mut changes = online.store.changes();
    let looks = Arc::new(Semaphore::new(LOOKS));
    loop {
        let changed = match changes.recv().await {
            Ok(Changed::Challenge { .. }) => continue,
            Ok(changed) => changed,
            // Hints were missed.
            Err(RecvError::Lagged(_)) => Changed::Anything,
            Err(RecvError::Closed) => return,
        };
        let Ok(look) = looks.clone().acquire_owned().await else { return };
        let online = online.clone();
        tokio::spawn(async move {
            match changed {
                Changed::Game { id, number } => game_changed(&online, &id, number).await,
                _ => anything_changed(&online).await,
            }
            drop(look);
        });
    }
}

/// Looks at challenges that were made, taken or withdrawn, in this order: an account that was told
/// of one has to be told when it is gone.
async fn listen_to_challenges(online: &Online) {
    let mut changes = online.store.changes();
    loop {
        match changes.recv().await {
            Ok(Changed::Challenge { id }) => {
                online.lobby.challenged(online, &id).await;
                house::challenged(online, &id).await;
            }
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

async fn game_changed(online: &Online, id: &GameId, number: u32) {
    let room = online.hub.open_room(id);
    if let Some(room) = &room
        && *room.changed.borrow() < number
        && let Err(error) = online.hub.refresh(room).await
    {
        error.log();
    }
    if number == 1 {
        online.lobby.started(online, id).await;
    }
    if let Some(room) = room {
        let state = room.state.lock().await;
        if state.game.ending().is_some() {
            online.lobby.ended(id, state.game.seats());
        }
    }
    house::game_changed(online, id).await;
}

async fn anything_changed(online: &Online) {
    for room in online.hub.all_rooms() {
        if let Err(error) = online.hub.refresh(&room).await {
            error.log();
        }
    }
}

/// Looks at every room with a player in it: what other nodes have done, and whether the opponent
/// is still connected somewhere.
async fn sweep(online: &Online) -> Result<(), OnlineError> {
    for room in online.hub.all_rooms() {
        if room.changed.receiver_count() == 0 {
            continue;
        }
        online.hub.refresh(&room).await?;
        for side in [Side::Tiger, Side::Goat] {
            if misses(online, &room, side).await? {
                online.hub.happen(&room, |game| game.left(side, now())).await?;
            }
        }
    }
    Ok(())
}

/// Whether a player has not been connected anywhere for a while, and the opponent is here to
/// see it.
async fn misses(online: &Online, room: &Room, side: Side) -> Result<bool, OnlineError> {
    let player = {
        let mut state = room.state.lock().await;
        let game = &state.game;
        let over = game.ending().is_some() || game.absence(side).is_some();
        // The levels are always here.
        let player = game.seats().get(side).filter(|id| !house::is_house(id)).cloned();
        let here = state.connected[index(side)] > 0;
        let watched = state.connected[index(side.other())] > 0;
        match player {
            Some(player) if !over && !here && watched => player,
            _ => {
                state.missed[index(side)] = 0;
                return Ok(false);
            }
        }
    };
    let since = now().saturating_sub(OUTAGE);
    let present = online.store.is_present(&room.id, &player, since).await?;
    let mut state = room.state.lock().await;
    let missed = &mut state.missed[index(side)];
    *missed = if present { 0 } else { *missed + 1 };
    Ok(*missed >= MISSED)
}

async fn tidy(online: &Online) -> Result<(), OnlineError> {
    online.hub.tidy();
    online.rates.tidy();
    let time = now();
    for played in online.store.games_to_rate(100).await? {
        online.store.rate_game(played).await?;
    }
    online.store.remove_expired_challenges(time).await?;
    online.store.remove_expired_keys(time).await?;
    online.store.forget_nodes(time.saturating_sub(60_000)).await?;
    Ok(())
}

async fn forget_guests(online: &Online) -> Result<(), OnlineError> {
    let (idle, unused) =
        (now().saturating_sub(IDLE_GUESTS), now().saturating_sub(GUESTS_WITHOUT_GAMES));
    online.store.delete_idle_guests(idle, unused).await?;
    Ok(())
}
