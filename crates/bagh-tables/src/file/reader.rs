//! Reading a table: a position at a time, or whole.

use std::path::Path;
use std::sync::Arc;

use bagh_files::{BlockIndex, ContainerError, Front};

use super::chunks::{PIECES, Unpacker};
use super::codes::planes;
use super::format::{CONTAINER, Codec, Contents, Header, PLACEMENT_BLOCK};
use super::source::{Access, Source};
use crate::compression::unpack;
use crate::error::TableError;
use crate::remote::{RemoteBlock, RemoteFile};

/// An open table.
pub(crate) struct TableFile {
    source: Source,
    header: Header,
    index: BlockIndex,
    /// What unpacks the pieces of blocks, if they consist of pieces.
    unpacker: Option<Unpacker>,
}

impl TableFile {
    /// Opens a table: everything but the blocks is read and checked. `check` says whether the
    /// header is that of the right table, before any of its numbers is used.
    pub(crate) fn open(
        source: Source,
        access: Access,
        check: impl FnOnce(&Path, &Header) -> Result<(), TableError>,
    ) -> Result<TableFile, TableError> {
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
            || header.codec == Codec::Chunks && !may_have_pieces(&header)
        {
            return Err(damaged("the header says impossible things"));
        }
        check(&path, &header)?;
        let index = CONTAINER
            .read_index(&source, front.end, header.stored_blocks())
            .map_err(|error| container_error(&path, error))?;
        index
            .check_lengths(|number| header.most_packed(number as u64))
            .map_err(|error| container_error(&path, error))?;
        let mut file = TableFile { source, header, index, unpacker: None };
        file.source.load(access)?;
        if file.header.codec == Codec::Chunks {
            file.unpacker = Some(file.read_codebook()?);
        }
        Ok(file)
    }

    /// A block as it stands in the file, or what comes after the last one.
    pub(crate) fn packed(&self, number: usize) -> Result<Vec<u8>, TableError> {
        self.source.with_block(self.place(number), <[u8]>::to_vec)
    }

    /// Reads the codebook, which comes after the blocks.
    fn read_codebook(&self) -> Result<Unpacker, TableError> {
        let number = self.blocks();
        let shape = self.header.chunk_shape();
        let read = |bytes: &[u8]| match self.index.matches(number, bytes) {
            true => Unpacker::new(shape, bytes),
            false => None,
        };
        let unpacker = self.source.with_block(self.place(number), read)?;
        unpacker.ok_or_else(|| TableError::damaged(self.path(), "the codebook is damaged"))
    }

    pub(crate) fn header(&self) -> &Header {
        &self.header
    }

    pub(crate) fn path(&self) -> &Path {
        self.source.path()
    }

    pub(crate) fn blocks(&self) -> usize {
        self.header.blocks as usize
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

    fn unpack(&self, number: usize, packed: &[u8], bytes: &mut [u8]) -> Result<(), TableError> {
        self.check(number, packed)?;
        let is_whole = match &self.unpacker {
            Some(unpacker) => unpacker.block(packed, bytes),
            None => unpack(packed, bytes),
        };
        if is_whole { Ok(()) } else { Err(self.damaged(number)) }
    }

    fn check(&self, number: usize, packed: &[u8]) -> Result<(), TableError> {
        match self.index.matches(number, packed) {
            true => Ok(()),
            false => Err(self.damaged(number)),
        }
    }

    fn damaged(&self, number: usize) -> TableError {
        TableError::damaged(self.path(), format!("block {number} is damaged"))
    }

    /// One block, checked, in the form in which it is kept for lookups: decompressed, or as it
    /// stands in the file if it consists of pieces, which are decoded when they are needed.
    pub(crate) fn kept_block(&self, number: usize) -> Result<Arc<[u8]>, TableError> {
        self.source.with_block(self.place(number), |packed| self.kept(number, packed))?
    }

    /// The same from its bytes in the file.
    pub(crate) fn kept(&self, number: usize, packed: &[u8]) -> Result<Arc<[u8]>, TableError> {
        if self.unpacker.is_some() {
            self.check(number, packed)?;
            return Ok(packed.into());
        }
        let mut bytes = vec![0; self.header.block_bytes()];
        self.unpack(number, packed, &mut bytes)?;
        Ok(bytes.into())
    }

    /// Calls `f` with a block in the form in which it is kept, without keeping it.
    pub(crate) fn with_kept<R>(
        &self,
        number: usize,
        scratch: &mut Vec<u8>,
        f: impl FnOnce(&[u8]) -> R,
    ) -> Result<R, TableError> {
        if self.unpacker.is_some() {
            return self.source.with_block(self.place(number), |packed| {
                self.check(number, packed)?;
                Ok(f(packed))
            })?;
        }
        scratch.resize(self.header.block_bytes(), 0);
        self.block_into(number, scratch)?;
        Ok(f(scratch))
    }

    /// A whole block, decompressed, from the form in which it is kept, which was checked.
    pub(crate) fn whole(&self, number: usize, kept: &[u8]) -> Result<Vec<u8>, TableError> {
        let Some(unpacker) = &self.unpacker else { return Ok(kept.to_vec()) };
        let mut bytes = vec![0; self.header.block_bytes()];
        match unpacker.block(kept, &mut bytes) {
            true => Ok(bytes),
            false => Err(self.damaged(number)),
        }
    }

    /// The positions of a block, from the form in which it is kept.
    pub(crate) fn view<'f>(&'f self, number: usize, kept: &'f [u8]) -> BlockView<'f> {
        BlockView { file: self, number, kept, piece: usize::MAX, decoded: 0, codes: [0; _] }
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

/// Whether blocks of a table with this header can consist of pieces.
fn may_have_pieces(header: &Header) -> bool {
    matches!(header.contents, Contents::Placement { .. })
        && header.block_positions as usize == PLACEMENT_BLOCK
        && header.plies_bytes == 0
        && matches!(header.code_bits, 2 | 4 | 8)
        && planes(header.captures) <= header.code_bits
}

/// The positions of a block. Pieces are decoded when they are needed, as far as they are.
pub(crate) struct BlockView<'f> {
    file: &'f TableFile,
    number: usize,
    kept: &'f [u8],
    /// The piece that was decoded last, how many bytes of it, and these.
    piece: usize,
    decoded: usize,
    codes: [u8; PLACEMENT_BLOCK / PIECES],
}

impl BlockView<'_> {
    /// The code of a position's value, and its plies, 0 where the table has none.
    #[inline]
    pub(crate) fn entry(&mut self, at: usize) -> Result<(u8, u16), TableError> {
        let header = &self.file.header;
        let Some(unpacker) = &self.file.unpacker else {
            return Ok((header.code_in(self.kept, at), header.plies_in(self.kept, at)));
        };
        let whole = header.block_bytes() / PIECES;
        let positions = PLACEMENT_BLOCK / PIECES;
        let (piece, at) = (at / positions, at % positions);
        // Up to the word that holds the position.
        let needed = (at * usize::from(header.code_bits) / 64 + 1) * 8;
        if piece != self.piece || needed > self.decoded {
            let codes = &mut self.codes[..needed];
            if !unpacker.piece(self.kept, piece, whole, codes) {
                return Err(self.file.damaged(self.number));
            }
            (self.piece, self.decoded) = (piece, needed);
        }
        Ok((header.code_in(&self.codes, at), 0))
    }

    /// The code of a position's value.
    #[inline]
    pub(crate) fn code(&mut self, at: usize) -> Result<u8, TableError> {
        Ok(self.entry(at)?.0)
    }
}

/// What is wrong with a container, as an error about the table in it.
pub(crate) fn container_error(path: &Path, error: ContainerError<TableError>) -> TableError {
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
