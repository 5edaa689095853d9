//! Tables and requests that are made to do harm.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use bagh::Game;
use bagh_service::{AllowedOrigins, Limits};
use bagh_tables::{Manifest, Quiet, SolveOptions, TableFileInfo, solve};

use crate::http::{Held, PATIENCE, connect, read_all, send};
use crate::world::{Builder, START, World, shared};

const SECRET: &str = "the secret of this machine";

/// The folder of the small game's tables.
fn folder(world: &World) -> PathBuf {
    world.tables.path().join("small-2")
}

/// Changes the manifest of the small game, and seals it anew.
fn change_manifest(world: &World, change: impl FnOnce(&mut Manifest)) {
    let path = folder(world).join("manifest.json");
    let mut manifest: Manifest = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    change(&mut manifest);
    fs::write(&path, manifest.to_text()).unwrap();
}

fn info(name: &str, path: &Path) -> TableFileInfo {
    let bytes = fs::read(path).unwrap();
    TableFileInfo {
        name: name.to_owned(),
        length: bytes.len() as u64,
        blake3: blake3::hash(&bytes).to_hex().to_string(),
    }
}

#[test]
fn a_manifest_cannot_name_other_files_of_the_machine() {
    let world = Builder::solved().start();
    let secret = world.tables.path().join("secret.txt");
    fs::write(&secret, SECRET).unwrap();
    let absolute = secret.display().to_string();
    for name in ["../secret.txt", absolute.as_str(), "./../secret.txt"] {
        change_manifest(&world, |manifest| {
            manifest.parts[0].files.truncate(2);
            manifest.parts[0].files.push(info(name, &secret));
        });
        let escaped = name.replace('/', "%2F");
        let reply = world.get(&format!("/api/v1/small/tables/{escaped}"));
        assert!(!reply.text().contains(SECRET), "{name}: {reply:?}");
        assert!(reply.text().contains("the manifest is damaged"), "{name}: {reply:?}");
        let listed = world.get("/api/v1/small/tables").fine();
        assert_eq!((&listed["state"], &listed["bytes"]), (&"failed".into(), &0.into()));
    }
}

#[cfg(unix)]
#[test]
fn links_and_other_lengths_are_refused() {
    let world = Builder::solved().start();
    let secret = world.tables.path().join("secret.txt");
    fs::write(&secret, SECRET).unwrap();
    let name = "sliding-01-tiger.bagh";
    let table = folder(&world).join(name);
    let bytes = fs::read(&table).unwrap();
    // The manifest says all that is true of the secret: its length and its hash.
    change_manifest(&world, |manifest| {
        let mut files = manifest.parts.iter_mut().flat_map(|part| &mut part.files);
        *files.find(|file| file.name == name).unwrap() = info(name, &secret);
    });
    fs::remove_file(&table).unwrap();
    std::os::unix::fs::symlink(&secret, &table).unwrap();
    let reply = world.get(&format!("/api/v1/small/tables/{name}"));
    assert_eq!(reply.status, 500, "{reply:?}");
    assert!(!reply.text().contains(SECRET), "{reply:?}");
    // A real table, with another length than the manifest says.
    fs::remove_file(&table).unwrap();
    fs::write(&table, bytes).unwrap();
    assert_eq!(world.get(&format!("/api/v1/small/tables/{name}")).status, 500);
}

#[test]
fn a_table_that_is_truncated_or_overwritten_does_not_end_the_service() {
    // Each with a service of its own: what was unpacked before is remembered.
    for harm in 0..3 {
        let builder = Builder::solved();
        let kaooa = Game::by_name("kaooa").unwrap();
        solve(&kaooa, builder.tables(), SolveOptions::default(), &Quiet).unwrap();
        let world = builder.start();
        let start = kaooa.obx(&kaooa.start()).replace(' ', "+");
        let probe = |text: &str| world.get(&format!("/api/v1/kaooa/probe?position={text}"));
        probe(&start).fine();
        let folder = world.tables.path().join(bagh_tables::folder_name(&kaooa));
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|end| end != "bagh") {
                continue;
            }
            let length = fs::metadata(&path).unwrap().len();
            let mut file = fs::OpenOptions::new().write(true).open(&path).unwrap();
            match harm {
                0 => file.set_len(0).unwrap(),
                1 => file.set_len(length / 2).unwrap(),
                _ => file.write_all(&vec![7; length as usize]).unwrap(),
            }
        }
        let mut at = kaooa.start();
        for _ in 0..30 {
            let Some(mv) = kaooa.moves(&at).last() else { break };
            at = kaooa.after(&at, mv);
            let reply = probe(&kaooa.obx(&at).replace(' ', "+"));
            assert!(matches!(reply.status, 200 | 500), "{reply:?}");
        }
        world.get("/healthz").fine();
    }
}

/// Bodies that are announced and do not come take no place from those that are there.
#[test]
fn silent_bodies_do_not_disable_batches() {
    let world = Builder::solved().limits(Limits { batches: 1, ..Limits::default() }).start();
    let head = "POST /api/v1/small/probe HTTP/1.1\r\nHost: localhost\r\n\
        Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    let held = Held::send(&world, 40, head);
    let enough = std::time::Instant::now() + PATIENCE;
    while world.metric("bagh_connections ") < 41.0 {
        assert!(std::time::Instant::now() < enough, "not all are connected");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let body = r#"{"positions":["T2/3/2T g g5 c0"]}"#;
    for _ in 0..20 {
        world.post("/api/v1/small/probe", body).fine();
    }
    drop(held);
}

/// What bodies on their way may take of the memory is bounded, by what has come of them.
#[test]
fn bodies_on_their_way_share_a_bounded_memory() {
    let limits = Limits { body_memory: 1_000, ..Limits::default() };
    let world = Builder::solved().limits(limits).start();
    let head = "POST /api/v1/small/probe HTTP/1.1\r\nHost: localhost\r\n\
        Content-Type: application/json\r\nContent-Length: 2000\r\n\r\n";
    // Two send 600 bytes each, and wait: the second is too much.
    let held = Held::send(&world, 2, &format!("{head}{}", "x".repeat(600)));
    assert_eq!(held.first_status(), 503);
    drop(held);
    let body = r#"{"positions":["T2/3/2T g g5 c0"]}"#;
    let enough = std::time::Instant::now() + PATIENCE;
    while world.post("/api/v1/small/probe", body).status != 200 {
        assert!(std::time::Instant::now() < enough, "the memory is never given back");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

#[test]
fn a_loopback_service_answers_to_its_own_names_only() {
    let mut builder = Builder::solved();
    builder.settings.hosts.push("bagh.example.org".to_owned());
    let world = builder.start();
    let get = |host: &str| {
        let mut stream = connect(world.address());
        let request = format!(
            "GET /api/v1/small/probe?position={START} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        read_all(stream).unwrap()
    };
    let own = world.address().to_string();
    for host in ["localhost", "localhost:1234", own.as_str(), "bagh.example.org"] {
        get(host).fine();
    }
    for host in ["rebound.example", "localhost.rebound.example:80"] {
        assert_eq!(get(host).refused(421), "host", "{host}");
    }
}

#[test]
fn what_costs_much_is_not_for_other_origins() {
    let foreign = [("Origin", "https://example.org")];
    let costly = [
        format!("/api/v1/small/best?position={START}&depth=1"),
        format!("/api/v1/small/line?position={START}"),
        "/api/v1/small/stats/cross".to_owned(),
        "/metrics".to_owned(),
    ];
    for path in &costly {
        let reply = shared().get_with(path, &foreign);
        assert_eq!(reply.refused(403), "origin", "{path}");
        let plain = shared().get_with(path, &[("Sec-Fetch-Site", "cross-site")]);
        assert_eq!(plain.status, 403, "{path}");
        assert_eq!(shared().get(path).status, 200, "{path}");
        let own = [("Origin", "http://localhost")];
        assert_eq!(shared().get_with(path, &own).status, 200, "{path}");
    }
    let batch = send(
        shared().address(),
        "POST",
        "/api/v1/small/probe",
        &[foreign[0], ("Content-Type", "application/json")],
        br#"{"positions":["T2/3/2T g g5 c0"]}"#,
    );
    assert_eq!(batch.refused(403), "origin");
    // Single lookups are for all.
    let probe = shared().get_with(&format!("/api/v1/small/probe?position={START}"), &foreign);
    assert_eq!(probe.header("access-control-allow-origin"), Some("*"));
}

#[test]
fn the_operator_may_allow_other_origins() {
    let listed = AllowedOrigins::Listed(vec!["https://example.org".to_owned()]);
    for (origins, other) in [(listed, 403), (AllowedOrigins::Any, 200)] {
        let mut builder = Builder::solved();
        builder.settings.origins = origins;
        let world = builder.start();
        let path = format!("/api/v1/small/best?position={START}&depth=1");
        let reply = world.get_with(&path, &[("Origin", "https://example.org")]);
        assert_eq!(reply.status, 200, "{reply:?}");
        assert!(reply.header("access-control-allow-origin").is_some());
        assert_eq!(world.get_with(&path, &[("Origin", "https://other.org")]).status, other);
    }
}

#[test]
fn a_client_that_takes_no_coding_gets_the_plain_answer() {
    let path = "/api/v1/bagh-chal";
    let plain = shared().get(path);
    for codings in ["identity;q=0", "*;q=0", "zstd, identity;q=0", "br;q=0, gzip;q=0, *;q=0"] {
        let reply = shared().get_with(path, &[("Accept-Encoding", codings)]);
        assert_eq!((reply.status, &reply.body), (200, &plain.body), "{codings}");
        assert_eq!(reply.header("content-encoding"), None, "{codings}");
        let missing = shared().get_with("/api/v1/none", &[("Accept-Encoding", codings)]);
        assert_eq!(missing.status, 404, "{codings}");
    }
}
