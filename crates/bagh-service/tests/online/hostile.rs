//! Every message and every body that the service takes, with fields that are missing, wrong, huge
//! or hostile. What they look like is read from the description of the API, so that a new one is
//! tried, too.

use serde_json::{Value, json};

use crate::client::{Person, World};
use crate::described::{DOCUMENT, merged, resolved};

/// Texts that mean something to a browser, a database, a file system or a terminal.
const HOSTILE: [&str; 7] = [
    "<script>alert(1)</script>",
    "'; DROP TABLE games; --",
    "../../etc/passwd",
    "\u{0}",
    "\u{202e}gnp.exe",
    "{{7*7}}",
    "\u{1b}[2J",
];

/// A value that fits a schema.
fn example(schema: &Value) -> Value {
    let schema = resolved(schema);
    if let Some(choice) = schema["oneOf"].as_array().and_then(|choices| {
        choices.iter().map(resolved).find(|choice| choice["type"] != "null").cloned()
    }) {
        return example(&choice);
    }
    if let Some(word) = schema["enum"].as_array().and_then(|words| words.first()) {
        return word.clone();
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds[0].as_str(),
        kind => kind.as_str(),
    };
    match kind {
        Some("string") => "x".into(),
        Some("integer" | "number") => 1.into(),
        Some("boolean") => true.into(),
        Some("array") => json!([]),
        _ => {
            let properties = schema["properties"].as_object().into_iter().flatten();
            properties.map(|(name, schema)| (name.clone(), example(schema))).collect()
        }
    }
}

fn is_required(schema: &Value, name: &str) -> bool {
    schema["required"].as_array().is_some_and(|names| names.iter().any(|one| one == name))
}

/// Values that do not fit a schema: of other types, too large, or not one of its words.
fn misfits(schema: &Value, required: bool) -> Vec<Value> {
    let example = example(schema);
    let all = [
        Value::Null,
        json!(true),
        json!(7.5),
        json!(-1),
        json!("nonsense"),
        json!([]),
        json!([[[]]]),
        json!({}),
        json!({ "$ne": 1 }),
        serde_json::from_str("18446744073709551616").expect("a number"),
    ];
    let fits = |value: &Value| match (&example, value) {
        (_, Value::Null) => !required,
        (Value::Bool(_), Value::Bool(_)) => true,
        // Words of an enumeration are not just any text.
        (Value::String(_), Value::String(_)) => resolved(schema)["enum"].is_null(),
        _ => false,
    };
    all.into_iter().filter(|value| !fits(value)).collect()
}

/// An object of a schema with one thing wrong in it, and what that is.
fn spoiled(schema: &Value, object: &Value) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    let mut extra = object.clone();
    extra["__proto__"] = json!({ "admin": true });
    all.push(("a field that no one knows".to_owned(), extra));
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let required = is_required(schema, name);
        if required {
            let mut missing = object.clone();
            missing.as_object_mut().expect("an object").remove(name);
            all.push((format!("{name} is missing"), missing));
        }
        for value in misfits(field, required) {
            let mut wrong = object.clone();
            wrong[name] = value;
            all.push((format!("{name} is wrong"), wrong));
        }
        // What is within it may be wrong in as many ways.
        for inner in merged(field).iter().filter(|inner| inner["properties"].is_object()) {
            for (what, value) in spoiled(inner, &example(inner)) {
                let mut wrong = object.clone();
                wrong[name] = value;
                all.push((format!("{name}: {what}"), wrong));
            }
        }
    }
    all
}

/// The messages of the socket as they should be, one of each type, with their schemas.
fn messages(game: &str) -> Vec<(Value, Value)> {
    let schemas = &DOCUMENT["components"]["schemas"];
    let mut all = Vec::new();
    for schema in merged(&schemas["OnlineRequest"]) {
        let mut message = example(&schema);
        if message.get("game").is_some() {
            message["game"] = game.into();
        }
        all.push((schema, message));
    }
    all
}

pub fn messages_with_something_wrong_are_refused_and_change_nothing(world: &World) {
    let (mut goat, _, game) = world.game(json!({ "type": "unlimited" }));
    let mut socket = goat.socket();
    let mut refused = |what: &str, message: &Value| {
        socket.send(message);
        let mut answer = socket.next();
        // The service may still tell of the challenge and the game.
        while ["started", "challenge", "missed"].iter().any(|kind| answer["type"] == *kind) {
            answer = socket.next();
        }
        let error = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(!error.is_empty() && error.len() < 1_000, "{what}: {message}: {answer}");
    };
    let messages = messages(&game);
    assert_eq!(messages.len(), 5, "follow, unfollow, command, lobby and ping");
    let mut tried = 0;
    for (schema, message) in &messages {
        for (what, message) in spoiled(schema, message) {
            refused(&what, &message);
            tried += 1;
        }
        let mut unknown = message.clone();
        unknown["type"] = "ended".into();
        refused("an unknown type", &unknown);
    }
    assert!(tried > 200, "with all twelve commands there are more than {tried}");
    // Texts of the right type, huge and hostile.
    let huge = "x".repeat(3_000);
    for text in HOSTILE.iter().copied().chain([huge.as_str()]) {
        let mv = json!({ "type": "move", "ply": 0, "move": text });
        refused("a move", &json!({ "type": "command", "game": game, "id": "a", "command": mv }));
        let resign = json!({ "type": "resign" });
        for (game, id) in [(text, "a"), (game.as_str(), text)] {
            let message = json!({ "type": "command", "game": game, "id": id, "command": resign });
            refused("an identifier", &message);
        }
        refused("a game", &json!({ "type": "follow", "game": text }));
    }
    assert_eq!(goat.state(&game)["number"], 1, "nothing has changed");
    let metrics = goat.get("/metrics").body;
    assert!(
        metrics.contains("\nbagh_online_rooms 1\n"),
        "no room for games that are not: {metrics}"
    );
}

#[test]
fn what_is_no_text_of_a_fitting_size_is_refused_with_a_reason() {
    let world = World::new();
    let person = world.guest();
    let mut socket = person.socket();
    socket.send_bytes(b"{\"type\":\"ping\"}");
    let refused = socket.next_of("error");
    assert_eq!(refused["error"]["field"], "message", "{refused}");
    let huge = json!({ "type": "ping", "n": 1, "x": "x".repeat(5_000) });
    socket.send(&huge);
    let (code, reason) = socket.closed();
    assert_eq!(code, 1009, "{reason}");
    assert!(reason.contains("4096 bytes"), "{reason}");
}

/// The paths that take a body in JSON, with its schema.
fn bodies() -> Vec<(String, Value)> {
    let paths = DOCUMENT["paths"].as_object().expect("paths").iter();
    paths
        .filter(|(path, _)| path.starts_with("/api/online/"))
        .filter_map(|(path, item)| {
            let content = item["post"]["requestBody"]["content"].get("application/json")?;
            Some((path.clone(), content["schema"].clone()))
        })
        .collect()
}

pub fn bodies_with_something_wrong_are_refused_and_change_nothing(world: &World) {
    let (mut goat, _, game) = world.game(json!({ "type": "unlimited" }));
    let before = export(&mut goat);
    let bodies = bodies();
    assert!(bodies.len() >= 12, "{bodies:?}");
    for (path, schema) in &bodies {
        let path = path.replace("{id}", &game);
        for schema in merged(schema) {
            for (what, body) in spoiled(&schema, &example(&schema)) {
                let reply = goat.post(&path, &body);
                let error = reply.refused(400);
                assert_eq!(error["code"], "bad-field", "{path}: {what}: {body}");
            }
        }
    }
    assert_eq!(export(&mut goat), before, "nothing has changed");
}

/// All that is stored about someone.
fn export(person: &mut Person) -> Value {
    let mut export = person.get("/api/online/export").fine();
    export["seen"] = Value::Null;
    export
}

pub fn keys_of_others_open_nothing(world: &World) {
    let (mut goat, mut tiger, game) = world.game(json!({ "type": "unlimited" }));
    let mut mallory = world.guest();
    let command = |id: &str, command: Value| json!({ "id": id, "command": command });
    let commands = format!("/api/online/games/{game}/commands");
    for kind in ["resign", "abort", "offer-draw", "give-time", "leave", "propose-takeback"] {
        let refused = mallory.post(&commands, &command("a", json!({ "type": kind }))).refused(409);
        assert_eq!(refused["refusal"]["key"], "not-a-player", "{kind}");
    }
    assert_eq!(
        tiger.play(&game, 0, "C1").refused(409)["refusal"]["key"],
        "not-your-turn",
        "a move out of turn"
    );
    // The sessions, tokens and challenges of someone else.
    let sessions = goat.get("/api/online/sessions").fine();
    let session = sessions["sessions"][0]["id"].as_str().unwrap().to_owned();
    mallory.post(&format!("/api/online/sessions/{session}/end"), &json!({})).refused(404);
    let setup = json!({ "game": "bagh-chal", "time": { "type": "unlimited" } });
    let open =
        goat.post("/api/online/challenges", &json!({ "kind": "open", "setup": setup })).fine();
    let challenge = open["challenge"]["id"].as_str().unwrap();
    mallory.post(&format!("/api/online/challenges/{challenge}/decline"), &json!({})).refused(404);
    mallory.post(&format!("/api/online/games/{game}/rematch"), &json!({})).refused(403);
    // Keys that are none, and the token of an account that is gone.
    for key in ["", "x", "bagh_session=x", "0000000000000000000000000000000000"] {
        let headers = [("Authorization", format!("Bearer {key}"))];
        let headers = headers.each_ref().map(|(name, value)| (*name, value.as_str()));
        world.visitor().send("GET", "/api/online/me", &headers, b"").refused(401);
    }
    let register = json!({ "name": "mallory", "password": "chautari 1" });
    mallory.post("/api/online/register", &register).fine();
    let token = mallory.post("/api/online/tokens", &json!({ "label": "<b>" })).fine();
    let bearer = format!("Bearer {}", token["token"].as_str().unwrap());
    let headers = [("Authorization", bearer.as_str())];
    world.visitor().send("GET", "/api/online/me", &headers, b"").fine();
    mallory.post("/api/online/delete", &json!({ "confirm": "mallory" })).fine();
    world.visitor().send("GET", "/api/online/me", &headers, b"").refused(401);
    assert_eq!(goat.get("/api/online/sessions").fine(), sessions);
    assert_eq!(goat.state(&game)["number"], 1);
}
