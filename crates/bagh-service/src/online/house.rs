//! The levels of the engine as bots of the site: they take every challenge and play every game.
//!
//! A level has no connection and no memory. What it has to do follows from the store, so any node
//! can do it: one that has the game in memory at once, and any other when the game has waited for
//! a while. Two nodes that think about the same move are no harm, since the game takes one.

use std::collections::HashSet;
use std::sync::Mutex;
use std::time::Duration;

use bagh::Side;
use bagh_engine::{Level, Player};
use bagh_online::{Command, GameId, Millis, OnlineGame, PlayerId, Request};
use bagh_store::{Account, Challenge, StoreError, secret};

use super::challenges::take;
use super::error::OnlineError;
use super::{Online, now};

/// The pause between two looks at all games of the levels.
pub(crate) const SWEEP: Duration = Duration::from_secs(5);
/// After this long without a move, a node that has nothing to do with a game moves for the level.
const OVERDUE: Millis = 5_000;
/// After an event, games are looked at for this long, whoever is to move: an offer wants an answer.
const RECENT: Millis = 60_000;
/// A level uses at most this part of the time that it has left.
const SHARE: u32 = 20;
/// The least time of a level that is limited by time.
const LEAST: Duration = Duration::from_millis(50);

/// The moves that are being thought about on this node, by game and number of events.
pub(crate) type Thinking = Mutex<HashSet<(GameId, u32)>>;

/// What a level is called in logs.
fn id_of(level: Level) -> PlayerId {
    PlayerId::new(format!("level-{level}")).expect("letters and a digit are fine")
}

/// The level that an identifier stands for.
fn level_of(id: &PlayerId) -> Option<Level> {
    id.as_str().strip_prefix("level-")?.parse().ok()
}

/// Whether a player is one of the levels.
pub(crate) fn is_house(id: &PlayerId) -> bool {
    level_of(id).is_some()
}

/// Makes the accounts of the levels, unless they exist.
pub(crate) async fn make_accounts(online: &Online) -> Result<(), StoreError> {
    for level in Level::all() {
        online.store.create_house_bot(&id_of(level), &format!("Level {level}"), now()).await?;
    }
    Ok(())
}

/// The accounts of the levels.
pub(crate) async fn accounts(online: &Online) -> Result<Vec<Account>, OnlineError> {
    let mut accounts = Vec::new();
    for level in Level::all() {
        accounts.extend(online.store.account(&id_of(level)).await?);
    }
    Ok(accounts)
}

/// A challenge has changed: if a level is challenged, it accepts.
pub(crate) async fn challenged(online: &Online, id: &str) {
    if let Ok(Some(challenge)) = online.store.challenge(id, now()).await {
        accept(online, &challenge).await;
    }
}

async fn accept(online: &Online, challenge: &Challenge) {
    let Some(opponent) = challenge.opponent.as_ref().filter(|id| is_house(id)) else { return };
    if challenge.game.is_some() {
        return;
    }
    let taken = match online.store.account(opponent).await {
        Ok(Some(account)) if account.banned.is_none() => take(online, challenge, &account).await,
        Ok(_) => return,
        Err(error) => Err(error.into()),
    };
    if let Err(error) = taken {
        error.log();
    }
}

/// A game has changed: if it is in memory here and a level has something to do, it does it.
pub(crate) async fn game_changed(online: &Online, id: &GameId) {
    let Some(room) = online.hub.open_room(id) else { return };
    let game = room.state.lock().await.game.clone();
    act(online, id, game);
}

/// Looks at the challenges and games of all levels: hints may be lost, and nodes may end.
pub(crate) async fn sweep(online: &Online) -> Result<(), OnlineError> {
    for level in Level::all() {
        let player = id_of(level);
        for challenge in online.store.challenges_of(&player, now()).await? {
            accept(online, &challenge).await;
        }
        for row in online.store.games_that_wait_for(&player, now().saturating_sub(RECENT)).await? {
            let waits = now().saturating_sub(row.updated);
            if waits >= OVERDUE || online.hub.open_room(&row.id).is_some() {
                look_at(online, &row.id).await.or_else(OnlineError::unless_unavailable)?;
            }
        }
    }
    Ok(())
}

async fn look_at(online: &Online, id: &GameId) -> Result<(), OnlineError> {
    let room = online.hub.room(id).await?;
    online.hub.refresh(&room).await?;
    let game = room.state.lock().await.game.clone();
    act(online, id, game);
    Ok(())
}

/// Does what a level has to do in a game, in a task of its own.
fn act(online: &Online, id: &GameId, game: OnlineGame) {
    if game.ending().is_some() {
        return;
    }
    for side in [Side::Tiger, Side::Goat] {
        let Some(player) = game.seats().get(side).cloned() else { continue };
        let Some(level) = level_of(&player) else { continue };
        let answers = answer(&game, side);
        if answers.is_none() && game.turn() != side {
            continue;
        }
        let thought = (id.clone(), game.number());
        if !online.thinking.lock().unwrap_or_else(|e| e.into_inner()).insert(thought.clone()) {
            continue;
        }
        let (online, id, game) = (online.clone(), id.clone(), game.clone());
        tokio::spawn(async move {
            let command = match answers {
                Some(command) => Ok(Some(command)),
                None => think(&online, &game, side, level).await,
            };
            let done = match command {
                Ok(Some(command)) => send(&online, id, player, command).await,
                Ok(None) => Ok(()),
                Err(error) => Err(error),
            };
            if let Err(error) = done {
                error.log();
            }
            online.thinking.lock().unwrap_or_else(|e| e.into_inner()).remove(&thought);
        });
    }
}

/// The answer to what the opponent asks for. Levels play on, and let people take moves back.
fn answer(game: &OnlineGame, side: Side) -> Option<Command> {
    if game.takeback() == Some(side.other()) {
        return Some(Command::AnswerTakeback { accept: true });
    }
    (game.draw_offer() == Some(side.other())).then_some(Command::AnswerDraw { accept: false })
}

/// The move of a level.
async fn think(
    online: &Online,
    game: &OnlineGame,
    side: Side,
    level: Level,
) -> Result<Option<Command>, OnlineError> {
    let (rules, history, ply) = (game.game().clone(), game.history().clone(), game.ply());
    let (seed, clocks, app) = (game.created(), game.clocks().cloned(), online.app.clone());
    let found = online.app.levels.run(move || {
        let mut limits = level.limits();
        // Others wait, so that each has less time.
        let waiting = u32::try_from(app.levels.waiting()).unwrap_or(u32::MAX);
        limits.time = limits.time.map(|time| (time / waiting.saturating_add(1)).max(LEAST));
        // The clock runs while the level waits for its turn.
        if let Some(clocks) = clocks {
            let share = Duration::from_millis(clocks.shows(side, now())) / SHARE;
            limits.time = Some(limits.time.map_or(share, |time| time.min(share)));
        }
        let mut player = Player::new(&rules, level, seed).with_limits(limits);
        let position = history.position();
        let best = player.choose(position, history.before(), None);
        // A search that had no time at all still has to move.
        Ok(best.or_else(|| rules.moves(position).next()).map(|mv| rules.move_text(position, mv)))
    });
    let found = found.await.map_err(OnlineError::Limit)?;
    Ok(found.map(|text| Command::Move { ply, text }))
}

async fn send(
    online: &Online,
    game: GameId,
    by: PlayerId,
    command: Command,
) -> Result<(), OnlineError> {
    let id = secret::random_text(12)?;
    let request = Request::new(&by, &id, command)
        .map_err(|error| OnlineError::Internal(error.to_string()))?;
    match online.command(game, request).await {
        // Another node was faster, or the game has ended.
        Ok(_) | Err(OnlineError::Refused(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::mpsc;

    use bagh_online::{Seats, Setup, TimeControl};
    use bagh_store::{Append, GameRow};

    use super::*;
    use crate::app::App;
    use crate::catalogue::Catalogue;
    use crate::online::OnlineSettings;
    use crate::place::Place;
    use crate::pockets::Pockets;
    use crate::settings::Settings;

    async fn online(folder: &std::path::Path) -> Online {
        let place = Place::Folder(folder.to_owned());
        let catalogue = Catalogue::new(Vec::new(), place, 1).unwrap();
        let app = App::new(catalogue, Pockets::default(), &Settings::new(folder));
        let database = format!("sqlite://{}", folder.join("online.db").display());
        Online::start(&OnlineSettings::new(database), &app).await.unwrap()
    }

    /// A game between the first level and somebody, begun long ago. Goats are to move.
    async fn game(online: &Online, id: &str, level: Side) -> GameId {
        let mut seats =
            [Some(PlayerId::new("maya").unwrap()), Some(PlayerId::new("level-1").unwrap())];
        if level == Side::Tiger {
            seats.swap(0, 1);
        }
        let [tiger, goat] = seats;
        let setup = Setup::new("bagh-chal", TimeControl::Unlimited);
        let first = OnlineGame::create(setup, Seats { tiger, goat }, None, 1_000).unwrap();
        let game = OnlineGame::replay([&first]).unwrap();
        let id = GameId::new(id).unwrap();
        let row = GameRow::of(&id, &game);
        online.store.append(Append { row, after: 0, events: vec![first] }).await.unwrap();
        id
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn levels_move_while_others_search_and_only_where_it_is_their_turn() {
        let folder = tempfile::tempdir().unwrap();
        let online = online(folder.path()).await;
        // As many searches as are taken, which go on until the test ends.
        let (ending, end) = mpsc::channel::<()>();
        let end = Arc::new(Mutex::new(end));
        for _ in 0..64 {
            let (app, end) = (online.app.clone(), end.clone());
            tokio::spawn(async move {
                let wait = move || {
                    let _ = end.lock().map(|end| end.recv());
                    Ok(())
                };
                let _ = app.searches.run(wait).await;
            });
        }
        while online.app.searches.waiting() < online.app.limits.searches {
            tokio::task::yield_now().await;
        }
        let its_turn = game(&online, "one", Side::Goat).await;
        let not_its_turn = game(&online, "two", Side::Tiger).await;
        sweep(&online).await.unwrap();
        while online.store.events(&its_turn, 1).await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert!(online.hub.open_room(&not_its_turn).is_none(), "nothing was to be done there");
        drop(ending);
    }
}
