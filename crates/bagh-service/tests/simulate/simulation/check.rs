//! What must hold, checked against the database.

use std::collections::{HashMap, HashSet};

use bagh::Side;
use bagh_online::{EndReason, Event, EventKind, GameId, Names, OnlineGame};
use bagh_store::Store;
use serde_json::Value;

use super::World;
use super::player::Notes;

/// Between the credit of an outage and the first answer of a node, clocks run. That is the node's
/// own start, which the simulation counts as part of the outage.
const START: u64 = 1_000;

/// Checks what players noted against the logs and the records. Gives the number of games that were
/// lost on time.
///
/// # Panics
/// If anything was lost, made up, or seen differently.
pub async fn check(world: &World, database: &str, notes: &Notes, down: &[(u64, u64)]) -> usize {
    let mut timeouts = 0;
    let store = Store::open(database).await.expect("the database opens");
    let mut views: HashMap<&str, Vec<&[Value]>> = HashMap::new();
    for (game, view) in &notes.views {
        views.entry(game).or_default().push(view);
    }
    let mut acknowledged: HashMap<&str, Vec<(&str, u64)>> = HashMap::new();
    for ((game, id), number) in &notes.acknowledged {
        acknowledged.entry(game).or_default().push((id, *number));
    }
    for game in acknowledged.keys() {
        assert!(views.contains_key(game), "{game}: everyone lost sight of it");
    }
    for (game, views) in views {
        let id = GameId::new(game).expect("an identifier");
        let log = store.events(&id, 0).await.expect("the log is there");
        let state = OnlineGame::replay(&log).expect("the log makes sense");
        let ending = state.ending().expect("the game is over");
        if ending.reason == EndReason::Timeout {
            timeouts += 1;
            check_clock(world, game, &log, state.turn(), down);
        }
        let json: Vec<Value> =
            log.iter().map(|event| serde_json::to_value(event).expect("JSON")).collect();
        for view in views {
            assert_eq!(view, json, "{game}: someone saw another game");
        }
        check_commands(game, &json, notes, acknowledged.get(game).map_or(&[], Vec::as_slice));
        let record = world.read(&format!("/api/online/games/{game}/record")).await;
        assert_eq!(record, state.record(Names::default()).to_text(), "{game}: another record");
    }
    timeouts
}

/// Every command in the log was sent, and is there once; every acknowledged one is in its place.
fn check_commands(game: &str, log: &[Value], notes: &Notes, acknowledged: &[(&str, u64)]) {
    let mut ids = HashSet::new();
    for event in log {
        let Some(id) = event["id"].as_str() else { continue };
        let key = (game.to_owned(), id.to_owned());
        assert!(notes.sent.contains(&key), "{game}: a command that no one sent: {event}");
        assert!(ids.insert(id), "{game}: a command twice: {event}");
    }
    for (id, number) in acknowledged {
        let event = log.get(*number as usize - 1);
        let found = event.and_then(|event| event["id"].as_str());
        assert_eq!(found, Some(*id), "{game}: an acknowledged command is not in its place");
    }
}

/// The side that lost on time used up its clock while the service was there.
fn check_clock(world: &World, game: &str, log: &[Event], loser: Side, down: &[(u64, u64)]) {
    let (base, increment) = world.plan.clock;
    let mut allowed = base * 1000;
    // The moves that stand, and the most that ever stood: a ply earns its increment once.
    let (mut ply, mut furthest) = (0, 0);
    let mut used = 0;
    let mut since = 0;
    for event in log {
        let next = match event.kind {
            EventKind::Moved { ply, .. } => ply + 1,
            EventKind::TakenBack { ply, .. } => ply,
            EventKind::Ended { .. } => ply,
            _ => continue,
        };
        // Goats have the even plies; clocks run from the third ply on.
        let to_move = if ply % 2 == 0 { Side::Goat } else { Side::Tiger };
        if to_move == loser && furthest >= 2 {
            used += event.at - since - overlap(since, event.at, down);
            allowed += if next > furthest { increment * 1000 } else { 0 };
        }
        (ply, furthest) = (next, furthest.max(next));
        since = event.at;
    }
    assert!(
        used + START >= allowed,
        "{game}: the {loser}s lost after {used} of {allowed} ms; down {down:?}; {log:?}"
    );
}

/// How much of a span the service was down.
fn overlap(from: u64, until: u64, down: &[(u64, u64)]) -> u64 {
    down.iter().map(|&(begun, ended)| until.min(ended).saturating_sub(from.max(begun))).sum()
}
