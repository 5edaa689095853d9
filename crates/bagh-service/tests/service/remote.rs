//! A service whose tables are on another machine.

use std::path::Path;
use std::sync::Arc;

use bagh_remote::{RemoteOptions, RemoteTables};
use bagh_tables::{Quiet, SolveOptions, solve};
use serde_json::Value;
use tempfile::TempDir;

use crate::http::{Held, PATIENCE};
use crate::remote_host::{Host, Manner};
use crate::world::{Builder, START, World, small};

/// A service that reads what a host has, and its cache.
fn remote(host: &Host) -> (World, TempDir) {
    let cache = tempfile::tempdir().unwrap();
    let options =
        RemoteOptions { cache_folder: Some(cache.path().to_owned()), ..RemoteOptions::default() };
    let tables = RemoteTables::open(&host.url().parse().unwrap(), &options).unwrap();
    let mut builder = Builder::new();
    builder.settings.remote = Some(Arc::new(tables));
    // Asked for, and still nothing is solved.
    builder.settings.solve = true;
    (builder.start(), cache)
}

fn solved(compact: bool) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    solve(&small(), folder.path(), SolveOptions { compact }, &Quiet).unwrap();
    folder
}

fn paths() -> Vec<String> {
    let game = small();
    let mut at = game.start();
    let mut positions = vec![START.to_owned()];
    for ply in 0..30 {
        let moves: Vec<_> = game.moves(&at).collect();
        let Some(&mv) = moves.get(ply % moves.len().max(1)) else { break };
        at = game.after(&at, mv);
        positions.push(game.obx(&at).replace(' ', "+"));
    }
    let ways = ["probe", "line"];
    let path =
        |position: &String| ways.map(|way| format!("/api/v1/small/{way}?position={position}"));
    positions.iter().flat_map(path).collect()
}

#[test]
fn it_answers_as_one_with_the_tables_here() {
    let local = Builder::solved().start();
    let host = Host::start(local.tables.path());
    let (far, _cache) = remote(&host);
    for path in paths() {
        assert_eq!(far.get(&path).fine(), local.get(&path).fine(), "{path}");
    }
    let body = format!(r#"{{"positions": ["{}"]}}"#, START.replace('+', " "));
    let many = |world: &World| world.post("/api/v1/small/probe", &body).fine();
    assert_eq!(many(&far), many(&local));
    for path in ["/api/v1/small/stats", "/api/v1/small"] {
        assert_eq!(far.get(path).fine(), local.get(path).fine(), "{path}");
    }

    // The numbers tell of it.
    let requests = host.requests() as f64;
    assert_eq!(far.metric("bagh_remote_requests_total"), requests);
    assert!(far.metric("bagh_remote_bytes_total") > 0.0);
    assert!(far.metric("bagh_remote_cache_misses_total") > 0.0);
    assert!(far.metric("bagh_remote_cache_bytes") > 0.0);
    assert!(!local.get("/metrics").text().contains("bagh_remote"));

    // There are no files to download, and none are listed.
    let list = far.get("/api/v1/small/tables").fine();
    assert_eq!(list["state"], "ready");
    assert!(list["parts"].as_array().unwrap().iter().all(|p| p["files"] == serde_json::json!([])));
    let download = far.get("/api/v1/small/tables/sliding-00-tiger.bagh");
    assert_eq!(download.refused(404), "file");
    assert!(download.text().contains("another machine"), "{}", download.text());
    assert_eq!(far.get("/api/v1/small/tables/manifest.json").fine()["game"], "small");

    // Counts are not made from afar.
    let cross = far.get("/api/v1/small/stats/cross");
    cross.refused(503);
    assert!(cross.text().contains("counted-cross.json"), "{}", cross.text());
    // A game that the host does not have.
    let start = far.get("/api/v1/kaooa").fine()["start"].as_str().unwrap().replace(' ', "+");
    let unknown = far.get(&format!("/api/v1/kaooa/probe?position={start}")).fine();
    assert_eq!(unknown["unknown"]["reason"], "unsolved");
}

#[test]
fn a_host_that_fails_is_named_by_its_cause_and_others_go_on() {
    let folder = solved(false);
    let host = Host::start(folder.path());
    let (far, _cache) = remote(&host);
    let path = format!("/api/v1/small/probe?position={START}");
    host.behave(".bagh", Manner::Whole);
    let reply = far.get(&path);
    reply.refused(503);
    assert_eq!(reply.json()["error"]["code"], "tables-unreachable");
    let message = reply.json()["error"]["message"].as_str().unwrap().to_owned();
    assert!(message.contains(".bagh: ") && message.contains("whole file"), "{message}");
    // Which host it is stays between the operator and the log.
    assert!(!message.contains("127.0.0.1"), "{message}");
    assert!(reply.header("retry-after").is_some());
    far.get("/healthz").fine();
    far.get("/api/v1/games").fine();
    host.behave(".bagh", Manner::Fine);
    assert_eq!(far.get(&path).fine()["known"], true);
}

/// Tables that are replaced under a running service: the manifest is read again, and the answers
/// come from the new ones.
#[test]
fn tables_that_are_replaced_are_read_anew() {
    let (old, new) = (solved(false), solved(true));
    let host = Host::start(old.path());
    let (far, cache) = remote(&host);
    let path = format!("/api/v1/small/probe?position={START}");
    far.get(&path).fine();
    let compact = || far.get("/api/v1/small/tables").fine()["compact"].clone();
    assert_eq!(compact(), false);
    host.serve(new.path());
    empty(cache.path());
    // A position that needs what is not at hand.
    for path in paths() {
        assert_eq!(far.get(&path).fine()["known"], true, "{path}");
    }
    assert_eq!(compact(), true);
    // Read again when the old tables did not fit any more, and not for every look-up.
    let manifests = host.requests_for("manifest.json");
    assert!((2..=6).contains(&manifests), "{manifests}");
}

fn empty(folder: &Path) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => empty(&path),
            false => std::fs::remove_file(path).unwrap(),
        }
    }
}

/// Sixty-four look-ups of a game whose host does not answer take nothing from other games, nor from
/// what is at hand.
#[test]
fn a_game_that_waits_for_its_host_holds_up_no_other() {
    const MANY: usize = 70;
    let folder = solved(false);
    let kaooa = bagh::Game::by_name("kaooa").unwrap();
    solve(&kaooa, folder.path(), SolveOptions::default(), &Quiet).unwrap();
    let host = Host::start(folder.path());
    let (far, _cache) = remote(&host);
    let probe = |game: &str, position: &str| format!("/api/v1/{game}/probe?position={position}");
    // One position is at hand, with the tables that it needs.
    assert_eq!(far.get(&probe("small", START)).fine()["known"], true);
    host.behave("/small-", Manner::Stall);
    // Another one is not: it needs a table of the sliding phase.
    let game = small();
    let mut stack = vec![game.start()];
    let mut positions = std::iter::from_fn(|| {
        let position = stack.pop()?;
        stack.extend(game.moves(&position).map(|mv| game.after(&position, mv)));
        Some(position)
    });
    let is_sliding = |position: &bagh::Position| {
        game.phase(position) == bagh::Phase::Sliding && game.moves(position).next().is_some()
    };
    let other = positions.find(is_sliding).unwrap();
    let other = probe("small", &game.obx(&other).replace(' ', "+"));
    let request = |path: &str| format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let before = host.requests_for("/small-");
    let waiting = Held::send(&far, MANY, &request(&other));
    let until = |what: &dyn Fn() -> bool| {
        let enough = std::time::Instant::now() + PATIENCE;
        while !what() {
            assert!(std::time::Instant::now() < enough, "the host is not waited for");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    };
    until(&|| host.requests_for("/small-") > before);
    let start = kaooa.obx(&kaooa.start()).replace(' ', "+");
    assert_eq!(far.get(&probe("kaooa", &start)).fine()["known"], true);
    assert_eq!(far.get(&probe("small", START)).fine()["known"], true);
    far.get("/api/v1/games").fine();
    // Not all of them may have come so far.
    until(&|| far.metric("bagh_waiting{class=\"host\"}") > 0.0);
    host.behave("/small-", Manner::Fine);
    // They hung up on the first, which is repeated.
    assert_eq!(waiting.first_status(), 200);
}

/// Where a part is not solved, the host is not asked for it again and again.
#[test]
fn a_manifest_is_asked_for_once_for_many_lookups_of_what_is_missing() {
    let folder = solved(false);
    let path = folder.path().join("small-2").join("manifest.json");
    let store = bagh_tables::Store::new(&small(), folder.path());
    let mut part = store.manifest().unwrap();
    part.parts.truncate(2);
    std::fs::write(&path, part.to_text()).unwrap();
    let host = Host::start(folder.path());
    let (far, _cache) = remote(&host);
    for _ in 0..20 {
        let answer = far.get(&format!("/api/v1/small/probe?position={START}")).fine();
        assert_eq!(answer["unknown"]["reason"], "unsolved");
    }
    assert_eq!(host.requests_for("manifest.json"), 1);
}

/// A host that fails for a moment is not taken for one that has no plies.
#[test]
fn plies_are_told_once_the_host_has_them() {
    let folder = solved(false);
    bagh_tables::solve_plies(&small(), folder.path(), &Quiet).unwrap();
    let host = Host::start(folder.path());
    // As often as it is tried for one look-up.
    host.behave_times("plies.json", Manner::Status(500), 3);
    let (far, _cache) = remote(&host);
    // A win of the placement phase, and what is known of it with plies.
    let local = bagh_tables::Tables::open(&small(), folder.path()).unwrap();
    let game = small();
    let mut positions: Vec<bagh::Position> = vec![game.start()];
    let won = (0..)
        .find_map(|at| {
            let position = positions[at];
            positions.extend(game.moves(&position).map(|mv| game.after(&position, mv)));
            let verdict = local.probe(&position).unwrap();
            let is_won = verdict.value.outcome().winner().is_some();
            (is_won && position.goats_in_hand() > 0 && verdict.plies > Some(1)).then_some(position)
        })
        .unwrap();
    let path = format!("/api/v1/small/probe?position={}", game.obx(&won).replace(' ', "+"));
    let first = far.get(&path);
    let first_answer = first.fine();
    assert_eq!((&first_answer["known"], &first_answer["plies"]), (&true.into(), &Value::Null));
    // It is not kept as the last word.
    assert_eq!(first.header("cache-control"), Some("no-store"));
    let enough = std::time::Instant::now() + PATIENCE;
    let answer = loop {
        let answer = far.get(&path);
        if answer.fine()["plies"].is_number() {
            break answer;
        }
        assert!(std::time::Instant::now() < enough, "plies are never told");
        std::thread::sleep(std::time::Duration::from_millis(50));
    };
    let expected = local.probe(&won).unwrap().plies.unwrap();
    assert_eq!(answer.fine()["plies"], expected);
    assert_ne!(answer.header("cache-control"), Some("no-store"));
}
