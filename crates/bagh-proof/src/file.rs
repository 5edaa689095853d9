//! Files that are there whole or not at all, with a checked front and checked blocks.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use xxhash_rust::xxh3::xxh3_64;

use crate::error::ProofError;

/// How a kind of file is told, and what to do with one that cannot be used.
pub struct Kind {
    /// The first eight bytes.
    pub magic: [u8; 8],
    /// The version of the format.
    pub version: u32,
    /// What to do with a damaged one.
    pub remedy: &'static str,
    /// Whether a file must outlast a failure of the system. What can be made again need not: if
    /// it was cut off, its checksums say so.
    pub lasting: bool,
}

/// A file that was read: its header and its blocks, still compressed.
pub struct Blocks<H> {
    /// The header.
    pub header: H,
    path: PathBuf,
    bytes: Vec<u8>,
    /// Start and end of each block in the bytes, and the hash of its bytes.
    blocks: Vec<(usize, usize, u64)>,
    remedy: &'static str,
}

/// Writes a file under another name, syncs it if it is to last, and renames it. Returns its length.
///
/// It has: magic, version, length of the header, the header as JSON, XXH3-64 of all that; then the
/// number of blocks, for each block its compressed length and the XXH3-64 of its bytes, XXH3-64 of
/// that; then the blocks.
pub fn write<H: Serialize>(
    path: &Path,
    kind: &Kind,
    header: &H,
    blocks: &[Vec<u8>],
) -> Result<u64, ProofError> {
    let header = serde_json::to_vec(header).expect("a header is plain data");
    let mut front = kind.magic.to_vec();
    front.extend_from_slice(&kind.version.to_le_bytes());
    front.extend_from_slice(&(header.len() as u32).to_le_bytes());
    front.extend_from_slice(&header);
    let hash = xxh3_64(&front);
    front.extend_from_slice(&hash.to_le_bytes());
    let mut index = (blocks.len() as u32).to_le_bytes().to_vec();
    for block in blocks {
        index.extend_from_slice(&(block.len() as u64).to_le_bytes());
        index.extend_from_slice(&xxh3_64(block).to_le_bytes());
    }
    let hash = xxh3_64(&index);
    index.extend_from_slice(&hash.to_le_bytes());

    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let attempt = || {
        let mut out = BufWriter::with_capacity(1 << 20, File::create(&partial)?);
        out.write_all(&front)?;
        out.write_all(&index)?;
        for block in blocks {
            out.write_all(block)?;
        }
        let file = out.into_inner().map_err(std::io::IntoInnerError::into_error)?;
        if kind.lasting {
            file.sync_all()?;
        }
        fs::rename(&partial, path)
    };
    attempt().map_err(|source| {
        // A half-written file is of no use, and may be what filled the disk.
        let _ = fs::remove_file(&partial);
        ProofError::Io { doing: "write", path: path.to_owned(), source }
    })?;
    let blocks: usize = blocks.iter().map(Vec::len).sum();
    Ok((front.len() + index.len() + blocks) as u64)
}

/// Compresses a block.
pub fn compress(bytes: &[u8], level: i32) -> Vec<u8> {
    zstd::bulk::compress(bytes, level).expect("there is memory for a block")
}

impl<H: DeserializeOwned> Blocks<H> {
    /// Reads a file and checks everything but the insides of its blocks.
    pub fn read(path: &Path, kind: &Kind) -> Result<Blocks<H>, ProofError> {
        let bytes = fs::read(path).map_err(ProofError::io("read", path))?;
        let damaged = |what: &str| ProofError::Damaged {
            path: path.to_owned(),
            what: what.to_owned(),
            remedy: kind.remedy,
        };
        let number = |at: usize, len: usize| -> Option<u64> {
            let mut number = [0; 8];
            number[..len].copy_from_slice(bytes.get(at..at.checked_add(len)?)?);
            Some(u64::from_le_bytes(number))
        };
        if !bytes.starts_with(&kind.magic) {
            return Err(damaged("it does not begin as such a file does"));
        }
        let version = number(8, 4).ok_or_else(|| damaged("it is too short"))?;
        if version != u64::from(kind.version) {
            return Err(damaged(&format!(
                "its version is {version}, this program reads {}",
                kind.version
            )));
        }
        let length = number(12, 4).ok_or_else(|| damaged("it is too short"))? as usize;
        let front = bytes.get(..16 + length).ok_or_else(|| damaged("its header is cut off"))?;
        if number(16 + length, 8) != Some(xxh3_64(front)) {
            return Err(damaged("the checksum of its header is wrong"));
        }
        let header = serde_json::from_slice(&front[16..])
            .map_err(|error| damaged(&format!("its header is wrong: {error}")))?;
        let start = 24 + length;
        let count = number(start, 4).ok_or_else(|| damaged("its index is cut off"))? as usize;
        let index = bytes
            .get(start..start + 4 + 16 * count)
            .ok_or_else(|| damaged("its index is cut off"))?;
        let mut at = start + index.len() + 8;
        if number(at - 8, 8) != Some(xxh3_64(index)) {
            return Err(damaged("the checksum of its index is wrong"));
        }
        let mut blocks = Vec::with_capacity(count);
        for entry in 0..count {
            let field = |offset| number(start + 4 + 16 * entry + offset, 8).unwrap_or(0);
            let length = usize::try_from(field(0)).unwrap_or(usize::MAX);
            let end = at.checked_add(length).filter(|&end| end <= bytes.len());
            let end = end.ok_or_else(|| damaged("it is cut off"))?;
            blocks.push((at, end, field(8)));
            at = end;
        }
        if at != bytes.len() {
            return Err(damaged("something follows its end"));
        }
        Ok(Blocks { header, path: path.to_owned(), bytes, blocks, remedy: kind.remedy })
    }
}

impl<H> Blocks<H> {
    /// How many blocks there are.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Bytes of a block as it stands in the file.
    pub fn compressed(&self, number: usize) -> usize {
        let (start, end, _) = self.blocks[number];
        end - start
    }

    /// An error about this file.
    pub fn damaged(&self, what: String) -> ProofError {
        ProofError::Damaged { path: self.path.clone(), what, remedy: self.remedy }
    }

    /// A block as it stands in the file.
    pub fn raw(&self, number: usize) -> Result<&[u8], ProofError> {
        let (start, end, hash) = self.blocks[number];
        let bytes = &self.bytes[start..end];
        if xxh3_64(bytes) != hash {
            return Err(self.damaged(format!("the checksum of block {number} is wrong")));
        }
        Ok(bytes)
    }

    /// A block, decompressed: it must have exactly this many bytes.
    pub fn block(&self, number: usize, length: usize) -> Result<Vec<u8>, ProofError> {
        let bytes = self.raw(number)?;
        match zstd::bulk::decompress(bytes, length) {
            Ok(block) if block.len() == length => Ok(block),
            Ok(block) => Err(self
                .damaged(format!("block {number} has {} bytes, expected {length}", block.len()))),
            Err(error) => Err(self.damaged(format!("block {number} cannot be unpacked: {error}"))),
        }
    }
}
