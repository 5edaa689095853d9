//! The adapters of other people's bots, as far as they run without those bots.
#![cfg(unix)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn bots() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots").canonicalize().unwrap()
}

#[test]
fn adapters_say_what_they_need() {
    for (program, file) in [
        ("python3", "pybaghchal.py"),
        ("python3", "ai_strategies.py"),
        ("python3", "baghchal_mcts.py"),
        ("node", "omerkel_uct.mjs"),
    ] {
        let run = |arguments: &[&str]| {
            let mut command = Command::new(program);
            command.env("PYTHONDONTWRITEBYTECODE", "1").arg(bots().join(file)).args(arguments);
            let output = command.output().unwrap();
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            (output.status.code(), text(&output.stdout), text(&output.stderr))
        };
        let (code, help, _) = run(&["--help"]);
        assert_eq!(code, Some(0), "{file}");
        assert!(help.contains("--source"), "{file}: {help}");
        let (code, _, error) = run(&["--source", "no-such-folder"]);
        assert_eq!(code, Some(2), "{file}: {error}");
        assert!(error.contains("--source"), "{file}: {error}");
    }
}

/// A bot that answers with what it was told and prints something beside.
const ECHO: &str = r#"
import adapter

def choose(position, limits):
    print("thinking")
    told = ["".join(position.cells), position.turn, position.hand, position.captured]
    return "-".join(str(value) for value in told + [limits.seconds, limits.depth, limits.nodes])

adapter.run("echo", "the tests", choose)
"#;

#[test]
fn adapters_read_positions_and_limits() {
    let mut child = Command::new("python3")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PYTHONPATH", bots())
        .args(["-c", ECHO])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let input = "ugi\n\
        go movetime 500\n\
        position startpos moves B1 A1C1\n\
        go p1time 3000 p2time 9000 p1inc 50 p2inc 50\n\
        position fen T3T/5/5/1GG2/T3T t g0 c18 moves A5A4\n\
        go depth 4 nodes 7\n\
        position obx TG2T/5/5/5/T3T t g19 c0\n\
        go infinite\n\
        position fen nonsense\n\
        go depth 1\n\
        position startpos moves Z9\n\
        isready\n\
        quit\n";
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> =
        text.lines().map(|line| line.split(": found").next().unwrap_or(line)).collect();
    let expected = [
        "id name echo",
        "id author the tests",
        "ugiok",
        "bestmove T...T...............T...T-G-20-0-0.5-None-None",
        "bestmove ..T.T...............T...T-G-19-1-0.15-None-None",
        "bestmove T...T..........TGG......T-G-0-18-None-4-7",
        "bestmove TG..T...............T...T-T-19-0-None-None-None",
        "info string error position",
        "info string error go: the last position was refused",
        "bestmove none",
        "info string error position",
        "readyok",
    ];
    assert_eq!(lines, expected);
    assert!(output.status.success());
}
