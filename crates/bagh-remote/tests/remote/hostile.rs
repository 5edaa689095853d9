//! Hosts that misbehave: errors name the address and the cause, and nothing wrong is kept.

use std::time::Duration;

use bagh_remote::{Patience, RemoteOptions};
use bagh_tables::{RemoteFault, TableError};

use crate::host::{Host, Manner};
use crate::{
    assert_same, failure, open, options, small, solved, solved_with, solved_with_plies, tables,
};

/// What is said about a host that does this for tables, and whether other tables may be there.
fn told(manner: Manner) -> (String, bool) {
    let (host, cache) = (Host::start(solved()), tempfile::tempdir().unwrap());
    host.behave(".bagh", manner);
    let remote = open(&host.url(), &options(cache.path()));
    let (text, differs) = match failure(&remote) {
        error @ TableError::Remote { fault, .. } => {
            (error.to_string(), fault == RemoteFault::Differs)
        }
        other => panic!("{manner:?}: {other}"),
    };
    assert!(text.starts_with(&format!("{}/small-", host.url())), "{manner:?}: {text}");
    assert!(text.contains(".bagh: ") && text.len() < 400, "{manner:?}: {text}");
    // Nothing of it was kept: with a host that is well all answers are right.
    host.behave(".bagh", Manner::Fine);
    drop(remote);
    assert_same(&tables(&open(&host.url(), &options(cache.path()))).unwrap(), solved(), 200);
    (text, differs)
}

#[test]
fn what_is_wrong_is_told() {
    let cases = [
        (Manner::Whole, "with the whole file", false),
        (Manner::Garbage, "its first bytes differ", true),
        (Manner::CutOff, "", false),
        (Manner::Short, "cut off", true),
        (Manner::Endless, "too long", true),
        (Manner::OtherLength, "the manifest says", true),
        (Manner::OtherRange, "Requested", false),
        (Manner::HangUp, "", false),
        (Manner::Status(403), "status 403", false),
        (Manner::Status(404), "not there (404)", true),
        (Manner::Status(500), "status 500", false),
        (Manner::Status(503), "status 503", false),
        (Manner::Status(418), "status 418", false),
        (Manner::Loop, "redirect", false),
    ];
    for (manner, words, differs) in cases {
        let (text, other) = told(manner);
        assert!(text.contains(words), "{manner:?}: {text}");
        assert_eq!(other, differs, "{manner:?}: {text}");
        assert!(!text.contains("the body of an error"), "{text}");
    }
}

/// Garbage that comes once the table is open: in blocks, of which each has a checksum.
#[test]
fn blocks_are_checked() {
    let (host, cache) = (Host::start(solved()), tempfile::tempdir().unwrap());
    let remote = open(&host.url(), &options(cache.path()));
    let far = tables(&remote).unwrap();
    let start = small().start();
    far.probe(&start).unwrap();
    far.forget();
    // The files are open, and their blocks are not in the cache any more.
    drop(cache);
    host.behave(".bagh", Manner::Garbage);
    let error = far.moves(&start).unwrap_err().to_string();
    assert!(error.contains("found checksum") && error.contains("expected"), "{error}");
    host.behave(".bagh", Manner::Fine);
    assert!(far.moves(&start).is_ok());
}

#[test]
fn what_passes_is_asked_for_again() {
    for manner in [Manner::Status(503), Manner::HangUp, Manner::Garbage, Manner::CutOff] {
        let (host, cache) = (Host::start(solved()), tempfile::tempdir().unwrap());
        let remote = open(&host.url(), &options(cache.path()));
        let far = tables(&remote).unwrap();
        // Opens the tables.
        far.moves(&small().start()).unwrap();
        far.forget();
        drop(cache);
        host.behave_times(".bagh", manner, 2);
        far.moves(&small().start()).unwrap();
        assert!(remote.counters().counts().errors >= 2, "{manner:?}");
    }
}

/// At most three requests for each thing, and then none for a moment.
#[test]
fn a_host_that_is_unwell_is_not_asked_for_ever() {
    let (host, cache) = (Host::start(solved()), tempfile::tempdir().unwrap());
    host.behave("", Manner::Status(500));
    let remote = open(&host.url(), &options(cache.path()));
    let first = failure(&remote).to_string();
    assert!(first.contains("manifest.json: it answered with status 500"), "{first}");
    assert_eq!(host.requests(), 3);
    assert_eq!(failure(&remote).to_string(), first);
    assert_eq!(host.requests(), 3);
}

#[test]
fn redirects_are_followed() {
    let (host, cache) = (Host::start(solved()), tempfile::tempdir().unwrap());
    host.behave("", Manner::Redirect);
    let remote = open(&host.url(), &options(cache.path()));
    assert_same(&tables(&remote).unwrap(), solved(), 200);
    assert!(host.requests_for("/moved/") > 0);
}

#[test]
fn a_host_that_stalls_is_given_up() {
    let (host, cache) = (Host::start(solved()), tempfile::tempdir().unwrap());
    host.behave(".bagh", Manner::Stall);
    let patience = Patience {
        request: Duration::from_millis(200),
        total: Duration::from_millis(500),
        ..options(cache.path()).patience
    };
    let hasty = RemoteOptions { patience, ..options(cache.path()) };
    // The manifest comes in time, or not: both are told.
    let error = failure(&open(&host.url(), &hasty)).to_string();
    assert!(error.contains("too long") || error.contains("no answer within"), "{error}");
}

/// While one game waits for its host, another is answered.
#[test]
fn a_game_that_stalls_does_not_hold_up_another() {
    let two = solved_with(false);
    let game = small().with_captures(1).unwrap();
    bagh_tables::solve(&game, two.path(), Default::default(), &bagh_tables::Quiet).unwrap();
    let (host, cache) = (Host::start(two.path()), tempfile::tempdir().unwrap());
    let remote = open(&host.url(), &options(cache.path()));
    let usual = tables(&remote).unwrap();
    let stalled = format!("{}/", bagh_tables::folder_name(&small()));
    host.behave(&stalled, Manner::Stall);
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| usual.moves(&small().start()));
        // Both manifests, and a table.
        while host.requests_for(&stalled) < 3 {
            std::thread::yield_now();
        }
        let other = bagh_tables::Tables::open_remote(&game, remote.clone()).unwrap();
        assert!(!other.moves(&game.start()).unwrap().is_empty());
        assert!(!waiting.is_finished());
        host.behave(&stalled, Manner::Fine);
        // It hung up on the first request, which was repeated.
        assert!(!waiting.join().unwrap().unwrap().is_empty());
    });
}

/// Tables that are replaced while they are open: an error that says so, and the new ones are read
/// by those who open them again.
#[test]
fn tables_that_are_replaced_are_noticed() {
    let (host, cache) = (Host::start(solved()), tempfile::tempdir().unwrap());
    let remote = open(&host.url(), &RemoteOptions { cache_bytes: 0, ..options(cache.path()) });
    let old = tables(&remote).unwrap();
    old.moves(&small().start()).unwrap();
    old.forget();
    let compact = solved_with(true);
    // The files that remain are other ones: damaged here, so that no byte fits.
    for entry in std::fs::read_dir(compact.path().join("small-2")).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, [&bytes[..], b" "].concat()).unwrap();
    }
    host.serve(compact.path());
    match old.moves(&small().start()).unwrap_err() {
        bagh_tables::ProbeError::Table(
            error @ TableError::Remote { fault: RemoteFault::Differs, .. },
        ) => {
            let text = error.to_string();
            assert!(text.contains("the manifest says") || text.contains("404"), "{text}");
        }
        other => panic!("{other}"),
    }
    let compact = solved_with(true);
    host.serve(compact.path());
    let fresh = bagh_tables::Store::remote(&small(), remote.clone()).fresh_manifest().unwrap();
    assert!(fresh.compact);
    assert_same(&tables(&remote).unwrap(), compact.path(), 300);
}

#[test]
fn a_folder_without_the_game_is_told() {
    let (host, cache) = (Host::start(cache_of_nothing()), tempfile::tempdir().unwrap());
    let remote = open(&host.url(), &options(cache.path()));
    assert!(matches!(failure(&remote), TableError::Missing { .. }));
    // Asked once: that there is none is remembered for a while.
    assert!(matches!(failure(&remote), TableError::Missing { .. }));
    assert_eq!(host.requests(), 1);
}

fn cache_of_nothing() -> &'static std::path::Path {
    std::path::Path::new("no-such-folder")
}

#[test]
fn manifests_are_checked() {
    for manner in [Manner::Garbage, Manner::CutOff, Manner::Endless, Manner::Status(403)] {
        let (host, cache) = (Host::start(solved()), tempfile::tempdir().unwrap());
        host.behave("manifest.json", manner);
        let error = failure(&open(&host.url(), &options(cache.path())));
        let text = error.to_string();
        assert!(matches!(error, TableError::Remote { .. }), "{manner:?}: {text}");
        assert!(text.contains("/manifest.json: "), "{text}");
    }
    // Plies need not be there, and values are told whatever is said of them: a bucket may refuse to
    // say that there is no such file. What may pass is not taken for that.
    for (manner, is_trouble) in [
        (Manner::Garbage, true),
        (Manner::CutOff, true),
        (Manner::Status(403), false),
        (Manner::Status(404), false),
        (Manner::Status(500), true),
    ] {
        let folder = solved_with_plies(false);
        let (host, cache) = (Host::start(folder.path()), tempfile::tempdir().unwrap());
        host.behave("plies.json", manner);
        let far = tables(&open(&host.url(), &options(cache.path()))).unwrap();
        assert!(!far.has_plies());
        assert_eq!(far.plies_trouble().is_some(), is_trouble, "{manner:?}");
        assert_same(&far, solved(), 200);
    }
    // No host at all.
    let cache = tempfile::tempdir().unwrap();
    let error = failure(&open("http://127.0.0.1:1/tables", &options(cache.path()))).to_string();
    assert!(error.contains("no connection"), "{error}");
}
