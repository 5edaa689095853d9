//! What must be refused with a reason, and change nothing.

use serde_json::json;

use crate::client::World;

pub fn bad_bodies_are_refused_by_every_path(world: &World) {
    let (mut goat, _, game) = world.game(json!({ "type": "unlimited" }));
    let commands = format!("/api/online/games/{game}/commands");
    let paths = [
        "/api/online/register",
        "/api/online/login",
        "/api/online/recover",
        "/api/online/recovery-codes",
        "/api/online/password",
        "/api/online/tokens",
        "/api/online/delete",
        "/api/online/blocks",
        "/api/online/challenges",
        commands.as_str(),
    ];
    let deep = "[".repeat(10_000);
    for path in paths {
        for body in ["", "{", "[]", "null", "{\"x\":1}", "\u{0}", deep.as_str(), "{\"name\":{}}"] {
            let reply = goat.send("POST", path, &[], body.as_bytes());
            assert_eq!(reply.refused(400)["field"], "body", "{path} {body:.20}");
        }
        let huge = goat.send("POST", path, &[], &vec![b' '; 1 << 20]);
        assert!([0, 413].contains(&huge.status), "{path}: {huge:?}");
    }
    assert_eq!(goat.state(&game)["number"], 1, "nothing has changed");
}

pub fn bad_commands_are_refused_and_leave_no_trace(world: &World) {
    let (mut goat, _, game) = world.game(json!({ "type": "unlimited" }));
    let bad = [
        json!({ "type": "move" }),
        json!({ "type": "move", "ply": -1, "move": "C1" }),
        json!({ "type": "move", "ply": 0, "move": "C1", "lag": 1000 }),
        json!({ "type": "move", "ply": 0, "move": 7 }),
        json!({ "type": "say", "phrase": "<script>" }),
        json!({ "type": "ended", "outcome": "goat-win" }),
        json!({ "type": "credited", "from": 0, "until": 1 }),
        json!({ "type": "claim", "claim": "all" }),
        json!("resign"),
    ];
    for command in bad {
        goat.command(&game, command).refused(400);
    }
    let long = json!({ "type": "move", "ply": 0, "move": "<img>".repeat(1000) });
    assert_eq!(goat.command(&game, long).refused(409)["refusal"]["key"], "illegal-move");
    let path = format!("/api/online/games/{game}/commands");
    for id in ["", "a b", "<b>", &"x".repeat(41)] {
        let body = json!({ "id": id, "command": { "type": "resign" } });
        goat.post(&path, &body).refused(400);
    }
    world
        .visitor()
        .post(&path, &json!({ "id": "a", "command": { "type": "resign" } }))
        .refused(401);
    goat.play("unknown", 0, "C1").refused(404);
    goat.play("..%2f..%2fetc", 0, "C1").refused(404);
    assert_eq!(goat.state(&game)["number"], 1);
}

#[test]
fn sockets_survive_nonsense() {
    let world = World::new();
    let (goat, _, game) = world.game(json!({ "type": "unlimited" }));
    let mut socket = goat.socket();
    for text in ["", "nonsense", "[]", "{}", "{\"type\":\"x\"}", "{\"type\":\"follow\"}", "\u{1}"] {
        socket.send_text(text);
        assert_eq!(socket.next_of("error")["error"]["code"], "bad-field", "{text}");
    }
    socket.follow("unknown", 0);
    assert_eq!(socket.next_of("error")["error"]["code"], "not-found");
    socket.follow(&game, 0);
    assert_eq!(socket.next_of("state")["game"], json!(game));
    socket.send(&json!({ "type": "ping", "n": 7 }));
    assert_eq!(socket.next_of("pong")["n"], 7);
}

#[test]
fn other_sites_cannot_act_for_a_player() {
    let world = World::new();
    let mut maya = world.guest();
    let body = json!({ "confirm": "guest" }).to_string();
    for origin in
        ["https://evil.example", "null", "http://localhost.evil.example", "http://localhost:1"]
    {
        let headers = [("Origin", origin)];
        maya.send("POST", "/api/online/delete", &headers, body.as_bytes()).refused(403);
    }
    let upgrade = [
        ("Origin", "https://evil.example"),
        ("Upgrade", "websocket"),
        ("Connection", "Upgrade"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    maya.send("GET", "/api/online/socket", &upgrade, b"").refused(403);
    let own = [("Origin", "http://localhost")];
    maya.send("POST", "/api/online/delete", &own, body.as_bytes()).fine();
}

pub fn names_stay_text_and_cannot_be_imitated(world: &World) {
    let mut a = world.guest();
    for name in ["<b>x</b>", "a", "admin", "x y", "m\u{430}ya", &"x".repeat(5_000), "a\u{202e}b"] {
        let body = json!({ "name": name, "password": "12345678" });
        assert_eq!(
            a.post("/api/online/register", &body).refused(400)["field"],
            "name",
            "{name:.20}"
        );
    }
    let short = json!({ "name": "maya", "password": "1234567" });
    assert_eq!(a.post("/api/online/register", &short).refused(400)["field"], "password");
    a.post("/api/online/register", &json!({ "name": "maya", "password": "12345678" })).fine();
    let imitation = json!({ "name": "rnaya", "password": "12345678" });
    world.guest().post("/api/online/register", &imitation).refused(409);
}

#[test]
fn limits_tell_a_program_how_long_to_wait() {
    let world = World::with(tempfile::tempdir().unwrap(), 1);
    let mut maya = world.guest();
    let setup = json!({ "game": "bagh-chal", "time": { "type": "unlimited" } });
    let new = json!({ "kind": "link", "setup": setup });
    let refused = loop {
        let reply = maya.post("/api/online/challenges", &new);
        if reply.status == 429 {
            break reply;
        }
        assert!([200, 409].contains(&reply.status), "{reply:?}");
    };
    let error = refused.refused(429);
    assert_eq!(error["key"], "challenges");
    let seconds = error["seconds"].as_u64().unwrap();
    assert!(seconds >= 1);
    assert_eq!(refused.header("retry-after"), Some(seconds.to_string().as_str()));
}

pub fn texts_that_no_database_stores_are_refused(world: &World) {
    let mut maya = world.guest();
    let paths = [
        "/api/online/challenges/%00",
        "/api/online/games/%00",
        "/api/online/players/a%00b",
        "/api/online/leaderboard?game=%00&side=goat",
        "/api/online/players/level-1/history?game=a%00&side=goat",
    ];
    for path in paths {
        let status = maya.get(path).status;
        assert!([400, 404].contains(&status), "{path}: {status}");
    }
    for path in ["challenges/%00/accept", "challenges/%00/decline", "passkeys/%00/remove"] {
        let status = maya.post(&format!("/api/online/{path}"), &json!({})).status;
        assert!([400, 404].contains(&status), "{path}: {status}");
    }
}
