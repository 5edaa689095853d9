//! Many positions on standard input.

use serde_json::Value;

use crate::run::{bagh_with, feed, program};
use crate::small::{FIXED, small, solved};

const GOOD: &str = "T2/3/2T g g5 c0 - 0";
const BAD: &str = "T9/3/2T g g5 c0 - 0";

fn json(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_bad_line_is_answered_in_its_place() {
    let folder = solved(FIXED);
    let input = format!("{GOOD}\n\n{BAD}\n{GOOD}\nnonsense\n");
    for command in ["probe", "moves", "show", "line", "convert"] {
        let run = match command {
            "probe" | "line" => small(folder.path(), &[command, "-", "--json"], &input),
            _ => {
                let board = folder.path().join("small.toml");
                let board = board.to_str().unwrap();
                bagh_with([command, "-", "--json", "--game", board], input.as_bytes())
            }
        };
        let answers = json(&run.stdout);
        assert_eq!(answers.len(), 4, "{command}: {run:?}");
        for (at, line) in [(1, 3), (3, 5)] {
            assert_eq!(answers[at]["line"], line, "{command}: {run:?}");
            let message = answers[at]["error"]["message"].as_str().unwrap();
            assert!(!message.is_empty(), "{command}: {run:?}");
        }
        for at in [0, 2] {
            assert!(answers[at]["error"].is_null(), "{command}: {run:?}");
        }
        assert_eq!(answers[0], answers[2], "{command}");
        let error = run.refused();
        assert!(error.contains("standard input, line 3: "), "{command}: {error}");
        assert!(error.contains("1 more line)"), "{command}: {error}");
    }
}

#[test]
fn people_see_bad_lines_in_their_places() {
    let folder = solved(FIXED);
    let input = format!("{GOOD}\n{BAD}\n{GOOD}\n");
    for command in ["probe", "line"] {
        let run = small(folder.path(), &[command, "-"], &input);
        let bad = run.stdout.find("line 2: error: ").unwrap_or_else(|| panic!("{run:?}"));
        assert_eq!(run.stdout[..bad].matches("T2/3/2T").count(), 1, "{run:?}");
        assert_eq!(run.stdout[bad..].matches("T2/3/2T").count(), 1, "{run:?}");
        run.refused();
    }
}

#[test]
fn people_see_the_same_for_a_line_as_for_a_word() {
    let folder = solved(FIXED);
    for command in ["probe", "line"] {
        for position in [GOOD, "TGG/TGG/G2 t g0 c0"] {
            let alone = small(folder.path(), &[command, position], "").fine();
            let line = small(folder.path(), &[command, "-"], &format!("{position}\n")).fine();
            assert_eq!(line, alone, "{command}");
            let two = format!("{position}\n{position}\n");
            let two = small(folder.path(), &[command, "-"], &two).fine();
            assert_eq!(two, format!("{alone}\n{alone}"), "{command}");
        }
    }
}

#[test]
fn an_empty_input_is_refused() {
    let folder = solved(FIXED);
    for input in ["", "\n \n"] {
        assert!(small(folder.path(), &["probe", "-"], input).refused().contains("is empty"));
    }
    small(folder.path(), &["probe", "-"], "\0\n").refused();
}

#[test]
fn values_leave_the_moves_out() {
    let folder = solved(FIXED);
    let input = format!("{GOOD}\nTGG/TGG/G2 t g0 c0\n");
    let full = json(&small(folder.path(), &["probe", "-", "--json"], &input).fine());
    let values = json(&small(folder.path(), &["probe", "-", "--json", "--values"], &input).fine());
    for (mut full, value) in full.into_iter().zip(values) {
        full.as_object_mut().unwrap().remove("moves").unwrap();
        assert_eq!(full, value);
    }
    let text = small(folder.path(), &["probe", "--values"], "").fine();
    assert!(text.ends_with("A draw with no goat captured.\n"), "{text}");
}

#[test]
fn csv_has_a_row_for_each_position_or_move() {
    let folder = solved(FIXED);
    let input = format!("TGG/TGG/G2 t g0 c0\n{BAD}\n");
    let run = small(folder.path(), &["probe", "-", "--csv", "--values"], &input);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(
        lines[..2],
        ["position,outcome,captures,plies,error", "TGG/TGG/G2 t g0 c0 - -,draw,1,1,"]
    );
    assert!(lines[2].starts_with(&format!("{BAD},,,,")), "{run:?}");
    run.refused();
    let text = small(folder.path(), &["probe", "TGG/TGG/G2 t g0 c0", "--csv"], "").fine();
    let expected = "\
position,move,outcome,captures,plies,error
TGG/TGG/G2 t g0 c0 - -,,draw,1,1,
TGG/TGG/G2 t g0 c0 - -,A1C3,draw,1,,
";
    assert_eq!(text, expected);
    let both = small(folder.path(), &["probe", "--csv", "--json"], "").refused();
    assert!(both.contains("`--csv` and `--json` cannot be used together"), "{both}");
}

#[test]
fn a_line_that_cannot_be_read_has_a_row_of_its_own() {
    let folder = solved(FIXED);
    let long = "x".repeat(5_000);
    let args = ["probe", "-", "--csv", "--values", "--game", "small.toml", "--tables", "."];
    for (bad, expected) in [(long.as_bytes(), "more than 4096 bytes"), (b"T2/\xff", "not UTF-8")] {
        let input = [GOOD.as_bytes(), b"\n", bad, b"\n", GOOD.as_bytes(), b"\n"].concat();
        let run = feed(program().current_dir(folder.path()).args(args), &input);
        let rows: Vec<&str> = run.stdout.lines().collect();
        assert_eq!(rows.len(), 4, "{run:?}");
        assert!(rows[2].starts_with(",,,,") && rows[2].contains(expected), "{run:?}");
        let fields = |row: &str| row.matches(',').count();
        assert_eq!(fields(rows[1]), fields(rows[0]), "{run:?}");
        assert_eq!(rows[1], rows[3]);
        run.refused();
    }
}

#[test]
fn threads_do_not_change_the_answers() {
    let folder = solved(FIXED);
    let game = bagh::Game::from_toml(FIXED).unwrap();
    let all = crate::small::positions(&game);
    for (command, step) in [("probe", 1), ("line", 50)] {
        let input: String = all.iter().step_by(step).map(|p| game.obx(p) + "\n").collect();
        let of = |threads: &str| {
            small(folder.path(), &[command, "-", "--json", "--threads", threads], &input).fine()
        };
        assert_eq!(of("1"), of("3"), "{command}");
    }
}
