//! Limits that hold for every request: time, length, and the name of the service.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use bagh_service::Limits;
use serde_json::Value;

use crate::client::{PATIENCE, World};

/// Paths that take a body, and one that needs none.
const PATHS: [&str; 5] = [
    "/api/online/guest",
    "/api/online/login",
    "/api/online/challenges",
    "/api/bot/game/x/move/C1",
    "/api/challenge/x/accept",
];

fn connect(world: &World) -> TcpStream {
    let stream = TcpStream::connect(world.service.address()).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// The status and the error of an answer.
fn answer(mut stream: TcpStream) -> (u16, Value) {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.get(9..12).and_then(|status| status.parse().ok()).unwrap_or(0);
    let body: Value = serde_json::from_str(body).unwrap_or_default();
    (status, body["error"].clone())
}

#[test]
fn bodies_that_never_end_are_given_up() {
    let head = Duration::from_millis(300);
    let world = World::set_up(tempfile::tempdir().unwrap(), |settings| {
        settings.limits = Limits { head, ..Limits::default() };
    });
    let asked = PATHS.map(|path| {
        let mut stream = connect(&world);
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 10000\r\n\r\n{{"
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut dripping = stream.try_clone().unwrap();
        let drip = std::thread::spawn(move || {
            while dripping.write_all(b" ").is_ok() {
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        (stream, drip)
    });
    for (path, (stream, drip)) in PATHS.iter().zip(asked) {
        let (status, error) = answer(stream);
        assert_eq!((status, &error["code"]), (408, &"too-slow".into()), "{path}: {error}");
        drip.join().unwrap();
    }
    world.guest();
}

#[test]
fn bodies_and_addresses_that_are_too_long_are_refused() {
    let world = World::new();
    for path in PATHS {
        // One byte too many, so that the service reads all of it before it refuses.
        let body = " ".repeat((16 << 10) + 1);
        let mut stream = connect(&world);
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        // Refused by the length that is announced.
        stream.write_all(head.as_bytes()).unwrap();
        let (status, error) = answer(stream);
        assert_eq!((status, &error["code"]), (413, &"body-too-large".into()), "{path}: {error}");
        // Refused by the length that it turns out to have.
        let mut stream = connect(&world);
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n{body}",
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        let (status, error) = answer(stream);
        assert_eq!((status, &error["code"]), (413, &"body-too-large".into()), "{path}: {error}");
    }
    let long = format!("/api/online/players/{}", "x".repeat(9 << 10));
    assert_eq!(world.visitor().get(&long).refused(414)["code"], "address-too-long");
}

#[test]
fn online_play_answers_to_the_names_of_the_service_only() {
    // A connection that asks for another protocol is kept until it is silent for too long.
    let head = Duration::from_millis(300);
    let world = World::set_up(tempfile::tempdir().unwrap(), |settings| {
        settings.limits = Limits { head, ..Limits::default() };
    });
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let paths = [
        ("/api/online/me", "Connection: close\r\n"),
        ("/api/online/lobby", "Connection: close\r\n"),
        ("/api/account", "Connection: close\r\n"),
        ("/api/online/socket", upgrade),
    ];
    for (path, headers) in paths {
        let mut stream = connect(&world);
        let head = format!("GET {path} HTTP/1.1\r\nHost: bagh.example.org\r\n{headers}\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        let (status, error) = answer(stream);
        assert_eq!((status, &error["code"]), (421, &"wrong-host".into()), "{path}: {error}");
    }
}
