//! `bagh probe`.

use std::collections::HashMap;

use bagh::{Game, Position, Side};
use serde_json::{Value, json};

use crate::run::bagh;
use crate::small::{FIXED, folder, placed, positions, small, solved};

/// A value as a number, greater for better tigers.
fn worth(value: &Value) -> i64 {
    match value["outcome"].as_str().unwrap() {
        "goat-win" => -1,
        "draw" => value["captures"].as_i64().unwrap(),
        _ => 100,
    }
}

#[test]
fn every_answer_follows_from_its_moves() {
    for board in [FIXED.to_owned(), placed()] {
        let folder = solved(&board);
        let game = Game::from_toml(&board).unwrap();
        let all = positions(&game);
        let input: String = all.iter().map(|p| game.obx(p) + "\n").collect();
        let output = small(folder.path(), &["probe", "-", "--json"], &input).fine();
        let answers: Vec<Value> =
            output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(answers.len(), all.len());
        let of: HashMap<&Position, &Value> = all.iter().zip(&answers).collect();
        for (position, answer) in all.iter().zip(&answers) {
            assert_eq!(answer["position"], game.obx(position));
            let moves = answer["moves"].as_array().unwrap();
            assert_eq!(moves.len(), game.moves(position).count());
            for (mv, row) in game.moves(position).map(|mv| {
                let text = game.move_text(position, mv);
                (mv, moves.iter().find(|row| row["move"] == text).unwrap())
            }) {
                let after = of[&game.after(position, mv)];
                for key in ["outcome", "captures", "plies"] {
                    assert_eq!(row[key], after[key], "{answer}");
                }
            }
            let worths: Vec<i64> = moves.iter().map(worth).collect();
            let sorted = match position.turn() {
                Side::Tiger => worths.is_sorted_by(|a, b| a >= b),
                Side::Goat => worths.is_sorted(),
            };
            assert!(sorted, "{answer}");
            assert!(worths.first().is_none_or(|&best| best == worth(answer)), "{answer}");
        }
    }
}

#[test]
fn json_has_the_agreed_keys() {
    let folder = solved(FIXED);
    let text = small(folder.path(), &["probe", "--json", "GGG/GTG/2T t g0 c0"], "").fine();
    let value: Value = serde_json::from_str(&text).unwrap();
    let keys: Vec<&String> = value.as_object().unwrap().keys().collect();
    let mut expected = ["position", "outcome", "captures", "plies", "moves"];
    expected.sort();
    assert_eq!(keys, expected);
    assert!(text.starts_with("{\"position\":"), "{text}");
    let text = small(folder.path(), &["probe", "--json", "TGG/TGG/G2 t g0 c0"], "").fine();
    let expected = json!({
        "position": "TGG/TGG/G2 t g0 c0 - -",
        "outcome": "draw",
        "captures": 1,
        "plies": 1,
        "moves": [{ "move": "A1C3", "outcome": "draw", "captures": 1, "plies": null }],
    });
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), expected);
}

#[test]
fn positions_may_be_quoted_or_not() {
    let folder = solved(FIXED);
    let quoted = ["probe", "--json", "T2/3/2T g g5 c0 - 0", "T1G/3/2T t g4 c0 mC1 1"];
    let quoted = small(folder.path(), &quoted, "").fine();
    assert_eq!(quoted.lines().count(), 2);
    let words = ["probe", "--json", "T2/3/2T", "g", "g5", "c0", "-", "0", "T1G/3/2T", "t", "g4"];
    let words: Vec<&str> = words.into_iter().chain(["c0", "mC1", "1"]).collect();
    assert_eq!(small(folder.path(), &words, "").fine(), quoted);
    let lines = "T2/3/2T g g5 c0 - 0\n\nT1G/3/2T t g4 c0 mC1 1\n";
    assert_eq!(small(folder.path(), &["probe", "-", "--json"], lines).fine(), quoted);
    let start = small(folder.path(), &["probe", "--json"], "").fine();
    assert_eq!(Some(start.trim_end()), quoted.lines().next());
}

#[test]
fn people_see_groups_with_the_best_first() {
    let folder = solved(FIXED);
    let text = small(folder.path(), &["probe"], "").fine();
    let expected = "\
A draw with no goat captured.

The goats' moves, the best first:
  draw, no goat captured
    C1  A3
  draw, 1 goat captured
    B1  A2  B2  C2  B3
";
    assert!(text.ends_with(expected), "{text}");
    let coloured = small(folder.path(), &["probe", "--color", "always"], "").fine();
    assert!(coloured.contains('\u{1b}'), "{coloured}");
}

/// A program may wait for each answer before it asks again.
#[test]
fn each_line_is_answered_at_once() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    let folder = solved(FIXED);
    let mut child = crate::run::program()
        .current_dir(folder.path())
        .args(["probe", "-", "--json", "--game", "small.toml", "--tables", "."])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..3 {
        stdin.write_all(b"T2/3/2T g g5 c0 - 0\n").unwrap();
        let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        assert_eq!(answer["outcome"], "draw");
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn missing_tables_are_refused_with_the_remedy() {
    let folder = folder(FIXED);
    for command in [&["probe"][..], &["line"], &["probe", "-"]] {
        let error = small(folder.path(), command, "").refused();
        assert!(error.contains("run `bagh solve --game small.toml --tables .`"), "{error}");
    }
    let solved = solved(FIXED);
    let error = small(solved.path(), &["probe", "--captures", "1"], "").refused();
    assert!(error.contains("small with 1 capture to win") && error.contains("small-1"), "{error}");
    let command = "run `bagh solve --game small.toml --captures 1 --tables .`";
    assert!(error.contains(command), "{error}");
    // One file that is gone is missed by those that need it.
    std::fs::remove_file(solved.path().join("small-2/placement-01.bagh")).unwrap();
    let error = small(solved.path(), &["probe"], "").refused();
    assert!(error.contains("placement-01.bagh") && error.contains("`bagh solve --game"), "{error}");
    small(solved.path(), &["probe", "GGG/GTG/2T t g0 c0"], "").fine();
}

#[test]
fn any_flipped_bit_is_found_and_the_file_named() {
    let folder = solved(FIXED);
    let path = folder.path().join("small-2/placement-01.bagh");
    let good = std::fs::read(&path).unwrap();
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 1 << (at % 8);
        std::fs::write(&path, bad).unwrap();
        let error = small(folder.path(), &["probe", "--json"], "").refused();
        assert!(error.contains("placement-01.bagh"), "byte {at}: {error}");
    }
    std::fs::write(&path, &good[..good.len() - 1]).unwrap();
    let error = small(folder.path(), &["probe"], "").refused();
    assert!(error.contains("placement-01.bagh"), "{error}");
}

#[test]
fn tables_of_another_game_are_refused() {
    let folder = solved(FIXED);
    // The same name for another game.
    let other = FIXED.replace("\"A1 B2 C3\", ", "");
    std::fs::write(folder.path().join("small.toml"), other).unwrap();
    for command in ["probe", "line", "solve"] {
        let error = small(folder.path(), &[command], "").refused();
        assert!(error.contains("rules: found") && error.contains("another game"), "{error}");
    }
}

#[test]
fn bad_positions_and_options_are_refused() {
    let folder = solved(FIXED);
    for args in [
        &["probe", "x"][..],
        &["probe", "T2/3/2T g g4 c0"],
        &["probe", ""],
        &["probe", "--threads", "0"],
        &["probe", "--threads", "many"],
        &["probe", "--from", "fen"],
        &["line", "x"],
        &["line", "--threads", "0"],
        &["line", "T2/3/2T g g5 c0 - 0", "T2/3/2T g g5 c0 - 0"],
    ] {
        small(folder.path(), args, "").refused();
    }
    // Tables of Bagh Chal, which are not here.
    bagh(["probe", "--tables", "no-such-folder"]).refused();
}
