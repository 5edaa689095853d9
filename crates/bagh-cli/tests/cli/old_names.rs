//! Commands and options that were published under other names.

use std::path::Path;

use serde_json::Value;

use crate::run::bagh;
use crate::small::{FIXED, small, solved};

/// The games that a match prints, by their numbers, without what tells times: the summary and the
/// comments of records.
fn games(folder: &Path, args: &[&str]) -> Vec<Value> {
    let text = small(folder, args, "").fine();
    let mut rows: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(rows.pop().unwrap()["summary"].is_object());
    assert_eq!(rows.len(), 4);
    rows.sort_by_key(|row| row["game"].as_u64());
    for row in &mut rows {
        row.as_object_mut().unwrap().remove("record");
    }
    rows
}

#[test]
fn matches_take_their_old_names() {
    let folder = solved(FIXED);
    let old = ["contest", "greedy", "random", "--games", "4", "--json", "--random", "2"];
    let new = ["match", "greedy", "random", "--games", "4", "--json", "--opening-plies", "2"];
    let [old, new] = [(old, "--strongest"), (new, "--move-time")]
        .map(|(args, time)| games(folder.path(), &[&args[..], &[time, "1s"]].concat()));
    assert_eq!(old, new);
    let help = bagh(["match", "--help"]).fine();
    assert!(!help.contains("--strongest") && !help.contains("--random"), "{help}");
    assert!(!bagh(["--help"]).fine().contains("contest"));
}

#[test]
fn exams_take_their_old_names() {
    let folder = solved(FIXED);
    let exam = |args: &[&str]| {
        let start = ["exam", "--positions", "20", "--json"];
        small(folder.path(), &[&start, args].concat(), "").fine()
    };
    assert_eq!(exam(&["--level", "1"]), exam(&["1"]));
    assert_eq!(exam(&["--aimless"]), exam(&["random"]));
    exam(&["--threads-a-move", "2", "--time", "1ms"]);
    let help = bagh(["exam", "--help"]).fine();
    for hidden in ["--level", "--aimless", "--threads-a-move"] {
        assert!(!help.contains(hidden), "{hidden}");
    }
}
