//! Writing a table: compress, write under another name, sync, rename.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use super::format::{Header, MAGIC, VERSION};
use crate::error::TableError;

/// A table in memory, compressed and ready to be written.
pub(crate) struct Packed {
    header: Header,
    blocks: Vec<Vec<u8>>,
}

impl Packed {
    /// A table of these compressed blocks.
    pub(crate) fn new(header: Header, blocks: Vec<Vec<u8>>) -> Packed {
        assert_eq!(header.blocks, blocks.len() as u64);
        Packed { header, blocks }
    }

    /// Writes the file. Returns its length and hash.
    pub(crate) fn write(&self, directory: &Path) -> Result<Written, TableError> {
        let name = self.header.contents.file_name();
        let written = write_whole(&directory.join(&name), |out| self.write_to(out))?;
        Ok(Written { name, ..written })
    }

    fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        let header = serde_json::to_vec(&self.header).expect("a header is plain data");
        let mut front = Vec::with_capacity(16 + header.len());
        front.extend_from_slice(&MAGIC);
        front.extend_from_slice(&VERSION.to_le_bytes());
        front.extend_from_slice(&(header.len() as u32).to_le_bytes());
        front.extend_from_slice(&header);
        write_checked(out, &front)?;
        let mut index = Vec::with_capacity(self.blocks.len() * 12);
        for block in &self.blocks {
            index.extend_from_slice(&(block.len() as u32).to_le_bytes());
            index.extend_from_slice(&xxh3_64(block).to_le_bytes());
        }
        write_checked(out, &index)?;
        self.blocks.iter().try_for_each(|block| out.write_all(block))
    }
}

/// Compresses blocks.
pub(crate) struct Compressor(zstd::bulk::Compressor<'static>);

impl Compressor {
    pub(crate) fn new(effort: Effort) -> Compressor {
        use zstd::zstd_safe::CParameter::{HashLog, MinMatch, Strategy};
        use zstd::zstd_safe::Strategy::ZSTD_fast;
        let new = |level| zstd::bulk::Compressor::new(level).expect("the levels in use exist");
        let mut compressor = new(match effort {
            Effort::Quick => 1,
            Effort::Medium => 3,
            Effort::Hard => 9,
        });
        if effort == Effort::Quick {
            // Values are many short repetitions that are better coded one by one: ignoring those
            // makes placement tables 1.6 % smaller than level 1 does, and takes less time.
            for parameter in [Strategy(ZSTD_fast), MinMatch(7), HashLog(15)] {
                compressor.set_parameter(parameter).expect("the parameters in use exist");
            }
        }
        Compressor(compressor)
    }

    pub(crate) fn compress(&mut self, block: &[u8]) -> Vec<u8> {
        self.0.compress(block).expect("there is memory for a block")
    }
}

/// How much time compression may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// For tables that are made in a hurry.
    Quick,
    /// For small tables.
    Medium,
    /// For tables that are to be small: higher levels save a few per cent more, and take many
    /// times as long.
    Hard,
}

fn write_checked(out: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
    out.write_all(bytes)?;
    out.write_all(&xxh3_64(bytes).to_le_bytes())
}

/// A file that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub name: String,
    pub length: u64,
    pub hash: String,
}

/// Writes a file that is there whole or not at all: under another name first, then synced, then
/// renamed.
pub(crate) fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Written, TableError> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let attempt = || -> io::Result<(u64, String)> {
        let mut out = Hashing {
            inner: BufWriter::with_capacity(1 << 20, File::create(&partial)?),
            hash: blake3::Hasher::new(),
            length: 0,
        };
        write(&mut out)?;
        let file = out.inner.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        fs::rename(&partial, path)?;
        if let Some(parent) = path.parent() {
            sync_directory(parent)?;
        }
        Ok((out.length, out.hash.finalize().to_hex().to_string()))
    };
    match attempt() {
        Ok((length, hash)) => Ok(Written { name: String::new(), length, hash }),
        Err(source) => {
            // A half-written file is of no use, and may be what filled the disk.
            let _ = fs::remove_file(&partial);
            Err(TableError::Io { doing: "write", path: path.to_owned(), source })
        }
    }
}

/// Makes a rename last. Only Unix can and needs to do this.
fn sync_directory(directory: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(directory)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = directory;
    Ok(())
}

/// Counts and hashes what passes through.
struct Hashing<W> {
    inner: W,
    hash: blake3::Hasher,
    length: u64,
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
