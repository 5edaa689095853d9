//! What the engine answers, where no table does.

use std::time::{Duration, Instant};

use bagh::{Game, Outcome};
use bagh_service::Limits;
use serde_json::json;

use crate::http::{Held, PATIENCE};
use crate::world::{Builder, START, World, shared};

fn best(world: &World, query: &str) -> serde_json::Value {
    world.get(&format!("/api/v1/small/best?position={START}{query}")).fine()
}

#[test]
fn lines_are_legal_and_the_best_comes_first() {
    // Nothing is solved of Bagh Chal here.
    let path = "/api/v1/bagh-chal/best?position=TG2T/5/5/5/T3T+t+g19+c0&depth=4&lines=3";
    let answer = shared().get(path).fine();
    let game = Game::bagh_chal();
    let lines = answer["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["moves"][0], "A1C1", "it takes the goat");
    assert_eq!(answer["depth"], 4);
    for line in lines {
        let mut at = game.parse_obx("TG2T/5/5/5/T3T t g19 c0").unwrap();
        for mv in line["moves"].as_array().unwrap() {
            let mv = game.parse_move(&at, mv.as_str().unwrap()).unwrap();
            game.play_unchecked(&mut at, mv);
        }
    }
    let expected = |n: usize| lines[n]["expected_captures"].as_f64().unwrap();
    assert!(expected(0) >= expected(1) && expected(1) >= expected(2), "{answer}");
}

#[test]
fn wins_that_are_seen_are_told_as_such() {
    let position = "T1T/GG1/3+t+g3+c0";
    let exact = shared().get(&format!("/api/v1/small/line?position={position}")).fine();
    let plies = exact["moves"].as_array().unwrap().len();
    let path = format!("/api/v1/small/best?position={position}&depth=12");
    let answer = shared().get(&path).fine();
    let first = &answer["lines"][0];
    assert_eq!(first["outcome"], Outcome::TigerWin.word());
    assert!(first["plies"].as_u64().unwrap() <= plies as u64, "{answer}");
    assert_eq!(first["expected_captures"], serde_json::Value::Null);
}

#[test]
fn limits_are_kept_and_checked() {
    let reply = shared().get(&format!("/api/v1/small/best?position={START}&nodes=100"));
    assert!(reply.fine()["nodes"].as_u64().unwrap() <= 100);
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    assert_eq!(best(shared(), "&depth=2")["depth"], 2);
    for (parameter, values) in [
        ("time", ["0", "5001", "-1", "1.5"]),
        ("nodes", ["0", "100000001", "x", ""]),
        ("depth", ["0", "61", "1e1", "99999999999999999999999"]),
        ("lines", ["0", "11", "+1", "two"]),
    ] {
        for value in values {
            let path = format!("/api/v1/small/best?position={START}&{parameter}={value}");
            assert_eq!(shared().get(&path).refused(400), parameter, "{value}");
        }
    }
    assert_eq!(shared().get("/api/v1/small/best").refused(400), "position");
    // A game that is over has no best move.
    let over = shared().get("/api/v1/small/best?position=G1G/3/TT1+g+g1+c2").fine();
    assert_eq!(over["lines"], json!([]));
}

/// Searches whose clients have gone end, and too many are sent away.
#[test]
fn the_engine_is_shared_fairly() {
    let world = Builder::new().limits(Limits { searches: 1, ..Limits::default() }).start();
    let best = "/api/v1/bagh-chal/best?position=T3T/5/5/5/T3T+g+g20+c0";
    let request = format!("GET {best}&time=5000 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    // As many as there are processors, one that waits, and one too many.
    let processors = std::thread::available_parallelism().map_or(1, |n| n.get());
    let held = Held::send(&world, processors + 2, &request);
    assert_eq!(held.first_status(), 503);
    // Look-ups go on, and those who hang up make room.
    world.get("/healthz").fine();
    drop(held);
    let enough = Instant::now() + PATIENCE;
    while world.get(&format!("{best}&nodes=1")).status != 200 {
        assert!(Instant::now() < enough, "no room is ever made");
        std::thread::sleep(Duration::from_millis(10));
    }
}
