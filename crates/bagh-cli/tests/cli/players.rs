//! Players by name that need something beside the program: a file, another program, an address.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;

use bagh::Game;
use bagh::notation::{self, ReadOptions};
use serde_json::{Value, json};

#[cfg(unix)]
use crate::bots::hostile;
use crate::run::{bagh, bagh_with};

fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_network_file_plays() {
    let networks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bagh-engine/networks");
    let player = format!("network:{}", networks.join("bagh-chal.network").display());
    let games = ["--games", "2", "--nodes", "200", "--json"];
    let rows = rows(&bagh(["match", &player, "random"].iter().chain(&games)).fine());
    for row in &rows[..2] {
        assert_eq!(row["forfeit"], Value::Null, "{row}");
        let lost = if row["goat"] == player.as_str() { "tiger-win" } else { "goat-win" };
        assert_ne!(row["outcome"], lost, "it sees further than random play: {row}");
    }
    let other = format!("network:{}", networks.join("aadu-puli.network").display());
    let refused = bagh(["match", &other, "random"]).refused();
    assert!(refused.contains("aadu-puli.network"), "{refused}");
}

/// Our engine, as a program.
#[cfg(unix)]
fn engine() -> String {
    format!("ugi:'{}' ugi --strength 1", env!("CARGO_BIN_EXE_bagh"))
}

#[cfg(unix)]
#[test]
fn a_program_plays_in_the_terminal() {
    let args = ["play", "--against", &engine(), "--side", "goat"];
    let text = bagh_with(args, b"C1\nmoves\n").fine();
    assert!(text.contains("you play the goats against ugi:"), "{text}");
    assert_eq!(text.matches("the computer plays ").count(), 1, "{text}");
    let rows = rows(&bagh_with(args.into_iter().chain(["--json"]), b"C1\n").fine());
    assert_eq!((&rows[1]["turn"], &rows[2]["by"]), (&"tiger".into(), &"computer".into()));
    let record = rows.last().unwrap()["record"].as_str().unwrap();
    assert!(record.contains("[Tigers \"ugi:") && record.contains("1. C1 "), "{record}");
}

#[cfg(unix)]
#[test]
fn a_program_that_fails_in_the_terminal_is_named_and_the_game_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let bot = hostile(folder.path(), "echo bestmove A1A5", "exit");
    let run = bagh_with(["play", "--against", &bot, "--side", "goat"], b"C1\n");
    assert_eq!(run.code, 2, "{run:?}");
    for part in ["illegal-move", "A1A5", "here is its record", "1. C1 *"] {
        assert!(run.stderr.contains(part), "{part}: {run:?}");
    }
}

/// Reads a request of HTTP and returns its body.
fn body(stream: &mut TcpStream) -> Option<Vec<u8>> {
    let mut request = Vec::new();
    let mut block = [0; 4096];
    loop {
        let text = String::from_utf8_lossy(&request).to_ascii_lowercase();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length:"))?;
            let length: usize = length.trim().parse().ok()?;
            if body.len() >= length {
                return Some(request.split_off(request.len() - length));
            }
        }
        match stream.read(&mut block) {
            Ok(count @ 1..) => request.extend_from_slice(&block[..count]),
            _ => return None,
        }
    }
}

/// A service that speaks OBX over HTTP until the tests end. It plays the first legal move, and
/// answers nothing at all once this many goats are placed.
fn service(until: u8) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("obx:http://{}/obx", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        let game = Game::bagh_chal();
        let mut silent = Vec::new();
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let Some(body) = body(&mut stream) else { continue };
            let asked: Value = serde_json::from_slice(&body).unwrap();
            let obx = asked["obx"].as_str().unwrap();
            let position = notation::read(game, obx, &ReadOptions::default()).unwrap().position;
            if game.goats() - position.goats_in_hand() >= until {
                // The connection stays open, and nothing comes.
                silent.push(stream);
                continue;
            }
            let mv = game.moves(&position).next().unwrap();
            let answer = json!({ "move": game.move_text(&position, mv) }).to_string();
            let head = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length:";
            let _ = stream.write_all(format!("{head} {}\r\n\r\n{answer}", answer.len()).as_bytes());
        }
    });
    address
}

#[test]
fn a_service_plays_whole_games_and_one_that_falls_silent_has_stalled() {
    let player = service(u8::MAX);
    let rows_of = |player: &str, more: &[&str]| {
        let args = ["match", player, "random", "--games", "2", "--json"];
        rows(&bagh(args.iter().chain(more)).fine())
    };
    for row in &rows_of(&player, &[])[..2] {
        assert_eq!(row["forfeit"], Value::Null, "{row}");
        assert!(row["plies"].as_u64() > row["opening_plies"].as_u64(), "{row}");
    }
    let player = service(6);
    for row in &rows_of(&player, &["--move-time", "50ms", "--margin", "60s", "--stall", "5s"])[..2]
    {
        let forfeit = &row["forfeit"];
        assert_eq!(forfeit["player"], player.as_str(), "{row}");
        assert_eq!(forfeit["kind"], "stall", "{row}");
        assert!(row["plies"].as_u64() > row["opening_plies"].as_u64(), "{row}");
    }
}
