//! What is answered from afar is what is answered here.

use std::sync::Arc;

use bagh_tables::{Batch, Tables};

use crate::host::Host;
use crate::{
    assert_same, open, options, positions, small, solved, solved_with, solved_with_plies, tables,
};

#[test]
fn all_answers_are_those_of_the_folder() {
    let (host, cache) = (Host::start(solved()), tempfile::tempdir().unwrap());
    let remote = open(&host.url(), &options(cache.path()));
    assert_same(&tables(&remote).unwrap(), solved(), 2_000);
    let counts = remote.counters().counts();
    assert!(counts.requests > 0 && counts.errors == 0 && counts.kept > 0, "{counts:?}");
    assert_eq!(counts.requests, host.requests() as u64);

    // After a restart all of it is in the cache, but for the manifests: that of plies is not there.
    drop(remote);
    let before = host.requests();
    let remote = open(&host.url(), &options(cache.path()));
    assert_same(&tables(&remote).unwrap(), solved(), 2_000);
    assert_eq!(host.requests(), before + 2);
    assert_eq!(host.requests_for("manifest.json"), 2);
    assert_eq!(host.requests_for("plies.json"), 2);
    assert_eq!(remote.counters().counts().misses, 0);
}

/// Plies of the placement phase come from afar, too; those of one look-up together, and none twice.
#[test]
fn plies_of_the_placement_phase_are_the_same() {
    let game = small();
    for compact in [false, true] {
        let folder = solved_with_plies(compact);
        let (host, cache) = (Host::start(folder.path()), tempfile::tempdir().unwrap());
        let remote = open(&host.url(), &options(cache.path()));
        let far = Arc::new(tables(&remote).unwrap());
        assert!(far.has_plies());
        assert_same(&far, folder.path(), 2_000);
        assert!(host.requests_for("plies-") > 0);
        let before = host.requests();
        far.forget();
        let some = positions(&game, 500);
        let local = Arc::new(Tables::open(&game, folder.path()).unwrap());
        let [far, local] = [far, local].map(|tables| {
            let batch = Batch::new(&tables, &some, true);
            batch.read_all().unwrap();
            batch.answers().into_iter().map(Result::unwrap).collect::<Vec<_>>()
        });
        assert_eq!(far, local);
        assert_eq!(host.requests(), before);
        let told = some.iter().zip(&local).filter(|(position, probed)| {
            let is_win = probed.verdict.value.outcome().winner().is_some();
            position.goats_in_hand() > 0 && is_win && probed.verdict.plies > Some(0)
        });
        assert!(told.count() > 0);
    }
}

#[test]
fn compact_tables_batches_and_lines_are_the_same_too() {
    let folder = solved_with(true);
    let (host, cache) = (Host::start(folder.path()), tempfile::tempdir().unwrap());
    let game = small();
    // A slash at the end makes no difference.
    let far = tables(&open(&(host.url() + "/"), &options(cache.path()))).unwrap();
    assert_same(&far, folder.path(), 500);
    let local = Arc::new(Tables::open(&game, folder.path()).unwrap());
    assert_eq!(far.line(&game.start()).unwrap(), local.line(&game.start()).unwrap());
    let far = Arc::new(tables(&open(&host.url(), &options(cache.path()))).unwrap());
    let positions = positions(&game, 500);
    let [far, local] = [far, local].map(|tables| {
        let batch = Batch::new(&tables, &positions, true);
        batch.read_all().unwrap();
        batch.answers().into_iter().map(Result::unwrap).collect::<Vec<_>>()
    });
    assert_eq!(far, local);
}

/// A look-up asks for its blocks together, and for none of them twice.
#[test]
fn a_look_up_costs_few_requests() {
    let (host, cache) = (Host::start(solved()), tempfile::tempdir().unwrap());
    let remote = open(&host.url(), &options(cache.path()));
    let far = tables(&remote).unwrap();
    far.moves(&small().start()).unwrap();
    let first = host.requests();
    far.moves(&small().start()).unwrap();
    far.forget();
    far.moves(&small().start()).unwrap();
    assert_eq!(host.requests(), first);
    assert!(remote.counters().counts().hits > 0);
}

/// Threads that need the same table at the same time get its index once.
#[test]
fn an_index_is_got_once() {
    let (host, cache) = (Host::start(solved()), tempfile::tempdir().unwrap());
    let options = bagh_remote::RemoteOptions { cache_bytes: 0, ..options(cache.path()) };
    let far = tables(&open(&host.url(), &options)).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| far.probe(&small().start()).unwrap());
        }
    });
    let first = host.first_bytes();
    assert!(!first.is_empty() && first.values().all(|&times| times == 1), "{first:?}");
}

#[test]
fn without_a_cache_blocks_are_asked_for_again() {
    let (host, cache) = (Host::start(solved()), tempfile::tempdir().unwrap());
    let options = bagh_remote::RemoteOptions { cache_bytes: 0, ..options(cache.path()) };
    let remote = open(&host.url(), &options);
    assert_same(&tables(&remote).unwrap(), solved(), 200);
    let before = host.requests();
    assert_same(&tables(&remote).unwrap(), solved(), 200);
    assert!(host.requests() > before);
    assert_eq!(std::fs::read_dir(cache.path()).unwrap().count(), 0);
}
