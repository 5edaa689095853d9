//! Folders of tables that someone made to do harm: links where files are expected, and files with
//! holes that are as long as their maker likes.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;

use bagh::{Game, Opening};
use bagh_files::{CHECKSUM, PREAMBLE};
use serde_json::{Value, json};
use xxhash_rust::xxh3::xxh3_64;

use crate::file::format::{Contents, INDEX_ENTRY};
use crate::file::source::Access;
use crate::manifest::Manifest;
use crate::pocket::{LIST, Pocket, make};
use crate::stats::{CrossTable, stored_or_counted};
use crate::store::{Store, folder_name};
use crate::testing::{Folder, small_games};
use crate::{Quiet, SolveOptions, TableError, Tables, solve, solve_plies};

/// More than can be had as memory.
const HUGE: u64 = 1 << 40;

fn solved() -> (Game, Folder, Store) {
    let game = small_games(30, 7..=7, 4001)
        .into_iter()
        .find(|game| *game.opening() != Opening::Placed && game.goats() > 3)
        .unwrap();
    let folder = Folder::new();
    solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
    let store = Store::new(&game, folder.path());
    (game, folder, store)
}

fn stretch(path: &Path, length: u64) {
    File::options().write(true).open(path).unwrap().set_len(length).unwrap();
}

/// What is wrong with a file, by the message.
fn damage<T>(opened: Result<T, TableError>) -> String {
    match opened.err() {
        Some(TableError::Damaged { what, .. }) => what,
        other => panic!("{other:?}"),
    }
}

#[test]
fn nothing_is_written_through_a_link() {
    let (game, folder, store) = solved();
    let counts = |keep| {
        let tables = Tables::open(&game, folder.path()).unwrap();
        stored_or_counted::<CrossTable>(&tables, keep).unwrap()
    };
    let edition = |layers: &[u8]| {
        let tables = Tables::open(&game, folder.path()).unwrap();
        make(&tables, folder.path(), layers, &|_, _| true)
    };
    solve_plies(&game, folder.path(), &Quiet).unwrap();
    let counted = counts(true);
    edition(&[1]).unwrap();
    let secret = folder.path().join("secret");
    let names: Vec<String> = fs::read_dir(store.directory())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    for expected in ["manifest.json", "plies.json", "counted-cross.json", "solve.lock", LIST] {
        assert!(names.iter().any(|name| name == expected), "{names:?}");
    }
    for name in names {
        let path = store.directory().join(&name);
        let right = fs::read(&path).unwrap();
        // A link to a file that is there, and to one that is not.
        for is_there in [true, false] {
            fs::remove_file(&path).unwrap();
            symlink(&secret, &path).unwrap();
            if is_there {
                fs::write(&secret, "secret").unwrap();
            }
            let tables = solve(&game, folder.path(), SolveOptions::default(), &Quiet);
            match name.as_str() {
                // Without either nothing can be solved: the folder is refused.
                "solve.lock" | "manifest.json" => assert!(tables.is_err(), "{name}"),
                _ => {
                    tables.unwrap();
                    // That file may be refused, or made anew.
                    let _ = solve_plies(&game, folder.path(), &Quiet);
                    if name != "plies.json" {
                        assert_eq!(counts(true), counted, "{name}");
                        edition(&[1]).unwrap();
                        assert!(!path.is_symlink(), "{name}");
                    }
                }
            }
            match is_there {
                true => assert_eq!(fs::read_to_string(&secret).unwrap(), "secret", "{name}"),
                false => assert!(!secret.exists(), "{name}"),
            }
            let _ = fs::remove_file(&secret);
            fs::remove_file(&path).unwrap();
            fs::write(&path, &right).unwrap();
        }
    }
    assert!(store.status().unwrap().is_whole());
}

#[test]
fn a_lock_that_is_a_pipe_is_refused_without_waiting() {
    let (game, folder, store) = solved();
    let lock = store.directory().join("solve.lock");
    fs::remove_file(&lock).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&lock).status().unwrap().success());
    let error = solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap_err();
    assert!(error.to_string().contains("solve.lock"), "{error}");
}

#[test]
fn nothing_is_solved_into_a_folder_that_is_a_link() {
    let (game, folder, store) = solved();
    let elsewhere = Folder::new();
    let left = elsewhere.path().join(".precious.partial");
    fs::rename(store.directory(), elsewhere.path().join("tables")).unwrap();
    fs::write(&left, "precious").unwrap();
    symlink(elsewhere.path(), store.directory()).unwrap();
    let error = solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap_err();
    assert!(error.to_string().contains("found a link"), "{error}");
    assert!(left.exists());
    fs::remove_file(store.directory()).unwrap();
    symlink(elsewhere.path().join("tables"), store.directory()).unwrap();
    // They are read all the same, and plies are not solved into them, either.
    assert!(Tables::open(&game, folder.path()).unwrap().probe(&game.start()).is_ok());
    assert!(solve_plies(&game, folder.path(), &Quiet).is_err());
}

/// Where the index of a table begins, and its header.
fn front(bytes: &[u8]) -> (usize, Value) {
    let length = u32::from_le_bytes(bytes[12..PREAMBLE].try_into().unwrap()) as usize;
    let header = serde_json::from_slice(&bytes[PREAMBLE..PREAMBLE + length]).unwrap();
    (PREAMBLE + length + CHECKSUM, header)
}

/// Lets the manifest say that the file is as long as it is, and opens it both ways.
fn open_as_listed(store: &Store, mut manifest: Manifest, contents: Contents) -> String {
    let name = contents.file_name();
    let files = manifest.parts.iter_mut().flat_map(|part| &mut part.files);
    for info in files.filter(|info| info.name == name) {
        info.length = fs::metadata(store.directory().join(&name)).unwrap().len();
    }
    let [read, held] =
        [Access::Read, Access::Memory].map(|a| damage(store.open(&manifest, contents, a)));
    assert_eq!(read, held);
    read
}

const SLIDING: Contents = Contents::Sliding { captured: 0, turn: bagh::Side::Tiger };

#[test]
fn tables_with_holes_take_no_memory() {
    for contents in [SLIDING, Contents::Placement { placed: 2 }, Contents::Plies { placed: 2 }] {
        let (game, folder, store) = solved();
        let is_plies = matches!(contents, Contents::Plies { .. });
        if is_plies {
            solve_plies(&game, folder.path(), &Quiet).unwrap();
        }
        let manifest = || match is_plies {
            true => store.plies_manifest().unwrap().unwrap(),
            false => store.manifest().unwrap(),
        };
        let path = store.directory().join(contents.file_name());
        let right = fs::read(&path).unwrap();
        let (start, mut header) = front(&right);

        // The right table with a hole at its end, of which the manifest knows nothing.
        stretch(&path, HUGE);
        let listed = manifest();
        for access in [Access::Read, Access::Memory] {
            let what = damage(store.open(&listed, contents, access));
            assert!(what.contains("the manifest says"), "{what}");
        }
        // The manifest says so, too.
        let what = open_as_listed(&store, manifest(), contents);
        assert!(what.contains(&format!("the file has {HUGE} bytes, expected")), "{what}");

        // A block as long as an index can say.
        let mut long = right[..start].to_vec();
        let blocks = header["blocks"].as_u64().unwrap() as usize
            + usize::from(header["codec"] == json!("chunks"));
        let mut index = right[start..start + blocks * INDEX_ENTRY].to_vec();
        index[..4].fill(0xff);
        let lengths = index.chunks_exact(INDEX_ENTRY);
        let data: u64 =
            lengths.map(|e| u64::from(u32::from_le_bytes(e[..4].try_into().unwrap()))).sum();
        long.extend(&index);
        long.extend(xxh3_64(&index).to_le_bytes());
        fs::write(&path, &long).unwrap();
        stretch(&path, long.len() as u64 + data);
        let what = open_as_listed(&store, manifest(), contents);
        assert!(what.starts_with("block 0 has 4294967295 bytes, expected at most"), "{what}");

        // As many blocks as fit into the file, by a header with a right checksum.
        header["blocks"] = json!(HUGE / INDEX_ENTRY as u64 - 1000);
        let header = serde_json::to_vec(&header).unwrap();
        let mut many = right[..12].to_vec();
        many.extend((header.len() as u32).to_le_bytes());
        many.extend(&header);
        many.extend(xxh3_64(&many).to_le_bytes());
        fs::write(&path, &many).unwrap();
        stretch(&path, HUGE);
        let what = open_as_listed(&store, manifest(), contents);
        assert!(what.starts_with("blocks in the header: found"), "{what}");
    }
}

#[test]
fn documents_with_holes_are_refused() {
    let (game, folder, store) = solved();
    let tables = Tables::open(&game, folder.path()).unwrap();
    let counted = stored_or_counted::<CrossTable>(&tables, true).unwrap();
    stretch(&store.directory().join("counted-cross.json"), HUGE);
    let what = damage(store.document("counted-cross.json"));
    assert!(what.contains("too long: expected at most"), "{what}");
    assert_eq!(stored_or_counted::<CrossTable>(&tables, false).unwrap(), counted);
    stretch(&store.directory().join("manifest.json"), HUGE);
    assert!(damage(store.manifest()).contains("too long"));
}

#[test]
fn editions_with_holes_and_links_are_refused() {
    let (game, folder, _) = solved();
    let tables = Tables::open(&game, folder.path()).unwrap();
    make(&tables, folder.path(), &[1], &|_, _| true).unwrap();
    let directory = folder.path().join(folder_name(&game));
    let (layer, list) = (directory.join("pocket-01.bagh"), directory.join(LIST));
    let both = || {
        [Access::Read, Access::Memory]
            .map(|access| damage(Pocket::open(&game, folder.path(), access)))
    };
    let before = fs::metadata(&layer).unwrap().len();
    stretch(&layer, HUGE);
    for what in both() {
        assert_eq!(what, format!("it has {HUGE} bytes, the list says {before}"));
    }
    stretch(&list, HUGE);
    assert!(both().iter().all(|what| what.contains("too long")));
    fs::remove_file(&list).unwrap();
    symlink("/dev/zero", &list).unwrap();
    assert!(both().iter().all(|what| what.contains("not a regular file")));
}
