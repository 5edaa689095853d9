//! What a restart must not change.

use bagh_online::{
    Command, Event, GameId, OnlineGame, PlayerId, Request, Seats, Setup, TimeControl,
};
use bagh_store::{Append, GameRow, SignOfLife, Store};
use serde_json::json;

use crate::client::{World, database};

const HOUR: u64 = 3_600_000;

fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::SystemTime::UNIX_EPOCH);
    since.unwrap().as_millis() as u64
}

/// A folder with games whose clocks have run since an hour ago, left by a service that was last
/// alive at some time: one of five minutes, and one of days.
fn left_behind(alive: u64) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let address = database(folder.path());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Store::open(&address).await.unwrap();
        let (row, mut log) = under_way(TimeControl::minutes(5, 0), "left");
        let bad = GameRow { id: GameId::new("bad").unwrap(), ..row.clone() };
        store.append(Append { row, after: 0, events: log.clone() }).await.unwrap();
        // A log that makes no sense, such as a fault of the disk leaves, is no one else's trouble.
        let append = Append { row: bad, after: 0, events: log.split_off(1) };
        store.append(append).await.unwrap();
        let (row, log) = under_way(TimeControl::Days { days: 1 }, "days");
        store.append(Append { row, after: 0, events: log }).await.unwrap();
        let node = "old".to_owned();
        let patience = u64::MAX;
        let sign = SignOfLife { node, at: alive, here: 0, last: None, patience, known: 0 };
        store.come_alive(sign).await.unwrap();
    });
    folder
}

/// A game in which both moved an hour ago.
fn under_way(time: TimeControl, id: &str) -> (GameRow, Vec<Event>) {
    let began = now() - HOUR;
    let players = ["t", "g"].map(|name| PlayerId::new(name).unwrap());
    let seats = Seats { tiger: Some(players[0].clone()), goat: Some(players[1].clone()) };
    let mut log =
        vec![OnlineGame::create(Setup::new("bagh-chal", time), seats, None, began).unwrap()];
    let mut game = OnlineGame::replay(&log).unwrap();
    for (player, ply, text) in [(1, 0, "C1"), (0, 1, "A1B1")] {
        let command = Command::Move { ply, text: text.to_owned() };
        let request = Request::new(&players[player], &format!("m{ply}"), command).unwrap();
        for event in game.decide(&request, began).events {
            game.apply(&event).unwrap();
            log.push(event);
        }
    }
    (GameRow::of(&GameId::new(id).unwrap(), &game), log)
}

/// A backup of what is in one folder, restored in another one.
fn restored(folder: &tempfile::TempDir) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    let addresses = [database(folder.path()), database(copy.path())];
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (sender, lines) = tokio::sync::mpsc::channel(4);
        let [from, to] = [&addresses[0], &addresses[1]].map(|address| Store::open(address));
        let (from, to) = (from.await.unwrap(), to.await.unwrap());
        let (dumped, copied) = tokio::join!(from.dump(sender), to.restore(lines));
        assert_eq!(dumped.unwrap(), copied.unwrap());
    });
    copy
}

#[test]
fn no_one_loses_on_time_that_the_service_was_down() {
    let began = now() - HOUR;
    gives_the_time_back(began, left_behind(began + 1_000));
}

#[test]
fn no_one_loses_on_time_that_passed_between_a_backup_and_its_restoration() {
    let began = now() - HOUR;
    gives_the_time_back(began, restored(&left_behind(began + 1_000)));
}

fn gives_the_time_back(began: u64, folder: tempfile::TempDir) {
    let world = World::with(folder, 100);
    let state = world.visitor().state("left");
    assert_eq!(state["ending"], json!(null), "{state}");
    // All but the second that the service was alive, and what has passed since.
    let since = state["clocks"]["since"].as_u64().unwrap();
    assert!(since > began + HOUR - 10_000, "{state}");
    let log = world.visitor().get("/api/online/games/left/events").fine();
    assert_eq!(log["events"][3]["type"], "credited");
    // A game that nobody looks at gets its time back when somebody does: the service does not go
    // through all of them before it answers.
    let events = "SELECT count(*) FROM events WHERE game = 'days'";
    assert_eq!(world.number(events), 3);
    let state = world.visitor().state("days");
    assert!(state["clocks"]["since"].as_u64().unwrap() > began + HOUR - 10_000, "{state}");
    world.visitor().state("days");
    assert_eq!(world.number(events), 4, "once");
}

#[test]
fn time_counts_while_another_node_was_alive() {
    // Its clock is ahead, so that it counts as alive however long this start takes.
    let world = World::with(left_behind(now() + HOUR), 100);
    // Whichever node comes first collects the deadline.
    loop {
        let state = world.visitor().state("left");
        if state["ending"] != json!(null) {
            assert_eq!(state["ending"], json!({ "outcome": "tiger-win", "reason": "timeout" }));
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

#[test]
fn a_restart_keeps_games_seats_and_sessions() {
    let world = World::new();
    let (mut goat, mut tiger, game) = world.game(json!({ "type": "unlimited" }));
    goat.play(&game, 0, "C1").fine();
    let World { service, folder } = world;
    service.stop();
    let world = World::with(folder, 100);
    goat.address = world.service.address();
    tiger.address = goat.address;
    // The move that was acknowledged is there once, even when it is sent again.
    let again = json!({ "id": "c1", "command": { "type": "move", "ply": 0, "move": "C1" } });
    let path = format!("/api/online/games/{game}/commands");
    assert_eq!(goat.post(&path, &again).fine(), json!({ "number": 2, "repeated": true }));
    tiger.play(&game, 1, "A1B1").fine();
    assert_eq!(tiger.state(&game)["moves"], json!(["C1", "A1B1"]));
}
