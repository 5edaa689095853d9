//! Pocket editions to download: whole, in ranges, and nothing else.

use std::sync::Arc;

use bagh_service::{Running, Unwatched};

use crate::http::send;
use crate::world::{Builder, shared};

const LIST: &str = "/api/v1/small/pocket";

#[test]
fn the_files_of_an_edition_are_what_the_list_says() {
    let list = shared().get(LIST).fine();
    let files = list["files"].as_array().unwrap();
    let names: Vec<&str> = files.iter().map(|file| file["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["pocket-01.bagh", "pocket-03.bagh", "pocket-05.bagh", "pocket.json"]);
    let mut bytes = 0;
    for file in files {
        let reply = shared().get(file["url"].as_str().unwrap());
        assert_eq!(reply.status, 200);
        assert_eq!(reply.body.len() as u64, file["length"].as_u64().unwrap());
        let hash = file["blake3"].as_str().unwrap();
        assert_eq!(blake3::hash(&reply.body).to_hex().as_str(), hash);
        assert_eq!(reply.header("etag"), Some(format!("\"{hash}\"").as_str()));
        assert_eq!(reply.header("accept-ranges"), Some("bytes"));
        bytes += reply.body.len() as u64;
    }
    assert_eq!(list["bytes"], bytes);
    assert_eq!(shared().get("/api/v1/small/tables").fine()["pocket"], true);
}

#[test]
fn a_range_of_a_file_can_be_taken() {
    let url = "/api/v1/small/pocket/pocket-05.bagh";
    let whole = shared().get(url).body;
    let part = shared().get_with(url, &[("Range", "bytes=10-19")]);
    assert_eq!((part.status, part.body.as_slice()), (206, &whole[10..20]));
    let beyond = shared().get_with(url, &[("Range", "bytes=999999999-")]);
    assert_eq!(beyond.status, 416, "{beyond:?}");
    let head = send(shared().address(), "HEAD", url, &[], b"");
    assert_eq!((head.status, head.body.len()), (200, 0));
}

#[test]
fn nothing_else_is_an_edition_or_a_file_of_one() {
    let world = shared();
    assert!(world.tables.path().join("small-2/solve.lock").exists());
    for name in [
        "solve.lock",
        "manifest.json",
        "..%2fsmall-2%2fpocket.json",
        "%2e%2e%2fpocket.json",
        "%2fetc%2fpasswd",
        "pocket.json%00",
        "pocket-05.bagh.partial",
        "",
        "..",
    ] {
        world.get(&format!("{LIST}/{name}")).refused(404);
    }
    // No edition of these: another game, another number of captures.
    for path in ["/api/v1/kaooa/pocket", "/api/v1/small/pocket?captures=1"] {
        assert_eq!(world.get(path).refused(404), "game", "{path}");
    }
    assert_eq!(world.get("/api/v1/kaooa/tables").fine()["pocket"], false);
    assert_eq!(world.get("/api/v1/kaooa/pocket/pocket.json").refused(404), "game");
    assert_eq!(world.get("/api/v1/small/pocket?capture=1").refused(400), "capture");
}

#[test]
fn an_edition_that_is_damaged_or_missing_keeps_the_service_from_starting() {
    let start = |builder: &Builder| {
        let started = Running::start(builder.settings.clone(), Arc::new(Unwatched));
        started.err().map(|error| error.to_string()).unwrap_or_default()
    };
    let builder = Builder::with_pocket();
    let path = builder.tables().join("small-2/pocket-05.bagh");
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let error = start(&builder);
    assert!(error.contains("pocket-05.bagh") && error.contains("BLAKE3"), "{error}");
    let mut builder = Builder::new();
    builder.settings.pocket = Some(builder.tables().to_owned());
    let error = start(&builder);
    assert!(error.starts_with("pocket: found no edition of a game that is served in"), "{error}");
}

/// A file that was replaced by a link since the start leads nowhere.
#[cfg(unix)]
#[test]
fn links_are_refused() {
    let builder = Builder::with_pocket();
    let file = builder.tables().join("small-2/pocket-05.bagh");
    let world = builder.start();
    let elsewhere = world.tables.path().join("elsewhere");
    std::fs::rename(&file, &elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &file).unwrap();
    world.get("/api/v1/small/pocket/pocket-05.bagh").refused(500);
}
