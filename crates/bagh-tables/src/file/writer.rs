//! Writing a table: a container of compressed blocks.

use std::path::Path;

use bagh_files::{Durability, replace};

use super::format::{CONTAINER, Header};
use crate::error::TableError;
use crate::manifest::TableFileInfo;

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

    /// Writes the file. Returns what the manifest says of it.
    pub(crate) fn write(&self, directory: &Path) -> Result<TableFileInfo, TableError> {
        let name = self.header.contents.file_name();
        let path = directory.join(&name);
        let written = replace(&path, Durability::Synced, |out| {
            CONTAINER.write(out, &self.header, &self.blocks)
        })
        .map_err(TableError::io("write", &path))?;
        Ok(TableFileInfo { name, length: written.length, blake3: written.blake3 })
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
