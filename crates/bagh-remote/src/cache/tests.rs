use super::*;

fn open(folder: &Path, most: u64) -> DiskCache {
    DiskCache::open(folder, most, Arc::default()).unwrap()
}

fn any(_: &[u8]) -> bool {
    true
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(self::files(&path)),
            false if path.file_name().unwrap() != "lock" => files.push(path),
            false => {}
        }
    }
    files
}

fn on_disk(folder: &Path) -> u64 {
    files(folder).iter().map(|path| space(fs::metadata(path).unwrap().len())).sum()
}

#[test]
fn the_bound_holds_and_what_was_used_last_stays() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open(folder.path(), 10 * UNIT);
    for number in 0..100 {
        cache.put(&format!("block {number}"), &[7; 3_000]);
        // Used between any two others.
        assert!(cache.get("block 0", any).is_some(), "{number}");
        assert!(on_disk(folder.path()) <= 10 * UNIT);
    }
    let counts = cache.counters.counts();
    assert_eq!((counts.evictions, counts.kept), (90, 10 * UNIT));
    assert_eq!(on_disk(folder.path()), 10 * UNIT);
    assert!(cache.get("block 99", any).is_some() && cache.get("block 50", any).is_none());
    // What does not fit at all is not kept, and removes nothing.
    cache.put("large", &[0; 11 * UNIT as usize]);
    assert!(cache.get("large", any).is_none() && cache.get("block 99", any).is_some());
    // A smaller bound holds from the start.
    drop(cache);
    let cache = open(folder.path(), 4 * UNIT);
    assert_eq!(on_disk(folder.path()), 4 * UNIT);
    assert!(cache.get("block 99", any).is_some());
}

#[test]
fn threads_keep_within_the_bound_together() {
    let folder = tempfile::tempdir().unwrap();
    let cache = open(folder.path(), 20 * UNIT);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let cache = &cache;
            scope.spawn(move || {
                for number in 0..200 {
                    let label = format!("{}", (number * (thread + 1)) % 60);
                    match cache.get(&label, any) {
                        Some(bytes) => assert_eq!(bytes, label.as_bytes()),
                        None => cache.put(&label, label.as_bytes()),
                    }
                }
            });
        }
    });
    assert!(on_disk(folder.path()) <= 20 * UNIT);
    let state = cache.state();
    assert_eq!(state.bytes, state.entries.values().map(|entry| entry.size).sum::<u64>());
    assert_eq!(state.entries.len(), state.order.len());
}

#[test]
fn a_restart_finds_what_was_kept_and_damage_is_not_served() {
    let folder = tempfile::tempdir().unwrap();
    let labels = ["a", "b", "c", "d"];
    let cache = open(folder.path(), 1 << 20);
    labels.iter().for_each(|label| cache.put(label, b"some bytes"));
    drop(cache);
    // Cut off, emptied, changed; as a killed program or a bad disk would leave them.
    let path = |label| {
        let name = format!("{:032x}", name_of(label));
        files(folder.path()).into_iter().find(|p| p.ends_with(&name)).unwrap()
    };
    fs::write(path("a"), b"").unwrap();
    let whole = fs::read(path("b")).unwrap();
    fs::write(path("b"), &whole[..whole.len() / 2]).unwrap();
    // Another entry's bytes under this name.
    fs::write(path("c"), &whole).unwrap();
    let half = path("d").with_file_name(".0123.1-2.partial");
    fs::write(&half, b"half").unwrap();
    let cache = open(folder.path(), 1 << 20);
    assert!(!half.exists());
    assert_eq!(labels.map(|label| cache.get(label, any).is_some()), [false, false, false, true]);
    assert_eq!(cache.counters.counts().damaged, 3);
    cache.put("a", b"other bytes");
    assert_eq!(cache.get("a", any).unwrap(), b"other bytes");
    // A file that goes away under it.
    files(folder.path()).into_iter().for_each(|path| fs::remove_file(path).unwrap());
    assert!(cache.get("a", any).is_none());
}

#[cfg(unix)]
#[test]
fn links_in_a_cache_are_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret");
    fs::write(&secret, "secret").unwrap();
    let cache = open(folder.path(), 1 << 20);
    let path = cache.path(name_of("a"));
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(&secret, &path).unwrap();
    cache.put("a", b"bytes");
    assert!(!path.is_symlink());
    assert_eq!(cache.get("a", any).unwrap(), b"bytes");
    let lock = cache.folder.join("lock");
    drop(cache);
    fs::remove_file(&lock).unwrap();
    std::os::unix::fs::symlink(&secret, &lock).unwrap();
    assert!(DiskCache::open(folder.path(), 1 << 20, Arc::default()).is_err());
    assert_eq!(fs::read_to_string(&secret).unwrap(), "secret");
}

#[test]
fn an_error_that_passes_removes_nothing() {
    assert!(is_gone(&io::ErrorKind::NotFound.into()));
    // As a link is refused.
    assert!(is_gone(&io::ErrorKind::InvalidInput.into()));
    #[cfg(unix)]
    for errno in [24, 23, 13, 5] {
        // Too many open files (of the process, of the system), no permission, a bad disk.
        assert!(!is_gone(&io::Error::from_raw_os_error(errno)), "{errno}");
    }
}

#[test]
fn two_caches_in_one_folder_have_slots_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (open(folder.path(), 1 << 20), open(folder.path(), 1 << 20));
    assert_ne!(one.folder, two.folder);
    one.put("a", b"1");
    assert!(two.get("a", any).is_none());
    drop(one);
    assert!(open(folder.path(), 1 << 20).get("a", any).is_some());
}
