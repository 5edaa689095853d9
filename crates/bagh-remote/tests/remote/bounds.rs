//! The cache keeps within its bound, and nothing that is damaged in it is served.

use std::fs;
use std::path::{Path, PathBuf};

use bagh_remote::RemoteOptions;

use crate::host::Host;
use crate::{assert_same, open, options, solved, tables};

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn on_disk(folder: &Path) -> u64 {
    files(folder).iter().map(|path| fs::metadata(path).unwrap().len().next_multiple_of(4096)).sum()
}

#[test]
fn a_small_cache_stays_small_and_answers_stay_right() {
    const MOST: u64 = 16 << 10;
    let (host, cache) = (Host::start(solved()), tempfile::tempdir().unwrap());
    let remote = open(&host.url(), &RemoteOptions { cache_bytes: MOST, ..options(cache.path()) });
    for _ in 0..2 {
        assert_same(&tables(&remote).unwrap(), solved(), 1_000);
        assert!(on_disk(cache.path()) <= MOST);
    }
    let counts = remote.counters().counts();
    assert!(counts.evictions > 0 && counts.kept <= MOST, "{counts:?}");
}

#[test]
fn damage_in_the_cache_is_asked_for_anew() {
    let (host, cache) = (Host::start(solved()), tempfile::tempdir().unwrap());
    let fill = || {
        let remote = open(&host.url(), &options(cache.path()));
        assert_same(&tables(&remote).unwrap(), solved(), 300);
        remote.counters().counts()
    };
    fill();
    // As a kill in the middle of a write, or a bad disk, might leave them.
    let damages: [fn(&mut Vec<u8>); 4] = [
        |bytes| bytes.truncate(bytes.len() / 2),
        |bytes| bytes.clear(),
        |bytes| *bytes.last_mut().unwrap() ^= 1,
        |bytes| bytes[70] ^= 1,
    ];
    for damage in damages {
        let kept = files(cache.path()).into_iter().filter(|path| !path.ends_with("lock"));
        let mut damaged = 0;
        for path in kept {
            let mut bytes = fs::read(&path).unwrap();
            damage(&mut bytes);
            fs::write(&path, bytes).unwrap();
            damaged += 1;
        }
        assert!(damaged > 3);
        assert_eq!(fill().damaged, damaged);
        assert_eq!(fill().damaged, 0);
    }
}

#[test]
fn two_processes_do_not_disturb_each_other() {
    let (host, cache) = (Host::start(solved()), tempfile::tempdir().unwrap());
    let (one, two) =
        (open(&host.url(), &options(cache.path())), open(&host.url(), &options(cache.path())));
    std::thread::scope(|scope| {
        for remote in [&one, &two] {
            scope.spawn(|| assert_same(&tables(remote).unwrap(), solved(), 300));
        }
    });
    assert!(one.counters().counts().kept > 0 && two.counters().counts().kept > 0);
}
