//! `bagh count`.

use serde_json::{Value, json};

use crate::run::bagh;

#[test]
fn the_papers_numbers_come_out() {
    let text = bagh(["count"]).fine();
    for number in [
        "1,666",
        "33,481",
        "333,175",
        "2,105,695",
        "9,469,965",
        "32,188,170",
        "3,316,529,500",
        "88,260,972",
        "33,047,412,750",
    ] {
        assert!(text.contains(number), "{number} is missing:\n{text}");
    }
    assert!(text.contains("1 to 20"), "{text}");
}

#[test]
fn json_has_every_number() {
    let value: Value = serde_json::from_str(&bagh(["count", "--json"]).fine()).unwrap();
    assert_eq!(value["tiger_placements"], 1_666);
    assert_eq!(value["images"][16], json!({ "goats": 16, "images": 32_188_170 }));
    assert_eq!(value["placement"]["images"], 3_316_529_500u64);
    let classes = value["placement"]["classes"].as_array().unwrap();
    let sum: u64 = classes.iter().map(|c| c["positions"].as_u64().unwrap()).sum();
    assert_eq!(value["placement"]["positions"], sum);
    let first = json!({
        "phase": "placement", "turn": "goat", "tigers": 4, "placed": 0, "captured": 0,
        "positions": 1_666,
    });
    assert_eq!(classes[0], first);
    assert_eq!(value["sliding"]["positions"], 88_260_972);
}

#[test]
fn one_number_of_goats() {
    let text = bagh(["count", "--goats", "19", "--check"]).fine();
    assert!(text.contains("333,175") && text.contains("confirmed by enumeration"), "{text}");
    let args = ["count", "--goats", "2", "--check", "--json", "--threads", "1"];
    let value: Value = serde_json::from_str(&bagh(args).fine()).unwrap();
    let expected = json!({
        "game": "bagh-chal", "tigers": 4, "goats": 2, "images": 333_175, "enumerated": 333_175,
    });
    assert_eq!(value, expected);
    // Too many to look at: the number stands for itself.
    let value: Value =
        serde_json::from_str(&bagh(["count", "--goats", "10", "--check", "--json"]).fine())
            .unwrap();
    assert_eq!(value["enumerated"], Value::Null);
}

#[test]
fn other_games_count_too() {
    let value: Value =
        serde_json::from_str(&bagh(["count", "--json", "--game", "aadu-puli"]).fine()).unwrap();
    // With tigers in hand first.
    assert_eq!(value["placement"]["classes"][0]["tigers"], 0);
    assert!(bagh(["count", "--game", "aadu-puli"]).fine().contains("Aadu Puli"));
}

#[test]
fn bad_numbers_are_refused() {
    let error = bagh(["count", "--goats", "22"]).refused();
    assert!(error.contains("found 22, expected 0 to 21"), "{error}");
    for goats in ["-1", "x", "300", ""] {
        bagh(["count", "--goats", goats]).refused();
    }
    let error = bagh(["count", "--threads", "0"]).refused();
    assert!(error.contains("from 1 to"), "{error}");
}
