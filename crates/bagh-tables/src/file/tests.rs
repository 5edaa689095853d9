//! Tables whose headers were changed by someone who can compute checksums.

use std::fs;
use std::path::Path;

use bagh_files::{CHECKSUM, PREAMBLE};
use serde_json::{Value, json};
use xxhash_rust::xxh3::xxh3_64;

use super::format::{Contents, INDEX_ENTRY};
use crate::error::TableError;
use crate::file::reader::TableFile;
use crate::file::source::Access;
use crate::parts::Part;
use crate::store::Store;
use crate::testing::{Folder, small_games};
use crate::verify::{Extent, VerifyOptions, verify};
use crate::{ProbeError, Quiet, SolveOptions, Tables, naive, solve, solve_plies};

/// Changes a header and makes every checksum anew. Blocks are left out or repeated, so that there
/// are as many as the header says.
fn forge(path: &Path, change: impl FnOnce(&mut Value)) {
    let bytes = fs::read(path).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let mut header: Value = serde_json::from_slice(&bytes[PREAMBLE..PREAMBLE + length]).unwrap();
    let has_codebook = header["codec"] == json!("chunks");
    let blocks = header["blocks"].as_u64().unwrap() as usize + usize::from(has_codebook);
    let index_start = PREAMBLE + length + CHECKSUM;
    let mut data = &bytes[index_start + blocks * INDEX_ENTRY + CHECKSUM..];
    let mut packed: Vec<(&[u8], &[u8])> = Vec::new();
    for entry in bytes[index_start..][..blocks * INDEX_ENTRY].chunks_exact(INDEX_ENTRY) {
        let (block, rest) =
            data.split_at(u32::from_le_bytes(entry[..4].try_into().unwrap()) as usize);
        packed.push((entry, block));
        data = rest;
    }
    let codebook = if has_codebook { packed.pop() } else { None };
    change(&mut header);
    let blocks = header["blocks"].as_u64().unwrap().min(1000) as usize;
    let packed: Vec<_> = packed.into_iter().cycle().take(blocks).chain(codebook).collect();
    let header = serde_json::to_vec(&header).unwrap();
    let mut out = bytes[..12].to_vec();
    out.extend((header.len() as u32).to_le_bytes());
    out.extend(&header);
    out.extend(xxh3_64(&out).to_le_bytes());
    let index: Vec<u8> = packed.iter().flat_map(|(entry, _)| entry.iter().copied()).collect();
    out.extend(&index);
    out.extend(xxh3_64(&index).to_le_bytes());
    packed.iter().for_each(|(_, block)| out.extend(*block));
    fs::write(path, out).unwrap();
}

/// Lets the manifest say the length that a file has now, and opens it.
fn open(store: &Store, contents: Contents) -> Result<TableFile, TableError> {
    let is_plies = matches!(contents, Contents::Plies { .. } | Contents::PliesOpening);
    let mut manifest = match is_plies {
        true => store.plies_manifest()?.unwrap(),
        false => store.manifest()?,
    };
    let name = contents.file_name();
    let mut files = manifest.parts.iter_mut().flat_map(|part| &mut part.files);
    let info = files.find(|info| info.name == name).unwrap();
    info.length = fs::metadata(store.directory().join(name)).unwrap().len();
    match is_plies {
        true => store.write_plies_manifest(&manifest)?,
        false => store.write_manifest(&manifest)?,
    }
    store.open(&manifest, contents, Access::Memory)
}

#[test]
fn headers_that_do_not_fit_the_game_are_refused() {
    let mut refused = 0;
    for game in small_games(3, 5..=6, 77) {
        let folder = Folder::new();
        solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
        let positions: Vec<_> = naive::solve(&game).into_keys().collect();
        let store = Store::new(&game, folder.path());
        solve_plies(&game, folder.path(), &Quiet).unwrap();
        let parts = Part::all(&game).into_iter().chain(Part::plies(&game));
        for contents in parts.flat_map(Part::tables) {
            let path = store.directory().join(contents.file_name());
            let right = fs::read(&path).unwrap();
            for (name, numbers) in [
                ("blocks", &[0u64, 2, 500, u64::MAX][..]),
                ("block_positions", &[0, 64, 1 << 13, 1 << 16, 1 << 20]),
                ("group", &[0, 1 << 20]),
                ("code_bits", &[0, 1, 3, 8]),
                ("plies_bytes", &[0, 1, 2, 3]),
            ] {
                for &number in numbers {
                    let mut same = false;
                    forge(&path, |header| {
                        same = header[name] == json!(number);
                        header[name] = json!(number);
                    });
                    if same {
                        fs::write(&path, &right).unwrap();
                        continue;
                    }
                    // Two bytes are right for plies that would fit in one; the blocks are not.
                    let wide = name == "plies_bytes"
                        && matches!(contents, Contents::Sliding { .. })
                        && (1..=2).contains(&number);
                    let opened = open(&store, contents);
                    assert_eq!(opened.is_ok(), wide, "{contents:?} {name} {number}");
                    // No look-up panics.
                    let tables = Tables::open(&game, folder.path()).unwrap();
                    for position in &positions {
                        if let Err(ProbeError::Table(error)) = tables.probe(position) {
                            assert!(matches!(error, TableError::Damaged { .. }), "{error}");
                            refused += 1;
                        }
                    }
                    let options =
                        VerifyOptions { extent: Extent::Sample(20), ..VerifyOptions::default() };
                    let report = verify(&game, folder.path(), &options, &Quiet);
                    let fine = report.is_ok_and(|report| report.is_fine());
                    assert!(!fine, "{contents:?} {name} {number}");
                    fs::write(&path, &right).unwrap();
                    open(&store, contents).unwrap();
                }
            }
        }
    }
    assert!(refused > 100);
}

#[test]
fn swapped_tables_are_told_apart() {
    let game = small_games(1, 7..=7, 5).remove(0);
    let folder = Folder::new();
    solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
    let store = Store::new(&game, folder.path());
    let (one, other) = (Contents::Placement { placed: 1 }, Contents::Placement { placed: 0 });
    let path = |contents: Contents| store.directory().join(contents.file_name());
    fs::copy(path(other), path(one)).unwrap();
    let manifest = store.manifest().unwrap();
    let error = store.open(&manifest, one, Access::Memory).err().unwrap();
    let TableError::Misnamed { found, expected, .. } = &error else { panic!("{error}") };
    assert_eq!((found.as_str(), expected.as_str()), (&*other.title(), &*one.title()));
    let text = error.to_string();
    assert!(text.contains("found placement, 0 goats placed, expected placement, 1 goat"), "{text}");
    assert!(!text.contains("another game"), "{text}");
}
