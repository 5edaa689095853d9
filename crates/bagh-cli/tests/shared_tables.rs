//! A game with a fixed start is answered from the tables of the game that shares its positions.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn bagh(tables: &Path, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_bagh"))
        .args(args)
        .args(["--game", "aadu-puli-fixed", "--captures", "1", "--tables"])
        .arg(tables)
        .output()
        .expect("it starts");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_fixed_start_has_its_own_start_and_the_tables_of_the_other_game() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tables = folder.path();
    bagh(tables, &["solve", "--yes"]);
    assert!(tables.join("aadu-puli-1/manifest.json").is_file());
    assert!(!tables.join("aadu-puli-fixed-1").exists());

    let probed: Value = serde_json::from_str(&bagh(tables, &["probe", "--json"])).expect("JSON");
    assert!(probed["position"].as_str().expect("OBX").starts_with("T/2TT2/"), "{probed}");
    assert!(!probed["moves"].as_array().expect("moves").is_empty());

    // So do the openings of a match.
    let games = bagh(tables, &["match", "perfect", "random", "--games", "2", "--json"]);
    for line in games.lines().take(2) {
        let game: Value = serde_json::from_str(line).expect("JSON");
        let record = game["record"].as_str().expect("a record");
        assert!(record.contains("[Game \"aadu-puli-fixed\"]"), "{record}");
        assert!(record.contains("\n1. "), "the goats begin: {record}");
    }
    bagh(tables, &["verify"]);
}
