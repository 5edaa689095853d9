//! What the commands say of a game that is over.

use serde_json::{Value, json};

use crate::run::bagh_in;
use crate::small::solved;

/// A board on which goats can be locked, with more captures to win than are made.
const ROW: &str = r#"
name = "small"
title = "Row"
tigers = 1
goats = 2
captures = 2
opening = ["D1"]
lines = ["A1 B1 C1 D1"]
[[rows]]
points = ["A1", "B1", "C1", "D1"]
x = [0, 1, 2, 3]
y = 0
"#;

/// Finished positions: who won, how many goats were captured, and why it ended.
const FINISHED: [(&str, &str, u64, &str); 4] = [
    ("GGT1 g g0 c0", "tiger-win", 0, "locked-goats"),
    ("GT2 g g0 c1", "tiger-win", 1, "locked-goats"),
    ("TGG1 t g0 c0", "goat-win", 0, "tigers-trapped"),
    ("2T1 g g0 c2", "tiger-win", 2, "captures"),
];

#[test]
fn all_commands_agree_on_a_finished_game() {
    let folder = solved(ROW);
    for (position, outcome, captures, reason) in FINISHED {
        let ask = |command: &str| -> Value {
            let args = [command, position, "--json", "--game", "small.toml"];
            // The first two go by the rules, and take no tables.
            let tables: &[&str] =
                if ["probe", "line"].contains(&command) { &["--tables", "."] } else { &[] };
            let text = bagh_in(folder.path(), args.iter().chain(tables), "").fine();
            serde_json::from_str(&text).unwrap()
        };
        let [show, moves, probe, line] = ["show", "moves", "probe", "line"].map(ask);
        let result = &show["result"];
        assert_eq!((&result["outcome"], &result["reason"]), (&json!(outcome), &json!(reason)));
        assert_eq!(result["worth"], if reason == "locked-goats" { 12 } else { 1 });
        assert_eq!(*result, moves["result"], "{position}");
        for answer in [&probe, &line] {
            assert_eq!(answer["outcome"], outcome, "{position}");
            assert_eq!(answer["captures"], captures, "{position}");
            assert_eq!(answer["plies"], 0, "{position}");
        }
        assert_eq!(line["end"], json!({ "position": line["position"], "reason": reason }));
        for answer in [&show, &moves, &probe, &line] {
            assert_eq!(answer["position"], show["position"]);
            let none = answer["moves"].as_array().is_none_or(Vec::is_empty);
            assert!(none, "{position}: {answer}");
        }
        let args = ["moves", position, "--game", "small.toml"];
        let people = bagh_in(folder.path(), args, "").fine();
        assert!(people.to_lowercase().contains("the game is over"), "{people}");
    }
}
