//! `bagh convert`.

use crate::run::{bagh, bagh_in, bagh_with};

const AFTER_C3: [(&str, &str); 7] = [
    ("obx", "T3T/5/2G2/5/T3T t g19 c0 mC3 1"),
    ("obx-1x", "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t c0 mC3 1"),
    ("obx-2-early", "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t c0 mC3 #g1"),
    ("obx-2", "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1"),
    ("baghchal-fen", "B3B/5/2G2/5/B3B B 1"),
    ("captured-fen", "B3B/5/2G2/5/B3B B 0"),
    ("gamescrafters", "2_T---T-------G-------T---T1900"),
];

#[test]
fn every_notation_converts_to_every_other() {
    for (from, text) in AFTER_C3 {
        for (to, expected) in AFTER_C3 {
            let printed = bagh(["convert", "--from", from, "--to", to, text]).fine();
            // What a notation has no field for is lost on the way.
            let part = expected.split(" mC3").next().unwrap();
            assert!(printed.starts_with(part), "{from} to {to}: {printed}");
            if from == "obx" {
                assert_eq!(printed.trim_end(), expected, "{from} to {to}");
            }
        }
    }
}

#[test]
fn positions_are_read_line_by_line() {
    let input = "T3T/5/5/5/T3T g g20 c0 - 0\n\nT3T/5/2G2/5/T3T t g19 c0 mC3 1\n";
    let text = bagh_with(["convert", "-", "--to", "gamescrafters"], input.as_bytes()).fine();
    assert_eq!(text, "1_T---T---------------T---T2000\n2_T---T-------G-------T---T1900\n");
    let input = "T3T/5/5/5/T3T g g20 c0 - 0\nbad\n";
    let error = bagh_with(["convert", "-"], input.as_bytes()).refused();
    assert!(error.contains("standard input, line 2: "), "{error}");
}

#[test]
fn json_says_what_was_read() {
    let text = "TXXXT/XXXXX/XXGXX/XXXXX/TXXXT t @19 c0 mC3 #g1";
    let value: serde_json::Value =
        serde_json::from_str(&bagh(["convert", "--json", text]).fine()).unwrap();
    let expected = serde_json::json!({
        "from": "obx-2", "to": "obx", "text": "T3T/5/2G2/5/T3T t g19 c0 mC3 1", "warnings": [],
    });
    assert_eq!(value, expected);
}

#[test]
fn an_ambiguous_fen_is_never_guessed() {
    let error = bagh(["convert", "G1G1B/2B2/5/5/B3B G 2"]).refused();
    assert!(error.contains("baghchal-fen") && error.contains("captured-fen"), "{error}");
}

#[test]
fn records_convert_there_and_back() {
    let directory = tempfile::tempdir().unwrap();
    let foreign = "1. G13 B1122 2. G11 B2223";
    let own = bagh(["convert", "--from", "baghchal-pgn", foreign]).fine();
    assert!(own.contains("1. C1 A1B2 2. A1 B2C2 *"), "{own}");
    std::fs::write(directory.path().join("game.bagh"), &own).unwrap();
    let convert = |to: &str| {
        let args = ["convert", "--from", "record", "--file", "game.bagh", "--to", to];
        bagh_in(directory.path(), args, "").fine()
    };
    assert_eq!(convert("baghchal-pgn"), format!("{foreign}\n"));
    assert_eq!(convert("baghchal-ids"), "1. G02 B0006 2. G00 B0607\n");
    assert_eq!(convert("record"), own);
    let positions = convert("obx");
    assert_eq!(positions.lines().count(), 5);
    assert_eq!(positions.lines().next(), Some("T3T/5/5/5/T3T g g20 c0 - 0"));
    assert!(positions.lines().last().unwrap().ends_with("mB2C2 4"), "{positions}");
}

#[test]
fn a_position_is_not_a_game() {
    let error = bagh(["convert", "--from", "obx", "--to", "record", "x"]).refused();
    assert!(error.contains("expected games"), "{error}");
}

#[test]
fn bad_files_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("empty"), "").unwrap();
    std::fs::write(directory.path().join("bytes"), b"\xff\n").unwrap();
    std::fs::write(directory.path().join("huge"), vec![b'x'; 10 << 20]).unwrap();
    std::fs::write(directory.path().join("nul"), "\0").unwrap();
    for name in ["empty", "bytes", "huge", "nul", "missing", "."] {
        for from in ["obx", "record", "baghchal-pgn"] {
            // A game without moves is a game, in the notation that writes nothing else.
            if (name, from) != ("empty", "baghchal-pgn") {
                let args = ["convert", "--from", from, "--file", name];
                bagh_in(directory.path(), args, "").refused();
            }
        }
    }
}

#[test]
fn the_help_describes_every_notation() {
    let help = bagh(["convert", "--help"]).fine();
    for (word, _) in
        AFTER_C3.iter().chain(&[("record", ""), ("baghchal-pgn", ""), ("baghchal-ids", "")])
    {
        let described = |line: &str| {
            line.strip_prefix("  ").is_some_and(|l| l.starts_with(&format!("{word} ")))
        };
        assert!(help.lines().any(described), "{word}\n{help}");
    }
    let values = help.split("[possible values: ").nth(1).and_then(|rest| rest.split(']').next());
    assert_eq!(values.map(|v| v.split(',').count()), Some(AFTER_C3.len() + 3), "{help}");
}
