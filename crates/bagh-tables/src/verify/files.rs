//! Files: their lengths, hashes, headers and the checksums of their blocks.

use std::io::Read;
use std::path::Path;

use rayon::prelude::*;

use super::report::{Problem, VerifyReport};
use crate::error::TableError;
use crate::file::reader::TableFile;
use crate::file::source::open_regular;
use crate::manifest::TableFileInfo;
use crate::parts::Part;
use crate::tables::Tables;

/// Checks the files of these parts.
pub(crate) fn check(tables: &Tables, parts: &[Part], report: &mut VerifyReport) {
    let manifest = tables.manifest();
    for &part in parts {
        let listed = manifest.part(part).map_or(&[][..], |finished| &finished.files);
        let expected = match part.is_left_out(tables.game(), manifest.compact) {
            true => Vec::new(),
            false => part.tables(),
        };
        for contents in expected {
            let name = contents.file_name();
            let path = tables.store().directory().join(&name);
            let Some(info) = listed.iter().find(|info| info.name == name) else {
                let error = TableError::damaged(&path, "the manifest does not list it");
                report.problems.push(Problem::file(&error));
                continue;
            };
            let file = tables.open_table(contents);
            match file.and_then(|file| check_file(tables, &file, info, &path)) {
                Ok(blocks) => {
                    report.files += 1;
                    report.bytes += info.length;
                    report.blocks += blocks;
                }
                Err(error) => report.problems.push(Problem::file(&error)),
            }
        }
    }
}

/// Checks one file. Returns the number of its blocks.
pub(crate) fn check_file(
    tables: &Tables,
    file: &TableFile,
    info: &TableFileInfo,
    path: &Path,
) -> Result<u64, TableError> {
    let points: Vec<&str> =
        tables.space().order().iter().map(|&point| tables.game().point_name(point)).collect();
    if file.header().points != points {
        return Err(TableError::Foreign {
            path: path.to_owned(),
            field: "points",
            found: file.header().points.join(" "),
            expected: points.join(" "),
        });
    }
    if file.length() != info.length {
        let what = format!("it has {} bytes, the manifest says {}", file.length(), info.length);
        return Err(TableError::damaged(path, what));
    }
    (0..file.blocks()).into_par_iter().try_for_each_init(
        || vec![0; file.header().block_bytes()],
        |bytes, number| file.block_into(number, bytes),
    )?;
    let hash = hash(path)?;
    if hash != info.blake3 {
        let what = format!("its hash is {hash}, the manifest says {}", info.blake3);
        return Err(TableError::damaged(path, what));
    }
    Ok(file.blocks() as u64)
}

fn hash(path: &Path) -> Result<String, TableError> {
    let io = |source| TableError::Io { doing: "read", path: path.to_owned(), source };
    let mut file = open_regular(path)?;
    let (mut hash, mut buffer) = (blake3::Hasher::new(), vec![0; 1 << 20]);
    loop {
        match file.read(&mut buffer).map_err(io)? {
            0 => return Ok(hash.finalize().to_hex().to_string()),
            read => hash.update(&buffer[..read]),
        };
    }
}
