//! What is not solved is solved in the background, and answered honestly until then.

use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use bagh::Game;
use bagh_service::{Overseer, Running};
use bagh_tables::{Part, Progress, Quiet, SolveOptions, Store, solve};
use serde_json::json;

use crate::http::PATIENCE;
use crate::world::{Builder, START, World, small};

/// A gate at which a solve waits after each part.
#[derive(Default)]
struct Gate {
    /// How many parts may be finished, and how many are.
    parts: Mutex<(usize, usize)>,
    changed: Condvar,
}

impl Gate {
    /// Lets the solve go on until this many parts are finished, and waits for that.
    fn let_finish(&self, parts: usize) {
        let mut state = self.parts.lock().unwrap();
        state.0 = parts;
        self.changed.notify_all();
        let (_state, late) =
            self.changed.wait_timeout_while(state, PATIENCE, |s| s.1 < parts).unwrap();
        assert!(!late.timed_out(), "{parts} parts are never finished");
    }
}

/// An overseer who has room for the small game alone, and lets it through a gate.
struct Slow(Arc<Gate>);

struct AtGate(Arc<Gate>);

impl Overseer for Slow {
    fn lacking(&self, game: &Game, _: &Path) -> Option<String> {
        (game.name() != "small").then(|| "memory: found too little".to_owned())
    }

    fn begin(&self, _: &Game) -> Box<dyn Progress> {
        Box::new(AtGate(self.0.clone()))
    }
}

impl Progress for AtGate {
    fn begin(&self, _: u64, _: u64) {}
    fn start(&self, _: Part) {}
    fn advance(&self, _: u64) {}

    fn finish(&self, _: Part, _: u64) {
        let mut state = self.0.parts.lock().unwrap();
        state.1 += 1;
        self.0.changed.notify_all();
        // A test that has failed lets go after a while.
        let _ = self.0.changed.wait_timeout_while(state, PATIENCE, |s| s.0 <= s.1).unwrap();
    }
}

fn until(mut done: impl FnMut() -> bool) {
    let enough = Instant::now() + PATIENCE;
    while !done() {
        assert!(Instant::now() < enough, "it never comes");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn state(world: &World, game: &str) -> String {
    world.get(&format!("/api/v1/{game}/tables")).fine()["state"].as_str().unwrap().to_owned()
}

#[test]
fn positions_are_answered_as_soon_as_their_part_is_solved() {
    let gate = Arc::new(Gate::default());
    let mut builder = Builder::new();
    builder.settings.solve = true;
    builder.settings.threads = Some(1);
    builder.overseer = Arc::new(Slow(gate.clone()));
    let world = builder.start();
    // The parts of the small game: sliding with 1 and 0 captured, then placement from 4 down to 0.
    let sliding = "/api/v1/small/probe?position=TGG/TGG/1+t+g0+c0";
    let sliding = sliding.replace("TGG/TGG/1", "TGG/TGG/G2");
    let start = format!("/api/v1/small/probe?position={START}");
    gate.let_finish(1);
    let reply = world.get(&sliding);
    let answer = reply.fine();
    assert_eq!(answer["known"], false);
    assert_eq!(
        (&answer["unknown"]["reason"], &answer["unknown"]["part"]),
        (&json!("solving"), &json!("sliding-00"))
    );
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    assert!(reply.header("retry-after").is_some_and(|s| s.parse::<u32>().is_ok_and(|s| s > 0)));
    assert_eq!(state(&world, "small"), "solving");
    gate.let_finish(2);
    // The sliding phase is there, and the rest is not.
    let reply = world.get(&sliding);
    assert_eq!(
        (reply.fine()["known"].clone(), reply.fine()["outcome"].clone()),
        (json!(true), json!("draw"))
    );
    assert!(reply.header("etag").is_some());
    assert_eq!(world.get(&start).fine()["unknown"]["part"], "placement-01");
    let line = world.get(&start.replace("probe", "line")).fine();
    assert_eq!((&line["known"], &line["moves"]), (&json!(false), &json!([])));
    let body = json!({ "positions": ["TGG/TGG/G2 t g0 c0", "T2/3/2T g g5 c0"] }).to_string();
    let both = world.post("/api/v1/small/probe", &body).fine();
    assert_eq!(both["answers"][0]["known"], true);
    assert_eq!(both["answers"][1]["known"], false);
    let tables = world.get("/api/v1/small/tables").fine();
    let states: Vec<&str> =
        tables["parts"].as_array().unwrap().iter().map(|p| p["state"].as_str().unwrap()).collect();
    assert_eq!(states[..2], ["ready", "ready"]);
    assert!(!states[2..].contains(&"ready"), "{states:?}");
    let progress = tables["progress"].as_f64().unwrap();
    assert!(progress > 0.0 && progress < 1.0, "{progress}");
    gate.let_finish(7);
    until(|| state(&world, "small") == "ready");
    assert_eq!(world.get(&start).fine()["outcome"], "draw");
    assert_eq!(world.get("/api/v1/small/tables").fine()["progress"], 1.0);
}

#[test]
fn what_does_not_fit_is_told_and_the_rest_goes_on() {
    let gate = Arc::new(Gate::default());
    gate.parts.lock().unwrap().0 = usize::MAX;
    let mut builder = Builder::new();
    builder.settings.solve = true;
    builder.overseer = Arc::new(Slow(gate));
    let world = builder.start();
    until(|| state(&world, "small") == "ready");
    let tables = world.get("/api/v1/bagh-chal/tables").fine();
    assert_eq!(
        (&tables["state"], &tables["reason"]),
        (&json!("failed"), &json!("memory: found too little"))
    );
    let reply = world.get("/api/v1/bagh-chal/probe?position=T3T/5/5/5/T3T+g+g20+c0");
    let answer = reply.fine();
    assert_eq!((&answer["known"], &answer["unknown"]["reason"]), (&json!(false), &json!("failed")));
    assert_eq!(reply.header("retry-after"), None);
}

/// A service that ends in the middle of a solve leaves what the next one goes on from.
#[test]
fn a_service_that_was_stopped_goes_on_where_it_was() {
    let gate = Arc::new(Gate::default());
    let mut builder = Builder::new();
    builder.settings.solve = true;
    builder.settings.threads = Some(1);
    builder.overseer = Arc::new(Slow(gate.clone()));
    let settings = builder.settings.clone();
    let world = builder.start();
    gate.let_finish(3);
    let World { service, tables } = world;
    service.stop();
    let manifest = Store::new(&small(), tables.path()).manifest().unwrap();
    assert_eq!(manifest.parts.len(), 3);
    // The first solve still holds the folder: the second one waits for it.
    let again = Arc::new(Gate::default());
    again.parts.lock().unwrap().0 = usize::MAX;
    let service = Running::start(settings, Arc::new(Slow(again.clone()))).unwrap();
    let world = World { service, tables };
    until(|| state(&world, "small") == "solving");
    gate.let_finish(7);
    until(|| state(&world, "small") == "ready");
    assert_eq!(world.get(&format!("/api/v1/small/probe?position={START}")).fine()["known"], true);
}

#[test]
fn damaged_tables_are_told_and_do_no_harm() {
    let builder = Builder::solved();
    let folder = builder.settings.tables.join("small-2");
    std::fs::write(folder.join("manifest.json"), "{}").unwrap();
    let world = builder.start();
    let tables = world.get("/api/v1/small/tables").fine();
    assert_eq!(tables["state"], "failed");
    let reason = tables["reason"].as_str().unwrap();
    assert!(reason.contains("manifest"), "{reason}");
    assert!(!reason.contains(folder.to_str().unwrap()), "{reason}");
    // This is the service's fault, not the client's.
    let reply = world.get(&format!("/api/v1/small/probe?position={START}"));
    reply.refused(500);
    assert!(!reply.text().contains(folder.to_str().unwrap()));
    world.get("/healthz").fine();
}

/// Tables that another program makes while the service runs are found.
#[test]
fn tables_that_come_later_are_found() {
    let world = Builder::new().start();
    let start = format!("/api/v1/small/probe?position={START}");
    assert_eq!(world.get(&start).fine()["known"], false);
    assert_eq!(state(&world, "small"), "unsolved");
    solve(&small(), world.tables.path(), SolveOptions::default(), &Quiet).unwrap();
    assert_eq!(world.get(&start).fine()["known"], true);
    assert_eq!(state(&world, "small"), "ready");
    let one = small().with_captures(1).unwrap();
    solve(&one, world.tables.path(), SolveOptions { compact: true }, &Quiet).unwrap();
    let variant = world.get(&format!("{start}&captures=1")).fine();
    assert_eq!(variant["known"], true);
    let tables = world.get("/api/v1/small/tables?captures=1").fine();
    assert_eq!((&tables["state"], &tables["compact"]), (&json!("ready"), &json!(true)));
    let url = tables["parts"][0]["files"][0]["url"].as_str().unwrap().to_owned();
    assert!(url.ends_with("?captures=1"), "{url}");
    assert_eq!(world.get(&url).status, 200);
}
