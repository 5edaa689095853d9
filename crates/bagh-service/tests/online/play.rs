//! Games from challenge to rematch.

use serde_json::json;

use crate::client::World;

fn blitz() -> serde_json::Value {
    json!({ "type": "increment", "base": 300, "increment": 3 })
}

pub fn two_guests_play_by_link_and_a_third_watches(world: &World) {
    let (mut goat, mut tiger, game) = world.game(blitz());
    let (mut at_goat, mut at_tiger) = (goat.socket(), tiger.socket());
    at_goat.follow(&game, 0);
    at_tiger.follow(&game, 0);
    let state = at_goat.next_of("state");
    assert_eq!((&state["you"], &state["state"]["turn"]), (&json!("goat"), &json!("goat")));
    assert_eq!(at_tiger.next_of("state")["you"], "tiger");
    let mut watching = world.visitor().socket();
    watching.follow(&game, 0);
    assert_eq!(watching.next_of("state")["you"], json!(null));

    // A move over the socket is acknowledged, and everyone sees it.
    let c1 = json!({ "type": "move", "ply": 0, "move": "c1" });
    let command = json!({ "type": "command", "game": game, "id": "m1", "command": c1 });
    at_goat.send(&command);
    let answer = at_goat.next_of("answer");
    assert_eq!((&answer["id"], &answer["number"]), (&json!("m1"), &json!(2)));
    for socket in [&mut at_tiger, &mut watching] {
        let event = socket.event("moved");
        assert_eq!((&event["move"], &event["number"]), (&json!("C1"), &json!(2)));
    }
    // Sent again, as after a lost answer, it is the same move.
    at_goat.send(&command);
    let again = at_goat.next_of("answer");
    assert_eq!((&again["number"], &again["repeated"]), (&json!(2), &json!(true)));
    // A watcher cannot move, and a player not out of turn.
    watching.send(&command);
    assert_eq!(watching.next_of("answer")["error"]["code"], "not-signed-in");
    assert_eq!(goat.play(&game, 1, "A1").refused(409)["refusal"]["key"], "not-your-turn");
    assert_eq!(tiger.play(&game, 0, "A1B1").refused(409)["refusal"]["key"], "ply");
    assert_eq!(world.guest().play(&game, 1, "A1B1").refused(409)["refusal"]["key"], "not-a-player");

    // A connection that was lost goes on from the number it has seen.
    drop(at_tiger);
    tiger.play(&game, 1, "A1B1").fine();
    goat.play(&game, 2, "A1").fine();
    let mut at_tiger = tiger.socket();
    at_tiger.follow(&game, 2);
    let missed = at_tiger.next_of("events");
    let numbers: Vec<u64> = missed["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["number"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, [3, 4]);
    // One that claims to have seen more than there is gets the state in place.
    at_tiger.follow(&game, 99);
    assert_eq!(at_tiger.next_of("state")["state"]["ply"], 3);

    tiger.command(&game, json!({ "type": "resign" })).fine();
    assert_eq!(watching.event("ended")["outcome"], "goat-win");
    let record = goat.get(&format!("/api/online/games/{game}/record")).body;
    assert!(record.contains("1. C1 A1B1 2. A1 goat-win"), "{record}");
    let log = goat.get(&format!("/api/online/games/{game}/events")).fine();
    assert_eq!(log["events"].as_array().unwrap().len(), 5);

    // The rematch has the sides swapped, and comes about once.
    let path = format!("/api/online/games/{game}/rematch");
    let offer = tiger.post(&path, &json!({})).fine();
    assert_eq!(offer["challenge"]["rematch_of"], json!(game));
    tiger.post(&path, &json!({})).fine();
    let next = goat.post(&path, &json!({})).fine()["game"].as_str().unwrap().to_owned();
    assert_eq!(goat.post(&path, &json!({})).fine()["game"], json!(next));
    assert_eq!(goat.state(&next)["seats"]["tiger"], json!(goat.id));
    assert_eq!(at_goat.next_of("started")["game"], json!(next));
}

#[test]
fn a_stream_of_lines_tells_the_same() {
    use std::io::{BufRead, BufReader, Write};
    let world = World::new();
    let (mut goat, mut tiger, game) = world.game(json!({ "type": "unlimited" }));
    goat.play(&game, 0, "C1").fine();
    let mut stream = std::net::TcpStream::connect(goat.address).unwrap();
    let path = format!("/api/online/games/{game}/stream?after=0");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    let first = lines.find(|line| line.starts_with('{')).unwrap();
    assert!(first.contains("\"type\":\"state\"") && first.contains("\"ply\":1"), "{first}");
    tiger.play(&game, 1, "A1B1").fine();
    let metrics = goat.get("/metrics").body;
    assert!(metrics.contains("bagh_online_streams 1"), "{metrics}");
    let second = lines.find(|line| line.starts_with('{')).unwrap();
    assert!(second.contains("\"move\":\"A1B1\""), "{second}");
    // The stream ends with the game.
    tiger.command(&game, json!({ "type": "resign" })).fine();
    assert!(lines.any(|line| line.contains("\"type\":\"ended\"")));
}

pub fn seeks_pair_players_and_matches_have_two_games(world: &World) {
    let (mut a, mut b) = (world.guest(), world.guest());
    let seek = json!({
        "kind": "seek", "two_games": true,
        "setup": { "game": "bagh-chal", "captures": 1, "time": { "type": "unlimited" } },
    });
    let mut at_a = a.socket();
    let waiting = a.post("/api/online/challenges", &seek).fine();
    assert_eq!(waiting["challenge"]["kind"], "seek");
    let lobby = b.get("/api/online/lobby").fine();
    assert_eq!(lobby["challenges"][0]["id"], waiting["challenge"]["id"]);
    let game = b.post("/api/online/challenges", &seek).fine()["game"].as_str().unwrap().to_owned();
    assert_eq!(at_a.next_of("started")["game"], json!(game));
    let state = a.state(&game);
    let (goat, tiger) =
        if state["seats"]["goat"] == json!(a.id) { (&mut a, &mut b) } else { (&mut b, &mut a) };
    goat.play(&game, 0, "B1").fine();
    tiger.play(&game, 1, "A1C1").fine();
    assert_eq!(tiger.state(&game)["ending"]["reason"], "captures");
    // The second game is there, with sides swapped.
    let mine = goat.get("/api/online/games?running=true").fine();
    let second = &mine["games"][0];
    assert_eq!(second["players"]["tiger"]["id"], json!(goat.id));
    let second = second["game"].as_str().unwrap();
    assert_eq!(goat.state(second)["match"]["first"], json!(game));
    // How the match stands, from either game.
    let score = |player: &str, wins: u32, captures: u32| json!({ "player": player, "wins": wins, "captures": captures });
    let stands = json!({
        "games": [game, second], "over": false, "winner": null,
        "scores": [score(&tiger.id, 1, 1), score(&goat.id, 0, 0)],
    });
    for id in [game.as_str(), second] {
        assert_eq!(goat.get(&format!("/api/online/games/{id}/match")).fine(), stands);
    }
    tiger.play(second, 0, "C1").fine();
    goat.play(second, 1, "A1B1").fine();
    tiger.command(second, json!({ "type": "resign" })).fine();
    let result = world.visitor().get(&format!("/api/online/games/{game}/match")).fine();
    assert_eq!((&result["over"], &result["winner"]), (&json!(true), &json!(tiger.id)));
    assert_eq!(result["scores"][1]["wins"], 1, "captures decide: {result}");
    let (_, _, single) = world.game(blitz());
    world.visitor().get(&format!("/api/online/games/{single}/match")).refused(404);
}

pub fn challenges_to_a_player_are_private_and_can_be_declined_or_blocked(world: &World) {
    let (mut a, mut b, mut c) = (world.guest(), world.guest(), world.guest());
    let setup = json!({ "game": "aadu-puli", "time": { "type": "days", "days": 3 } });
    let new = json!({ "kind": "direct", "setup": setup, "opponent": b.id });
    let mut at_b = b.socket();
    let id = a.post("/api/online/challenges", &new).fine()["challenge"]["id"].clone();
    assert_eq!(at_b.next_of("challenge")["challenge"]["id"], id);
    let path = format!("/api/online/challenges/{}", id.as_str().unwrap());
    c.get(&path).refused(404);
    c.post(&format!("{path}/accept"), &json!({})).refused(404);
    c.post(&format!("{path}/decline"), &json!({})).refused(404);
    a.post(&format!("{path}/accept"), &json!({})).refused(409);
    b.post(&format!("{path}/decline"), &json!({})).fine();
    b.post(&format!("{path}/accept"), &json!({})).refused(404);
    b.post("/api/online/blocks", &json!({ "player": a.id, "block": true })).fine();
    a.post("/api/online/challenges", &new).refused(403);
    assert_eq!(b.get("/api/online/blocks").fine()["blocked"][0]["id"], json!(a.id));
    let own = json!({ "kind": "direct", "setup": new["setup"], "opponent": a.id });
    assert_eq!(a.post("/api/online/challenges", &own).refused(400)["field"], "opponent");
}

#[test]
fn the_lobby_is_pushed_to_those_who_look_at_it() {
    let world = World::new();
    let mut a = world.guest();
    let mut looking = world.visitor().socket();
    looking.send(&json!({ "type": "lobby", "on": true }));
    looking.next_of("lobby");
    let setup = json!({ "game": "bagh-chal", "time": { "type": "unlimited" } });
    a.post("/api/online/challenges", &json!({ "kind": "open", "setup": setup })).fine();
    loop {
        let lobby = looking.next_of("lobby");
        if lobby["lobby"]["challenges"][0]["by"]["id"] == json!(a.id) {
            break;
        }
    }
    // Challenges by link are not listed.
    a.post("/api/online/challenges", &json!({ "kind": "link", "setup": setup })).fine();
    assert_eq!(a.get("/api/online/lobby").fine()["challenges"].as_array().unwrap().len(), 1);
    let metrics = a.get("/metrics").body;
    assert!(metrics.contains("bagh_online_sockets 1"), "{metrics}");
    // Requests of online play are counted like all others.
    for counted in ["route=\"/api/online/challenges\"", "route=\"/api/online/lobby\""] {
        assert!(metrics.contains(counted), "{counted}: {metrics}");
    }
}

#[test]
fn a_rematch_stays_when_its_offer_has_expired() {
    let world = World::new();
    let (mut goat, mut tiger, game) = world.game(blitz());
    goat.command(&game, json!({ "type": "abort" })).fine();
    let path = format!("/api/online/games/{game}/rematch");
    let offer = tiger.post(&path, &json!({})).fine()["challenge"]["id"].clone();
    let offer = format!("/api/online/challenges/{}", offer.as_str().unwrap());
    // An offer that has expired makes room for another one.
    world.sql("UPDATE challenges SET expires = 1");
    tiger.post(&path, &json!({})).fine();
    let next = goat.post(&path, &json!({})).fine()["game"].clone();
    world.sql("UPDATE challenges SET expires = 1");
    for player in [&mut goat, &mut tiger] {
        assert_eq!(player.post(&path, &json!({})).fine()["game"], next);
    }
    assert_eq!(goat.post(&format!("{offer}/accept"), &json!({})).fine()["game"], next);
    assert_eq!(tiger.post(&format!("{offer}/renew"), &json!({})).fine()["game"], next);
    world.guest().post(&format!("{offer}/accept"), &json!({})).refused(404);
}

#[test]
fn a_seek_lasts_as_long_as_somebody_waits() {
    let world = World::new();
    let (mut a, mut b) = (world.guest(), world.guest());
    let seek = json!({ "kind": "seek", "setup": { "game": "kaooa", "time": blitz() } });
    let made = a.post("/api/online/challenges", &seek).fine()["challenge"].clone();
    let renew = format!("/api/online/challenges/{}/renew", made["id"].as_str().unwrap());
    let expires = |challenge: &serde_json::Value| challenge["expires"].as_u64().unwrap();
    let lasts = expires(&made) - made["created"].as_u64().unwrap();
    assert!(lasts <= 60_000, "{made}");
    // Half of the time passes.
    world.sql("UPDATE challenges SET expires = expires - 20000");
    let renewed = a.post(&renew, &json!({})).fine()["challenge"].clone();
    assert!(expires(&renewed) >= expires(&made), "{renewed}");
    b.post(&renew, &json!({})).refused(404);
    // Nobody waits any more: there is no one to be paired with.
    world.sql("UPDATE challenges SET expires = 1");
    assert!(b.post("/api/online/challenges", &seek).fine()["challenge"].is_object());
    a.post(&renew, &json!({})).refused(404);
}

pub fn both_players_may_offer_the_rematch_at_the_same_moment(world: &World) {
    for _ in 0..5 {
        let (mut goat, tiger, game) = world.game(blitz());
        goat.command(&game, json!({ "type": "abort" })).fine();
        let path = format!("/api/online/games/{game}/rematch");
        let presses: Vec<_> = [goat, tiger]
            .into_iter()
            .map(|mut player| {
                let path = path.clone();
                std::thread::spawn(move || {
                    player.post(&path, &json!({})).fine();
                    player
                })
            })
            .collect();
        let players: Vec<_> = presses.into_iter().map(|press| press.join().unwrap()).collect();
        let again = players.into_iter().map(|mut player| player.post(&path, &json!({})).fine());
        let games: Vec<_> = again.map(|answer| answer["game"].clone()).collect();
        assert!(games[0].is_string() && games[0] == games[1], "{games:?}");
    }
}

#[test]
fn a_seek_is_not_taken_by_someone_out_of_its_range() {
    let world = World::new();
    let (mut strong, mut b) = (world.guest(), world.guest());
    let seek = json!({
        "kind": "seek", "range": 100, "setup": { "game": "bagh-chal", "time": blitz() },
    });
    let id = strong.post("/api/online/challenges", &seek).fine()["challenge"]["id"].clone();
    world.sql("UPDATE challenges SET rating = 1900");
    let accept = format!("/api/online/challenges/{}/accept", id.as_str().unwrap());
    assert_eq!(b.post(&accept, &json!({})).refused(403)["code"], "forbidden");
    world.sql("UPDATE challenges SET rating = 1550");
    b.post(&accept, &json!({})).fine();
}

#[test]
fn games_that_nobody_plays_any_more_are_not_shown_in_the_lobby() {
    let world = World::new();
    let (_, _, asleep) = world.game(json!({ "type": "unlimited" }));
    world.sql("UPDATE games SET updated = updated - 7200000");
    let (_, _, lively) = world.game(json!({ "type": "unlimited" }));
    let lobby = world.visitor().get("/api/online/lobby").fine();
    assert_eq!(lobby["playing"], 1, "{lobby}");
    assert_eq!(lobby["games"].as_array().unwrap().len(), 1, "{lobby}");
    assert_eq!(lobby["games"][0]["game"], json!(lively));
    // One that was noted with another deadline than its log has is put right, and goes on.
    world.sql("UPDATE games SET deadline = 1");
    while world.number("SELECT count(*) FROM games WHERE deadline = 1") > 0 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(world.visitor().state(&asleep)["ending"], json!(null));
}
