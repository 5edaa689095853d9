//! Board files that are wrong, and the lines that their errors name.

use bagh::{Game, GameFileError};

/// A small board that is right, one key a line.
const GOOD: &str = r#"name = "triangle"
title = "A triangle"
tigers = 1
goats = 2
captures = 1
opening = ["A1"]
lines = [
    "A1 B1 C1",
    "A1 A2",
]
[[rows]]
points = ["A1", "B1", "C1"]
x = [0, 1, 2]
y = 0
[[rows]]
points = ["A2"]
x = 0
y = [1]
"#;

fn error(text: &str) -> GameFileError {
    Game::from_toml(text).expect_err(text)
}

#[test]
fn the_good_one_is_good() {
    let game = Game::from_toml(GOOD).unwrap();
    assert_eq!(
        (game.name(), game.title(), game.board().rows()),
        ("triangle", "A triangle", &[3, 1][..])
    );
}

#[test]
fn errors_name_the_line_and_the_remedy() {
    let table: &[(&str, &str, usize, &str)] = &[
        ("\"A1 A2\"", "\"A1 B1\"", 16, "A2 is on no line: add it"),
        ("A1 B1 C1", "A1 B1 A1", 8, "A1"),
        ("\"A1 A2\"", "\"A2\"", 9, "has 1 point, expected at least 2"),
        ("\"A1 A2\"", "\"\"", 9, "has 0 points, expected at least 2"),
        ("\"A1 A2\"", "7", 9, "expected a text of point names"),
        ("\"A1 A2\"", "\"A1 Z9\"", 9, "no point is called Z9"),
        ("opening = [\"A1\"]", "opening = [\"A1\", \"A1\"]", 6, "two tigers stand on A1"),
        ("opening = [\"A1\"]", "opening = []", 6, "found a list of length 0, expected 1"),
        ("opening = [\"A1\"]", "opening = \"random\"", 6, "expected \"placed\""),
        ("opening = [\"A1\"]", "opening = [\"Q1\"]", 6, "no point is called Q1"),
        ("goats = 2", "goats = 4", 4, "are 5 pieces, more than the 4 points"),
        ("goats = 2", "goats = -1", 4, "expected a whole number from 1"),
        ("goats = 2", "goats = 99999999999999999999", 4, "goats"),
        ("goats = 2", "goats = \"two\"", 4, "expected a whole number"),
        ("tigers = 1", "tigers = 0", 3, "tigers: found 0"),
        (
            "captures = 1",
            "captures = 3",
            5,
            "captures: found 3, expected a whole number from 1 to 2",
        ),
        ("name = \"triangle\"", "name = \"My Board\"", 1, "lower-case letters"),
        ("name = \"triangle\"\n", "", 1, "`name` is missing: add"),
        ("captures = 1\n", "", 1, "`captures` is missing: add captures = 5"),
        ("captures = 1", "captured = 1", 5, "unknown key `captured`"),
        ("y = 0", "z = 0", 14, "unknown key `z`"),
        ("y = 0", "y = \"low\"", 14, "y"),
        ("y = 0", "y = nan", 14, "y"),
        ("x = [0, 1, 2]", "x = [0, 1]", 13, "found 2 numbers for 3 points"),
        ("x = [0, 1, 2]", "x = [0, 1, \"2\"]", 13, "expected a number"),
        ("x = [0, 1, 2]\n", "", 11, "`x` is missing"),
        ("points = [\"A2\"]", "points = [\"a1\"]", 16, "a1 is the name of two points"),
        ("points = [\"A2\"]", "points = [\"2A\"]", 16, "letters and then"),
        ("points = [\"A2\"]", "points = []", 16, "this row is empty"),
        ("lines = [", "lines = \"A1 B1\" #[", 8, "this is not TOML"),
        ("title =", "title", 2, "this is not TOML"),
        ("title = \"A triangle\"", "title = 3", 2, "title: expected text in quotes"),
    ];
    for &(from, to, line, message) in table {
        assert!(GOOD.contains(from), "{from}");
        let error = error(&GOOD.replacen(from, to, 1));
        assert_eq!(error.line, line, "{to}: {error}");
        assert!(error.problem.to_string().contains(message), "{to}: {error}");
    }
}

#[test]
fn a_line_may_not_visit_a_point_twice() {
    let error = error(&GOOD.replacen("A1 B1 C1", "A1 B1 A1 C1", 1));
    assert!(
        error.problem.to_string().contains("A1") && error.problem.to_string().contains("two lines"),
        "{error}"
    );
}

#[test]
fn a_board_has_32_points_at_the_most() {
    let board = |points: usize| {
        let names: Vec<String> = (0..points).map(|i| format!("P{i}")).collect();
        let row: Vec<String> = names.iter().map(|n| format!("{n:?}")).collect();
        format!(
            "name = \"long\"\ntigers = 1\ngoats = 1\ncaptures = 1\nopening = \"placed\"\nlines = [{:?}]\n[[rows]]\npoints = [{}]\nx = 0\ny = 0\n",
            names.join(" "),
            row.join(", ")
        )
    };
    let game = Game::from_toml(&board(32)).unwrap();
    assert_eq!(game.moves(&game.start()).count(), 32);
    let error = error(&board(33));
    assert_eq!(error.line, 8);
    assert!(error.problem.to_string().contains("more than the 32"), "{error}");
}

#[test]
fn strange_files_are_refused() {
    for text in ["", "\0", "💥", "[[rows]]", "name", "= = =", "rows = 3", "\u{feff}"] {
        error(text);
    }
    assert!(error(&"a".repeat(1 << 20)).line >= 1);
    assert!(error(&"[".repeat(100_000)).line >= 1);
    assert!(error(&format!("name = \"x\"\nlines = {}", "[".repeat(50_000))).line >= 1);
    assert!(error(&"x = 1\n".repeat(50_000)).line >= 1);
}

#[test]
fn a_board_with_very_many_symmetries_is_read() {
    // A star of 31 rays: 31! permutations keep its lines.
    let names: Vec<String> = (0..32).map(|i| format!("\"P{i}\"")).collect();
    let rays: Vec<String> = (1..32).map(|i| format!("\"P0 P{i}\"")).collect();
    let xs: Vec<String> = (0..32).map(|i| (i * i).to_string()).collect();
    let text = format!(
        "name = \"star\"\ntigers = 1\ngoats = 5\ncaptures = 1\nopening = \"placed\"\nlines = [{}]\n[[rows]]\npoints = [{}]\nx = [{}]\ny = 0\n",
        rays.join(", "),
        names.join(", "),
        xs.join(", ")
    );
    let game = Game::from_toml(&text).unwrap();
    assert!(game.board().symmetries().len() <= bagh::symmetry::MAX_SYMMETRIES);
}
