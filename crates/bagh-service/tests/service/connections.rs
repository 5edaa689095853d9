//! Clients that are slow, idle, or many.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use bagh_service::Limits;

use crate::http::{PATIENCE, connect, read_all};
use crate::world::{Builder, World};

/// Limits that a test can wait for.
fn impatient() -> Limits {
    let short = Duration::from_millis(400);
    Limits { head: short, idle: 3 * short, ..Limits::default() }
}

/// Whether the service hangs up before the test loses patience.
fn is_closed(mut stream: TcpStream) -> bool {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Ok(_) => true,
        Err(error) => {
            !matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut)
        }
    }
}

fn is_well(world: &World) {
    world.get("/healthz").fine();
}

#[test]
fn silent_clients_are_given_up() {
    let world = Builder::solved().limits(impatient()).start();
    assert!(is_closed(connect(world.address())));
    is_well(&world);
}

#[test]
fn clients_that_send_their_head_for_ever_are_given_up() {
    let world = Builder::solved().limits(impatient()).start();
    let mut stream = connect(world.address());
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n").unwrap();
    let mut dripping = stream.try_clone().unwrap();
    let drip = std::thread::spawn(move || {
        // One header after the other, until the service has had enough.
        let enough = std::time::Instant::now() + PATIENCE;
        while dripping.write_all(b"X-Slow: 1\r\n").is_ok() {
            assert!(std::time::Instant::now() < enough, "the service reads for ever");
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    assert!(is_closed(stream));
    drip.join().unwrap();
    is_well(&world);
}

#[test]
fn clients_that_send_their_body_for_ever_are_told_so() {
    let world = Builder::solved().limits(impatient()).start();
    let mut stream = connect(world.address());
    let head = "POST /api/v1/small/probe HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
        Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{";
    stream.write_all(head.as_bytes()).unwrap();
    let mut dripping = stream.try_clone().unwrap();
    let drip = std::thread::spawn(move || {
        while dripping.write_all(b" ").is_ok() {
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    let reply = read_all(stream).unwrap();
    assert_eq!(reply.refused(408), "");
    drip.join().unwrap();
    is_well(&world);
}

#[test]
fn open_connections_are_closed_after_a_while() {
    let world = Builder::solved().limits(impatient()).start();
    let mut stream = connect(world.address());
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    // Answered, and then nothing more is asked.
    assert!(is_closed(stream));
}

/// A client that asks for much and reads nothing does not hold its connection for ever.
#[test]
fn clients_that_do_not_read_are_given_up() {
    let limits = Limits { connections: 1, ..impatient() };
    let world = Builder::solved().limits(limits).start();
    let mut stream = connect(world.address());
    let body = serde_json::json!({ "positions": vec!["T2/3/2T g g5 c0"; 1_000] }).to_string();
    let request = format!(
        "POST /api/v1/small/probe HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    // Many answers of half a megabyte, one after the other, into a full pipe.
    let mut writing = stream.try_clone().unwrap();
    let writer = std::thread::spawn(move || {
        for _ in 0..60 {
            if writing.write_all(request.as_bytes()).is_err() {
                return;
            }
        }
    });
    let enough = std::time::Instant::now() + PATIENCE;
    // There is one place, which this client holds until it is given up.
    let mut again = connect(world.address());
    loop {
        let sent = again
            .write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        if sent.is_ok() && read_all(again).is_ok_and(|reply| reply.status == 200) {
            break;
        }
        assert!(std::time::Instant::now() < enough, "the place is never given back");
        std::thread::sleep(Duration::from_millis(50));
        again = connect(world.address());
    }
    writer.join().unwrap();
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);
}

/// A client that reads all the time, but less than it must, is given up before it has everything.
#[test]
fn clients_that_read_too_slowly_are_given_up() {
    const REQUESTS: usize = 60;
    // Nobody reads that much. A client that is silent for three seconds would be given up for that.
    let limits = Limits { idle: Duration::from_secs(3), least_rate: 1 << 40, ..Limits::default() };
    let world = Builder::solved().limits(limits).start();
    let mut stream = connect(world.address());
    let body = serde_json::json!({ "positions": vec!["T2/3/2T g g5 c0"; 1_000] }).to_string();
    let request = format!(
        "POST /api/v1/small/probe HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut writing = stream.try_clone().unwrap();
    let writer = std::thread::spawn(move || {
        for _ in 0..REQUESTS {
            if writing.write_all(request.as_bytes()).is_err() {
                return;
            }
        }
    });
    // Many answers of half a megabyte: more than any pipe holds.
    let (mut piece, mut all) = (vec![0; 64 << 10], Vec::new());
    loop {
        match stream.read(&mut piece) {
            Ok(0) | Err(_) => break,
            Ok(read) => all.extend(&piece[..read]),
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    writer.join().unwrap();
    let answers = String::from_utf8_lossy(&all).matches("HTTP/1.1 200").count();
    assert!((1..REQUESTS).contains(&answers), "{answers} answers were sent");
    is_well(&world);
}

#[test]
fn many_idle_connections_leave_room_for_others() {
    let world = Builder::solved().start();
    let idle: Vec<TcpStream> = (0..300).map(|_| connect(world.address())).collect();
    is_well(&world);
    assert!(world.metric("bagh_connections ") >= 300.0);
    drop(idle);
    let enough = std::time::Instant::now() + PATIENCE;
    while world.metric("bagh_connections ") > 1.0 {
        assert!(std::time::Instant::now() < enough, "connections are never given back");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn too_many_connections_are_closed_at_once() {
    let world = Builder::solved().limits(Limits { connections: 3, ..Limits::default() }).start();
    let mut held: Vec<TcpStream> = (0..3).map(|_| connect(world.address())).collect();
    // All three are there once each has an answer.
    for stream in &mut held {
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        let mut first = [0];
        stream.read_exact(&mut first).unwrap();
    }
    assert!(is_closed(connect(world.address())));
    held.pop();
    let enough = std::time::Instant::now() + PATIENCE;
    loop {
        let mut stream = connect(world.address());
        let sent = stream
            .write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        if sent.is_ok() && read_all(stream).is_ok_and(|reply| reply.status == 200) {
            break;
        }
        assert!(std::time::Instant::now() < enough, "the place is never given back");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(world.metric("bagh_connections_refused_total") >= 1.0);
}

#[test]
fn many_requests_on_one_connection_are_answered_in_order() {
    let world = crate::world::shared();
    let mut stream = connect(world.address());
    let mut requests = String::new();
    for _ in 0..50 {
        requests +=
            "GET /api/v1/small/probe?position=T2/3/2T+g+g5+c0 HTTP/1.1\r\nHost: localhost\r\n\r\n";
        requests += "GET /api/v1/small/probe HTTP/1.1\r\nHost: localhost\r\n\r\n";
    }
    requests += "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    stream.write_all(requests.as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let statuses: Vec<&str> =
        text.match_indices("HTTP/1.1 ").map(|(at, _)| &text[at + 9..at + 12]).collect();
    let expected: Vec<&str> = (0..50).flat_map(|_| ["200", "400"]).chain(["200"]).collect();
    assert_eq!(statuses, expected);
}

#[test]
fn stopping_answers_what_was_asked_and_frees_the_port() {
    let world = Builder::solved().start();
    let address = world.address();
    // An open connection does not keep the service from ending.
    let mut open = connect(address);
    open.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    let mut first = [0];
    open.read_exact(&mut first).unwrap();
    world.service.stop();
    assert!(TcpStream::connect(address).is_err());
    assert!(is_closed(open));
}

#[test]
fn a_port_that_is_taken_is_told() {
    let world = crate::world::shared();
    let mut builder = Builder::new();
    builder.settings.address = world.address();
    let error = bagh_service::Running::start(builder.settings, builder.overseer).err().unwrap();
    let text = error.to_string();
    assert!(text.contains(&world.address().to_string()), "{text}");
    assert!(text.contains("in use"), "{text}");
}
