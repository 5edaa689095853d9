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
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
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
    assert_eq!(results.lines().count(), 12);
    for cut in [1, 100, results.len() / 2, results.len() - 1] {
        // As if the program had been stopped while it wrote.
        fs::write(at.join("my.results"), &results[..results.len() - cut]).unwrap();
        assert_eq!(arena(at, &[]), whole, "the seed decides, not the run: {cut}");
        let text = fs::read_to_string(at.join("my.results")).unwrap();
        assert_eq!(text.lines().count(), 12, "{cut}");
    }

    let other = arena(at, &["--seed", "2", "--results", "other.results"]);
    assert_ne!(other, whole);
    let merged = arena(at, &["--list", "--merge", "other.results"]);
    assert_eq!(merged[0]["ratings"][0]["games"], 16);
    let twice = arena(at, &["--list", "--merge", "other.results", "--merge", "other.results"]);
    assert_eq!(twice, merged, "a game counts once");
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
