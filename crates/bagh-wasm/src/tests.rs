//! Requests as the page sends them.

use serde_json::{Value, json};

fn ask(request: Value) -> Value {
    serde_json::from_str(&crate::call(&request.to_string())).unwrap()
}

#[test]
fn every_built_in_game_is_listed_and_described() {
    let games = ask(json!({"op": "games"}));
    let names: Vec<&str> =
        games["ok"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    assert!(names.contains(&"bagh-chal") && names.contains(&"aadu-puli"), "{names:?}");
    for name in names {
        let game = ask(json!({"op": "game", "game": {"name": name}}));
        let points = game["ok"]["points"].as_array().unwrap().len();
        let rows: u64 =
            game["ok"]["rows"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum();
        assert_eq!(rows, points as u64, "{name}");
    }
}

#[test]
fn places_of_points_are_those_of_the_board() {
    for name in bagh::Game::names() {
        let described = ask(json!({"op": "game", "game": {"name": name}}));
        let game = bagh::Game::by_name(name).unwrap();
        let points = described["ok"]["points"].as_array().unwrap();
        for (point, written) in game.board().all().iter().zip(points) {
            let info = game.board().info(point);
            assert_eq!(written["x"], info.x.to_string(), "{name} {}", info.name);
            assert_eq!(written["y"], info.y.to_string(), "{name} {}", info.name);
        }
    }
}

#[test]
fn a_request_that_lacks_a_part_or_has_another_kind_of_it_is_refused_by_its_name() {
    let game = json!({"name": "bagh-chal"});
    for (request, field) in [
        (json!({"op": "state"}), "game"),
        (json!({"op": "state", "game": "bagh-chal"}), "game"),
        (json!({"op": "state", "game": game, "moves": "C1"}), "moves"),
        (json!({"op": "read-position", "game": game}), "text"),
        (json!({"op": "game", "game": {"name": "bagh-chal", "captures": 300}}), "game"),
        (json!({"op": "write-record", "game": game, "nodes": [{"parent": -1}]}), "nodes"),
        (json!({"op": "write-record", "game": game, "nodes": [], "outcome": "won"}), "outcome"),
        (json!({"op": 7}), "op"),
    ] {
        assert_eq!(ask(request.clone())["error"]["field"], field, "{request}");
    }
}

#[test]
fn captures_and_board_files_are_heard() {
    let file = bagh::Game::file_of("kaooa").unwrap();
    let game = ask(json!({"op": "game", "game": {"file": file, "captures": 7}}));
    assert_eq!((&game["ok"]["name"], &game["ok"]["captures"]), (&json!("kaooa"), &json!(7)));
    let bad = ask(json!({"op": "game", "game": {"name": "kaooa", "captures": 8}}));
    assert_eq!(bad["error"]["field"], "captures");
    let bad = ask(json!({"op": "game", "game": {"file": "name = 3"}}));
    assert_eq!((&bad["error"]["code"], &bad["error"]["line"]), (&json!("file-kind"), &json!(1)));
}

#[test]
fn a_wrong_move_is_named_with_its_place() {
    let bad = ask(json!({
        "op": "state", "game": {"name": "bagh-chal"}, "moves": ["C1", "A1A3"],
    }));
    assert_eq!((&bad["error"]["field"], &bad["error"]["index"]), (&json!("moves"), &json!(1)));
}

#[test]
fn repetition_ends_a_game_and_leaves_no_moves() {
    let start = "TGGGT/GGGGG/GGGGG/GGGG1/TGG1T t g0 c1 - -";
    let again = |rounds: usize| {
        let moves: Vec<&str> =
            ["E5E4", "D4D5", "E4E5", "D5D4"].iter().copied().cycle().take(4 * rounds).collect();
        ask(json!({"op": "state", "game": {"name": "bagh-chal"}, "start": start, "moves": moves}))
    };
    assert_eq!(again(1)["ok"]["occurrences"], 2);
    assert_eq!(again(1)["ok"]["result"], Value::Null);
    let over = again(2);
    assert_eq!(over["ok"]["result"]["reason"], "repetition", "{over}");
    assert_eq!(over["ok"]["legal"], json!([]));
    assert_eq!(over["ok"]["positions"].as_array().unwrap().len(), 9);
}

#[test]
fn an_editor_hears_what_does_not_fit() {
    let parts = |tigers: &[usize], goats: &[usize]| {
        ask(json!({
            "op": "check-position", "game": {"name": "bagh-chal"}, "tigers": tigers,
            "goats": goats, "turn": "tiger", "goats_in_hand": 19, "captured": 0,
        }))
    };
    let right = parts(&[0, 4, 20, 24], &[12]);
    assert_eq!(right["ok"]["position"], "T3T/5/2G2/5/T3T t g19 c0 - 1");
    let wrong = &parts(&[0, 4, 20], &[12])["error"];
    assert_eq!(wrong["code"], "tigers");
    assert_eq!(wrong["values"], json!(["3", "4"]));
    let goats = &parts(&[0, 4, 20, 24], &[12, 13])["error"];
    assert_eq!(goats["values"], json!(["2", "19", "0", "21", "20"]));
    assert_eq!(parts(&[0, 4, 20, 25], &[12])["error"]["field"], "tigers");
}

#[test]
fn what_is_refused_has_a_word_and_its_values() {
    let game = json!({"name": "bagh-chal"});
    let error = |request: Value| ask(request)["error"].clone();
    let mv = |text: &str| error(json!({"op": "state", "game": game, "moves": [text]}));
    let position = |text: &str| error(json!({"op": "read-position", "game": game, "text": text}));
    let record = |text: &str| error(json!({"op": "read-record", "game": game, "text": text}));
    let file = |from: &str, to: &str| {
        let text = bagh::Game::file_of("kaooa").unwrap().replacen(from, to, 1);
        error(json!({"op": "game", "game": {"file": text}}))
    };
    for (found, code, values) in [
        (mv("A1"), "occupied", json!(["A1"])),
        (mv("A1B1"), "still-to-place", Value::Null),
        (mv("Z9"), "no-point", json!(["Z9"])),
        (position("T3T/5/5/5/T3T g g21 c0 - 0"), "count-in-hand", json!(["g0", "g20"])),
        (position("T3T/5/5/4/T3T g g20 c0 - 0"), "row-short", json!(["4", "4", "5"])),
        (position("T3T/5/5/5/4T g g20 c0 - 0"), "tigers", json!(["3", "4"])),
        (
            position("T3T/5/5/5/T3T g 20"),
            "ambiguous-notation",
            json!(["baghchal-fen", "captured-fen"]),
        ),
        (record("1. C1 C1 *"), "all-placed", Value::Null),
        (record("[Reason \"captures\"] 1. C1 tiger-win"), "record-result", Value::Null),
        (file("captures = ", "captures = 99 #"), "file-count", json!(["captures", "99", "1", "7"])),
        (
            error(json!({"op": "game", "game": {"name": "kaooa", "captures": 8}})),
            "captures",
            json!(["7"]),
        ),
    ] {
        assert_eq!((&found["code"], &found["values"]), (&json!(code), &values), "{found}");
    }
    let place = record("[Event \"x\"]\n1. C1 C1 *");
    assert_eq!((&place["line"], &place["column"]), (&json!(2), &json!(7)), "{place}");
    assert!(file("goats = ", "goats: ")["line"].as_u64().is_some_and(|line| line > 1));
}

#[test]
fn texts_of_positions_are_read_and_written() {
    let game = json!({"name": "bagh-chal"});
    let text = "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1";
    let read = ask(json!({"op": "read-position", "game": game, "text": text}));
    assert_eq!(read["ok"]["format"], "obx-2");
    assert_eq!(read["ok"]["state"]["last_move"]["to"], 12);
    let position = "T3T/5/2G2/5/T3T t g19 c0 mC3 1";
    let written =
        ask(json!({"op": "write-position", "game": game, "position": position, "format": "obx-2"}));
    assert_eq!(written["ok"], text);
    let bad =
        ask(json!({"op": "write-position", "game": game, "position": position, "format": "pgn"}));
    assert_eq!(bad["error"]["field"], "format");
}

#[test]
fn a_record_goes_through_the_tree_unchanged() {
    let text = "[Game \"bagh-chal\"]\n[Captures \"3\"]\n[Event \"Under the tree\"]\n\n\
                {a game} 1. C1 E1D1 ({or} 1... A1B1 {too early}) 2. B1 *\n";
    let game = json!({"name": "bagh-chal", "captures": 3});
    let read = ask(json!({"op": "read-record", "game": {"name": "aadu-puli"}, "text": text}));
    let tree = &read["ok"];
    assert_eq!((&tree["game"], &tree["captures"]), (&json!("bagh-chal"), &json!(3)));
    assert_eq!(tree["nodes"].as_array().unwrap().len(), 5);
    let written = ask(json!({
        "op": "write-record", "game": game, "tags": tree["tags"], "nodes": tree["nodes"],
    }));
    assert_eq!(written["ok"], text, "{written}");
    let given_up = ask(json!({
        "op": "write-record", "game": game, "nodes": tree["nodes"],
        "outcome": "tiger-win", "reason": "resignation",
    }));
    assert!(given_up["ok"].as_str().unwrap().ends_with("tiger-win\n"), "{given_up}");
    let bad = ask(json!({"op": "read-record", "game": game, "text": "1. C1 C1 *"}));
    assert_eq!(bad["error"]["field"], "text");
}

#[test]
fn nonsense_is_refused_politely() {
    for request in ["", "[]", "{}", r#"{"op":"dance"}"#, r#"{"op":"state"}"#] {
        let answer: Value = serde_json::from_str(&crate::call(request)).unwrap();
        assert!(answer["error"]["message"].is_string(), "{request}: {answer}");
    }
}

#[test]
#[cfg(feature = "engine")]
fn the_computer_chooses_legal_moves() {
    for name in ["bagh-chal", "aadu-puli"] {
        for (level, plies) in [(1, 6), (4, 4), (7, 2), (8, 1)] {
            let mut moves: Vec<String> = Vec::new();
            for _ in 0..plies {
                let chosen = ask(json!({
                    "op": "choose", "game": {"name": name}, "moves": moves,
                    "level": level, "seed": 7,
                }));
                moves.push(chosen["ok"].as_str().unwrap().to_owned());
            }
            let state = ask(json!({"op": "state", "game": {"name": name}, "moves": moves}));
            assert_eq!(state["ok"]["moves"].as_array().unwrap().len(), plies, "{state}");
        }
    }
    let bad = ask(json!({"op": "choose", "game": {"name": "bagh-chal"}, "level": 9}));
    assert_eq!(bad["error"]["field"], "level");
}

#[test]
#[cfg(feature = "engine")]
fn the_engine_takes_a_goat_and_sees_a_win() {
    let best = |start: &str, lines: usize| {
        ask(json!({
            "op": "best", "game": {"name": "bagh-chal"}, "start": start,
            "depth": 4, "lines": lines,
        }))
    };
    let takes = best("TG2T/5/5/5/T3T t g19 c0 - 1", 3);
    assert_eq!(takes["ok"]["lines"][0]["moves"][0], "A1C1", "{takes}");
    assert_eq!(takes["ok"]["lines"].as_array().unwrap().len(), 3);
    let wins = best("TG2T/5/5/5/T3T t g15 c4 - -", 1);
    assert_eq!(wins["ok"]["lines"][0]["winner"], "tiger", "{wins}");
    assert_eq!(wins["ok"]["lines"][0]["plies"], 1);
    let bad = ask(json!({"op": "best", "game": {"name": "bagh-chal"}}));
    assert_eq!(bad["error"]["field"], "milliseconds");
}
