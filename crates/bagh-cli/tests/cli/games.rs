//! `bagh games` and board files.

use crate::run::{bagh, bagh_in};

#[test]
fn the_games_are_listed() {
    let text = bagh(["games"]).fine();
    for (name, points) in [("aadu-puli ", "23 points"), ("kaooa ", "10 points")] {
        assert!(text.lines().any(|l| l.starts_with(name) && l.contains(points)), "{text}");
    }
    for line in bagh(["games", "--json"]).fine().lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(value["name"].is_string() && value["captures_to_win"].is_u64(), "{line}");
    }
}

#[test]
fn a_printed_board_file_is_a_game() {
    let directory = tempfile::tempdir().unwrap();
    let games = ["bagh-chal", "aadu-puli", "aadu-puli-fixed", "kaooa", "len-choa", "pulijudamu"];
    for name in games {
        let file = bagh(["games", name]).fine();
        std::fs::write(directory.path().join("my.toml"), file).unwrap();
        let own = bagh_in(directory.path(), ["show", "--game", "my.toml"], "").fine();
        assert_eq!(own, bagh(["show", "--game", name]).fine());
    }
}

#[test]
fn unknown_games_are_refused_with_the_names() {
    for args in [["games", "chess", "--json"], ["show", "--game", "chess"]] {
        let error = bagh(args).refused();
        assert!(error.contains("`chess`") && error.contains("aadu-puli-fixed"), "{error}");
    }
    let error = bagh(["show", "--game", "chess"]).refused();
    assert!(error.contains("ends in .toml"), "{error}");
}

#[test]
fn faults_in_a_board_file_are_named_with_their_line() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("my.toml"), "name = \"my\"\ntiger = 3\n").unwrap();
    let error = bagh_in(directory.path(), ["show", "--game", "my.toml"], "").refused();
    assert!(error.contains("my.toml: line 2: unknown key `tiger`"), "{error}");
}
