//! Bots over the network, while the service is killed and started again.
#![cfg(unix)]

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use serde_json::Value;

use crate::json;
use crate::run::{bagh_in, program};

/// A program that ends with the test.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A port that stays free while a service is killed and started again. Systems give outgoing
/// connections ports from 32,768 on, so one of those may be taken meanwhile.
pub fn free_port() -> u16 {
    // Tests of one process run at the same time, and none takes the port of another.
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let first = std::process::id().wrapping_mul(101);
    (0..12_000)
        .map(|_| {
            20_000 + (first.wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed)) % 12_000) as u16
        })
        .find(|&port| TcpListener::bind(("127.0.0.1", port)).is_ok())
        .expect("a free port")
}

/// Where a service writes what goes wrong.
const LOG: &str = "service.log";

/// Starts a service on a port and waits until it listens.
pub fn serve(folder: &Path, port: u16) -> Running {
    let log = File::options().append(true).create(true).open(folder.join(LOG)).unwrap();
    let mut child = program()
        .args(["serve", "--no-solve", "--json", "--tables", "."])
        .args(["--address", &format!("127.0.0.1:{port}")])
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains("url"), "the service did not start: {line}");
    Running(child)
}

/// A token for a bot with this name.
pub fn token(folder: &Path, name: &str) -> String {
    let made = bagh_in(folder, ["admin", "token", name, "--bot", "--json", "--tables", "."], "");
    let made: Value = serde_json::from_str(&made.fine()).unwrap();
    assert_eq!(made["bot"], true);
    made["token"].as_str().unwrap().to_owned()
}

pub fn bot(folder: &Path, port: u16, token: &str, args: &[&str]) -> Command {
    let mut command = program();
    command
        .args(["bot", "--json", "--service", &format!("http://127.0.0.1:{port}")])
        .args(args)
        .env("BAGH_TOKEN", token)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command
}

const GAMES: usize = 50;
const KILLS: usize = 5;

/// Fifty games, while the service is killed five times: each has an end, and each move stands
/// exactly once.
#[test]
fn bots_play_on_through_restarts_of_the_service() {
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    let tokens = ["waiter", "hunter"].map(|name| token(folder.path(), name));
    let mut service = serve(folder.path(), port);
    let mut waiter = bot(folder.path(), port, &tokens[0], &["random", "--games", "6"]);
    // No one reads what it prints, and a full pipe would stop it.
    waiter.stdout(Stdio::null());
    let hunter_args = [
        "random",
        "--games",
        "6",
        "--accept",
        "none",
        "--challenge",
        "waiter",
        "--time",
        "60s+1s",
        "--stop-after",
        "50",
    ];
    let hunter = bot(folder.path(), port, &tokens[1], &hunter_args);
    let [_waiter, mut hunter] = [waiter, hunter].map(|mut bot| Running(bot.spawn().unwrap()));

    // Lines of the bot, so that the service is killed in the middle of games.
    let (sender, lines) = mpsc::channel();
    let output = hunter.0.stdout.take().unwrap();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(serde_json::from_str::<Value>(&line).unwrap()).is_err() {
                return;
            }
        }
    });
    let mut ended = Vec::new();
    // What else the bot says, which tells what went wrong if something does.
    let mut told = Vec::new();
    let mut printed = Vec::new();
    let mut kills = 0;
    // Longer than anything takes; a bot that says nothing for so long has failed.
    while let Ok(line) = lines.recv_timeout(Duration::from_secs(180)) {
        printed.push(line.clone());
        if line["event"] == "ended" {
            told.push(line.to_string());
            ended.push(line);
            if kills < KILLS && ended.len() >= (kills + 1) * GAMES / (KILLS + 2) {
                kills += 1;
                drop(service);
                told.push(format!("kill {kills}"));
                service = serve(folder.path(), port);
            }
        } else {
            told.push(line.to_string());
        }
    }
    let known: HashSet<&str> = ended.iter().map(|game| game["game"].as_str().unwrap()).collect();
    assert_eq!(known.len(), ended.len(), "a game is told to have ended twice: {ended:#?}");
    let log = std::fs::read_to_string(folder.path().join(LOG)).unwrap();
    assert_eq!((ended.len(), kills), (GAMES, KILLS), "{told:#?}\n{log}");
    assert!(hunter.0.wait().unwrap().success());
    drop(service);
    json::check("bagh bot", &printed);

    let exported = bagh_in(folder.path(), ["admin", "export", "--json", "--tables", "."], "");
    let games: Vec<Value> =
        exported.fine().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    json::check("bagh admin export", &games);
    for game in &games {
        let id = game["game"].as_str().unwrap();
        let events = game["events"].as_array().unwrap();
        let plies: Vec<u64> = events
            .iter()
            .filter(|event| event["type"] == "moved")
            .map(|event| event["ply"].as_u64().unwrap())
            .collect();
        assert!(plies.iter().copied().eq(0..plies.len() as u64), "{id}: {plies:?}");
        let end = events.iter().filter(|event| event["type"] == "ended").count();
        assert_eq!(end, usize::from(known.contains(id)), "{id}");
        if let Some(told) = ended.iter().find(|told| told["game"] == id) {
            assert_eq!(told["plies"], plies.len(), "{id}: the bot and the log agree");
            assert_ne!(told["reason"], "timeout", "{id}: no one loses time to a restart");
        }
    }
    assert!(known.iter().all(|id| games.iter().any(|game| game["game"] == *id)), "a game is lost");
}

#[test]
fn what_is_wrong_with_a_bot_is_said_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| bagh_in(folder.path(), args, "").refused();
    let service = ["--service", "http://127.0.0.1:9"];
    assert!(run(&["bot", "1", service[0], service[1]]).contains("--token"));
    let wrong = run(&["bot", "1", "--service", "localhost", "--token", "x"]);
    assert!(wrong.contains("service:") && wrong.contains("localhost"), "{wrong}");
    let wrong = run(&["bot", "1", service[0], service[1], "--token", "x", "--variant", "chess"]);
    assert!(wrong.contains("--variant") && wrong.contains("bagh-chal"), "{wrong}");
    let wrong = run(&["bot", "perfect", service[0], service[1], "--token", "x", "--tables", "."]);
    assert!(wrong.contains("tables"), "{wrong}");

    let wrong = run(&["bot", "1", service[0], service[1], "--token", "x"]);
    assert!(wrong.contains("--service") && wrong.contains("cannot be reached"), "{wrong}");
    // A name that cannot be one leaves no database behind.
    let wrong = run(&["admin", "token", "a b", "--bot", "--tables", "."]);
    assert!(wrong.contains("name:"), "{wrong}");
    assert!(!folder.path().join("online.db").exists());

    // A token that no one made, and an account that is not there.
    let port = free_port();
    token(folder.path(), "someone");
    let _service = serve(folder.path(), port);
    let service = format!("http://127.0.0.1:{port}");
    let wrong = run(&["bot", "1", "--service", &service, "--token", "wrong"]);
    assert!(wrong.contains("token:"), "{wrong}");
    let missing = run(&["admin", "token", "missing", "--tables", "."]);
    assert!(missing.contains("player"), "{missing}");
}
