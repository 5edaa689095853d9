//! `bagh show`.

use crate::run::{bagh, bagh_with};

#[test]
fn the_start_is_drawn_and_described() {
    let text = bagh(["show"]).fine();
    assert!(text.starts_with("Bagh Chal\n\n     A   B   C   D   E\n  1  T───·───·"), "{text}");
    for line in [
        "phase      placement",
        "to move    goats",
        "goats      0 on the board, 20 in hand, 0 of 5 captured",
        "tigers     4 on the board, none trapped",
        "position   T3T/5/5/5/T3T g g20 c0 - 0",
    ] {
        assert!(text.lines().any(|l| l == line), "{line}\n{text}");
    }
}

#[test]
fn words_need_no_quotes() {
    let quoted = bagh(["show", "T1G1T/5/5/5/T3T t g19 c0 mC1 1"]).fine();
    let words = bagh(["show", "T1G1T/5/5/5/T3T", "t", "g19", "c0", "mC1", "1"]).fine();
    let piped = bagh_with(["show", "-"], b"T1G1T/5/5/5/T3T t g19 c0 mC1 1\n").fine();
    assert_eq!(quoted, words);
    assert_eq!(quoted, piped);
    assert!(quoted.contains("last move  placed on C1"), "{quoted}");
}

#[test]
fn json_has_the_agreed_keys() {
    let value: serde_json::Value = serde_json::from_str(&bagh(["show", "--json"]).fine()).unwrap();
    let expected = serde_json::json!({
        "position": "T3T/5/5/5/T3T g g20 c0 - 0",
        "game": "bagh-chal",
        "phase": "placement",
        "turn": "goat",
        "goats_in_hand": 20,
        "tigers_in_hand": 0,
        "captured": 0,
        "result": null,
    });
    assert_eq!(value, expected);
}

#[test]
fn every_way_to_end_has_its_reason() {
    for (position, outcome, reason, grand, worth) in [
        ("T3T/5/5/5/T3T g g15 c5", "tiger-win", "captures", false, 1),
        ("TGGGT/GG1GG/GGGGG/GGGGG/TGGGT t g0 c0", "goat-win", "tigers-trapped", false, 1),
        ("TGGGG/GTGGG/GGTGG/1GGTG/GGGGG t g0 c0", "goat-win", "dandee", true, 12),
        ("1TGGG/TTGGG/GGGGG/GGGGG/GGGGT g g0 c0", "tiger-win", "locked-goats", true, 12),
    ] {
        let text = bagh(["show", "--json", position]).fine();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        let expected = serde_json::json!({
            "outcome": outcome, "reason": reason, "grand": grand, "worth": worth,
        });
        assert_eq!(value["result"], expected, "{position}");
        let text = bagh(["show", position]).fine();
        assert_eq!(text.contains("a grand win, worth 12"), grand, "{text}");
        assert!(text.contains("result     the "), "{text}");
    }
}

#[test]
fn trapped_tigers_are_named() {
    let text = bagh(["show", "TGG1T/GG3/G1G2/5/T3T g g14 c0"]).fine();
    assert!(text.contains("tigers     4 on the board, 1 trapped (A1)"), "{text}");
}

#[test]
fn captures_can_be_set() {
    let text = bagh(["show", "--captures", "2", "T3T/5/5/5/T3T g g18 c2"]).fine();
    assert!(text.contains("the tigers win: the tigers have captured enough goats"), "{text}");
    let error = bagh(["show", "--captures", "21"]).refused();
    assert!(error.contains("--captures") && error.contains("expected 1 to 20"), "{error}");
}

#[test]
fn lenient_reading_mends_and_says_so() {
    let wrong = "TG2T/5/5/5/T3T t g19 c0 mB2 1";
    bagh(["show", wrong]).refused();
    let run = bagh(["show", "--lenient", wrong]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.stderr.starts_with("warning: last move"), "{run:?}");
}

#[test]
fn colours_only_when_asked_for() {
    assert!(!bagh(["show"]).fine().contains('\u{1b}'));
    assert!(bagh(["show", "--color", "always"]).fine().contains('\u{1b}'));
    assert!(!bagh(["show", "--color", "never"]).fine().contains('\u{1b}'));
}
