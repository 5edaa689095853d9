//! `bagh moves`.

use crate::run::bagh;

#[test]
fn moves_say_what_they_do() {
    let text = bagh(["moves", "TG2T/5/5/5/T3T t g19 c0 mB1 1"]).fine();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "A1A2     the tiger on A1 slides to A2");
    assert_eq!(lines[2], "A1C1     the tiger on A1 jumps to C1 and captures the goat on B1");
    assert_eq!(bagh(["moves"]).fine().lines().count(), 21);
    assert!(
        bagh(["moves", "--game", "aadu-puli"]).fine().starts_with("B0       a tiger is placed")
    );
}

#[test]
fn json_has_the_agreed_keys() {
    let text = bagh(["moves", "--json", "TG2T/5/5/5/T3T t g19 c0 mB1 1"]).fine();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["position"], "TG2T/5/5/5/T3T t g19 c0 mB1 1");
    let jump = serde_json::json!({
        "move": "A1C1",
        "kind": "jump",
        "from": "A1",
        "to": "C1",
        "capture": "B1",
        "position": "2T1T/5/5/5/T3T g g19 c1 mA1C1 2",
    });
    assert_eq!(value["moves"][2], jump);
    let text = bagh(["moves", "--json"]).fine();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let place = serde_json::json!({
        "move": "B1",
        "kind": "place",
        "from": null,
        "to": "B1",
        "capture": null,
        "position": "TG2T/5/5/5/T3T t g19 c0 mB1 1",
    });
    assert_eq!(value["moves"][0], place);
}

#[test]
fn a_game_that_is_over_says_so() {
    let over = "TGGGT/GG1GG/GGGGG/GGGGG/TGGGT t g0 c0";
    let text = bagh(["moves", over]).fine();
    assert_eq!(text, "The game is over: the goats win: no tiger can move.\n");
    let value: serde_json::Value =
        serde_json::from_str(&bagh(["moves", "--json", over]).fine()).unwrap();
    assert_eq!(value["moves"], serde_json::json!([]));
}
