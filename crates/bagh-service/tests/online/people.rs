//! Accounts from guest to deletion.

use std::sync::Arc;
use std::time::Instant;

use bagh::{Game, Side};
use bagh_remote::{RemoteOptions, RemoteTables};
use bagh_tables::{Quiet, SolveOptions, Tables, solve};
use serde_json::json;

use crate::client::{PATIENCE, World};
use crate::remote_host::{Host, Manner};

pub fn a_guest_takes_a_name_and_keeps_the_games(world: &World) {
    let (mut maya, _, game) = world.game(json!({ "type": "unlimited" }));
    let cookie = maya.cookie.clone();
    assert_eq!(maya.post("/api/online/guest", &json!({})).fine()["player"]["id"], json!(maya.id));
    assert_eq!(maya.cookie, cookie, "a second visit is the same guest");
    let account = json!({ "name": "Maya", "password": "chautari 1" });
    let codes = maya.post("/api/online/register", &account).fine()["recovery_codes"].clone();
    assert_eq!(codes.as_array().unwrap().len(), 8);
    maya.post("/api/online/register", &account).refused(409);
    let state = maya.get(&format!("/api/online/games/{game}")).fine();
    assert_eq!(state["players"]["goat"]["name"], "Maya");

    // Another browser signs in; a wrong password does not tell whether the name exists.
    let mut phone = world.visitor();
    let wrong =
        phone.post("/api/online/login", &json!({ "name": "maya", "password": "chautari 2" }));
    let unknown =
        phone.post("/api/online/login", &json!({ "name": "mira", "password": "chautari 2" }));
    assert_eq!(wrong.refused(403), unknown.refused(403));
    let login = json!({ "name": "MAYA", "password": "chautari 1" });
    assert_eq!(phone.post("/api/online/login", &login).fine()["player"]["id"], json!(maya.id));
    let sessions = maya.get("/api/online/sessions").fine();
    let others: Vec<_> = sessions["sessions"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|session| session["this"] == json!(false))
        .collect();
    let path = format!("/api/online/sessions/{}/end", others[0]["id"].as_str().unwrap());
    maya.post(&path, &json!({})).fine();
    phone.get("/api/online/me").refused(401);

    // A recovery code sets a new password, works once, and ends other sessions.
    let recover = json!({ "name": "maya", "code": codes[0], "password": "deurali 22" });
    assert_eq!(phone.post("/api/online/recover", &recover).fine()["recovery_codes_left"], 7);
    phone.clone().post("/api/online/recover", &recover).refused(403);
    assert!(world.visitor().get("/metrics").body.contains("bagh_online_logins_refused_total 3"));
    maya.get("/api/online/me").refused(401);

    // A program acts with a token, and needs no Origin.
    let token = phone.post("/api/online/tokens", &json!({ "label": "bot" })).fine();
    let bearer = format!("Bearer {}", token["token"].as_str().unwrap());
    let mut bot = world.visitor();
    let headers = [("Authorization", bearer.as_str()), ("Origin", "https://elsewhere.example")];
    assert_eq!(bot.send("GET", "/api/online/me", &headers, b"").fine()["player"]["name"], "Maya");

    let export = phone.get("/api/online/export").fine();
    assert_eq!(export["games"][0]["game"], json!(game));
    assert!(!export.to_string().contains("argon2"), "no hashes in an export");
    phone.post("/api/online/delete", &json!({ "confirm": "yes" })).refused(400);
    phone.post("/api/online/delete", &json!({ "confirm": "Maya" })).fine();
    bot.send("GET", "/api/online/me", &headers, b"").refused(401);
    let state = world.visitor().get(&format!("/api/online/games/{game}")).fine();
    assert_eq!(state["players"]["goat"]["deleted"], json!(true));
}

pub fn rated_games_need_names_and_change_ratings(world: &World) {
    let (mut a, mut b) = (world.guest(), world.guest());
    let time = json!({ "type": "increment", "base": 300, "increment": 0 });
    let setup = json!({ "game": "bagh-chal", "time": time, "rated": true });
    let new = json!({ "kind": "open", "setup": setup, "side": "goat" });
    a.post("/api/online/challenges", &new).refused(403);
    for (person, name) in [(&mut a, "asha"), (&mut b, "bimal")] {
        person
            .post("/api/online/register", &json!({ "name": name, "password": "12345678" }))
            .fine();
    }
    let id = a.post("/api/online/challenges", &new).fine()["challenge"]["id"].clone();
    let path = format!("/api/online/challenges/{}/accept", id.as_str().unwrap());
    world.guest().post(&path, &json!({})).refused(403);
    let game = b.post(&path, &json!({})).fine()["game"].as_str().unwrap().to_owned();
    a.play(&game, 0, "C1").fine();
    b.play(&game, 1, "A1B1").fine();
    // Those who watch a rated game see it later.
    let seen = world.visitor().get(&format!("/api/online/games/{game}")).fine();
    assert_eq!(seen["state"]["ply"], 0);
    a.command(&game, json!({ "type": "resign" })).fine();
    assert_eq!(world.visitor().state(&game)["ply"], 2, "after the end all is shown");
    let bimal = world.visitor().get("/api/online/players/bimal").fine();
    let rating = &bimal["player"]["ratings"][0];
    assert_eq!((&rating["side"], &rating["games"]), (&json!("tiger"), &json!(1)));
    assert!(rating["rating"].as_f64().unwrap() > 1500.0);
    let history = "/api/online/players/asha/history?game=bagh-chal&side=goat";
    assert_eq!(world.visitor().get(history).fine()["history"][0]["game"], json!(game));
    // It stands beside the name at the board.
    let seen = world.visitor().get(&format!("/api/online/games/{game}")).fine();
    let tiger = &seen["players"]["tiger"];
    assert_eq!((&tiger["rating"], &tiger["provisional"]), (&rating["rating"], &json!(true)));
    let board = "/api/online/leaderboard?game=bagh-chal&side=tiger";
    assert_eq!(world.visitor().get(board).fine()["players"], json!([]), "provisional ratings");
}

#[test]
fn profiles_tell_the_accuracy_where_tables_do() {
    let folder = tempfile::tempdir().unwrap();
    let kaooa = Game::by_name("kaooa").unwrap();
    solve(&kaooa, folder.path(), SolveOptions::default(), &Quiet).unwrap();
    let tables = Tables::open(&kaooa, folder.path()).unwrap();
    let world = World::with(folder, 100);
    let (mut goat, mut tiger) = (world.guest(), world.guest());
    let setup = json!({ "game": "kaooa", "time": { "type": "unlimited" } });
    let new = json!({ "kind": "link", "setup": setup, "side": "goat" });
    let id = goat.post("/api/online/challenges", &new).fine()["challenge"]["id"].clone();
    let path = format!("/api/online/challenges/{}/accept", id.as_str().unwrap());
    let game = tiger.post(&path, &json!({})).fine()["game"].as_str().unwrap().to_owned();
    // The goats play what the tables say, the tigers the worst.
    let mut position = kaooa.start();
    // How many moves of each side could have lost value, and how many of them did not.
    let (mut could_err, mut keeping) = ([0, 0], [0, 0]);
    for ply in 0..6 {
        let moves = tables.moves(&position).unwrap();
        let worth = tables.probe(&position).unwrap().value;
        let (person, mv) = match position.turn() {
            Side::Goat => (&mut goat, moves[0].mv),
            Side::Tiger => (&mut tiger, moves[moves.len() - 1].mv),
        };
        if moves.iter().any(|other| other.after.value != worth) {
            let side = usize::from(position.turn() == Side::Goat);
            let played = moves.iter().find(|found| found.mv == mv).unwrap();
            could_err[side] += 1;
            keeping[side] += u32::from(played.after.value == worth);
        }
        person.play(&game, ply, &kaooa.move_text(&position, mv)).fine();
        position = kaooa.after(&position, mv);
    }
    let profile = format!("/api/online/players/{}", goat.id);
    assert_eq!(goat.get(&profile).fine()["accuracy"], json!([]), "not while the game runs");
    tiger.command(&game, json!({ "type": "resign" })).fine();
    // A profile does not wait for ever until the game is marked.
    let enough = Instant::now() + PATIENCE;
    let accuracy = loop {
        let accuracy = goat.get(&profile).fine()["accuracy"].clone();
        if accuracy != json!([]) {
            break accuracy;
        }
        assert!(Instant::now() < enough, "the game is never marked");
    };
    assert!(could_err != [0, 0], "moves that could have erred");
    let other = tiger.get(&format!("/api/online/players/{}", tiger.id)).fine()["accuracy"].clone();
    for (side, name, found) in [(1, "goat", &accuracy[0]), (0, "tiger", &other[0])] {
        assert_eq!((&found["moves"], &found["side"]), (&json!(3), &json!(name)));
        assert_eq!(found["could_err"], json!(could_err[side]), "{found}");
        assert_eq!(found["keeping"], json!(keeping[side]), "{found}");
        let share = f64::from(keeping[side]) / f64::from(could_err[side]);
        let expected = (could_err[side] > 0).then(|| (share * 1000.0).round() / 1000.0);
        assert_eq!(found["accuracy"], json!(expected), "{found}");
    }
    assert_eq!(keeping[1], could_err[1], "the goats made no mistake");
    assert_eq!(goat.get(&profile).fine()["accuracy"], accuracy, "it is marked once");
    assert_eq!(goat.get("/api/online/export").fine()["accuracy"], accuracy);
}

pub fn recovery_codes_are_replaced_for_the_owner_only(world: &World) {
    let mut maya = world.guest();
    let account = json!({ "name": "Maya", "password": "chautari 1" });
    let old = maya.post("/api/online/register", &account).fine()["recovery_codes"][0].clone();
    maya.post("/api/online/recovery-codes", &json!({ "password": "chautari 2" })).refused(403);
    let new = maya.post("/api/online/recovery-codes", &json!({ "password": "chautari 1" })).fine();
    let recover = |code| json!({ "name": "maya", "code": code, "password": "deurali 22" });
    let mut phone = world.visitor();
    phone.post("/api/online/recover", &recover(&old)).refused(403);
    phone.post("/api/online/recover", &recover(&new["recovery_codes"][7])).fine();
    world.guest().post("/api/online/recovery-codes", &json!({ "password": "x" })).refused(403);
}

#[test]
fn a_session_that_is_used_goes_on() {
    let world = World::new();
    let mut maya = world.guest();
    assert!(maya.get("/api/online/me").header("set-cookie").is_none(), "it was just made");
    let (days, cookie) =
        ("SELECT (max(expires) - max(created)) / 86400000 FROM keys", &maya.cookie);
    assert_eq!(world.number(days), 365);
    let cookie = cookie.clone().unwrap();
    world.sql("UPDATE keys SET created = created - 864000000, expires = expires - 864000000");
    let renewed = maya.get("/api/online/me");
    let set = renewed.header("set-cookie").unwrap();
    assert!(set.starts_with(&cookie) && set.contains("Max-Age=31536000"), "{set}");
    assert_eq!(world.number(days), 375);
    assert!(maya.get("/api/online/me").header("set-cookie").is_none(), "once a day is enough");
    // An open connection of a page renews it, too.
    world.sql("UPDATE keys SET expires = expires - 864000000");
    drop(maya.socket());
    assert_eq!(world.number(days), 375);
}

/// Tables on a machine that does not answer keep nobody waiting but those who wait for them.
#[test]
fn profiles_that_wait_for_tables_hold_up_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let kaooa = Game::by_name("kaooa").unwrap();
    solve(&kaooa, folder.path(), SolveOptions::default(), &Quiet).unwrap();
    let host = Host::start(folder.path());
    let cache = tempfile::tempdir().unwrap();
    let options =
        RemoteOptions { cache_folder: Some(cache.path().to_owned()), ..RemoteOptions::default() };
    let tables = RemoteTables::open(&host.url().parse().unwrap(), &options).unwrap();
    let world = World::set_up(tempfile::tempdir().unwrap(), |settings| {
        settings.remote = Some(Arc::new(tables));
    });
    // More players than the service has threads for its clients.
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let mut players = Vec::new();
    while players.len() < threads + 2 {
        let (mut goat, mut tiger) = (world.guest(), world.guest());
        let setup = json!({ "game": "kaooa", "time": { "type": "unlimited" } });
        let new = json!({ "kind": "link", "setup": setup, "side": "goat" });
        let id = goat.post("/api/online/challenges", &new).fine()["challenge"]["id"].clone();
        let path = format!("/api/online/challenges/{}/accept", id.as_str().unwrap());
        let game = tiger.post(&path, &json!({})).fine()["game"].as_str().unwrap().to_owned();
        let first = kaooa.moves(&kaooa.start()).next().unwrap();
        let text = kaooa.move_text(&kaooa.start(), first);
        assert!([&mut goat, &mut tiger].into_iter().any(|p| p.play(&game, 0, &text).status == 200));
        tiger.command(&game, json!({ "type": "resign" })).fine();
        players.extend([goat, tiger]);
    }
    host.behave("", Manner::Stall);
    let looks = players.into_iter().map(|mut player| {
        let profile = format!("/api/online/players/{}", player.id);
        std::thread::spawn(move || player.get(&profile).fine())
    });
    let looks: Vec<_> = looks.collect();
    while host.requests() == 0 {
        std::thread::yield_now();
    }
    for _ in 0..50 {
        assert_eq!(world.visitor().get("/healthz").status, 200);
    }
    host.behave("", Manner::Fine);
    for look in looks {
        look.join().unwrap();
    }
}
