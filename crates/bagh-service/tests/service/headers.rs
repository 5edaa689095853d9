//! What stands beside the answers: caching, other sites, compression, safety.

use std::io::Read;

use crate::http::{Reply, send};
use crate::world::{START, shared};

fn probe() -> String {
    format!("/api/v1/small/probe?position={START}")
}

#[test]
fn exact_answers_may_be_kept_and_are_not_sent_twice() {
    let kaooa = bagh::Game::by_name("kaooa").unwrap();
    let start = kaooa.obx(&kaooa.start()).replace(' ', "+");
    for path in ["probe", "line"].map(|path| format!("/api/v1/kaooa/{path}?position={start}")) {
        let reply = shared().get(&path);
        assert_eq!(reply.header("cache-control"), Some("public, max-age=86400"), "{path}");
    }
    // A board file may change.
    let reply = shared().get(&probe());
    assert_eq!(reply.header("cache-control"), Some("public, no-cache"));
    let tag = reply.header("etag").unwrap().to_owned();
    let again = shared().get_with(&probe(), &[("If-None-Match", &tag)]);
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(again.header("etag"), Some(tag.as_str()));
    let other = shared().get_with(&probe(), &[("If-None-Match", "W/\"other\"")]);
    assert_eq!(other.status, 200);
}

#[test]
fn other_sites_may_read() {
    let origin = ("Origin", "https://example.org");
    let reply = shared().get_with(&probe(), &[origin]);
    assert_eq!(reply.header("access-control-allow-origin"), Some("*"));
    assert_eq!(reply.header("cross-origin-resource-policy"), Some("cross-origin"));
    let preflight = send(
        shared().address(),
        "OPTIONS",
        "/api/v1/small/probe",
        &[
            origin,
            ("Access-Control-Request-Method", "POST"),
            ("Access-Control-Request-Headers", "content-type"),
        ],
        b"",
    );
    assert_eq!(preflight.status, 200);
    assert_eq!(preflight.header("access-control-allow-origin"), Some("*"));
    let list = |name: &str| preflight.header(name).unwrap().to_ascii_lowercase();
    assert!(list("access-control-allow-methods").contains("post"));
    assert!(list("access-control-allow-headers").contains("content-type"));
    assert!(!list("access-control-allow-methods").contains("delete"));
    // Errors can be read, too.
    let refused = shared().get_with("/api/v1/small/probe", &[origin]);
    assert_eq!(refused.header("access-control-allow-origin"), Some("*"));
    // The page is for itself.
    assert_eq!(shared().get_with("/", &[origin]).header("access-control-allow-origin"), None);
}

#[test]
fn long_answers_are_compressed_if_asked() {
    let path = "/api/v1/bagh-chal";
    let plain = shared().get(path);
    assert_eq!(plain.header("content-encoding"), None);
    let gzip = shared().get_with(path, &[("Accept-Encoding", "gzip")]);
    assert_eq!(gzip.header("content-encoding"), Some("gzip"));
    assert!(gzip.body.len() < plain.body.len() / 2);
    assert_eq!(gunzip(&gzip), plain.body);
    let brotli = shared().get_with(path, &[("Accept-Encoding", "br, gzip")]);
    assert_eq!(brotli.header("content-encoding"), Some("br"));
    let short = shared().get_with("/healthz", &[("Accept-Encoding", "gzip")]);
    assert_eq!(short.header("content-encoding"), None);
}

fn gunzip(reply: &Reply) -> Vec<u8> {
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(reply.body.as_slice()).read_to_end(&mut plain).unwrap();
    plain
}

#[test]
fn head_tells_what_get_would() {
    for path in [probe().as_str(), "/", "/healthz", "/api/v1/games", "/api/openapi.json"] {
        let get = shared().get(path);
        let head = send(shared().address(), "HEAD", path, &[], b"");
        assert_eq!((head.status, head.body.len()), (get.status, 0), "{path}");
        assert_eq!(head.header("content-type"), get.header("content-type"), "{path}");
        assert_eq!(head.header("etag"), get.header("etag"), "{path}");
    }
}

#[test]
fn browsers_are_told_what_the_page_may_do() {
    for path in ["/", "/healthz", "/api", "/api/v1/small/probe", "/nothing.png"] {
        let reply = shared().get(path);
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'self'"), "{path}");
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval';"), "{path}");
        assert!(!policy.contains("script-src 'self' 'unsafe"), "{path}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{path}");
    }
    assert_eq!(shared().get("/").header("cross-origin-resource-policy"), Some("same-origin"));
}

#[test]
fn bots_of_the_workshop_reach_no_network() {
    let policy = |path: &str| {
        shared().get(path).header("content-security-policy").map(str::to_owned).unwrap_or_default()
    };
    let of_bots = policy("/assets/bot-box-x1.js");
    for part in ["default-src 'none'", "connect-src 'none'", "worker-src data:"] {
        assert!(of_bots.split("; ").any(|found| found == part), "{part}: {of_bots}");
    }
    // Bots are evaluated, but nothing is loaded.
    assert!(of_bots.contains("script-src 'unsafe-eval';"), "{of_bots}");
    // Evaluation is for that worker alone.
    for path in ["/", "/bots", "/bots/workshop", "/assets/worker-x1.js", "/bot-box-x1.js"] {
        assert!(!policy(path).contains("'unsafe-eval'"), "{path}");
        assert!(!policy(path).contains("data:;"), "{path}");
    }
}

#[test]
fn only_embedded_boards_may_be_framed_by_other_sites() {
    let ancestors = |path: &str| {
        let reply = shared().get(path);
        let policy = reply.header("content-security-policy").unwrap().to_owned();
        let found =
            policy.split(';').filter_map(|part| part.trim().strip_prefix("frame-ancestors "));
        let found: Vec<String> = found.map(str::to_owned).collect();
        assert_eq!(found.len(), 1, "{path}: {policy}");
        // The older header knows no list of sites, and would forbid what the policy allows.
        assert_eq!(reply.header("x-frame-options"), None, "{path}");
        (found[0].clone(), reply.header("cross-origin-resource-policy").unwrap().to_owned())
    };
    for path in ["/embed/bagh-chal", "/embed/aadu-puli?moves=A1&ply=1", "/embed/nothing"] {
        assert_eq!(ancestors(path), ("*".to_owned(), "cross-origin".to_owned()), "{path}");
    }
    let others = [
        "/",
        "/play",
        "/play?with=friend",
        "/analyse/bagh-chal",
        "/learn",
        "/learn/history",
        "/explore",
        "/about",
        "/embed",
        "/embedded/x",
        "/x/embed/bagh-chal",
        "/play?/embed/",
        "/EMBED/bagh-chal",
        "/index.html",
        "/api",
        "/nothing.png",
    ];
    for path in others {
        assert_eq!(ancestors(path).0, "'none'", "{path}");
    }
}

#[test]
fn the_page_is_there_at_every_place_of_the_app() {
    let index = shared().get("/");
    assert_eq!(index.status, 200);
    assert_eq!(index.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(index.header("cache-control"), Some("no-cache"));
    let tag = index.header("etag").unwrap().to_owned();
    assert_eq!(shared().get_with("/", &[("If-None-Match", &tag)]).status, 304);
    for path in ["/analyse", "/analyse/bagh-chal/T3T", "/learn?x=1", "/index.html"] {
        assert_eq!(shared().get(path).body, index.body, "{path}");
    }
    let gzip = shared().get_with("/", &[("Accept-Encoding", "gzip")]);
    if gzip.header("content-encoding") == Some("gzip") {
        assert_eq!(gunzip(&gzip), index.body);
        assert_ne!(gzip.header("etag"), Some(tag.as_str()));
    }
}
