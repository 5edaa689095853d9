//! Containers: a header and blocks of bytes, each with a checksum.
//!
//! A container has a front, an index and the blocks:
//!
//! | part | bytes |
//! | --- | --- |
//! | front | magic (8), version (4), length of the header (4), the header as JSON, checksum (8) |
//! | index | the number of blocks (4) if the header does not tell it, an entry for each block: length (4 or 8) and checksum (8), and a checksum of the index (8) |
//! | blocks | their bytes, one block after the other |
//!
//! Checksums are XXH3-64; all numbers are little-endian. The front and the index are checked when a
//! container is opened, a block when it is read.

use std::convert::Infallible;
use std::io::{self, Write};
use std::ops::Range;

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

/// Bytes of a front before its header: magic, version, length of the header.
pub const PREAMBLE: usize = 16;
/// Bytes of a checksum.
pub const CHECKSUM: usize = 8;
/// A longer header is refused before it is read.
const MAX_HEADER: usize = 1 << 20;

/// A kind of container.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Container {
    /// The first eight bytes.
    pub magic: [u8; 8],
    /// The oldest version of the format that can be read.
    pub oldest: u32,
    /// The version of the format that is written, the newest that can be read.
    pub version: u32,
    /// How its index is laid out.
    pub index: IndexLayout,
}

/// How the index of blocks is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IndexLayout {
    /// The header tells how many blocks there are; lengths have four bytes.
    CountInHeader,
    /// The index begins with the number of blocks; lengths have eight bytes.
    CountInIndex,
}

impl IndexLayout {
    /// Bytes of the entry of a block.
    pub const fn entry(self) -> usize {
        self.length_bytes() + CHECKSUM
    }

    const fn length_bytes(self) -> usize {
        match self {
            IndexLayout::CountInHeader => 4,
            IndexLayout::CountInIndex => 8,
        }
    }

    /// Bytes of the number of blocks before the entries.
    const fn count_bytes(self) -> usize {
        match self {
            IndexLayout::CountInHeader => 0,
            IndexLayout::CountInIndex => 4,
        }
    }
}

/// Bytes that a container is read from: a file that is read piece by piece, or memory.
pub trait ReadAt {
    /// Why bytes could not be read.
    type Error;

    /// How many bytes there are.
    fn length(&self) -> u64;

    /// Calls `f` with a range of the bytes. The range is within the length.
    fn read_at<R>(
        &self,
        start: u64,
        length: usize,
        f: impl FnOnce(&[u8]) -> R,
    ) -> Result<R, Self::Error>;
}

impl ReadAt for [u8] {
    type Error = Infallible;

    fn length(&self) -> u64 {
        self.len() as u64
    }

    fn read_at<R>(
        &self,
        start: u64,
        length: usize,
        f: impl FnOnce(&[u8]) -> R,
    ) -> Result<R, Infallible> {
        let start = usize::try_from(start).expect("what is in memory has an address");
        Ok(f(&self[start..start + length]))
    }
}

/// Why a container could not be opened.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ContainerError<E> {
    /// Its bytes could not be read.
    #[error(transparent)]
    Read(E),
    /// It begins with other bytes.
    #[error("its first bytes are not those of such a file")]
    Magic,
    /// It has another version.
    #[error("its version is {found}, this program reads {known}")]
    Version {
        /// The version that was found.
        found: u32,
        /// The version that is understood.
        known: u32,
    },
    /// It ends too early.
    #[error("it is cut off")]
    CutOff,
    /// The front has another checksum.
    #[error("the checksum of its header is wrong")]
    Header,
    /// The header is not the JSON that was expected.
    #[error("its header cannot be understood: {0}")]
    Malformed(String),
    /// The index has another checksum.
    #[error("the checksum of its index is wrong")]
    Index,
    /// The index tells a block to be longer than a block can be.
    #[error("block {number} has {found} bytes, expected at most {most}")]
    Block {
        /// The number of the block.
        number: usize,
        /// Bytes that the index tells.
        found: u64,
        /// Bytes that such a block has at most.
        most: u64,
    },
    /// Its length is not the one that the index tells.
    #[error("it has {found} bytes, expected {expected}")]
    Length {
        /// Bytes that there are.
        found: u64,
        /// Bytes that the index adds up to.
        expected: u64,
    },
}

/// The front of a container.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Front<H> {
    /// The header.
    pub header: H,
    /// Where the index begins.
    pub end: u64,
}

/// Where the blocks of a container are, and their checksums.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockIndex {
    /// Where each block begins, and the end of the last.
    starts: Vec<u64>,
    checksums: Vec<u64>,
}

impl BlockIndex {
    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.checksums.len()
    }

    /// The bytes of a block in the container.
    pub fn range(&self, block: usize) -> Range<u64> {
        self.starts[block]..self.starts[block + 1]
    }

    /// The length of a block in the container.
    pub fn length(&self, block: usize) -> usize {
        let range = self.range(block);
        (range.end - range.start) as usize
    }

    /// The checksum of a block (XXH3-64).
    pub fn checksum(&self, block: usize) -> u64 {
        self.checksums[block]
    }

    /// Whether these are the bytes of the block.
    pub fn matches(&self, block: usize, bytes: &[u8]) -> bool {
        xxh3_64(bytes) == self.checksums[block]
    }

    /// Makes sure that no block is longer than `most` tells of its number. A container with holes
    /// may be as long as anybody says, and so may its blocks.
    pub fn check_lengths<E>(&self, most: impl Fn(usize) -> u64) -> Result<(), ContainerError<E>> {
        let mut blocks = (0..self.blocks()).map(|number| (number, self.length(number) as u64));
        match blocks.find(|&(number, found)| found > most(number)) {
            Some((number, found)) => {
                Err(ContainerError::Block { number, found, most: most(number) })
            }
            None => Ok(()),
        }
    }
}

impl Container {
    /// Writes a container. Whether the file is whole is up to [`replace`](crate::replace).
    ///
    /// # Errors
    /// If the system refuses to write, and if a header, a block or the number of blocks is too
    /// large for the layout.
    pub fn write(
        &self,
        out: &mut dyn Write,
        header: &impl Serialize,
        blocks: &[Vec<u8>],
    ) -> io::Result<()> {
        let entries = blocks.iter().map(|block| (block.len() as u64, xxh3_64(block)));
        self.write_front(out, header, entries)?;
        blocks.iter().try_for_each(|block| out.write_all(block))
    }

    /// Writes what stands before the blocks of a container, from the length and the
    /// [`checksum`] of each. The blocks themselves are to follow, one after the other.
    ///
    /// # Errors
    /// As [`write`](Container::write).
    pub fn write_front(
        &self,
        out: &mut dyn Write,
        header: &impl Serialize,
        blocks: impl ExactSizeIterator<Item = (u64, u64)>,
    ) -> io::Result<()> {
        let header = serde_json::to_vec(header)?;
        if header.len() > MAX_HEADER {
            return Err(too_large("the header"));
        }
        let mut front = Vec::with_capacity(PREAMBLE + header.len());
        front.extend_from_slice(&self.magic);
        front.extend_from_slice(&self.version.to_le_bytes());
        front.extend_from_slice(&(header.len() as u32).to_le_bytes());
        front.extend_from_slice(&header);
        write_checked(out, &front)?;
        write_checked(out, &self.index_bytes(blocks)?)
    }

    fn index_bytes(
        &self,
        blocks: impl ExactSizeIterator<Item = (u64, u64)>,
    ) -> io::Result<Vec<u8>> {
        let mut index = Vec::with_capacity(4 + blocks.len() * self.index.entry());
        if self.index == IndexLayout::CountInIndex {
            let count = u32::try_from(blocks.len()).map_err(|_| too_large("the index"))?;
            index.extend_from_slice(&count.to_le_bytes());
        }
        for (length, sum) in blocks {
            let length = length.to_le_bytes();
            let (stored, rest) = length.split_at(self.index.length_bytes());
            if rest.iter().any(|&byte| byte != 0) {
                return Err(too_large("a block"));
            }
            index.extend_from_slice(stored);
            index.extend_from_slice(&sum.to_le_bytes());
        }
        Ok(index)
    }

    /// Reads the front and checks it.
    pub fn read_front<H: DeserializeOwned, S: ReadAt + ?Sized>(
        &self,
        source: &S,
    ) -> Result<Front<H>, ContainerError<S::Error>> {
        let (magic, version, header) = read(source, 0, PREAMBLE, |bytes| {
            (bytes[..8] == self.magic, number(&bytes[8..12]), number(&bytes[12..]) as usize)
        })?;
        if !magic {
            return Err(ContainerError::Magic);
        }
        if !(u64::from(self.oldest)..=u64::from(self.version)).contains(&version) {
            let found = version as u32;
            return Err(ContainerError::Version { found, known: self.version });
        }
        if header > MAX_HEADER {
            return Err(ContainerError::Header);
        }
        let end = PREAMBLE + header;
        let header = read(source, 0, end + CHECKSUM, |bytes| {
            let front = checked(bytes).ok_or(ContainerError::Header)?;
            serde_json::from_slice(&front[PREAMBLE..])
                .map_err(|error| ContainerError::Malformed(error.to_string()))
        })??;
        Ok(Front { header, end: (end + CHECKSUM) as u64 })
    }

    /// Reads the index that follows a front, and checks it: the blocks must end where the container
    /// does. `count` is the number of blocks that the header tells, if the layout needs it.
    pub fn read_index<S: ReadAt + ?Sized>(
        &self,
        source: &S,
        start: u64,
        count: u64,
    ) -> Result<BlockIndex, ContainerError<S::Error>> {
        let counted = self.index.count_bytes();
        let count = match self.index {
            IndexLayout::CountInHeader => count,
            IndexLayout::CountInIndex => read(source, start, counted, number)?,
        };
        // An index that is longer than the container is not allocated.
        let length = usize::try_from(count)
            .ok()
            .and_then(|count| count.checked_mul(self.index.entry())?.checked_add(counted))
            .filter(|&length| (length as u64) < source.length())
            .ok_or(ContainerError::CutOff)?;
        let data = start + (length + CHECKSUM) as u64;
        let index = read(source, start, length + CHECKSUM, |bytes| {
            let bytes = checked(bytes).ok_or(ContainerError::Index)?;
            let (mut starts, mut checksums) = (vec![data], Vec::with_capacity(count as usize));
            let mut at = data;
            for entry in bytes[counted..].chunks_exact(self.index.entry()) {
                let (length, checksum) = entry.split_at(self.index.length_bytes());
                at = at.checked_add(number(length)).ok_or(ContainerError::CutOff)?;
                starts.push(at);
                checksums.push(number(checksum));
            }
            Ok(BlockIndex { starts, checksums })
        })??;
        let expected = *index.starts.last().expect("there is an end");
        match source.length() == expected {
            true => Ok(index),
            false => Err(ContainerError::Length { found: source.length(), expected }),
        }
    }
}

/// The checksum of a block, of a front, and of an index: XXH3-64.
pub fn checksum(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}

/// Reads a range, or says that the container ends before it does.
fn read<S: ReadAt + ?Sized, R>(
    source: &S,
    start: u64,
    length: usize,
    f: impl FnOnce(&[u8]) -> R,
) -> Result<R, ContainerError<S::Error>> {
    let end = start.checked_add(length as u64);
    if end.is_none_or(|end| end > source.length()) {
        return Err(ContainerError::CutOff);
    }
    source.read_at(start, length, f).map_err(ContainerError::Read)
}

/// Bytes without the checksum at their end, if it is right.
fn checked(bytes: &[u8]) -> Option<&[u8]> {
    let (bytes, sum) = bytes.split_last_chunk::<CHECKSUM>()?;
    (xxh3_64(bytes) == u64::from_le_bytes(*sum)).then_some(bytes)
}

/// A little-endian number of up to eight bytes.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn write_checked(out: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
    out.write_all(bytes)?;
    out.write_all(&xxh3_64(bytes).to_le_bytes())
}

fn too_large(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, format!("{what} is too large for its format"))
}

#[cfg(test)]
mod tests;
