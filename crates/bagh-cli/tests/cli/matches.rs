//! `bagh match` and `bagh exam`.

use std::fs;

use serde_json::Value;

use crate::run::{bagh, bagh_in};
use crate::small::{FIXED, small, solved};

fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_match_goes_on_where_it_was_stopped() {
    let folder = solved(FIXED);
    let at = folder.path();
    let game = |more: &[&str]| {
        let mut args = vec!["match", "perfect", "random", "--json"];
        args.extend(more);
        small(at, &args, "")
    };
    let whole = rows(&game(&["--games", "6"]).fine());
    assert_eq!(whole.len(), 7);
    let first = rows(&game(&["--games", "3", "--save", "my.match"]).fine());
    assert_eq!(first.len(), 4);
    // As if the program had been stopped while it wrote a line.
    let text = fs::read_to_string(at.join("my.match")).unwrap();
    let cut = [text.as_bytes(), b"{\"game\": 3, \"goat\": \"\xe0\xa4"].concat();
    fs::write(at.join("my.match"), cut).unwrap();
    let rest = game(&["--games", "6", "--save", "my.match", "--records", "my.records"]).fine();
    let rest = rows(&rest);
    assert_eq!(rest.len(), 4, "three games were there already");
    let summary = |rows: &[Value]| {
        let mut summary = rows.last().unwrap()["summary"].clone();
        assert!(summary["usage"]["seconds"].as_f64().unwrap() > 0.0, "{summary}");
        for timing in ["timer_delay_ms", "usage"] {
            summary[timing] = Value::Null;
        }
        summary
    };
    assert_eq!(summary(&whole), summary(&rest), "the seed decides, not the run");
    let players = &summary(&whole)["players"];
    assert_eq!(players[0]["regret"]["errors"], 0);
    assert!(players[1]["regret"]["errors"].as_u64().unwrap() > 0);
    let records = fs::read_to_string(at.join("my.records")).unwrap();
    assert_eq!(records.matches("[Goat ").count(), 6, "{records}");
    assert!(records.contains(" ms}"), "{records}");

    let done = game(&["--games", "6", "--save", "my.match"]).fine();
    assert_eq!(rows(&done)[0]["summary"]["usage"], Value::Null, "nothing was played");
    let people = small(at, &["match", "perfect", "random", "--games", "4"], "").fine();
    for number in 1..=4 {
        assert!(people.contains(&format!("\ngame {number}: ")), "{people}");
    }
    assert!(people.contains("; lost by ") && people.contains(" of random at ply "), "{people}");

    let other = small(at, &["match", "1", "random", "--save", "my.match"], "").refused();
    assert!(other.contains("is another match (perfect against random"), "{other}");
    fs::write(at.join("openings"), "C1\n").unwrap();
    let args = ["match", "1", "random", "--games", "2", "--openings", "openings"];
    let again = || small(at, &[&args[..], &["--save", "opened.match"]].concat(), "");
    again().fine();
    again().fine();
    fs::write(at.join("openings"), "C1\nA2\n").unwrap();
    assert!(again().refused().contains("is another match"), "its openings are others now");
    fs::write(at.join("not.match"), "hello\n").unwrap();
    let no = small(at, &["match", "1", "random", "--save", "not.match"], "").refused();
    assert!(no.contains("not a saved match"), "{no}");
}

#[test]
fn a_match_that_is_killed_goes_on_and_comes_to_the_same_games() {
    let folder = solved(FIXED);
    let at = folder.path();
    let args = ["match", "3", "random", "--games", "60", "--json", "--save"];
    let whole = rows(&small(at, &[&args[..], &["whole.match"]].concat(), "").fine());
    let outcomes = |file: &str| {
        let text = fs::read_to_string(at.join(file)).unwrap();
        let mut games: Vec<(u64, String)> = rows(&text)[1..]
            .iter()
            .map(|row| {
                // All but the times of the moves.
                let mut row = row.clone();
                row["record"] = Value::Null;
                (row["game"].as_u64().unwrap(), row.to_string())
            })
            .collect();
        games.sort();
        games
    };
    let saved = at.join("killed.match");
    for lines in [1, 8, 25] {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_bagh"))
            .args(args)
            .args(["killed.match", "--game", "small.toml", "--tables", "."])
            .current_dir(at)
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        // Until this many lines are saved, or everything is.
        while child.try_wait().unwrap().is_none()
            && fs::read_to_string(&saved).map_or(0, |text| text.lines().count()) < lines
        {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let rest = rows(&small(at, &[&args[..], &["killed.match"]].concat(), "").fine());
    assert!(rest.len() <= whole.len());
    assert_eq!(outcomes("killed.match"), outcomes("whole.match"));
    let summary = |rows: &[Value]| {
        let summary = &rows.last().unwrap()["summary"];
        [summary["games"].clone(), summary["players"].clone(), summary["elo"].clone()]
    };
    assert_eq!(summary(&rest), summary(&whole));
}

#[test]
fn a_test_stops_at_its_verdict_and_goes_on_from_it() {
    let folder = solved(FIXED);
    let test = |games: &str| {
        let args = ["match", "perfect", "random", "--sprt", "-100", "-50", "--json"];
        let more = ["--games", games, "--concurrency", "2", "--save", "my.match"];
        rows(&small(folder.path(), &[&args[..], &more].concat(), "").fine())
    };
    let first = test("120");
    let (last, games) = first.split_last().unwrap();
    let sprt = &last["summary"]["sprt"];
    assert_eq!(sprt["verdict"], "accept-elo1", "{sprt}");
    assert!(games.len() >= 32 && games.len() < 100, "{}", games.len());
    for games in ["120", "150"] {
        let again = test(games);
        assert_eq!(again.len(), 1, "the verdict is there, and no game is played");
        assert_eq!(again[0]["summary"]["sprt"], *sprt);
    }
}

#[test]
fn games_are_adjudicated_once_all_goats_are_placed() {
    let folder = solved(FIXED);
    let games = |more: &[&str]| {
        let args = ["match", "perfect", "random", "--games", "8", "--json"];
        let mut rows = rows(&small(folder.path(), &[&args[..], more].concat(), "").fine());
        // The summary comes last, games in the order in which they end.
        rows.truncate(8);
        rows.sort_by_key(|row| row["game"].as_u64());
        rows
    };
    let (whole, adjudicated) = (games(&[]), games(&["--adjudicate"]));
    let mut ends = Vec::new();
    for (whole, adjudicated) in whole.iter().zip(&adjudicated) {
        assert_ne!(whole["reason"], "adjudication");
        if adjudicated["reason"] == "adjudication" {
            ends.push(adjudicated["plies"].as_u64().unwrap());
            assert!(whole["plies"].as_u64() >= ends.last().copied(), "{whole} {adjudicated}");
        } else {
            assert_eq!(whole["plies"], adjudicated["plies"]);
        }
    }
    // The last goat is placed at the same ply of every game.
    assert!(ends.len() > 1 && ends.iter().all(|end| *end == ends[0]), "{ends:?}");
    let refused = bagh(["match", "1", "2", "--adjudicate", "--tables", "/nowhere"]).refused();
    assert!(refused.contains("tables"), "{refused}");
}

#[test]
fn openings_come_from_files_and_sides_can_be_fixed() {
    let folder = solved(FIXED);
    fs::write(folder.path().join("openings"), "# mine\nC1 A1B1\n").unwrap();
    let args = [
        "match",
        "greedy",
        "random",
        "--games",
        "2",
        "--json",
        "--openings",
        "openings",
        "--first-as",
        "tiger",
    ];
    let rows = rows(&small(folder.path(), &args, "").fine());
    for row in &rows[..2] {
        assert_eq!((&row["tiger"], &row["opening_plies"]), (&"greedy".into(), &2.into()));
        assert!(row["record"].as_str().unwrap().contains("1. C1 A1B1"));
    }
    assert_eq!(rows[2]["summary"]["elo"], Value::Null);
    fs::write(folder.path().join("bad"), "C1\nA1A3\n").unwrap();
    let args = ["match", "1", "2", "--openings", "bad"];
    let message = small(folder.path(), &args, "").refused();
    assert!(message.contains("line 2") && message.contains("A1A3"), "{message}");
}

#[test]
fn bad_players_and_options_are_refused() {
    for (args, part) in [
        (&["match", "1", "9"][..], "found `9`"),
        (&["match", "1", "ugi:"], "a command line after `ugi:`"),
        (&["match", "1", "network:none.network"], "cannot open file none.network"),
        (&["match", "1", "2", "--time", "soon"], "expected a time"),
        (&["match", "1", "2", "--sprt", "5", "0"], "the smaller one first"),
        (&["match", "1", "2", "--sprt", "0", "5", "--first-as", "goat"], "both sides in turn"),
        (&["match", "1", "2", "--games", "0"], "0"),
        (&["match", "evolved", "2", "--game", "aadu-puli"], "plays bagh-chal with 5"),
        (&["match", "perfect", "2", "--captures", "3", "--tables", "/nowhere"], "bagh-chal with 3"),
        (&["exam", "x", "--tables", "/nowhere"], "found `x`"),
    ] {
        let run = bagh(args.iter().copied());
        assert_eq!(run.code, 2, "{args:?}: {run:?}");
        assert!(run.stderr.contains(part), "{part}: {}", run.stderr);
    }
}

#[test]
fn an_exam_can_be_answered_elsewhere() {
    let folder = solved(FIXED);
    let at = folder.path();
    let exam = |more: &[&str]| {
        let mut args = vec!["exam", "--positions", "40"];
        args.extend(more);
        small(at, &args, "")
    };
    let list = rows(&exam(&["--list", "--json"]).fine());
    assert!(list.len() > 5 && list.len() < 40);
    let mut answers = String::new();
    for row in &list {
        let position = row["position"].as_str().unwrap();
        let probed = small(at, &["probe", "--json", position], "").fine();
        let probed: Value = serde_json::from_str(&probed).unwrap();
        answers += &format!("{}\n", probed["moves"][0]["move"].as_str().unwrap());
    }
    fs::write(at.join("answers"), &answers).unwrap();
    let marked = rows(&exam(&["--answers", "answers", "--json"]).fine()).remove(0);
    assert_eq!((&marked["all"]["errors"], &marked["drawn"]), (&0.into(), &40.into()));
    assert_eq!(marked["all"]["positions"], list.len());
    let random = rows(
        &bagh_in(
            at,
            [
                "exam",
                "random",
                "--positions",
                "40",
                "--json",
                "--game",
                "small.toml",
                "--tables",
                ".",
            ],
            "",
        )
        .fine(),
    )
    .remove(0);
    assert!(random["all"]["errors"].as_u64().unwrap() > 0);
    assert_eq!(random["all"]["positions"], list.len(), "all players get the same positions");
    fs::write(at.join("short"), "C1\n").unwrap();
    let message = exam(&["--answers", "short"]).refused();
    assert!(message.contains("found 1 line in file short, expected 25"), "{message}");
}
