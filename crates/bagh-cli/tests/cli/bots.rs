//! Bots: the documented ones, and those that do everything wrong.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::run::{bagh, bagh_in};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The documented bots, as players.
fn documented() -> Vec<(PathBuf, String)> {
    let bots = root().join("bots");
    vec![
        (bots.join("example.py"), format!("ugi:python3 {}", bots.join("example.py").display())),
        (bots.join("example.js"), format!("ugi:node {}", bots.join("example.js").display())),
        (
            root().join("crates/bagh-arena/examples/bot.rs"),
            format!("ugi:{}", example_in_rust().display()),
        ),
    ]
}

/// The bot in Rust is an example of `bagh-arena`. It is built with the tests of the workspace; with
/// those of this crate alone it is built now.
fn example_in_rust() -> PathBuf {
    let folder = Path::new(env!("CARGO_BIN_EXE_bagh")).parent().unwrap();
    let built = folder.join("examples/bot");
    if !built.exists() {
        let profile = match folder.file_name().and_then(|name| name.to_str()) {
            Some("debug") | None => "dev",
            Some(profile) => profile,
        };
        let status = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--offline", "-p", "bagh-arena", "--example", "bot"])
            .args(["--profile", profile, "--target-dir"])
            .arg(folder.parent().unwrap())
            .current_dir(root())
            .status();
        assert!(status.is_ok_and(|status| status.success()) && built.exists());
    }
    built
}

#[test]
fn documented_bots_are_short_and_stand_in_the_document() {
    let document = std::fs::read_to_string(root().join("docs/BOTS.md")).unwrap();
    for (path, _) in documented() {
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(document.contains(text.trim_end()), "{} is not in docs/BOTS.md", path.display());
        let code = text.lines().filter(|line| {
            let line = line.trim();
            !line.is_empty() && !line.starts_with("//") && !line.starts_with('#')
        });
        assert!(code.count() < 30, "{}", path.display());
    }
}

#[test]
fn documented_bots_play_and_pass_the_check() {
    for (_, player) in documented() {
        let text = bagh(["match", &player, "random", "--games", "4", "--json"]).fine();
        let rows = rows(&text);
        assert_eq!(rows.len(), 5, "{text}");
        for row in &rows[..4] {
            assert_eq!(row["forfeit"], Value::Null, "{row}");
        }
        let check = bagh(["bot-check", &player, "--positions", "20", "--margin", "10s"]);
        assert_eq!(check.code, 0, "{check:?}");
    }
}

#[test]
fn documented_bots_enter_an_arena() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = "games_per_pairing = 2\n[[players]]\nplayer = \"random\"\n".to_owned();
    for (number, (_, player)) in documented().into_iter().enumerate() {
        file += &format!("[[players]]\nname = \"bot {number}\"\nplayer = \"{player}\"\n");
    }
    std::fs::write(folder.path().join("my.toml"), file).unwrap();
    let text = bagh_in(folder.path(), ["arena", "my.toml", "--json"], "").fine();
    let ratings = rows(&text)[0]["ratings"].as_array().unwrap().clone();
    assert_eq!(ratings.len(), 4, "{text}");
    for row in &ratings {
        assert_eq!((&row["games"], &row["forfeits"]), (&6.into(), &serde_json::json!({})), "{row}");
    }
}

/// Exact marks need the tables of Bagh Chal.
#[test]
fn documented_bots_are_marked_on_tables() {
    let Some(tables) = std::env::var_os("BAGH_TABLES").map(PathBuf::from) else { return };
    if !tables.join("bagh-chal-5/manifest.json").exists() {
        return;
    }
    let tables = tables.canonicalize().unwrap();
    for (_, player) in documented() {
        let exam = ["exam", &player, "--positions", "40", "--json", "--tables"];
        let text = bagh(exam.into_iter().chain(tables.to_str())).fine();
        let marked = &rows(&text)[0]["all"];
        let (errors, positions) = (marked["errors"].as_u64(), marked["positions"].as_u64());
        assert!(errors > Some(0) && errors < positions, "{text}");
        let games = ["match", &player, "random", "--games", "2", "--json", "--tables"];
        let text = bagh(games.into_iter().chain(tables.to_str())).fine();
        let regret = &rows(&text)[2]["summary"]["players"][0]["regret"];
        assert!(regret["could_err"].as_u64() > Some(0), "{text}");
    }
}

/// A bot in shell that behaves until it is asked for a move.
pub fn hostile(folder: &Path, at_go: &str, at_quit: &str) -> String {
    let path = folder.join("bot.sh");
    let script = format!(
        "while read -r word rest; do\n case $word in\n ugi) echo ugiok;;\n isready) echo readyok;;\n go) {at_go};;\n quit) {at_quit};;\n esac\ndone\n"
    );
    std::fs::write(&path, script).unwrap();
    format!("ugi:sh {}", path.display())
}

/// Plays two games against a hostile bot, and returns the kinds of its forfeits.
fn kinds(folder: &Path, at_go: &str, at_quit: &str, options: &[&str]) -> Vec<String> {
    let player = hostile(folder, at_go, at_quit);
    let arguments = ["match", &player, "random", "--games", "2", "--json", "--concurrency", "1"];
    let text = bagh_in(folder, arguments.iter().chain(options), "").fine();
    let rows = rows(&text);
    assert_eq!(rows.len(), 3, "{text}");
    let summary = &rows[2]["summary"]["players"][0];
    assert_eq!(summary["goat"]["losses"].as_u64().unwrap(), 1, "{text}");
    rows[..2]
        .iter()
        .map(|row| {
            assert_eq!(
                (&row["reason"], &row["forfeit"]["player"]),
                (&"forfeit".into(), &player.as_str().into())
            );
            row["forfeit"]["kind"].as_str().unwrap().to_owned()
        })
        .collect()
}

/// Processes whose command line contains this text.
#[cfg(target_os = "linux")]
pub fn running(text: &str) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    processes
        .filter_map(|process| std::fs::read(process.path().join("cmdline")).ok())
        .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
        .filter(|line| line.contains(text))
        .collect()
}

#[test]
fn every_fault_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let short = ["--move-time", "50ms", "--stall", "500ms"];
    let late = ["--move-time", "50ms", "--stall", "60s"];
    let clock = ["--time", "50ms+10ms", "--stall", "60s"];
    // Where time is not the fault, a busy machine must not make it one.
    let long = ["--move-time", "50ms", "--margin", "60s", "--stall", "60s"];
    for (at_go, options, expected) in [
        ("sleep 1000", &short[..], "stall"),
        ("exit 3", &long, "crash"),
        ("kill -9 $$", &long, "crash"),
        ("exec yes 'info string busy'", &long, "protocol"),
        ("echo bestmove A1", &long, "illegal-move"),
        ("echo bestmove E5E4; echo bestmove E5E4", &long, "illegal-move"),
        ("echo bestmove", &long, "protocol"),
        ("printf 'bestmove \\377\\001garbage\\n'", &long, "protocol"),
        ("head -c 100000000 /dev/zero", &long, "protocol"),
        ("sleep 0.7; echo bestmove C3", &late, "time"),
        ("sleep 0.7; echo bestmove C3", &clock, "time"),
    ] {
        // An illegal move of the goats may be a legal one of the tigers, so both sides are tried.
        let kinds = kinds(folder.path(), at_go, "exit", options);
        assert!(kinds.iter().any(|kind| kind == expected), "{at_go}: {kinds:?}");
        let is_fine = |kind: &String| kind == expected || kind == "illegal-move";
        assert!(kinds.iter().all(is_fine), "{at_go}: {kinds:?}");
    }
}

#[test]
fn bots_that_cannot_start_forfeit() {
    let run = |player: &str| {
        let text = bagh(["match", player, "random", "--games", "1", "--json"]).fine();
        rows(&text)[0]["forfeit"]["kind"].as_str().unwrap().to_owned()
    };
    assert_eq!(run("ugi:/no/such/program"), "crash");
    assert_eq!(run("ugi:true"), "crash");
    assert_eq!(run("ugi:head -c 100000000 /dev/zero"), "protocol");
    assert_eq!(run("ugi:yes"), "protocol", "it never stops writing");
    assert_eq!(run("ugi:sh -c 'echo ugiok; exec yes'"), "protocol");
    assert_eq!(run("obx:http://127.0.0.1:9/obx"), "crash");
    assert_eq!(run("obx:https://127.0.0.1:9/obx"), "crash");
}

#[test]
fn people_read_what_a_bot_said_last() {
    let folder = tempfile::tempdir().unwrap();
    let player = hostile(folder.path(), "echo info late; sleep 0.5; echo bestmove C3", "exit");
    let options = ["--games", "1", "--move-time", "50ms", "--stall", "60s"];
    let arguments = ["match", &player, "random"].into_iter().chain(options);
    let text = bagh_in(folder.path(), arguments, "").fine();
    let line = text.lines().find(|line| line.starts_with("game 1: ")).unwrap();
    assert!(line.contains("forfeits by time: took "), "{line}");
    assert!(
        line.ends_with("its last output: ugiok | readyok | readyok | info late | bestmove C3"),
        "{line}"
    );
    assert!(text.contains(" at a time: players "), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--move-time", "50ms", "--stall", "300ms"];
    let at_quit = "while :; do sleep 43210.5; done";
    for (number, at_go) in [
        "sleep 43210.5 & sleep 43210.5",
        "setsid sleep 43210.5 & echo bestmove A1",
        "env -i setsid sh -c 'sleep 43210.5; :' & sleep 43210.5",
        "(setsid sh -c 'trap \"\" TERM HUP INT; sleep 43210.5; sleep 43210.5' &) ; exit 1",
    ]
    .into_iter()
    .enumerate()
    {
        let unique = format!("43210.{}{number}", std::process::id());
        let at_go = at_go.replace("43210.5", &unique);
        let at_quit = at_quit.replace("43210.5", &unique);
        kinds(folder.path(), &at_go, &at_quit, &options);
        assert_eq!(running(&unique), [""; 0], "{at_go}");
    }
}

/// The checks of a player that were made.
fn checks(args: &[&str]) -> Vec<String> {
    let all = ["bot-check", "--positions", "2", "--margin", "60s", "--json"];
    let run = bagh(all.iter().chain(args));
    assert_eq!(run.code, 0, "{run:?}");
    rows(&run.stdout).iter().map(|point| point["check"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn both_games_are_checked_unless_one_is_named() {
    let [bagh_chal, aadu_puli] = ["bagh-chal", "aadu-puli"]
        .map(|game| vec![format!("rules of {game}"), format!("clock at {game}")]);
    let both = [&bagh_chal[..], &aadu_puli[..]].concat();
    assert_eq!(checks(&["greedy"]), both);
    assert_eq!(checks(&["greedy", "--game", "bagh-chal"]), bagh_chal);
    assert_eq!(checks(&["greedy", "--game", "aadu-puli"]), aadu_puli);
    assert_eq!(checks(&["evolved"]), bagh_chal, "it plays no other");
    let engine = format!("ugi:{} ugi --strength 1", env!("CARGO_BIN_EXE_bagh"));
    let of = |game: &str, args: &[&str]| checks(args).iter().any(|check| check.ends_with(game));
    assert!(of("aadu-puli", &[&engine]));
    assert!(!of("aadu-puli", &[&engine, "--game", "bagh-chal"]));
}

/// Our engine, with lines on their way to it and from it changed by a shell.
fn changed(folder: &Path, to_bot: &str, from_bot: &str, after: &str) -> String {
    let path = folder.join("changed.sh");
    let engine = env!("CARGO_BIN_EXE_bagh");
    let script = format!(
        "while read -r line; do\n case $line in\n {to_bot}\n quit) echo quit; break;;\n *) echo \"$line\";;\n esac\ndone |\n '{engine}' ugi --strength 1 |\nwhile read -r line; do\n case $line in\n {from_bot}\n *) echo \"$line\";;\n esac\ndone\n{after}\n"
    );
    std::fs::write(&path, script).unwrap();
    format!("ugi:sh {}", path.display())
}

#[test]
fn the_check_finds_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let nothing = "none) ;;";
    for (to_bot, from_bot, after, margin, expected) in [
        (nothing, nothing, "", "60s", &[][..]),
        (
            nothing,
            "bestmove*) echo bestmove A1;;",
            "",
            "60s",
            &["stop", "rules of bagh-chal", "positions of bagh-chal", "clock at bagh-chal"],
        ),
        ("stop) echo stop; echo go depth 1;;", nothing, "", "60s", &["after stop"]),
        (nothing, "bestmove*) sleep 0.8; echo \"$line\";;", "", "250ms", &["rules of bagh-chal"]),
        ("stop) ;;", nothing, "", "60s", &["stop"]),
        (nothing, nothing, "exec sleep 1000", "60s", &["quit"]),
        ("\"position fen\"*) ;;", nothing, "", "60s", &["positions of bagh-chal"]),
        ("\"setoption name Captures\"*) ;;", nothing, "", "60s", &["captures"]),
    ] {
        let player = changed(folder.path(), to_bot, from_bot, after);
        let args = ["bot-check", &player, "--positions", "4", "--margin", margin, "--json"];
        let run = bagh(args);
        let failed: Vec<String> = rows(&run.stdout)
            .iter()
            .filter(|point| point["ok"] == false)
            .map(|point| point["check"].as_str().unwrap().to_owned())
            .collect();
        for check in expected {
            assert!(failed.iter().any(|failed| failed == check), "{check}: {run:?}");
        }
        assert_eq!(run.code, i32::from(!expected.is_empty()), "{run:?}");
        if expected.len() > 1 {
            let text = bagh(&args[..6]).stdout;
            for check in expected {
                assert!(text.contains(&format!("\nFAIL {check}: sent ")), "{text}");
            }
        }
    }
}
