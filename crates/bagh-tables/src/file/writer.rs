//! Writing a table: a container of compressed blocks.

use std::path::Path;

use bagh_files::{Durability, replace_in_place};

use super::format::{CONTAINER, Header};
use crate::error::TableError;
use crate::manifest::TableFileInfo;

/// A table in memory, compressed and ready to be written.
pub(crate) struct Packed {
    header: Header,
    blocks: Vec<Vec<u8>>,
}

impl Packed {
    /// A table of these compressed blocks, and of its codebook if it has one.
    pub(crate) fn new(header: Header, blocks: Vec<Vec<u8>>) -> Packed {
        assert_eq!(header.stored_blocks(), blocks.len() as u64);
        Packed { header, blocks }
    }

    /// Writes the file. Returns what the manifest says of it.
    pub(crate) fn write(&self, directory: &Path) -> Result<TableFileInfo, TableError> {
        let name = self.header.contents.file_name();
        let path = directory.join(&name);
        let written = replace_in_place(&path, Durability::Synced, |out| {
            CONTAINER.write(out, &self.header, &self.blocks)
        })
        .map_err(TableError::io("write", &path))?;
        Ok(TableFileInfo { name, length: written.length, blake3: written.blake3 })
    }
}
