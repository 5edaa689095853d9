//! Players who come and go.

use std::time::Duration;

use serde_json::json;

use crate::client::{Person, Socket, World};

/// A service that looks often whether players are there.
fn world() -> World {
    World::tuned(tempfile::tempdir().unwrap(), |online| online.sweep = Duration::from_millis(50))
}

/// A game in which both have moved, and both are connected: the first has the goats.
fn under_way(world: &World) -> (Person, Person, String, Socket, Socket) {
    let time = json!({ "type": "increment", "base": 300, "increment": 3 });
    let (mut goat, mut tiger, game) = world.game(time);
    goat.play(&game, 0, "C1").fine();
    tiger.play(&game, 1, "A1B1").fine();
    let (mut at_goat, mut at_tiger) = (goat.socket(), tiger.socket());
    at_goat.follow(&game, 0);
    at_tiger.follow(&game, 0);
    at_goat.next_of("state");
    at_tiger.next_of("state");
    (goat, tiger, game, at_goat, at_tiger)
}

fn claim() -> serde_json::Value {
    json!({ "type": "claim", "claim": "win" })
}

pub fn a_player_who_drops_comes_back_and_one_who_leaves_can_be_claimed_from(world: &World) {
    let (mut goat, mut tiger, game, mut at_goat, at_tiger) = under_way(world);
    assert_eq!(goat.command(&game, claim()).refused(409)["refusal"]["key"], "opponent-present");

    drop(at_tiger);
    let left = at_goat.event("left");
    assert_eq!(left["side"], "tiger");
    let countdown = |left: &serde_json::Value| {
        left["claimable"].as_u64().unwrap() - left["at"].as_u64().unwrap()
    };
    let dropped = countdown(&left);
    let refusal = goat.command(&game, claim()).refused(409)["refusal"].clone();
    assert_eq!(refusal["key"], "claim-too-soon", "{refusal}");

    let mut at_tiger = tiger.socket();
    at_tiger.follow(&game, 0);
    assert_eq!(at_goat.event("returned")["side"], "tiger");
    assert_eq!(goat.command(&game, claim()).refused(409)["refusal"]["key"], "opponent-present");

    tiger.command(&game, json!({ "type": "leave" })).fine();
    drop(at_tiger);
    let left = at_goat.event("left");
    assert!(countdown(&left) < dropped, "leaving on purpose is sooner: {left}");
    loop {
        let reply = goat.command(&game, claim());
        if reply.status == 200 {
            break;
        }
        assert_eq!(reply.refused(409)["refusal"]["key"], "claim-too-soon");
        std::thread::sleep(Duration::from_millis(100));
    }
    let ending = json!({ "outcome": "goat-win", "reason": "abandonment" });
    assert_eq!(tiger.state(&game)["ending"], ending);
}

#[test]
fn a_departure_that_the_database_did_not_take_is_noted_later() {
    let world = world();
    let (_goat, _tiger, _, mut at_goat, at_tiger) = under_way(&world);
    world.sql(
        "CREATE TRIGGER out_of_order BEFORE DELETE ON presence \
         BEGIN SELECT RAISE(ABORT, 'the disk is out of order'); END",
    );
    drop(at_tiger);
    while !world.visitor().get("/metrics").body.contains("bagh_online_sockets 1") {
        std::thread::sleep(Duration::from_millis(10));
    }
    // Time for the service to try in vain; without it the test would prove less, and not fail.
    std::thread::sleep(Duration::from_millis(300));
    world.sql("DROP TRIGGER out_of_order");
    assert_eq!(at_goat.event("left")["side"], "tiger");
}

#[test]
fn players_are_told_that_it_is_their_turn_wherever_they_are() {
    let world = World::new();
    let (mut goat, mut tiger, game) = world.game(json!({ "type": "days", "days": 3 }));
    let mut elsewhere = tiger.socket();
    let mut at_the_game = tiger.socket();
    at_the_game.follow(&game, 0);
    at_the_game.next_of("state");
    goat.play(&game, 0, "C1").fine();
    assert_eq!(elsewhere.next_of("your-turn")["game"], json!(game));
    tiger.play(&game, 1, "A1B1").fine();
    goat.play(&game, 2, "A1").fine();
    assert_eq!(elsewhere.next_of("your-turn")["game"], json!(game));
    goat.command(&game, json!({ "type": "resign" })).fine();
    // A connection that follows the game sees the moves, and is told no more than the end.
    loop {
        match at_the_game.next()["type"].as_str().unwrap() {
            "your-turn" => panic!("told twice"),
            "ended" => break,
            _ => {}
        }
    }
}
