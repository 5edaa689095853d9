//! Files of the tables: whole, in ranges, and none but those.

use crate::http::send;
use crate::world::shared;

fn list() -> Vec<(String, u64, String, String)> {
    let tables = shared().get("/api/v1/small/tables").fine();
    assert_eq!(tables["state"], "ready");
    assert_eq!(tables["progress"], 1.0);
    let parts = tables["parts"].as_array().unwrap().clone();
    let files = parts.iter().flat_map(|part| {
        assert_eq!(part["state"], "ready");
        part["files"].as_array().unwrap().clone()
    });
    let text = |v: &serde_json::Value| v.as_str().unwrap().to_owned();
    files
        .map(|f| {
            (text(&f["name"]), f["length"].as_u64().unwrap(), text(&f["blake3"]), text(&f["url"]))
        })
        .collect()
}

#[test]
fn files_are_what_the_list_says() {
    let files = list();
    assert_eq!(files.len(), 2 * 2 + 5);
    for (name, length, hash, url) in files {
        let reply = shared().get(&url);
        assert_eq!(reply.status, 200, "{name}");
        assert_eq!(reply.body.len() as u64, length, "{name}");
        assert_eq!(blake3::hash(&reply.body).to_hex().as_str(), hash, "{name}");
        assert_eq!(reply.header("etag"), Some(format!("\"{hash}\"").as_str()));
        assert_eq!(reply.header("content-type"), Some("application/octet-stream"));
        assert_eq!(reply.header("accept-ranges"), Some("bytes"));
    }
    let manifest = shared().get("/api/v1/small/tables/manifest.json").fine();
    assert_eq!(manifest["game"], "small");
}

#[test]
fn a_file_can_be_taken_in_pieces() {
    let (_, length, _, url) = list().into_iter().max_by_key(|file| file.1).unwrap();
    let whole = shared().get(&url).body;
    let mut pieces = Vec::new();
    for start in (0..length).step_by(100) {
        let end = (start + 99).min(length - 1);
        let range = format!("bytes={start}-{end}");
        let reply = shared().get_with(&url, &[("Range", &range)]);
        assert_eq!(reply.status, 206, "{reply:?}");
        let said = format!("bytes {start}-{end}/{length}");
        assert_eq!(reply.header("content-range"), Some(said.as_str()));
        pieces.extend(reply.body);
    }
    assert_eq!(pieces, whole);
    let last = shared().get_with(&url, &[("Range", "bytes=-7")]);
    assert_eq!((last.status, last.body.as_slice()), (206, &whole[whole.len() - 7..]));
}

#[test]
fn ranges_that_make_no_sense_are_refused_or_ignored() {
    let (_, length, hash, url) = list().swap_remove(0);
    for range in
        [format!("bytes={length}-"), "bytes=999999999999-".to_owned(), "bytes=5-2".to_owned()]
    {
        let reply = shared().get_with(&url, &[("Range", &range)]);
        assert_eq!(reply.status, 416, "{range}: {reply:?}");
    }
    for range in ["bytes=99999999999999999999999-", "lines=1-2", "bytes=a-b", ""] {
        let status = shared().get_with(&url, &[("Range", range)]).status;
        assert!(matches!(status, 200 | 400 | 416), "{range}: {status}");
    }
    let other = [("Range", "bytes=0-9"), ("If-Range", "\"another\"")];
    assert_eq!(shared().get_with(&url, &other).status, 200);
    let tag = format!("\"{hash}\"");
    let same = [("Range", "bytes=0-9"), ("If-Range", tag.as_str())];
    assert_eq!(shared().get_with(&url, &same).status, 206);
    assert_eq!(shared().get_with(&url, &[("If-None-Match", &tag)]).status, 304);
}

#[test]
fn nothing_else_can_be_downloaded() {
    let world = shared();
    // These are there, and not for the world.
    assert!(world.tables.path().join("small-2/solve.lock").exists());
    for name in [
        "solve.lock",
        "..%2fsmall-2%2fmanifest.json",
        "..%2f..%2f..%2fetc%2fpasswd",
        "%2e%2e%2fmanifest.json",
        "..%5cmanifest.json",
        "%2fetc%2fpasswd",
        "manifest.json%00",
        "manifest.json%2f",
        "sliding-00-tiger.bagh.partial",
        "",
        ".",
        "..",
    ] {
        let reply = world.get(&format!("/api/v1/small/tables/{name}"));
        reply.refused(404);
    }
    for path in
        ["/api/v1/small/tables/../../../../etc/passwd", "/../../etc/passwd.txt", "//etc/passwd.txt"]
    {
        assert_eq!(world.get(path).status, 404, "{path}");
    }
    assert_eq!(world.get("/api/v1/small/tables/manifest.json?captures=1").refused(404), "file");
}

#[test]
fn the_length_is_told_without_the_file() {
    let (_, length, _, url) = list().swap_remove(0);
    let reply = send(shared().address(), "HEAD", &url, &[], b"");
    assert_eq!((reply.status, reply.body.len()), (200, 0));
    assert_eq!(reply.header("content-length"), Some(length.to_string().as_str()));
}
