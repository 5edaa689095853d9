//! `bagh arena`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::bagh_in;

const FILE: &str = r#"
games_per_pairing = 4
nodes = 50
[[players]]
player = "random"
[[players]]
player = "greedy"
[[players]]
name = "three"
player = "3"
"#;

fn arena(folder: &Path, more: &[&str]) -> Vec<Value> {
    let args = ["arena", "my.toml", "--json"].iter().chain(more);
    let text = bagh_in(folder, args, "").fine();
    let mut rows: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for row in &mut rows {
        let delay = row["timer_delay_ms"].take();
        assert_eq!(delay.is_u64(), !more.contains(&"--list"), "{row}");
    }
    rows
}

#[test]
fn an_arena_goes_on_where_it_was_stopped_and_machines_share_it() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("my.toml"), FILE).unwrap();
    let whole = arena(at, &["--page", "my.html"]);
    assert_eq!(whole[0]["game"], "bagh-chal");
    let ratings = whole[0]["ratings"].as_array().unwrap();
    assert_eq!(ratings.len(), 3);
    assert!(ratings.iter().all(|row| row["games"] == 8), "{ratings:?}");
    let page = fs::read_to_string(at.join("my.html")).unwrap();
    assert!(page.contains("three") && !page.contains("http://") && !page.contains("https://"));

    let results = fs::read_to_string(at.join("my.results")).unwrap();
    assert_eq!(results.lines().count(), 13, "the conditions, and a line for each game");
    for cut in [1, 100, results.len() / 2, results.len() - 1] {
        // As if the program had been stopped while it wrote.
        fs::write(at.join("my.results"), &results[..results.len() - cut]).unwrap();
        assert_eq!(arena(at, &[]), whole, "the seed decides, not the run: {cut}");
        let text = fs::read_to_string(at.join("my.results")).unwrap();
        assert_eq!(text.lines().count(), 13, "{cut}");
    }

    // The order of the players is that of the file's author, and changes nothing.
    let (head, players) = FILE.split_once("[[players]]").unwrap();
    let turned: Vec<&str> = players.split("[[players]]").collect();
    let turned: String = turned.iter().rev().map(|player| format!("[[players]]{player}")).collect();
    fs::write(at.join("turned.toml"), format!("{head}{turned}")).unwrap();
    let args = ["arena", "turned.toml", "--results", "my.results", "--json"];
    bagh_in(at, args, "").fine();
    assert_eq!(fs::read_to_string(at.join("my.results")).unwrap().lines().count(), 13);

    let other = arena(at, &["--seed", "2", "--results", "other.results"]);
    assert_ne!(other, whole);
    let merged = arena(at, &["--list", "--merge", "other.results"]);
    assert_eq!(merged[0]["ratings"][0]["games"], 16);
    let twice = arena(at, &["--list", "--merge", "other.results", "--merge", "other.results"]);
    assert_eq!(twice, merged, "a game counts once");
}

#[test]
fn a_name_that_was_cut_in_a_character_is_repaired() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    fs::write(at.join("my.toml"), FILE.replace("three", "तीन")).unwrap();
    let whole = arena(at, &[]);
    let results = fs::read(at.join("my.results")).unwrap();
    let last = results.windows(3).rposition(|bytes| bytes == "त".as_bytes()).unwrap();
    fs::write(at.join("my.results"), &results[..last + 1]).unwrap();
    assert_eq!(arena(at, &[]), whole);
}

#[test]
fn games_under_other_conditions_are_not_mixed() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let file = FILE.replace("games_per_pairing = 4", "games_per_pairing = 2");
    fs::write(at.join("my.toml"), &file).unwrap();
    let whole = arena(at, &[]);
    let more_players = file.clone() + "[[players]]\nplayer = \"2\"\n";
    for (text, part) in [
        (file.replace("nodes = 50", "nodes = 60"), "found games with 50 nodes, expected 60 nodes"),
        (file.replace("player = \"3\"", "player = \"2\""), "games of `three` as 3, expected 2"),
        (more_players.replace("nodes = 50", "depth = 2"), "expected depth 2"),
    ] {
        fs::write(at.join("other.toml"), &text).unwrap();
        let error = bagh_in(at, ["arena", "other.toml", "--results", "my.results"], "").refused();
        assert!(error.contains(part) && error.contains("--results"), "{part}: {error}");
        let merge = ["arena", "other.toml", "--list", "--merge", "my.results"];
        let error = bagh_in(at, merge, "").refused();
        assert!(error.contains(part) && error.contains("--merge"), "{part}: {error}");
    }
    // Players may come; and files of older versions say nothing of their conditions.
    fs::write(at.join("my.toml"), &more_players).unwrap();
    assert_eq!(arena(at, &[])[0]["ratings"].as_array().unwrap().len(), 4);
    let text = fs::read_to_string(at.join("my.results")).unwrap();
    let games: Vec<&str> = text.lines().filter(|line| !line.contains("bagh_arena")).collect();
    assert_eq!((text.lines().count(), games.len()), (14, 12));
    fs::write(at.join("old.results"), games.join("\n") + "\n").unwrap();
    fs::write(at.join("my.toml"), &file).unwrap();
    assert_eq!(arena(at, &["--list", "--results", "old.results"]), whole);
    assert_eq!(arena(at, &["--results", "old.results"]), whole, "nothing is left to play");
}

#[test]
fn bad_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for (text, part) in [
        ("", "players"),
        ("[[players]]\nplayer = \"9\"\n[[players]]\nplayer = \"1\"\n", "`9`"),
        ("[[players]]\nplayer = \"1\"\n", "at least two"),
    ] {
        fs::write(at.join("my.toml"), text).unwrap();
        let error = bagh_in(at, ["arena", "my.toml"], "").refused();
        assert!(error.contains(part), "{part}: {error}");
    }
    fs::write(at.join("my.toml"), FILE).unwrap();
    fs::write(at.join("my.results"), "hello\n").unwrap();
    let error = bagh_in(at, ["arena", "my.toml"], "").refused();
    assert!(error.contains("line 1: expected a game of an arena"), "{error}");
}
