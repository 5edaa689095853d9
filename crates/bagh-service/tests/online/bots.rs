//! Bots, by the paths of lichess's bot API.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

use bagh_online::PlayerId;
use bagh_store::{Key, KeyKind, Name, Store, secret};
use serde_json::{Value, json};

use crate::client::{Person, Reply, Socket, World, database};

/// A bot by its token.
struct Bot {
    person: Person,
    token: String,
    id: String,
}

/// A service with a bot for each name.
fn world<const N: usize>(names: [&str; N]) -> (World, [Bot; N]) {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let tokens = names.map(|name| {
        runtime.block_on(async {
            let store = Store::open(&database(folder.path())).await.unwrap();
            let id = PlayerId::new(format!("id-{name}")).unwrap();
            store.create_bot(&id, &Name::new(name).unwrap(), 1).await.unwrap();
            let token = secret::new_key().unwrap();
            let hash = secret::key_hash(&token);
            let (kind, label) = (KeyKind::Token, "test".to_owned());
            let key = Key { hash, account: id.clone(), kind, label, created: 1, expires: None };
            store.add_key(key).await.unwrap();
            (id.to_string(), token)
        })
    });
    drop(runtime);
    let world = World::with(folder, 100);
    let bots = tokens.map(|(id, token)| Bot { person: world.visitor(), token, id });
    (world, bots)
}

impl Bot {
    fn send(&mut self, method: &str, path: &str, body: &str) -> Reply {
        let authorization = format!("Bearer {}", self.token);
        let headers = [
            ("Authorization", authorization.as_str()),
            ("Content-Type", "application/x-www-form-urlencoded"),
        ];
        self.person.send(method, path, &headers, body.as_bytes())
    }

    fn post(&mut self, path: &str, form: &str) -> Reply {
        self.send("POST", path, form)
    }

    fn play(&mut self, game: &str, mv: &str, ply: u32) -> Reply {
        self.post(&format!("/api/bot/game/{game}/move/{mv}?ply={ply}"), "")
    }

    /// Opens a stream of lines.
    fn stream(&self, path: &str) -> Lines {
        let mut stream = TcpStream::connect(self.person.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let token = &self.token;
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut lines = Lines(BufReader::new(stream));
        assert!(lines.line().contains("200"), "{path}");
        while !lines.line().is_empty() {}
        lines
    }
}

/// A chunked body of lines: those that begin with a brace are ours, the others are sizes.
struct Lines(BufReader<TcpStream>);

impl Lines {
    fn line(&mut self) -> String {
        let mut line = String::new();
        assert_ne!(self.0.read_line(&mut line).unwrap(), 0, "the connection was closed");
        line.trim().to_owned()
    }

    /// Reads up to the next blank line of the service: a chunk of one byte.
    #[track_caller]
    fn blank(&mut self) {
        while self.line() != "1" {}
    }

    /// The next line of a type.
    #[track_caller]
    fn next(&mut self, kind: &str) -> Value {
        loop {
            let line = self.line();
            if line == "0" {
                panic!("the stream has ended before {kind}");
            }
            if line.starts_with('{') {
                let value: Value = serde_json::from_str(&line).unwrap();
                if value["type"] == kind {
                    return value;
                }
            }
        }
    }
}

#[test]
fn two_bots_play_a_game() {
    let (world, [mut tim, mut gil]) = world(["tim", "gil"]);
    let account = tim.send("GET", "/api/account", "").fine();
    assert_eq!((&account["username"], &account["title"]), (&json!("tim"), &json!("BOT")));
    let mut events = gil.stream("/api/stream/event");
    let terms = "clock.limit=60&clock.increment=1&rated=true&color=tiger";
    let challenge = tim.post("/api/challenge/gil", terms).fine();
    let id = challenge["id"].as_str().unwrap().to_owned();
    assert_eq!((&challenge["status"], &challenge["color"]), (&json!("created"), &json!("black")));
    let told = events.next("challenge");
    assert_eq!(told["challenge"]["id"], id.as_str());
    assert_eq!(told["challenge"]["challenger"]["title"], "BOT");
    // A bot that follows its events is offered to people.
    let listed = world.visitor().get("/api/online/bots").fine();
    let names = |list: &Value| list.as_array().unwrap().iter().map(|b| b["name"].clone()).collect();
    let names: Vec<Value> = names(&listed["bots"]);
    assert!(names.contains(&json!("gil")) && !names.contains(&json!("tim")), "{names:?}");
    assert_eq!(told["challenge"]["timeControl"]["increment"], 1);
    assert_eq!(told["challenge"]["variant"]["key"], "bagh-chal");

    gil.post(&format!("/api/challenge/{id}/accept"), "").fine();
    let start = events.next("gameStart");
    assert_eq!(start["game"]["gameId"], id.as_str(), "the game has the challenge's id");
    assert_eq!(
        (&start["game"]["side"], &start["game"]["isMyTurn"]),
        (&json!("goat"), &json!(true))
    );

    let mut at_gil = gil.stream(&format!("/api/bot/game/stream/{id}"));
    let mut at_tim = tim.stream(&format!("/api/bot/game/stream/{id}"));
    let full = at_gil.next("gameFull");
    assert_eq!((&full["white"]["id"], &full["goat"]["id"]), (&json!(gil.id), &json!(gil.id)));
    assert_eq!(full["state"]["moves"], "");
    assert_eq!(
        (&full["state"]["wtime"], &full["clock"]["initial"]),
        (&json!(60_000), &json!(60_000))
    );
    at_tim.next("gameFull");

    gil.play(&id, "C1", 0).fine();
    let state = at_tim.next("gameState");
    assert_eq!((&state["moves"], &state["status"]), (&json!("C1"), &json!("started")));
    assert_eq!(state["turn"], "tiger");
    // Sent again, with its number or without, it is the same move.
    gil.play(&id, "c1", 0).fine();
    gil.post(&format!("/api/bot/game/{id}/move/C1"), "").fine();
    assert_eq!(gil.play(&id, "C2", 0).refused(409)["refusal"]["key"], "ply");
    assert_eq!(gil.play(&id, "C2", 1).refused(409)["refusal"]["key"], "not-your-turn");
    assert_eq!(tim.play(&id, "A1A5", 1).refused(409)["refusal"]["key"], "illegal-move");
    tim.post(&format!("/api/bot/game/{id}/move/A1B1"), "").fine();
    assert_eq!(at_gil.next("gameState")["moves"], "C1");
    assert_eq!(at_gil.next("gameState")["moves"], "C1 A1B1");

    tim.post(&format!("/api/bot/game/{id}/resign"), "").fine();
    let end = at_gil.next("gameState");
    assert_eq!((&end["status"], &end["winner"]), (&json!("resign"), &json!("white")));
    assert_eq!((&end["reason"], &end["outcome"]), (&json!("resignation"), &json!("goat-win")));
    let finish = events.next("gameFinish");
    assert_eq!(finish["game"]["status"]["name"], "resign");
    assert_eq!(gil.play(&id, "C2", 2).refused(409)["refusal"]["key"], "over");
}

#[test]
fn challenges_can_be_declined_and_withdrawn() {
    let (_world, [mut tim, mut gil]) = world(["tim", "gil"]);
    let mut at_tim = tim.stream("/api/stream/event");
    let first = tim.post("/api/challenge/gil", "days=2").fine();
    let id = first["id"].as_str().unwrap().to_owned();
    assert_eq!(at_tim.next("challenge")["challenge"]["timeControl"]["daysPerTurn"], 2);
    let waiting = gil.send("GET", "/api/challenge", "").fine();
    assert_eq!(waiting["in"][0]["id"], id.as_str());
    assert_eq!(tim.send("GET", "/api/challenge", "").fine()["out"][0]["id"], id.as_str());
    gil.post(&format!("/api/challenge/{id}/decline"), "").fine();
    assert_eq!(at_tim.next("challengeDeclined")["challenge"]["id"], id.as_str());

    let second = tim.post("/api/challenge/gil", "").fine();
    let id = second["id"].as_str().unwrap().to_owned();
    // A stream begins with what waits.
    let mut at_gil = gil.stream("/api/stream/event");
    assert_eq!(at_gil.next("challenge")["challenge"]["id"], id.as_str());
    at_gil.blank();
    tim.post(&format!("/api/challenge/{id}/cancel"), "").fine();
    assert_eq!(at_gil.next("challengeCanceled")["challenge"]["id"], id.as_str());
    gil.post(&format!("/api/challenge/{id}/accept"), "").refused(404);
}

/// However quickly a challenge is answered, the challenger hears of it.
#[test]
fn no_end_of_a_challenge_is_lost() {
    let (_world, [mut tim, mut gil]) = world(["tim", "gil"]);
    let mut events = tim.stream("/api/stream/event");
    events.blank();
    for _ in 0..5 {
        let made = tim.post("/api/challenge/gil", "").fine();
        let id = made["id"].as_str().unwrap();
        gil.post(&format!("/api/challenge/{id}/decline"), "").fine();
        assert_eq!(events.next("challengeDeclined")["challenge"]["id"], id);

        let made = tim.post("/api/challenge/gil", "").fine();
        let id = made["id"].as_str().unwrap();
        gil.post(&format!("/api/challenge/{id}/accept"), "").fine();
        gil.post(&format!("/api/bot/game/{id}/abort"), "").fine();
        assert_eq!(events.next("gameStart")["game"]["gameId"], id);
        assert_eq!(events.next("gameFinish")["game"]["gameId"], id);
    }
}

#[test]
fn a_challenge_with_a_key_can_be_asked_for_again() {
    let (_world, [mut tim, mut gil]) = world(["tim", "gil"]);
    let mut ask = |form: &str| {
        let made = tim.post("/api/challenge/gil", form).fine();
        (made["id"].as_str().unwrap().to_owned(), made["status"].as_str().unwrap().to_owned())
    };
    let (first, status) = ask("days=2&key=a");
    assert_eq!(status, "created");
    assert_eq!(ask("days=2&key=a"), (first.clone(), "created".to_owned()));
    let (second, _) = ask("days=2&key=b");
    assert_ne!(first, second, "another key is another challenge");
    let waiting = gil.send("GET", "/api/challenge", "").fine();
    assert_eq!(waiting["in"].as_array().unwrap().len(), 2);

    // It is answered by what became of it.
    gil.post(&format!("/api/challenge/{first}/accept"), "").fine();
    assert_eq!(ask("days=2&key=a"), (first, "accepted".to_owned()));
    gil.post(&format!("/api/challenge/{second}/decline"), "").fine();
    assert_eq!(ask("days=2&key=b"), (second.clone(), "declined".to_owned()));
    let (third, _) = ask("days=2&key=c");
    tim.post(&format!("/api/challenge/{third}/cancel"), "").fine();
    let made = tim.post("/api/challenge/gil", "days=2&key=c").fine();
    assert_eq!((&made["id"], &made["status"]), (&json!(third), &json!("canceled")));

    // Keys are an account's own.
    let other = gil.post("/api/challenge/tim", "days=2&key=b").fine();
    assert_ne!(other["id"], second.as_str());
    let error = tim.post("/api/challenge/gil", "days=3&key=b").refused(409);
    assert!(error["message"].as_str().unwrap().contains("other terms"), "{error}");
    for key in [String::new(), "x".repeat(65)] {
        let error = tim.post("/api/challenge/gil", &format!("key={key}")).refused(400);
        assert_eq!(error["field"], "key");
    }
}

#[test]
fn bad_requests_of_bots_say_what_is_wrong() {
    let (world, [mut tim, _gil]) = world(["tim", "gil"]);
    for (path, form, status, word) in [
        ("/api/challenge/missing", "", 404, "player"),
        ("/api/challenge/tim", "", 400, "opponent"),
        ("/api/challenge/gil", "clock.limit=x", 400, "clock.limit"),
        ("/api/challenge/gil", "clock.limit=1", 400, "time.base"),
        ("/api/challenge/gil", "clock.increment=1", 400, "clock.limit"),
        ("/api/challenge/gil", "clock.limit=60&days=1", 400, "days"),
        ("/api/challenge/gil", "rated=perhaps", 400, "true or false"),
        ("/api/challenge/gil", "rated=true", 400, "clock"),
        ("/api/challenge/gil", "color=red", 400, "color"),
        ("/api/challenge/gil", "variant=chess", 400, "chess"),
        ("/api/challenge/gil", "captures=300", 400, "captures"),
        ("/api/challenge/gil", "wrong=1", 400, "wrong"),
        ("/api/challenge/none/accept", "", 404, "challenge"),
        ("/api/bot/game/none/resign", "", 404, "game"),
        ("/api/bot/game/none/move/C1", "", 404, "game"),
        ("/api/bot/game/none/move/C1?ply=x", "", 400, "query"),
    ] {
        let error = tim.post(path, form).refused(status);
        let message = error["message"].as_str().unwrap();
        assert!(message.contains(word), "{path} {form}: {message}");
    }
    // People play with the page, and those without an account not at all.
    let (mut goat, _, game) = world.game(json!({ "type": "unlimited" }));
    let person = goat.post(&format!("/api/bot/game/{game}/move/C1"), &json!({})).refused(403);
    assert!(person["message"].as_str().unwrap().contains("expected a bot's"));
    world.visitor().get("/api/stream/event").refused(401);
    // A bot sees the games of others as little as games that are not there.
    tim.play(&game, "C1", 0).refused(404);
    let setup = json!({ "game": "bagh-chal", "time": { "type": "unlimited" } });
    let seek = json!({ "kind": "seek", "setup": setup }).to_string();
    tim.post("/api/online/challenges", &seek).refused(403);
}

/// Waits for the move with this number.
fn moved(socket: &mut Socket, ply: u64) -> Value {
    loop {
        let event = socket.event("moved");
        if event["ply"] == ply {
            return event;
        }
    }
}

#[test]
fn a_guest_plays_a_level_which_answers_by_itself() {
    let world = World::new();
    let mut guest = world.guest();
    let bots = guest.get("/api/online/bots").fine();
    let names: Vec<&str> =
        bots["bots"].as_array().unwrap().iter().map(|bot| bot["name"].as_str().unwrap()).collect();
    assert_eq!(names[..2], ["Level 1", "Level 2"]);
    let setup =
        json!({ "game": "bagh-chal", "time": { "type": "increment", "base": 60, "increment": 1 } });
    let new = json!({ "kind": "direct", "opponent": "level-1", "setup": setup, "side": "goat" });
    let mut socket = guest.socket();
    let made = guest.post("/api/online/challenges", &new).fine();
    let game = made["challenge"]["id"].as_str().unwrap().to_owned();
    assert_eq!(socket.next_of("started")["game"], game.as_str());
    socket.follow(&game, 0);
    let state = socket.next_of("state");
    assert_eq!(state["players"]["tiger"]["name"], "Level 1");
    assert_eq!(state["players"]["tiger"]["bot"], true);
    guest.play(&game, 0, "C1").fine();
    let answer = moved(&mut socket, 1);
    assert!(answer["move"].as_str().unwrap().len() == 4, "{answer}");
    // It lets people take back a move of an unrated game, and plays on when a draw is offered.
    guest.command(&game, json!({ "type": "propose-takeback" })).fine();
    socket.event("taken-back");
    guest.play(&game, 0, "C2").fine();
    moved(&mut socket, 1);
    guest.command(&game, json!({ "type": "offer-draw" })).fine();
    socket.event("draw-declined");
    guest.command(&game, json!({ "type": "resign" })).fine();
    socket.event("ended");
    // A rematch is accepted, too.
    guest.post(&format!("/api/online/games/{game}/rematch"), &json!({})).fine();
    let started = socket.next_of("started");
    let next = guest.state(started["game"].as_str().unwrap());
    assert_eq!(next["seats"]["goat"], "level-1");
}
