//! `bagh play` against the computer.

use std::fs;

use bagh::Game;
use serde_json::Value;

use crate::run::{bagh, bagh_in, bagh_with};
use crate::small::{FIXED, folder, small, solved};

fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_computer_answers_every_move() {
    let args = ["play", "--level", "2", "--side", "goat", "--seed", "5", "--json"];
    let played = bagh_with(args, b"C1\nmoves\nhelp\n").fine();
    let rows = rows(&played);
    assert_eq!(rows[0]["turn"], "goat");
    assert_eq!(rows[1]["turn"], "tiger");
    assert_eq!(rows[2]["by"], "computer");
    assert_eq!((&rows[3]["turn"], &rows[3]["result"]), (&"goat".into(), &Value::Null));
    assert!(rows[4]["moves"].as_array().unwrap().len() > 10);
    let answer = rows[2]["move"].as_str().unwrap();
    assert!(rows[5]["record"].as_str().unwrap().ends_with(&format!("1. C1 {answer} *\n")));
    assert_eq!(bagh_with(args, b"C1\nmoves\nhelp\n").fine(), played, "a seed repeats a game");
}

#[test]
fn people_see_the_board_after_the_answer() {
    let args = ["play", "--level", "1", "--seed", "3"];
    let text = bagh_with(args, b"C1\n").fine();
    assert!(text.contains("you play the goats against level 1, seed 3"), "{text}");
    assert_eq!(text.matches("the computer plays ").count(), 1, "{text}");
    assert_eq!(text.matches("the goats move, ").count(), 2, "{text}");
    assert!(!text.contains("the tigers move, "), "{text}");
}

#[test]
fn the_computer_begins_if_it_is_its_turn() {
    let args = ["play", "--level", "1", "--side", "tiger", "--seed", "1", "--json"];
    let rows = rows(&bagh_with(args, b"undo\n").fine());
    assert_eq!(rows[1]["by"], "computer");
    assert_eq!(rows[2]["turn"], "tiger");
    // Its first move is not the person's to take back.
    assert_eq!(rows[3]["error"]["message"], "nothing to take back");
}

#[test]
fn a_move_is_taken_back_with_its_answer() {
    let args = ["play", "--level", "1", "--seed", "1", "--json"];
    let rows = rows(&bagh_with(args, b"C1\nC5\nundo\nundo\nundo\n").fine());
    let positions: Vec<&str> = rows.iter().filter_map(|row| row["position"].as_str()).collect();
    assert_eq!(positions.len(), 7, "the start, four moves, two undos");
    assert_eq!((positions[5], positions[6]), (positions[2], positions[0]));
    assert_eq!(rows[rows.len() - 2]["error"]["message"], "nothing to take back");
}

#[test]
fn a_resignation_is_taken_back_alone() {
    let args = ["play", "--level", "1", "--seed", "1"];
    let text = bagh_with(args, b"C1\nresign\nundo\nquit\n").fine();
    assert!(text.contains("the tigers win: a player gave up"), "{text}");
    assert!(text.contains("taken back: the game goes on"), "{text}");
    assert!(text.contains("1. C1 "), "{text}");
}

#[test]
fn a_saved_game_goes_on_with_the_computer() {
    let here = folder(FIXED);
    let args = ["play", "--record", "game.bagh", "--level", "1", "--seed", "1"];
    bagh_in(here.path(), args, "C1\n").fine();
    let saved = fs::read_to_string(here.path().join("game.bagh")).unwrap();
    assert_eq!(saved.split_whitespace().filter(|w| w.ends_with('*')).count(), 1, "{saved}");
    assert!(saved.contains("[Tigers \"Bagh, level 1\"]"), "{saved}");
    // The same game may be saved there again, and another one not.
    let args = ["play", "--level", "1", "--seed", "1"];
    let text = bagh_in(here.path(), args, "C1\nsave game.bagh\n").fine();
    assert!(text.contains("saved to game.bagh"), "{text}");
    let text = bagh_in(here.path(), args, "C5\nsave game.bagh\n").fine();
    assert!(text.contains("holds another game"), "{text}");
    // From here on the computer plays the goats.
    let args = ["play", "--record", "game.bagh", "--level", "1", "--side", "tiger", "--json"];
    let text = bagh_in(here.path(), args, "").fine();
    let rows = rows(&text);
    assert_eq!((&rows[0]["turn"], &rows[1]["by"]), (&"goat".into(), &"computer".into()));
    let longer = fs::read_to_string(here.path().join("game.bagh")).unwrap();
    assert!(longer.len() > saved.len(), "{longer}");
}

#[test]
fn advice_is_from_the_tables_where_they_are() {
    let folder = solved(FIXED);
    let game = Game::from_toml(FIXED).unwrap();
    let text = small(folder.path(), &["play", "--json"], "value\nhint\nB1\nvalue\n").fine();
    let rows = rows(&text);
    assert!(rows[1]["error"]["message"].as_str().unwrap().contains("no move of yours"), "{text}");
    let hint = &rows[2];
    assert_eq!(
        (&hint["by"], &hint["outcome"], &hint["captures"]),
        (&"tables".into(), &"draw".into(), &0.into())
    );
    assert!(game.parse_move(&game.start(), hint["hint"].as_str().unwrap()).is_ok());
    let worth = &rows[4];
    assert_eq!((&worth["by"], &worth["move"]), (&"tables".into(), &"B1".into()));
    assert_eq!((&worth["keeps"], &worth["before"]["captures"]), (&false.into(), &0.into()));
    let better = worth["better"].as_array().unwrap();
    assert!(better.iter().any(|row| row["move"] == hint["hint"]), "{worth}");

    let text = small(folder.path(), &["play"], "B1\nvalue\nhint\n").fine();
    assert!(text.contains("B1 costs "), "{text}");
    assert!(text.contains(", by the tables)"), "{text}");
}

#[test]
fn without_tables_advice_is_an_estimate() {
    let here = folder(FIXED);
    let text =
        bagh_in(here.path(), ["play", "--json"], "B1\nhint\nvalue\nundo\nC3\nvalue\n").fine();
    let rows = rows(&text);
    let hint = &rows[2];
    assert_eq!((&hint["by"], &hint["hint"]), (&"engine".into(), &"A1C1".into()));
    assert!(hint["expected_captures"].as_f64().unwrap() >= 1.0, "{hint}");
    let worth = &rows[3];
    assert_eq!((&worth["by"], &worth["move"]), (&"engine".into(), &"B1".into()));
    let estimate = |key: &str| worth[key]["expected_captures"].as_f64().unwrap();
    assert!(estimate("score") > estimate("best_score"), "{worth}");
    let text = bagh_in(here.path(), ["play"], "B1\nvalue\nhint\n").fine();
    assert!(text.contains("The engine would play ") && text.contains("estimates."), "{text}");
    assert!(text.contains("hint: A1C1 (") && text.contains(", by looking ahead)"), "{text}");
}

#[test]
fn a_game_against_the_perfect_player_loses_value_on_one_side_only() {
    let folder = solved(FIXED);
    for (side, perfect) in [("goat", "tiger"), ("tiger", "goat")] {
        // Whatever comes first, and on to the end: the last lines find the game over.
        let points = ["A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3"];
        let mut typed = String::new();
        for _ in 0..12 {
            for from in points {
                typed += &format!("{from}\n");
                for to in points {
                    typed += &format!("{from}{to}\n");
                }
            }
        }
        let name = format!("{side}.bagh");
        let args = ["play", "--level", "perfect", "--side", side, "--record", &name];
        small(folder.path(), &args, &typed).fine();
        let marked = small(folder.path(), &["mark", &name, "--json"], "").fine();
        let marked: Value = serde_json::from_str(&marked).unwrap();
        assert_eq!(marked[perfect]["accuracy"], 1.0, "{marked}");
        assert!(marked[perfect]["moves"].as_u64().unwrap() > 1, "{marked}");
    }
}

#[test]
fn the_computer_agrees_on_a_draw_when_it_cannot_win() {
    let text = bagh_with(["play", "--level", "1"], b"draw\n").fine();
    assert!(text.contains("does not agree on a draw: not before all goats are placed"), "{text}");
    let folder = solved(FIXED);
    let game = Game::from_toml(FIXED).unwrap();
    let all = crate::small::positions(&game);
    for (outcome, answer) in [("draw", "agreed on a draw"), ("tiger-win", "it hopes to win")] {
        let wanted = all.iter().find(|p| {
            let sliding = game.phase(p) == bagh::Phase::Sliding && game.result(p).is_none();
            sliding && p.turn() == bagh::Side::Goat && {
                let text = small(folder.path(), &["probe", "--json", &game.obx(p)], "").fine();
                text.contains(&format!("\"outcome\":\"{outcome}\",\"captures\":"))
                    && serde_json::from_str::<Value>(&text).unwrap()["outcome"] == outcome
            }
        });
        let position = game.obx(wanted.unwrap());
        let args = ["play", "--level", "1", &position];
        let text = small(folder.path(), &args, "draw\n").fine();
        assert!(text.contains(answer), "{position} {text}");
    }
}

#[test]
fn impossible_opponents_are_refused() {
    let here = folder(FIXED);
    for (args, part) in [
        (&["--level", "9"][..], "found `9`, expected a number from 1 (a beginner) to 8"),
        (&["--level", "perfect", "--game", "small.toml"], "there are no tables of small"),
        (&["--level", "perfect", "--tables", "."], "not solved yet"),
        (&["--side", "goat"], "--level"),
        (&["--seed", "1"], "--level"),
        (&["--level", "1", "--side", "cow"], "goat"),
        (&["--level", "1", "--seed", "x"], "--seed"),
    ] {
        let message = bagh_in(here.path(), ["play"].iter().chain(args), "").refused();
        assert!(message.contains(part), "{part}\n{message}");
    }
    assert!(bagh(["play", "--help"]).fine().contains("--level <N|perfect>"));
}

#[cfg(unix)]
#[test]
fn a_game_interrupted_while_the_computer_thinks_is_printed() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};

    let mut child = crate::run::program()
        .args(["play", "--level", "8", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"C1\n").unwrap();
    // The start, and the position after the person's move: then it thinks.
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..2 {
        stdout.read_line(&mut String::new()).unwrap();
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.contains("1. C1 "), "{told}");
}
