//! Whatever is sent, the answer is a 4xx that names the fault, and the service goes on.

use std::io::Write;

use crate::http::{connect, read_all, send};
use crate::world::{START, shared};

const PROBE: &str = "/api/v1/small/probe";

#[track_caller]
fn fault(query: &str) -> String {
    shared().get(&format!("{PROBE}{query}")).refused(400)
}

#[test]
fn parameters_that_are_missing_twice_or_unknown_are_named() {
    assert_eq!(fault(""), "position");
    assert_eq!(fault("?"), "position");
    assert_eq!(fault("?position="), "position");
    assert_eq!(fault(&format!("?position={START}&position={START}")), "position");
    assert_eq!(fault(&format!("?position={START}&colour=red")), "colour");
    assert_eq!(fault(&format!("?position={START}&captures=2&captures=2")), "captures");
    assert_eq!(fault(&format!("?position={START}&from=hieroglyphs")), "from");
    assert_eq!(fault(&format!("?position={START}&from=")), "from");
    assert_eq!(shared().get("/api/v1/games?x=1").refused(400), "x");
    assert_eq!(shared().get("/api/v1/small?x=1").refused(400), "x");
    assert_eq!(shared().get("/api/v1/small/tables?x=1").refused(400), "x");
    assert_eq!(shared().get("/api/v1/small/stats?x=1").refused(400), "x");
}

#[test]
fn absurd_values_are_refused() {
    for captures in ["0", "-1", "256", "1e3", "99999999999999999999", "", "two", "²"] {
        assert_eq!(fault(&format!("?position={START}&captures={captures}")), "captures");
    }
    // Numbers that no herd of this game has, though another game may.
    for captures in ["6", "255"] {
        let path = format!("/api/v1/small/probe?position={START}&captures={captures}");
        assert_eq!(shared().get(&path).refused(404), "captures");
    }
    for position in [
        "x",
        "T2/3/2T",
        "T2/3/2T+g+g4+c0",
        "TT1/3/2T+g+g5+c0",
        "T2/3/2T/3+g+g5+c0",
        "T2/3/2T+g+g5+c9",
        "T2/9999999999999999999/2T+g+g5+c0",
        "%00",
        "%0a%0d",
        "%F0%9F%90%AF",
        "T2/3/2T+g+g5+c0+mA1A1A1+99999999999999999999",
        "'%20OR%201=1",
        "../../etc/passwd",
    ] {
        assert_eq!(fault(&format!("?position={position}")), "position", "{position}");
    }
    let long = "T".repeat(5_000);
    assert_eq!(fault(&format!("?position={long}")), "position");
    // A FEN may mean two things.
    let reply = shared().get("/api/v1/bagh-chal/probe?position=B3B/5/5/5/B3B+G+0");
    assert_eq!(reply.refused(400), "position");
    assert!(reply.text().contains("from=baghchal-fen"), "{}", reply.text());
}

#[test]
fn what_is_not_text_is_refused() {
    assert_eq!(fault("?position=%ff%fe"), "position");
    assert_eq!(fault("?%ff=1"), "query");
    let raw = |target: &[u8]| {
        let mut stream = connect(shared().address());
        stream.write_all(b"GET ").unwrap();
        stream.write_all(target).unwrap();
        stream.write_all(b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
        read_all(stream).unwrap().status
    };
    assert_eq!(raw(b"/api/v1/small/probe?position=\xff\xfe"), 400);
    assert_eq!(raw(b"/api/v1/\xff/probe"), 400);
    assert_eq!(raw(b"/api/v1/%ff/probe?position=x"), 400);
    assert_eq!(raw(b"/\x00"), 400);
    assert_eq!(raw(b"no-slash"), 400);
}

#[test]
fn what_is_not_there_is_not_found() {
    assert_eq!(shared().get("/api/v1/chess/probe?position=x").refused(404), "game");
    assert_eq!(shared().get("/api/v1/%2e%2e/probe?position=x").refused(404), "game");
    assert_eq!(shared().get("/api/v1/small/nothing").refused(404), "");
    assert_eq!(shared().get("/api/v2/games").refused(404), "");
    assert_eq!(shared().get("/missing.js").refused(404), "");
    assert_eq!(shared().post("/api/v1/chess/probe", "{}").refused(404), "game");
}

#[test]
fn other_methods_are_refused() {
    let address = shared().address();
    for method in ["PUT", "DELETE", "PATCH", "POST", "TRACE", "BREW"] {
        for path in ["/api/v1/games", "/api/v1/small", "/api/v1/small/line", "/healthz", "/api"] {
            let reply = send(address, method, path, &[], b"");
            assert_eq!(reply.refused(405), "", "{method} {path}");
            assert!(reply.header("allow").is_some_and(|a| a.contains("GET")), "{reply:?}");
        }
    }
    assert_eq!(send(address, "DELETE", PROBE, &[], b"").status, 405);
    assert_eq!(send(address, "POST", "/", &[], b"x").status, 405);
}

#[test]
fn bodies_must_be_json_and_say_so() {
    let address = shared().address();
    let body = br#"{"positions":["T2/3/2T g g5 c0"]}"#;
    let none = send(address, "POST", PROBE, &[], body);
    assert_eq!(none.refused(415), "content-type");
    let text = [("Content-Type", "text/plain")];
    assert_eq!(send(address, "POST", PROBE, &text, body).refused(415), "content-type");
    let json = [("Content-Type", "Application/JSON; charset=utf-8")];
    send(address, "POST", PROBE, &json, body).fine();
    for body in ["", "{", "[]", "null", "{}", r#"{"positions":"x"}"#, r#"{"positions":[1]}"#] {
        assert_eq!(shared().post(PROBE, body).refused(400), "body", "{body}");
    }
    let unknown = r#"{"positions":["T2/3/2T g g5 c0"],"colour":"red"}"#;
    assert_eq!(shared().post(PROBE, unknown).refused(400), "body");
    let twice = r#"{"positions":["x"],"positions":["y"]}"#;
    assert_eq!(shared().post(PROBE, twice).refused(400), "body");
    let deep = "[".repeat(100_000);
    assert_eq!(shared().post(PROBE, &deep).refused(400), "body");
    assert_eq!(
        send(address, "POST", PROBE, &json, b"{\"positions\":[\"\xff\"]}").refused(400),
        "body"
    );
}

#[test]
fn positions_in_a_body_are_counted_and_named() {
    let of = |count: usize| {
        serde_json::json!({ "positions": vec!["T2/3/2T g g5 c0"; count] }).to_string()
    };
    assert_eq!(shared().post(PROBE, &of(0)).refused(400), "positions");
    assert_eq!(shared().post(PROBE, &of(1_001)).refused(400), "positions");
    shared().post(PROBE, &of(1_000)).fine();
    let bad = r#"{"positions":["T2/3/2T g g5 c0","T2/3/2T g g4 c0"]}"#;
    assert_eq!(shared().post(PROBE, bad).refused(400), "positions[1]");
    for (captures, status) in [(0, 400), (9, 404)] {
        let body = format!(r#"{{"positions":["T2/3/2T g g5 c0"],"captures":{captures}}}"#);
        assert_eq!(shared().post(PROBE, &body).refused(status), "captures");
    }
    let from = r#"{"positions":["T2/3/2T g g5 c0"],"from":"x"}"#;
    assert_eq!(shared().post(PROBE, from).refused(400), "from");
}

#[test]
fn ten_megabytes_are_too_much() {
    let body = format!(r#"{{"positions":["{}"]}}"#, "x".repeat(10 << 20));
    assert_eq!(shared().post(PROBE, &body).refused(413), "body");
    // Without saying beforehand how much it will be.
    let mut stream = connect(shared().address());
    let head = "POST /api/v1/small/probe HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
        Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
    for _ in 0..160 {
        // The service may hang up in between.
        if stream.write_all(chunk.as_bytes()).is_err() {
            break;
        }
    }
    if let Ok(reply) = read_all(stream) {
        assert_eq!(reply.refused(413), "body");
    }
    shared().get("/healthz").fine();
}

#[test]
fn long_addresses_and_heads_are_refused() {
    let long = format!("{PROBE}?position={}", "x".repeat(9_000));
    assert_eq!(shared().get(&long).refused(414), "");
    let longer = format!("{PROBE}?position={}", "x".repeat(100_000));
    assert!(matches!(shared().get(&longer).status, 414 | 431));
    let header = "x".repeat(100_000);
    assert_eq!(shared().get_with("/healthz", &[("X-Long", &header)]).status, 431);
    let many: Vec<(&str, &str)> = vec![("X", "y"); 500];
    assert_eq!(shared().get_with("/healthz", &many).status, 431);
}

#[test]
fn what_is_not_http_is_refused() {
    for bytes in [&b"\x16\x03\x01\x02\x00\x01\x00"[..], b"hello\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"]
    {
        let mut stream = connect(shared().address());
        stream.write_all(bytes).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        // Closed without a word, or refused.
        if let Ok(reply) = read_all(stream) {
            assert!((400..500).contains(&reply.status), "{reply:?}");
        }
    }
    let lies = b"POST /api/v1/small/probe HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n";
    let mut stream = connect(shared().address());
    stream.write_all(lies).unwrap();
    if let Ok(reply) = read_all(stream) {
        assert_eq!(reply.status, 400);
    }
    shared().get("/healthz").fine();
}

/// Positions with tigers in hand that no game comes to would take minutes to work out.
#[test]
fn positions_that_would_take_long_are_not_worked_out() {
    let placed = crate::world::SMALL.replace("opening = [\"A1\", \"C3\"]", "opening = \"placed\"");
    let placed = placed.replace("name = \"small\"", "name = \"placed\"");
    let placed = placed.replace("tigers = 2", "tigers = 3").replace("captures = 2", "captures = 1");
    let mut builder = crate::world::Builder::new();
    let game = bagh::Game::from_toml(&placed).unwrap();
    bagh_tables::solve(
        &game,
        &builder.settings.tables,
        bagh_tables::SolveOptions::default(),
        &bagh_tables::Quiet,
    )
    .unwrap();
    builder.settings.boards.push(bagh_service::BoardFile { game, text: placed });
    let world = builder.start();
    let start = world.get("/api/v1/placed/probe?position=3/3/3+t+g5+c0").fine();
    assert_eq!(start["known"], true, "{start}");
    let strange = world.get("/api/v1/placed/probe?position=3/3/3+g+g5+c0").fine();
    assert_eq!(
        (&strange["known"], &strange["unknown"]["reason"]),
        (&false.into(), &"untabled".into())
    );
    let few = world.get("/api/v1/placed/probe?position=TTG/GGG/3+t+g1+c0").fine();
    assert_eq!(few["known"], true, "{few}");
}
