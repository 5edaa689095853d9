//! Those who watch.

use std::time::Duration;

use serde_json::json;

use crate::client::{Person, World};

const DELAY: u64 = 400;

fn named(world: &World, name: &str) -> Person {
    let mut person = world.guest();
    let new = json!({ "name": name, "password": "chautari 1" });
    person.post("/api/online/register", &new).fine();
    person
}

#[test]
fn a_rated_game_is_seen_late_by_those_who_watch() {
    let world = World::tuned(tempfile::tempdir().unwrap(), |online| {
        online.watch_delay = Duration::from_millis(DELAY);
    });
    let (mut goat, mut tiger) = (named(&world, "Maya"), named(&world, "Tenzin"));
    let setup = json!({
        "game": "bagh-chal", "rated": true,
        "time": { "type": "increment", "base": 300, "increment": 3 },
    });
    let new = json!({ "kind": "link", "setup": setup, "side": "goat" });
    let id = goat.post("/api/online/challenges", &new).fine()["challenge"]["id"].clone();
    let path = format!("/api/online/challenges/{}/accept", id.as_str().unwrap());
    let game = tiger.post(&path, &json!({})).fine()["game"].as_str().unwrap().to_owned();

    let (mut at_tiger, mut watching) = (tiger.socket(), world.visitor().socket());
    at_tiger.follow(&game, 0);
    assert_eq!(at_tiger.next_of("state")["delay"], 0);
    watching.follow(&game, 0);
    assert_eq!(watching.next_of("state")["delay"], DELAY);
    for (ply, text) in [(0, "C1"), (1, "A1B1")] {
        let player = if ply == 0 { &mut goat } else { &mut tiger };
        player.play(&game, ply, text).fine();
        let late = watching.next_of("events");
        let event = &late["events"][0];
        assert_eq!(event["move"], text);
        // The service's own clock, on both sides.
        assert!(late["now"].as_u64() >= event["at"].as_u64().map(|at| at + DELAY), "{late}");
    }
    // The end is seen at once, with all that led to it.
    tiger.command(&game, json!({ "type": "resign" })).fine();
    assert_eq!(watching.event("ended")["outcome"], "goat-win");
    let path = format!("/api/online/games/{game}");
    assert_eq!(world.visitor().get(&path).fine()["delay"], 0);
}
