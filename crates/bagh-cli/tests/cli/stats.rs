//! `bagh stats`.

use serde_json::Value;

use crate::small::{FIXED, folder, placed, small, solved};

const KEYS: [&str; 10] = [
    "captured",
    "draws",
    "goat_wins",
    "longest_goat_win",
    "longest_tiger_win",
    "phase",
    "placed",
    "positions",
    "tiger_wins",
    "turn",
];

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

#[test]
fn rows_have_the_agreed_keys_and_add_up() {
    for board in [FIXED.to_owned(), placed()] {
        let folder = solved(&board);
        let text = small(folder.path(), &["stats", "--json"], "").fine();
        let rows: Vec<Value> = serde_json::from_str(&text).unwrap();
        let count = small(folder.path(), &["count", "--json"], "").fine();
        let count: Value = serde_json::from_str(&count).unwrap();
        let classes = ["placement", "sliding"]
            .into_iter()
            .flat_map(|phase| count[phase]["classes"].as_array().unwrap())
            .filter(|class| class["tigers"] == 2);
        assert_eq!(rows.len(), classes.clone().count());
        for (row, class) in rows.iter().zip(classes) {
            let keys: Vec<&String> = row.as_object().unwrap().keys().collect();
            assert_eq!(keys, KEYS);
            for key in ["phase", "turn", "placed", "captured", "positions"] {
                assert_eq!(row[key], class[key]);
            }
            let draws: u64 = row["draws"].as_object().unwrap().values().map(number).sum();
            let sum = number(&row["goat_wins"]) + draws + number(&row["tiger_wins"]);
            assert_eq!(sum, number(&row["positions"]));
            let has_plies = row["phase"] == "sliding" && number(&row["tiger_wins"]) > 0;
            assert_eq!(row["longest_tiger_win"].is_u64(), has_plies, "{row}");
        }
    }
}

#[test]
fn csv_has_the_numbers_of_json() {
    let folder = solved(FIXED);
    let csv = small(folder.path(), &["stats", "--csv"], "").fine();
    let mut lines = csv.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    let json = small(folder.path(), &["stats", "--json"], "").fine();
    let rows: Vec<Value> = serde_json::from_str(&json).unwrap();
    for row in &rows {
        let cells: Vec<&str> = lines.next().unwrap().split(',').collect();
        assert_eq!(cells.len(), head.len());
        for (key, &cell) in head.iter().zip(&cells) {
            let value = match key.strip_prefix("draws_") {
                Some(end) => row["draws"].get(end).cloned().unwrap_or(0.into()),
                None => row[key].clone(),
            };
            let text = match value {
                Value::Null => String::new(),
                Value::String(text) => text,
                other => other.to_string(),
            };
            assert_eq!(cell, text, "{key}");
        }
    }
    assert_eq!(lines.next(), None);
    let both = small(folder.path(), &["stats", "--csv", "--json"], "").refused();
    assert!(both.contains("--csv"), "{both}");
}

#[test]
fn cross_tables_have_the_outcomes_of_both_sides() {
    let folder = solved(FIXED);
    let json = small(folder.path(), &["stats", "--cross", "--json"], "").fine();
    let cells: Vec<Value> = serde_json::from_str(&json).unwrap();
    assert_eq!(cells.len(), 2 * 9);
    let rows = small(folder.path(), &["stats", "--json"], "").fine();
    let rows: Vec<Value> = serde_json::from_str(&rows).unwrap();
    for row in rows.iter().filter(|row| row["phase"] == "sliding") {
        let turn = row["turn"].as_str().unwrap();
        let of = |outcome: &str| -> u64 {
            let key = format!("{turn}_to_move");
            let cells = cells.iter().filter(|cell| cell["captured"] == row["captured"]);
            cells.filter(|cell| cell[&key] == outcome).map(|cell| number(&cell["images"])).sum()
        };
        assert_eq!(of("goat-win"), number(&row["goat_wins"]));
        assert_eq!(of("tiger-win"), number(&row["tiger_wins"]));
    }
    let csv = small(folder.path(), &["stats", "--cross", "--csv"], "").fine();
    assert!(csv.starts_with("captured,goat_to_move,tiger_to_move,images\n0,tiger-win,tiger-win,"));
    let people = small(folder.path(), &["stats", "--cross"], "").fine();
    assert!(people.contains("Sliding phase, 1 captured"), "{people}");
}

#[test]
fn longest_wins_are_as_long_as_the_tables_say() {
    let folder = solved(FIXED);
    let json = small(folder.path(), &["stats", "--longest", "--json"], "").fine();
    let wins: Vec<Value> = serde_json::from_str(&json).unwrap();
    assert!(!wins.is_empty());
    for win in &wins {
        let position = win["position"].as_str().unwrap();
        let line = small(folder.path(), &["line", position, "--json"], "").fine();
        let line: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(line["outcome"], win["outcome"]);
        assert_eq!(line["moves"].as_array().unwrap().len() as u64, number(&win["plies"]));
    }
}

#[test]
fn charts_are_drawn() {
    for board in [FIXED.to_owned(), placed()] {
        let folder = solved(&board);
        let told = small(folder.path(), &["stats", "--charts", "here/there"], "").fine();
        let files: Vec<&str> = told.lines().collect();
        assert_eq!(files.len(), 2);
        for file in files {
            let svg = std::fs::read_to_string(folder.path().join(file)).unwrap();
            assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{file}");
            assert!(svg.contains("Small board"), "{file}");
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{file}");
        }
    }
}

#[test]
fn without_tables_the_remedy_is_told() {
    let folder = folder(FIXED);
    let error = small(folder.path(), &["stats"], "").refused();
    assert!(error.contains("run `bagh solve --game small.toml --tables .`"), "{error}");
    std::fs::write(folder.path().join("file"), "").unwrap();
    let folder = solved(FIXED);
    std::fs::write(folder.path().join("file"), "").unwrap();
    let error = small(folder.path(), &["stats", "--charts", "file"], "").refused();
    assert!(error.contains("--charts"), "{error}");
}
