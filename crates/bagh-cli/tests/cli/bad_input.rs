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
    let many = b"T3T/5/5/5/T3T g g20 c0\nT3T/5/5/5/T3T g g20 c0\n";
    for input in [&b""[..], b"\n\n", b"\0", b"T3T/5\0/5/5/T3T g", b"\xff\xfe", many, &huge] {
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
