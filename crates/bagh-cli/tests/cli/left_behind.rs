//! Bots in process groups of their own end with whoever started them, also by Ctrl-C.
#![cfg(target_os = "linux")]

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::bots::{hostile, running};
use crate::online_bots::{Running, bot, free_port, serve, token};
use crate::run::program;
use crate::small::{FIXED, folder, solved};

/// Longer than anything takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// Waits until this is so.
#[track_caller]
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < deadline, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

/// A text that stands in no other command line: a time to sleep.
fn unique(number: u32) -> String {
    format!("54321.{}{number}", std::process::id())
}

/// Starts a command with a bot that never answers and never ends, interrupts it this often once the
/// bot thinks, and looks what is left.
fn interrupted(at: &Path, number: u32, times: usize, command: impl FnOnce(&str) -> Command) {
    let unique = unique(number);
    let sleep = format!("sleep {unique} & sleep {unique}");
    let mut command = command(&hostile(at, &sleep, &sleep));
    let child = command.stdin(Stdio::piped()).stderr(Stdio::null()).current_dir(at).spawn();
    let mut child = Running(child.unwrap());
    wait_until("the bot thinks", || running(&unique).len() >= 2);
    for _ in 1..times {
        interrupt(&child.0);
        std::thread::sleep(Duration::from_millis(500));
    }
    assert!(child.0.try_wait().unwrap().is_none(), "it did not wait for the last interrupt");
    interrupt(&child.0);
    wait_until("the program ends", || child.0.try_wait().unwrap().is_some());
    assert_eq!(running(&unique), [""; 0]);
    assert_eq!(child.0.wait().unwrap().code(), Some(130));
}

fn command(args: &[&str]) -> Command {
    let mut command = program();
    command.args(args).stdout(Stdio::null());
    command
}

const SMALL: [&str; 4] = ["--game", "small.toml", "--tables", "."];

#[test]
fn bots_end_with_an_interrupted_exam() {
    let folder = solved(FIXED);
    interrupted(folder.path(), 1, 1, |player| {
        let args = ["exam", player, "--positions", "40", "--time", "100s"];
        command(&[&args[..], &SMALL].concat())
    });
}

#[test]
fn bots_end_with_an_interrupted_mark() {
    let folder = solved(FIXED);
    std::fs::write(folder.path().join("game.bagh"), "1. C1 A1B1 2. A1 B1B2 *\n").unwrap();
    interrupted(folder.path(), 2, 1, |player| {
        let args = ["mark", "game.bagh", "--time", "100s", "--player", player];
        command(&[&args[..], &SMALL].concat())
    });
}

#[test]
fn bots_end_with_an_interrupted_check() {
    let folder = tempfile::tempdir().unwrap();
    interrupted(folder.path(), 3, 1, |player| command(&["bot-check", player]));
}

#[test]
fn bots_end_with_an_interrupted_game() {
    let folder = folder(FIXED);
    interrupted(folder.path(), 4, 1, |player| {
        command(&["play", "--against", player, "--side", "tiger"])
    });
}

/// Games between our own players end at once, too, and so do those with an address that does not
/// answer. The games that were played count.
#[test]
fn interrupted_matches_and_arenas_end_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let silent = format!("obx:http://{}/obx", listener.local_addr().unwrap());
    let long = ["--move-time", "1000s", "--stall", "1000s", "--json"];
    let file = "move_time = \"1000s\"\n[[players]]\nplayer = \"8\"\n[[players]]\nplayer = \"7\"\n";
    std::fs::write(at.join("my.toml"), file).unwrap();
    for args in [
        [&["match", "8", "8"], &long[..]].concat(),
        [&["match", &silent, "random"], &long[..]].concat(),
        vec!["arena", "my.toml", "--json"],
    ] {
        let mut child = Running(
            program()
                .args(&args)
                .current_dir(at)
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .unwrap(),
        );
        wait_until("it thinks", || {
            let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.0.id())).unwrap();
            let threads: u32 =
                stat.rsplit_once(')').unwrap().1.split(' ').nth(18).unwrap().parse().unwrap();
            threads > 2
        });
        interrupt(&child.0);
        wait_until("it ends", || child.0.try_wait().unwrap().is_some());
        let mut text = String::new();
        child.0.stdout.take().unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(child.0.wait().unwrap().code(), Some(0), "{args:?}: {text}");
        assert!(text.contains("\"summary\"") || text.contains("\"ratings\""), "{text}");
    }
}

#[test]
fn bots_end_with_an_interrupted_bot() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let tokens = ["waiter", "hunter"].map(|name| token(folder.path(), name));
    let _service = serve(folder.path(), port);
    let _waiter = Running(
        bot(folder.path(), port, &tokens[0], &["random"]).stdout(Stdio::null()).spawn().unwrap(),
    );
    // The first interrupt waits for the end of the games, the second does not.
    interrupted(folder.path(), 5, 2, |player| {
        let args = [player, "--challenge", "waiter", "--time", "600s"];
        let mut command = bot(folder.path(), port, &tokens[1], &args);
        command.stdout(Stdio::null());
        command
    });
}

#[test]
fn a_bot_that_has_played_its_games_leaves_no_player_behind() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let port = free_port();
    let tokens = ["waiter", "hunter"].map(|name| token(at, name));
    let _service = serve(at, port);
    let _waiter =
        Running(bot(at, port, &tokens[0], &["random"]).stdout(Stdio::null()).spawn().unwrap());
    let unique = unique(6);
    let script = format!("'{}' ugi --strength 1\nsleep {unique}\n", env!("CARGO_BIN_EXE_bagh"));
    std::fs::write(at.join("lasting.sh"), script).unwrap();
    let args =
        ["ugi:sh lasting.sh", "--challenge", "waiter", "--time", "600s", "--stop-after", "1"];
    let mut hunter = bot(at, port, &tokens[1], &args);
    let mut hunter = Running(hunter.stdout(Stdio::null()).spawn().unwrap());
    wait_until("the game ends", || hunter.0.try_wait().unwrap().is_some());
    assert_eq!(hunter.0.wait().unwrap().code(), Some(0));
    assert_eq!(running(&unique), [""; 0]);
}
