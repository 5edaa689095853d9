//! Connections: those that ask for much, that are slow, silent or far away, and that have to end.

use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Person, Socket, World};

fn ping(socket: &mut Socket) {
    socket.send(&json!({ "type": "ping", "n": 7 }));
    assert_eq!(socket.next_of("pong")["n"], 7);
}

/// Waits until a number of `/metrics` has a value.
fn wait_for(world: &World, metric: &str) {
    while !world.visitor().get("/metrics").body.contains(&format!("\n{metric}\n")) {
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn blitz() -> Value {
    json!({ "type": "increment", "base": 300, "increment": 3 })
}

/// A game in which both have moved, so that clocks run.
fn under_way(world: &World) -> (Person, Person, String) {
    let (mut goat, mut tiger, game) = world.game(blitz());
    goat.play(&game, 0, "C1").fine();
    tiger.play(&game, 1, "A1B1").fine();
    (goat, tiger, game)
}

#[test]
fn following_a_game_again_and_again_holds_up_nobody() {
    let world = World::new();
    let (mut goat, mut tiger, game) = world.game(json!({ "type": "unlimited" }));
    let (mut busy, mut restless) = (goat.socket(), tiger.socket());
    // Commands keep the game busy, while another connection asks for it all the time.
    for n in 0..60 {
        let say = json!({ "type": "say", "phrase": "hello" });
        busy.send(
            &json!({ "type": "command", "game": game, "id": format!("s{n}"), "command": say }),
        );
        restless.follow(&game, n % 3);
        restless.send(&json!({ "type": "lobby", "on": true }));
    }
    ping(&mut restless);
    goat.play(&game, 0, "C1").fine();
    tiger.play(&game, 1, "A1B1").fine();
    for _ in 0..60 {
        busy.next_of("answer");
    }
    // It is followed as before.
    goat.play(&game, 2, "A1").fine();
    loop {
        let message = restless.next();
        let events = message["events"].as_array().into_iter().flatten();
        let seen = events.clone().any(|event| event["move"] == "A1");
        if seen || message["state"]["ply"] == 3 {
            break;
        }
    }
}

#[test]
fn many_connections_that_follow_many_games_are_all_served() {
    let world = World::new();
    let games: Vec<_> = (0..8).map(|_| world.game(json!({ "type": "unlimited" }))).collect();
    let mut sockets: Vec<Socket> = games.iter().map(|(goat, _, _)| goat.socket()).collect();
    // As after a restart, when everyone comes back at the same moment.
    for socket in &mut sockets {
        for (_, _, game) in &games {
            socket.follow(game, 0);
        }
        socket.send(&json!({ "type": "lobby", "on": true }));
    }
    for socket in &mut sockets {
        let mut states = 0;
        while states < games.len() {
            states += usize::from(socket.next()["type"] == "state");
        }
        ping(socket);
    }
}

#[test]
fn a_connection_that_takes_nothing_is_given_up_and_holds_up_nobody() {
    let world = World::tuned(tempfile::tempdir().unwrap(), |online| {
        online.patience = Duration::from_millis(500);
    });
    let (mut goat, mut tiger, game) = under_way(&world);
    let mut deaf = tiger.socket();
    deaf.follow(&game, 0);
    // More answers than the system keeps for a program that does not read: what a message is about
    // comes back with the error. In the end the service takes no more, and closes the connection.
    let echoed = json!({ "type": "follow", "game": "x".repeat(3_000) });
    let filled = std::thread::spawn(move || while deaf.try_send(&echoed) {});
    for (text, ply) in ["A1", "B1B2", "A2", "B2B1", "A3", "B1B2"].iter().zip(2..) {
        let player = if ply % 2 == 0 { &mut goat } else { &mut tiger };
        player.play(&game, ply, text).fine();
    }
    wait_for(&world, "bagh_online_slow_total 1");
    wait_for(&world, "bagh_online_sockets 0");
    filled.join().unwrap();
}

#[test]
fn a_connection_that_does_not_answer_pings_is_given_up() {
    let world = World::tuned(tempfile::tempdir().unwrap(), |online| {
        online.ping = Duration::from_millis(50);
    });
    let (silent, mut lively) = (world.guest().socket(), world.guest().socket());
    // A client that reads answers pings.
    let reading = std::thread::spawn(move || {
        for _ in 0..5 {
            ping(&mut lively);
            std::thread::sleep(Duration::from_millis(20));
        }
        lively
    });
    wait_for(&world, "bagh_online_silent_total 1");
    drop((silent, reading.join().unwrap()));
}

#[test]
fn the_lag_that_the_service_measures_is_given_back() {
    let world = World::new();
    let (goat, _tiger, game) = under_way(&world);
    let mut at_goat = goat.socket();
    // The first ping was sent with the greeting. It is answered when somebody reads.
    std::thread::sleep(Duration::from_millis(300));
    ping(&mut at_goat);
    ping(&mut at_goat);
    let a1 = json!({ "type": "move", "ply": 2, "move": "A1" });
    at_goat.send(&json!({ "type": "command", "game": game, "id": "late", "command": a1 }));
    at_goat.next_of("answer");
    let log = goat.clone().get(&format!("/api/online/games/{game}/events?after=3")).fine();
    let lag = log["events"][0]["lag"].as_u64().unwrap_or(0);
    // How much depends on when the ping was sent; no quota is above 500 ms.
    assert!((1..=500).contains(&lag), "{log}");
}

#[test]
fn connections_end_with_the_session_that_opened_them() {
    let world = World::new();
    let mut maya = world.guest();
    let account = json!({ "name": "Maya", "password": "chautari 1" });
    maya.post("/api/online/register", &account).fine();
    let login = |person: &mut Person| {
        let login = json!({ "name": "Maya", "password": "chautari 1" });
        person.post("/api/online/login", &login).fine();
    };
    let mut phone = world.visitor();
    login(&mut phone);
    let (mut here, mut there) = (maya.socket(), phone.socket());
    phone.post("/api/online/logout", &json!({})).fine();
    assert_eq!(there.next_of("error")["error"]["code"], "not-signed-in");
    // The other session goes on, until the account is gone.
    ping(&mut here);
    maya.post("/api/online/delete", &json!({ "confirm": "Maya" })).fine();
    assert_eq!(here.next_of("error")["error"]["code"], "not-signed-in");
}
