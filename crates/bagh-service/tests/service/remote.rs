//! A service whose tables are on another machine.

use std::path::Path;
use std::sync::Arc;

use bagh_remote::{RemoteOptions, RemoteTables};
use bagh_tables::{Quiet, SolveOptions, solve};
use tempfile::TempDir;

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
