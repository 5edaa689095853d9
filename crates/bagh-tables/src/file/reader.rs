//! Reading a table: a position at a time, or whole.

use std::path::Path;
use std::sync::Arc;

use bagh_files::{BlockIndex, ContainerError, Front};

use super::format::{CONTAINER, Header};
use super::source::Source;
use crate::compression::unpack;
use crate::error::TableError;
use crate::remote::{RemoteBlock, RemoteFile};

/// An open table.
pub(crate) struct TableFile {
    source: Source,
    header: Header,
    index: BlockIndex,
}

impl TableFile {
    /// Opens a table: everything but the blocks is read and checked.
    pub(crate) fn open(source: Source) -> Result<TableFile, TableError> {
        let path = source.path().to_owned();
        let damaged = |what: &str| TableError::damaged(&path, what);
        let front: Front<Header> =
            CONTAINER.read_front(&source).map_err(|error| container_error(&path, error))?;
        let header = front.header;
        if header.block_positions == 0
            || !header.block_positions.is_multiple_of(64)
            || header.block_positions > 1 << 24
            || !matches!(header.code_bits, 1 | 2 | 4 | 8)
            || header.plies_bytes > 2
        {
            return Err(damaged("the header says impossible things"));
        }
        let index = CONTAINER
            .read_index(&source, front.end, header.blocks)
            .map_err(|error| container_error(&path, error))?;
        Ok(TableFile { source, header, index })
    }

    pub(crate) fn header(&self) -> &Header {
        &self.header
    }

    pub(crate) fn path(&self) -> &Path {
        self.source.path()
    }

    pub(crate) fn blocks(&self) -> usize {
        self.index.blocks()
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

    /// Bytes of a block in the file.
    pub(crate) fn packed_length(&self, number: usize) -> u64 {
        self.index.length(number) as u64
    }

    /// One block, decompressed and checked, into memory of the right length.
    pub(crate) fn block_into(&self, number: usize, bytes: &mut [u8]) -> Result<(), TableError> {
        self.source.with_block(self.place(number), |packed| self.unpack(number, packed, bytes))?
    }

    /// A block from its bytes in the file.
    pub(crate) fn unpacked(&self, number: usize, packed: &[u8]) -> Result<Arc<[u8]>, TableError> {
        let mut bytes = vec![0; self.header.block_bytes()];
        self.unpack(number, packed, &mut bytes)?;
        Ok(bytes.into())
    }

    fn unpack(&self, number: usize, packed: &[u8], bytes: &mut [u8]) -> Result<(), TableError> {
        let damaged = || TableError::damaged(self.path(), format!("block {number} is damaged"));
        if !self.index.matches(number, packed) {
            return Err(damaged());
        }
        if unpack(packed, bytes) { Ok(()) } else { Err(damaged()) }
    }

    /// Where a block stands in the file.
    fn place(&self, number: usize) -> RemoteBlock {
        RemoteBlock {
            start: self.index.range(number).start,
            length: self.index.length(number),
            xxh3: self.index.checksum(number),
        }
    }

    /// The file and the place of a block, if the table is elsewhere.
    pub(crate) fn remote_block(&self, number: usize) -> Option<(&RemoteFile, RemoteBlock)> {
        Some((self.source.as_remote()?.file(), self.place(number)))
    }

    /// Lets a table that is elsewhere keep what was read of it so far.
    pub(crate) fn keep_head(&self) {
        if let Some(remote) = self.source.as_remote() {
            remote.opened();
        }
    }
}

/// What is wrong with a container, as an error about the table in it.
fn container_error(path: &Path, error: ContainerError<TableError>) -> TableError {
    let what = match error {
        ContainerError::Read(error) => return error,
        ContainerError::Version { found, known } if found > known => {
            return TableError::Newer { path: path.to_owned(), found, known };
        }
        ContainerError::Magic => "this is not a table (its first bytes differ)".to_owned(),
        ContainerError::Header | ContainerError::Version { .. } => "the header is damaged".into(),
        ContainerError::Malformed(error) => format!("the header cannot be understood: {error}"),
        ContainerError::Index => "the index of blocks is damaged".to_owned(),
        ContainerError::CutOff => "the file is cut off".to_owned(),
        ContainerError::Length { found, expected } => {
            format!("the file has {found} bytes, expected {expected}")
        }
        error => error.to_string(),
    };
    TableError::damaged(path, what)
}
