//! Commands and options that were published under other names.

use std::path::Path;

use crate::run::bagh;
use crate::small::{FIXED, small, solved};

/// The games that a match prints, without the summary, which has times.
fn games(folder: &Path, args: &[&str]) -> Vec<String> {
    let text = small(folder, args, "").fine();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    assert!(lines.pop().unwrap().starts_with("{\"summary\""));
    assert_eq!(lines.len(), 4);
    lines
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
