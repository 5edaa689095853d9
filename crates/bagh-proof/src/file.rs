//! The files of a proof: containers of compressed blocks.

use std::convert::Infallible;
use std::fs;
use std::path::{Path, PathBuf};

use bagh_files::{BlockIndex, Container, ContainerError, Durability, Front, IndexLayout, replace};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{ProofError, ProofFile};

/// A kind of file.
pub struct Kind {
    /// The first eight bytes.
    pub magic: [u8; 8],
    /// The version of the format.
    pub version: u32,
    /// Which of the files of a proof it is.
    pub file: ProofFile,
    /// Whether a file must survive a power failure. What can be made again need not: if it was cut
    /// off, its checksums say so.
    pub durability: Durability,
}

impl Kind {
    fn container(&self) -> Container {
        let index = IndexLayout::CountInIndex;
        Container { magic: self.magic, oldest: self.version, version: self.version, index }
    }
}

/// A file that was read: its header and its blocks, still compressed.
pub struct Blocks<H> {
    /// The header.
    pub header: H,
    path: PathBuf,
    bytes: Vec<u8>,
    index: BlockIndex,
    file: ProofFile,
}

/// Replaces a file by one with this header and these blocks. Returns its length.
pub fn write<H: Serialize>(
    path: &Path,
    kind: &Kind,
    header: &H,
    blocks: &[Vec<u8>],
) -> Result<u64, ProofError> {
    replace(path, kind.durability, |out| kind.container().write(out, header, blocks))
        .map(|written| written.length)
        .map_err(ProofError::io("write", path))
}

/// Compresses a block.
pub fn compress(bytes: &[u8], level: i32) -> Vec<u8> {
    zstd::bulk::compress(bytes, level).expect("there is memory for a block")
}

impl<H: DeserializeOwned> Blocks<H> {
    /// Reads a file and checks everything but the insides of its blocks.
    pub fn read(path: &Path, kind: &Kind) -> Result<Blocks<H>, ProofError> {
        let bytes = fs::read(path).map_err(ProofError::io("read", path))?;
        let open = || {
            let container = kind.container();
            let front: Front<H> = container.read_front(&bytes[..])?;
            let index = container.read_index(&bytes[..], front.end, 0)?;
            Ok((front.header, index))
        };
        let (header, index) = open().map_err(|error: ContainerError<Infallible>| {
            ProofError::Damaged { path: path.to_owned(), what: error.to_string(), file: kind.file }
        })?;
        Ok(Blocks { header, path: path.to_owned(), bytes, index, file: kind.file })
    }
}

impl<H> Blocks<H> {
    /// How many blocks there are.
    pub fn len(&self) -> usize {
        self.index.blocks()
    }

    /// Bytes of a block as it stands in the file.
    pub fn compressed(&self, number: usize) -> usize {
        self.index.length(number)
    }

    /// An error about this file.
    pub fn damaged(&self, what: String) -> ProofError {
        ProofError::Damaged { path: self.path.clone(), what, file: self.file }
    }

    /// A block as it stands in the file.
    pub fn raw(&self, number: usize) -> Result<&[u8], ProofError> {
        let range = self.index.range(number);
        // The index was checked to end where the bytes do.
        let bytes = &self.bytes[range.start as usize..range.end as usize];
        match self.index.matches(number, bytes) {
            true => Ok(bytes),
            false => Err(self.damaged(format!("the checksum of block {number} is wrong"))),
        }
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
