//! Who is connected: noted in the store for other nodes, and missed by the sweep.

use bagh::Side;
use bagh_online::PlayerId;

use super::error::OnlineError;
use super::house;
use super::life::OUTAGE;
use super::room::{Room, index};
use super::{Online, now};

/// Sweeps in a row that must miss a player before the player has left.
const MISSED: u32 = 2;

/// Notes in the store whether a player is connected to this node, after a connection came or went.
/// What the store does not take now is noted by the sweep.
pub(crate) async fn note(
    online: &Online,
    room: &Room,
    side: Side,
    player: &PlayerId,
) -> Result<(), OnlineError> {
    // The lock is held meanwhile: two notes that overtake each other would leave the wrong one.
    let mut state = room.state.lock().await;
    let here = state.connected[index(side)] > 0;
    if !state.is_noted(side) {
        online.store.note_presence(&room.id, player, online.hub.life.node(), here).await?;
        state.noted[index(side)] = Some(here);
    }
    drop(state);
    if here {
        online.hub.happen(room, |game| game.returned(side, now())).await?;
    }
    Ok(())
}

/// Notes anew who is here: other nodes took this one for dead, and have forgotten it.
pub(crate) async fn note_anew(online: &Online) {
    for room in online.hub.all_rooms() {
        room.state.lock().await.noted = [None; 2];
        if let Err(error) = note_both(online, &room).await {
            error.log();
        }
    }
}

async fn note_both(online: &Online, room: &Room) -> Result<(), OnlineError> {
    for side in [Side::Tiger, Side::Goat] {
        let forgotten = {
            let state = room.state.lock().await;
            state.game.seats().get(side).filter(|_| !state.is_noted(side)).cloned()
        };
        if let Some(player) = forgotten {
            note(online, room, side, &player).await?;
        }
    }
    Ok(())
}

/// Looks at every room: whether the store knows who is here, what other nodes have done, and
/// whether the opponent of a player is still connected somewhere.
pub(crate) async fn sweep(online: &Online) -> Result<(), OnlineError> {
    for room in online.hub.all_rooms() {
        look_at(online, &room).await.or_else(OnlineError::unless_unavailable)?;
    }
    Ok(())
}

async fn look_at(online: &Online, room: &Room) -> Result<(), OnlineError> {
    note_both(online, room).await?;
    if room.changed.receiver_count() == 0 {
        return Ok(());
    }
    online.hub.refresh(room).await?;
    for side in [Side::Tiger, Side::Goat] {
        if misses(online, room, side).await? {
            online.hub.happen(room, |game| game.left(side, now())).await?;
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
