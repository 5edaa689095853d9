//! Reading a table: a position at a time, or whole.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use super::format::{CHECKSUM, Header, INDEX_ENTRY, MAGIC, MAX_HEADER, PREAMBLE, VERSION};
use super::source::Source;
use crate::error::TableError;
use crate::place::pack;

/// An open table.
pub(crate) struct TableFile {
    source: Source,
    header: Header,
    /// Where each block begins in the file, and the end of the last.
    starts: Vec<u64>,
    checksums: Vec<u64>,
}

thread_local! {
    static DECOMPRESSOR: RefCell<zstd::bulk::Decompressor<'static>> =
        RefCell::new(zstd::bulk::Decompressor::new().expect("memory for a decompressor"));
}

impl TableFile {
    /// Opens a table: everything but the blocks is read and checked.
    pub(crate) fn open(source: Source) -> Result<TableFile, TableError> {
        let path = source.path().to_owned();
        let damaged = |what: &str| TableError::damaged(&path, what);
        let (version, header_length) = source.with(0, PREAMBLE, |b| {
            if b[..8] != MAGIC {
                return Err(damaged("this is not a table (its first bytes differ)"));
            }
            Ok((word(&b[8..12]), word(&b[12..16]) as usize))
        })??;
        if version > VERSION {
            return Err(TableError::Newer { path, found: version, known: VERSION });
        }
        if version == 0 || header_length > MAX_HEADER {
            return Err(damaged("the header is damaged"));
        }
        let front = PREAMBLE + header_length;
        let header: Header = source.with(0, front + CHECKSUM, |b| {
            let (bytes, sum) = b.split_at(front);
            if long_word(sum) != xxh3_64(bytes) {
                return Err(damaged("the header is damaged"));
            }
            serde_json::from_slice(&bytes[PREAMBLE..])
                .map_err(|e| damaged(&format!("the header cannot be understood: {e}")))
        })??;
        if header.block_positions == 0
            || !header.block_positions.is_multiple_of(64)
            || header.block_positions > 1 << 24
            || !matches!(header.code_bits, 1 | 2 | 4 | 8)
            || header.plies_bytes > 2
        {
            return Err(damaged("the header says impossible things"));
        }
        let blocks = usize::try_from(header.blocks).map_err(|_| damaged("too many blocks"))?;
        let index_bytes = blocks
            .checked_mul(INDEX_ENTRY)
            .filter(|&n| (n as u64) < source.len())
            .ok_or_else(|| damaged("the file is cut off"))?;
        let index_start = (front + CHECKSUM) as u64;
        let data_start = index_start + (index_bytes + CHECKSUM) as u64;
        let (starts, checksums) = source.with(index_start, index_bytes + CHECKSUM, |b| {
            let (bytes, sum) = b.split_at(index_bytes);
            if long_word(sum) != xxh3_64(bytes) {
                return Err(damaged("the index of blocks is damaged"));
            }
            let mut starts = Vec::with_capacity(blocks + 1);
            let mut at = data_start;
            starts.push(at);
            let mut checksums = Vec::with_capacity(blocks);
            for entry in bytes.chunks_exact(INDEX_ENTRY) {
                at += u64::from(word(&entry[..4]));
                starts.push(at);
                checksums.push(long_word(&entry[4..]));
            }
            Ok((starts, checksums))
        })??;
        let expected = *starts.last().expect("there is an end");
        if source.len() != expected {
            return Err(damaged(&format!(
                "the file has {} bytes, expected {expected}",
                source.len()
            )));
        }
        Ok(TableFile { source, header, starts, checksums })
    }

    pub(crate) fn header(&self) -> &Header {
        &self.header
    }

    pub(crate) fn path(&self) -> &Path {
        self.source.path()
    }

    pub(crate) fn blocks(&self) -> usize {
        self.checksums.len()
    }

    pub(crate) fn length(&self) -> u64 {
        self.source.len()
    }

    /// One block, decompressed and checked.
    pub(crate) fn block(&self, number: usize) -> Result<Arc<[u8]>, TableError> {
        let mut bytes = vec![0; self.header.block_bytes()];
        self.block_into(number, &mut bytes)?;
        Ok(bytes.into())
    }

    /// One block, decompressed and checked, into memory of the right length.
    pub(crate) fn block_into(&self, number: usize, bytes: &mut [u8]) -> Result<(), TableError> {
        let start = self.starts[number];
        let length = (self.starts[number + 1] - start) as usize;
        let damaged = || TableError::damaged(self.path(), format!("block {number} is damaged"));
        self.source.with(start, length, |packed| {
            if xxh3_64(packed) != self.checksums[number] {
                return Err(damaged());
            }
            let read = DECOMPRESSOR
                .with_borrow_mut(|d| d.decompress_to_buffer(packed, bytes))
                .map_err(|_| damaged())?;
            if read == bytes.len() { Ok(()) } else { Err(damaged()) }
        })?
    }
}

fn word(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes.try_into().expect("four bytes"))
}

fn long_word(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
}

/// The code of a position in a block.
#[inline]
pub(crate) fn code_in(block: &[u8], header: &Header, position: usize) -> u8 {
    pack::code_in(block, header.code_bits, position)
}

/// The plies of a position in a block.
#[inline]
pub(crate) fn plies_in(block: &[u8], header: &Header, position: usize) -> u16 {
    let start = header.code_bytes();
    match header.plies_bytes {
        0 => 0,
        1 => u16::from(block[start + position]),
        _ => u16::from_le_bytes([block[start + 2 * position], block[start + 2 * position + 1]]),
    }
}
