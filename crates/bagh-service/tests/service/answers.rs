//! What is answered, compared with the tables themselves.

use std::collections::HashSet;

use bagh::{Game, Outcome, Position};
use bagh_service::BoardFile;
use bagh_tables::{Quiet, SolveOptions, Tables, Value, Verdict, solve};
use serde_json::{Value as Json, json};

use crate::world::{Builder, START, shared, small};

/// Every position that play from the start can come to.
fn positions(game: &Game) -> Vec<Position> {
    let mut found = vec![game.start()];
    let mut seen: HashSet<Position> = found.iter().copied().collect();
    let mut at = 0;
    while at < found.len() {
        for mv in game.moves(&found[at]).collect::<Vec<_>>() {
            let next = game.after(&found[at], mv);
            if seen.insert(next) {
                found.push(next);
            }
        }
        at += 1;
    }
    found
}

fn words(game: &Game, position: &Position, verdict: Verdict) -> Json {
    let captures = match verdict.value {
        _ if game.result(position).is_some() => Some(position.captured()),
        Value::GoatWin => None,
        Value::Draw(captured) => Some(captured),
        Value::TigerWin => Some(game.captures()),
    };
    let outcome: Outcome = verdict.value.outcome();
    json!({ "outcome": outcome, "captures": captures, "plies": verdict.plies })
}

/// What is expected of a position, from the tables.
fn expected(tables: &Tables, position: &Position) -> Json {
    let game = tables.game();
    let mut answer = words(game, position, tables.probe(position).unwrap());
    answer["position"] = json!(game.obx(position));
    answer["known"] = json!(true);
    let moves = tables.moves(position).unwrap();
    let moves = moves.iter().map(|m| {
        let mut told = words(game, &game.after(position, m.mv), m.after);
        told["move"] = json!(game.move_text(position, m.mv));
        told
    });
    answer["moves"] = moves.collect();
    answer
}

#[test]
fn one_position_is_answered_as_the_tables_say() {
    let world = shared();
    let tables = Tables::open(&small(), world.tables.path()).unwrap();
    let answer = world.get(&format!("/api/v1/small/probe?position={START}")).fine();
    assert_eq!(answer, expected(&tables, &small().start()));
    assert_eq!(answer["moves"].as_array().unwrap().len(), 7);
}

#[test]
fn every_position_of_the_game_is_answered_in_batches() {
    let world = shared();
    let game = small();
    let tables = Tables::open(&game, world.tables.path()).unwrap();
    let positions = positions(&game);
    assert!(positions.len() > 5_000);
    for batch in positions.chunks(1_000) {
        let texts: Vec<String> = batch.iter().map(|p| game.obx(p)).collect();
        let body = json!({ "positions": texts }).to_string();
        let answers = world.post("/api/v1/small/probe", &body).fine();
        let answers = answers["answers"].as_array().unwrap();
        assert_eq!(answers.len(), batch.len());
        for (answer, position) in answers.iter().zip(batch) {
            assert_eq!(*answer, expected(&tables, position));
        }
    }
}

#[test]
fn moves_can_be_left_out() {
    let body = json!({ "positions": ["T2/3/2T g g5 c0 - 0"], "moves": false }).to_string();
    let answers = shared().post("/api/v1/small/probe", &body).fine();
    assert_eq!(
        answers,
        json!({ "answers": [{
            "position": "T2/3/2T g g5 c0 - 0", "known": true,
            "outcome": "draw", "captures": 0, "plies": null,
        }]})
    );
}

#[test]
fn a_line_leads_to_what_its_position_is_worth() {
    let game = small();
    let answer = shared().get("/api/v1/small/line?position=T1T/GG1/3+t+g3+c0").fine();
    assert_eq!(answer["outcome"], "tiger-win");
    let mut at = game.parse_obx("T1T/GG1/3 t g3 c0").unwrap();
    for told in answer["moves"].as_array().unwrap() {
        let mv = game.parse_move(&at, told["move"].as_str().unwrap()).unwrap();
        game.play_unchecked(&mut at, mv);
        assert_eq!(told["outcome"], "tiger-win");
    }
    assert_eq!(answer["end"]["reason"], "captures");
    assert_eq!(game.result(&at).unwrap().outcome, Outcome::TigerWin);
    let start = shared().get(&format!("/api/v1/small/line?position={START}")).fine();
    assert_eq!(start["end"]["reason"], "settled");
}

#[test]
fn other_notations_are_read() {
    let answer = shared().get("/api/v1/small/probe?position=TXX/XXX/XXT+g+@5+c0+-+%23").fine();
    assert_eq!(answer["position"], "T2/3/2T g g5 c0 - 0");
}

/// A board on which goats can be locked, with more captures to win than are made.
const ROW: &str = r#"
name = "row"
title = "Row"
tigers = 1
goats = 2
captures = 2
opening = ["D1"]
lines = ["A1 B1 C1 D1"]
[[rows]]
points = ["A1", "B1", "C1", "D1"]
x = [0, 1, 2, 3]
y = 0
"#;

#[test]
fn a_finished_game_says_how_many_goats_were_captured() {
    let mut builder = Builder::new();
    let game = Game::from_toml(ROW).unwrap();
    solve(&game, builder.tables(), SolveOptions::default(), &Quiet).unwrap();
    builder.settings.boards.push(BoardFile { game, text: ROW.to_owned() });
    let world = builder.start();
    for (position, outcome, captures, reason) in [
        ("GGT1+g+g0+c0", "tiger-win", 0, "locked-goats"),
        ("GT2+g+g0+c1", "tiger-win", 1, "locked-goats"),
        ("TGG1+t+g0+c0", "goat-win", 0, "tigers-trapped"),
        ("2T1+g+g0+c2", "tiger-win", 2, "captures"),
    ] {
        let ask = |way: &str| world.get(&format!("/api/v1/row/{way}?position={position}")).fine();
        let (probe, line) = (ask("probe"), ask("line"));
        for key in ["known", "outcome", "captures", "plies", "moves"] {
            assert_eq!(probe[key], line[key], "{position}, {key}");
        }
        assert_eq!(probe["outcome"], outcome, "{position}");
        assert_eq!(probe["captures"], captures, "{position}");
        assert_eq!((&probe["plies"], &probe["moves"]), (&json!(0), &json!([])), "{position}");
        assert_eq!(line["end"]["reason"], reason, "{position}");
    }
}

#[test]
fn variants_that_are_not_solved_are_not_known() {
    let path = format!("/api/v1/small/probe?position={START}&captures=1");
    let reply = shared().get(&path);
    let answer = reply.fine();
    assert_eq!((&answer["known"], &answer["outcome"]), (&json!(false), &Json::Null));
    assert_eq!(answer["moves"], json!([]));
    assert_eq!(answer["unknown"]["reason"], "unsolved");
    let advice = answer["unknown"]["message"].as_str().unwrap();
    assert!(advice.contains("no tables of small with captures to win = 1"), "{advice}");
    assert_eq!(reply.header("cache-control"), Some("no-store"));
}

#[test]
fn games_tell_what_they_are() {
    let games = shared().get("/api/v1/games").fine();
    let games = games["games"].as_array().unwrap();
    let names: Vec<&str> = games.iter().map(|g| g["name"].as_str().unwrap()).collect();
    let built_in: Vec<&str> = Game::names().collect();
    assert_eq!(names[..built_in.len()], built_in);
    let last = games.last().unwrap();
    assert_eq!(
        *last,
        json!({
            "name": "small", "title": "Small board", "built_in": false, "points": 9, "tigers": 2,
            "goats": 5, "captures": 2, "start": "T2/3/2T g g5 c0 - 0", "tables": "ready",
        })
    );
    let game = shared().get("/api/v1/small").fine();
    let read = Game::from_toml(game["file"].as_str().unwrap()).unwrap();
    assert_eq!(read.obx(&read.start()), game["start"].as_str().unwrap());
    assert_eq!(game["opening"], json!(["A1", "C3"]));
    assert_eq!(game["points"][1], json!({ "name": "B1", "x": 1.0, "y": 0.0 }));
    assert_eq!(shared().get("/api/v1/aadu-puli").fine()["opening"], Json::Null);
}

#[test]
fn statistics_are_those_of_the_tables() {
    let world = shared();
    let tables = Tables::open(&small(), world.tables.path()).unwrap();
    let answer = world.get("/api/v1/small/stats").fine();
    let rows = bagh_tables::stats::rows(&small(), tables.manifest());
    assert_eq!(answer["complete"], true);
    assert_eq!(answer["classes"], json!(rows));
    let distances = world.get("/api/v1/small/stats/distances").fine();
    assert_eq!(distances["rows"], json!(bagh_tables::stats::distances(&tables).unwrap()));
    let longest = world.get("/api/v1/small/stats/longest").fine();
    for row in longest["rows"].as_array().unwrap() {
        let position = small().parse_obx(row["position"].as_str().unwrap()).unwrap();
        let plies = tables.probe(&position).unwrap().plies;
        assert_eq!(row["plies"], json!(plies));
    }
    let cross = world.get("/api/v1/small/stats/cross").fine();
    let images: u64 =
        cross["rows"].as_array().unwrap().iter().map(|r| r["images"].as_u64().unwrap()).sum();
    let all: u64 = bagh_tables::stats::cross(&tables).unwrap().iter().map(|t| t.all()).sum();
    assert_eq!(images, all);
    // Nothing is solved of this one.
    let none = world.get("/api/v1/bagh-chal/stats").fine();
    assert_eq!((&none["complete"], &none["classes"]), (&json!(false), &json!([])));
    let none = world.get("/api/v1/bagh-chal/stats/cross").fine();
    assert_eq!((&none["known"], &none["rows"]), (&json!(false), &json!([])));
}

#[test]
fn the_service_counts_what_it_does() {
    let world = crate::world::Builder::solved().start();
    assert_eq!(world.get("/healthz").fine()["status"], "ok");
    let probe = format!("/api/v1/small/probe?position={START}");
    world.get(&probe).fine();
    world.get(&probe).fine();
    world.get("/api/v1/small/probe").refused(400);
    let body = json!({ "positions": vec!["T2/3/2T g g5 c0"; 5] }).to_string();
    world.post("/api/v1/small/probe", &body).fine();
    let labels = |status: u16| {
        format!(
            "bagh_requests_total{{route=\"/api/v1/{{game}}/probe\",method=\"GET\",status=\"{status}\"}}"
        )
    };
    assert_eq!(world.metric(&labels(200)), 2.0);
    assert_eq!(world.metric(&labels(400)), 1.0);
    assert_eq!(world.metric("bagh_probes_total{game=\"small\",captures=\"2\",known=\"1\"}"), 7.0);
    assert_eq!(world.metric("bagh_connections "), 1.0);
    assert!(world.metric("process_resident_memory_bytes") > 1e6);
}
