//! No input crashes the program: exit code 2 and one clear message.

use crate::run::{bagh, bagh_in, bagh_with};

const COMMANDS: [&[&str]; 3] = [&["show"], &["moves"], &["perft", "2"]];

#[test]
fn bad_positions_on_the_command_line_are_refused() {
    for position in [
        "",
        " ",
        "x",
        "T3T/5/5/5",
        "T3T/5/5/5/T3T/5 g g20 c0",
        "T3T/5/5/5/T3T x g20 c0",
        "T3T/5/5/5/T3T g g99999999999999999999 c0",
        "T3T/5/5/5/T3T g g20 c256",
        "T3T/5/5/5/T3T g g20 c0 - 99999999999999999999",
        "T3T/5/5/5/T3T g g19 c0",
        "5/5/5/5/5 g g20 c0",
        "बाघ/5/5/5/चाल g g20 c0",
        "T3T/5/5/5/T3T g g20 c0 \u{1b}[2J",
        "🐯3🐯/5/5/5/🐯3🐯 g g20 c0",
    ] {
        for command in COMMANDS {
            let args = command.iter().copied().chain([position]);
            let error = bagh(args).refused();
            assert!(!error.contains('\u{1b}'), "{error:?}");
        }
    }
    bagh(["show", &"T".repeat(100_000)]).refused();
}

#[test]
fn bad_positions_on_standard_input_are_refused() {
    let huge = vec![b'T'; 10 << 20];
    let second = b"T3T/5/5/5/T3T g g20 c0\nT4T/5/5/5/T3T g g20 c0\n";
    for input in [&b""[..], b"\n\n", b"\0", b"T3T/5\0/5/5/T3T g", b"\xff\xfe", second, &huge] {
        for command in COMMANDS {
            let args = command.iter().copied().chain(["-"]);
            bagh_with(args, input).refused();
        }
    }
}

#[test]
fn bad_board_files_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| std::fs::write(directory.path().join(name), bytes);
    file("empty.toml", b"").unwrap();
    file("nul.toml", b"name = \"\0\"").unwrap();
    file("bytes.toml", b"name = \"\xff\"").unwrap();
    file("huge.toml", &vec![b'#'; 10 << 20]).unwrap();
    file("number.toml", b"name = \"a\"\ntigers = 99999999999999999999\n").unwrap();
    std::fs::create_dir(directory.path().join("folder.toml")).unwrap();
    for (name, part) in [
        ("empty", "missing"),
        ("nul", "line 1"),
        ("bytes", "not UTF-8"),
        ("huge", "more than"),
        ("number", "line"),
        ("folder", "is a directory"),
        ("none", "cannot open"),
    ] {
        let name = format!("{name}.toml");
        let error = bagh_in(directory.path(), ["show", "--game", &name], "").refused();
        assert!(error.contains(part) && error.contains(&name), "{error}");
    }
}

/// Each kind of wrong board, with the line of the file and the remedy, before anything is solved.
#[test]
fn wrong_boards_are_refused_with_line_and_remedy() {
    const BOARD: &str = "name = \"wrong\"\ntigers = 2\ngoats = 2\ncaptures = 1\nopening = [\"A1\", \"B1\"]\nlines = [\n\"A1 B1 C1\",\n\"A1 A2\",\n]\n[[rows]]\npoints = [\"A1\", \"B1\", \"C1\"]\nx = [0, 1, 2]\ny = 0\n[[rows]]\npoints = [\"A2\"]\nx = 0\ny = 1\n";
    let many: Vec<String> = (0..33).map(|p| format!("\"P{p}\"")).collect();
    let many = format!("points = [{}]\nx = 1", many.join(", "));
    let directory = tempfile::tempdir().unwrap();
    let solve = |board: &str| {
        std::fs::write(directory.path().join("wrong.toml"), board).unwrap();
        let args = ["solve", "--yes", "--game", "wrong.toml", "--tables", "."];
        bagh_in(directory.path(), args, "")
    };
    for (from, to, line, remedy) in [
        ("\"A1 A2\"", "\"A1 B1\"", 15, "A2 is on no line: add it to a line or remove the point"),
        ("A1 B1 C1", "A1 B1 C1 A1", 7, "visits A1 twice: split it into two lines"),
        ("[\"A1\", \"B1\"]", "[\"A1\", \"A1\"]", 5, "two tigers stand on A1: give each its own"),
        ("goats = 2", "goats = 3", 3, "more than the 4 points of the board: lower one"),
        ("points = [\"A2\"]\nx = 0", &many, 15, "more than the 32 that a board may have: remove"),
        ("\"A1 A2\"", "\"A2\"", 8, "has 1 point, expected at least 2: extend or remove it"),
    ] {
        assert!(BOARD.contains(from), "{from}");
        let error = solve(&BOARD.replacen(from, to, 1)).refused();
        assert!(error.contains(&format!("line {line}: ")) && error.contains(remedy), "{error}");
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1, "nothing was solved");
    }
    assert_eq!(solve(BOARD).code, 0);
}

#[test]
fn bad_options_are_refused() {
    for args in [
        &["show", "--captures", "0"][..],
        &["show", "--captures", "-1"],
        &["show", "--captures", "256"],
        &["show", "--captures", "99999999999999999999"],
        &["show", "--captures", ""],
        &["show", "--game", ""],
        &["show", "--game", "\u{1b}[2J"],
        &["show", "--color", "pink"],
        &["show", "--from", "fen"],
        &["frobnicate"],
        &["perft"],
    ] {
        bagh(args).refused();
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let bytes = std::ffi::OsStr::from_bytes(b"\xff\xfe");
    bagh(["show".as_ref(), bytes]).refused();
    bagh(["show".as_ref(), "--game".as_ref(), bytes]).refused();
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_an_error() {
    use crate::run::shell;
    let run = shell(std::path::Path::new("."), "{ bagh perft 5; echo $? >&2; } | true");
    assert_eq!(run.stderr, "0\n");
}

#[cfg(unix)]
#[test]
fn a_directory_on_standard_input_is_refused() {
    use crate::run::shell;
    for command in ["bagh show -", "bagh convert -", "bagh play"] {
        let error = shell(std::path::Path::new("."), &format!("{command} < /")).refused();
        assert!(error.contains("cannot read standard input"), "{error}");
    }
}

/// What the system says stands in the message once, not again as its cause.
#[test]
fn what_the_system_says_is_told_once() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    let missing = folder.path().join("missing.toml");
    let below = folder.path().join("file/tables");
    for args in [
        vec!["check-proof", missing.to_str().unwrap()],
        vec!["solve", "--game", "kaooa", "--tables", below.to_str().unwrap()],
        vec!["show", "--game", missing.to_str().unwrap()],
    ] {
        let told = bagh(&args).refused();
        assert_eq!(told.matches("os error").count(), 1, "{args:?}: {told}");
    }
}
