//! Packed blocks that wait on disk.
//!
//! A layer is packed as a whole before it is unpacked again. Beside the half-layer in memory that
//! would be some hundred megabytes more.

use std::io;
use std::path::{Path, PathBuf};

use bagh_files::{Durability, Scratch, checksum, replace_in_place};

use crate::error::TableError;
use crate::file::format::{CONTAINER, Header};
use crate::manifest::TableFileInfo;

/// A file that packed blocks wait in. Threads may share it.
pub(super) struct Spill {
    scratch: Scratch,
    folder: PathBuf,
}

/// A block that waits.
#[derive(Clone, Copy)]
pub(super) struct Spilled {
    start: u64,
    length: u32,
    xxh3: u64,
}

impl Spill {
    /// A file in this folder, which goes with the program.
    pub(super) fn new(folder: &Path) -> Result<Spill, TableError> {
        let scratch = Scratch::new(folder).map_err(TableError::io("make a file in", folder))?;
        Ok(Spill { scratch, folder: folder.to_owned() })
    }

    /// Puts a block away.
    pub(super) fn put(&self, block: &[u8]) -> Result<Spilled, TableError> {
        let doing = TableError::io("write what does not fit into memory to", &self.folder);
        let start = self.scratch.append(block).map_err(doing)?;
        Ok(Spilled { start, length: block.len() as u32, xxh3: checksum(block) })
    }

    /// Takes a block back, into `bytes`.
    pub(super) fn get(&self, spilled: Spilled, bytes: &mut Vec<u8>) -> Result<(), TableError> {
        self.read(spilled, bytes).map_err(TableError::io("read back from", &self.folder))
    }

    fn read(&self, spilled: Spilled, bytes: &mut Vec<u8>) -> io::Result<()> {
        bytes.resize(spilled.length as usize, 0);
        self.scratch.read(bytes, spilled.start)?;
        match checksum(bytes) == spilled.xxh3 {
            true => Ok(()),
            false => Err(io::Error::new(io::ErrorKind::InvalidData, "the bytes have changed")),
        }
    }

    /// Writes a table of blocks that wait here.
    pub(super) fn write(
        &self,
        header: &Header,
        blocks: &[Spilled],
        directory: &Path,
    ) -> Result<TableFileInfo, TableError> {
        assert_eq!(header.blocks, blocks.len() as u64);
        let name = header.contents.file_name();
        let path = directory.join(&name);
        let written = replace_in_place(&path, Durability::Synced, |out| {
            let entries = blocks.iter().map(|block| (block.length.into(), block.xxh3));
            CONTAINER.write_front(out, header, entries)?;
            let mut bytes = Vec::new();
            blocks.iter().try_for_each(|&block| {
                self.read(block, &mut bytes)?;
                out.write_all(&bytes)
            })
        })
        .map_err(TableError::io("write", &path))?;
        Ok(TableFileInfo { name, length: written.length, blake3: written.blake3 })
    }

    /// Forgets all blocks.
    pub(super) fn clear(&mut self) {
        self.scratch.clear();
    }
}
