//! What a node does by itself: tells that it is alive, collects deadlines, listens for changes,
//! notices who has left, and cleans up.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use bagh_online::GameId;
use bagh_store::Changed;
use tokio::sync::Semaphore;
use tokio::sync::broadcast::error::RecvError;

use super::error::OnlineError;
use super::{Online, house, lobby, now, presence};

/// The pause between two signs of life.
const HEARTBEAT: Duration = Duration::from_millis(500);
const DAY: u64 = 86_400_000;
/// How long guests are remembered who have played, and those who never have.
const IDLE_GUESTS: u64 = 180 * DAY;
const GUESTS_WITHOUT_GAMES: u64 = 2 * DAY;
/// Guests that are deleted in one transaction.
const GUESTS: u32 = 100;
/// Nodes that have been silent for this long are forgotten, and who was connected to them.
const FORGET_NODES: u64 = 60_000;
/// Hints that are followed at the same time. Connections to the database are left for others.
const LOOKS: usize = 8;

/// Begins the duties of a node. They end with the runtime.
pub(crate) fn begin(online: &Online, sweep: Duration) {
    let seconds = Duration::from_secs;
    every("signs of life", online, HEARTBEAT, |online| async move { go_on(&online).await });
    every("deadlines", online, Duration::from_millis(200), |online| async move {
        online.hub.collect_deadlines().await
    });
    every("presence", online, sweep, |online| async move { presence::sweep(&online).await });
    every("tidying", online, seconds(30), |online| async move { tidy(&online).await });
    every("guests", online, seconds(3_600), |online| async move { forget_guests(&online).await });
    every(
        "lobby",
        online,
        lobby::PAUSE,
        |online| async move { online.lobby.refresh(&online).await },
    );
    every("levels", online, house::SWEEP, |online| async move { house::sweep(&online).await });
    always("changes of games", online, |online| async move { listen_to_games(&online).await });
    always(
        "changes of challenges",
        online,
        |online| async move { listen_to_challenges(&online).await },
    );
}

/// Gives a sign of life. After a silence, games and other nodes have to be told, which may take
/// longer than the pause between two signs.
async fn go_on(online: &Online) -> Result<(), OnlineError> {
    if online.hub.life.go_on(online.hub.is_empty()).await? {
        let online = online.clone();
        tokio::spawn(async move {
            presence::note_anew(&online).await;
            anything_changed(&online).await;
        });
    }
    Ok(())
}

/// Does something again and again, with a pause in between. A failure is logged, and the next
/// round tries again; so does the round after a panic.
fn every<F>(
    name: &'static str,
    online: &Online,
    pause: Duration,
    duty: impl Fn(Online) -> F + Send + 'static,
) where
    F: Future<Output = Result<(), OnlineError>> + Send + 'static,
{
    let online = online.clone();
    tokio::spawn(rounds(name, pause, move || {
        let duty = duty(online.clone());
        async move { duty.await.unwrap_or_else(|error| error.log()) }
    }));
}

async fn rounds<F>(name: &'static str, pause: Duration, duty: impl Fn() -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    loop {
        tokio::time::sleep(pause).await;
        supervised(name, duty()).await;
    }
}

/// Does something until it ends by itself. After a panic it begins anew.
fn always<F>(name: &'static str, online: &Online, duty: impl Fn(Online) -> F + Send + 'static)
where
    F: Future<Output = ()> + Send + 'static,
{
    let online = online.clone();
    tokio::spawn(async move {
        while supervised(name, duty(online.clone())).await.is_none() {
            tokio::time::sleep(HEARTBEAT).await;
        }
    });
}

/// Does something in a task of its own. None if it panicked, which must not end a duty for good.
async fn supervised<T>(
    name: &'static str,
    duty: impl Future<Output = T> + Send + 'static,
) -> Option<T>
where
    T: Send + 'static,
{
    let done = tokio::spawn(duty).await;
    done.inspect_err(|error| tracing::error!(duty = name, %error, "a duty failed; it begins again"))
        .ok()
}

/// Looks at games that others have changed, at several at a time: a look takes a way to the
/// database and back, and hints come faster than that. One may be lost, so each room is also looked
/// at by the sweep.
async fn listen_to_games(online: &Online) {
    let mut changes = online.store.changes();
    let looks = Arc::new(Semaphore::new(LOOKS));
    // What happened before this is not told again.
    let mut changed = Changed::Anything;
    loop {
        let Ok(look) = looks.clone().acquire_owned().await else { return };
        let online = online.clone();
        tokio::spawn(async move {
            match changed {
                Changed::Game { id, number, turn } => {
                    if let Some(player) = turn {
                        online.lobby.your_turn(&player, &id);
                    }
                    game_changed(&online, &id, number).await;
                }
                Changed::Challenge { .. } | Changed::Keys { .. } => {}
                Changed::Anything => anything_changed(&online).await,
            }
            drop(look);
        });
        changed = loop {
            match changes.recv().await {
                Ok(Changed::Challenge { .. } | Changed::Keys { .. }) => {}
                Ok(changed) => break changed,
                // Hints were missed.
                Err(RecvError::Lagged(_)) => break Changed::Anything,
                Err(RecvError::Closed) => return,
            }
        };
    }
}

/// Looks at challenges that were made, taken, declined or withdrawn, in this order.
async fn listen_to_challenges(online: &Online) {
    let mut changes = online.store.changes();
    // What happened before this is not told again.
    online.lobby.missed();
    loop {
        match changes.recv().await {
            Ok(Changed::Challenge { id }) => {
                if let Err(error) = online.lobby.challenged(online, &id).await {
                    error.log();
                }
                house::challenged(online, &id).await;
            }
            Ok(Changed::Keys { account }) => online.lobby.keys_ended(&account),
            Ok(Changed::Game { .. }) => {}
            // The levels look by themselves; people are told to.
            Ok(Changed::Anything) | Err(RecvError::Lagged(_)) => online.lobby.missed(),
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

async fn tidy(online: &Online) -> Result<(), OnlineError> {
    online.hub.tidy();
    online.rates.tidy();
    let time = now();
    for played in online.store.games_to_rate(100).await? {
        match online.store.rate_game(played).await {
            Ok(true) => drop(online.metrics.rated_late.inc()),
            Ok(false) => {}
            Err(error) => OnlineError::from(error).unless_unavailable()?,
        }
    }
    online.store.remove_expired_challenges(time).await?;
    online.store.forget_closed_challenges(time).await?;
    online.store.remove_expired_keys(time).await?;
    online.hub.life.forget_old().await?;
    // A node that has been silent itself does not know which others have.
    if online.hub.life.check().is_ok() {
        online.store.forget_nodes(time.saturating_sub(FORGET_NODES)).await?;
    }
    Ok(())
}

async fn forget_guests(online: &Online) -> Result<(), OnlineError> {
    let time = now();
    let (idle, unused) =
        (time.saturating_sub(IDLE_GUESTS), time.saturating_sub(GUESTS_WITHOUT_GAMES));
    while online.store.delete_idle_guests(idle, unused, GUESTS, time).await? == u64::from(GUESTS) {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_duty_that_panics_goes_on() {
        let count = Arc::new(AtomicU32::new(0));
        let counted = count.clone();
        let duty = rounds("a test", Duration::from_secs(1), move || {
            let count = counted.clone();
            async move {
                assert_ne!(count.fetch_add(1, Ordering::SeqCst), 0, "the first round fails");
            }
        });
        // The clock stands still unless everything waits.
        assert!(tokio::time::timeout(Duration::from_millis(3_500), duty).await.is_err());
        assert_eq!(count.load(Ordering::SeqCst), 3);
        assert_eq!(supervised("a test", async { 7 }).await, Some(7));
    }
}
