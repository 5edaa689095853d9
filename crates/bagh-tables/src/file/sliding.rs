//! Classes of the sliding phase in a file.

use bagh::{Game, Side};
use rayon::prelude::*;

use super::format::{Contents, Header, SLIDING_BLOCK};
use super::reader::TableFile;
use super::writer::Packed;
use crate::compression::{Compressor, Effort};
use crate::error::TableError;
use crate::slide::entry::Entry;

/// Packs the entries of a class with one side to move. `longest` is the most plies of an entry.
pub(crate) fn pack_entries(
    game: &Game,
    captured: u8,
    turn: Side,
    entries: &[u16],
    longest: u16,
    effort: Effort,
) -> Packed {
    let plies_bytes = if longest < 256 { 1 } else { 2 };
    let header = Header::new(game, Contents::Sliding { captured, turn }, plies_bytes);
    let blocks = entries
        .par_chunks(SLIDING_BLOCK)
        .map_init(
            || (Compressor::new(effort), vec![0; header.block_bytes()]),
            |(compressor, block), entries| {
                block.fill(0);
                for (at, &bits) in entries.iter().enumerate() {
                    header.set_entry_in(block, at, Entry::from_bits(bits));
                }
                compressor.compress(block)
            },
        )
        .collect();
    Packed::new(header, blocks)
}

/// The first entries of one block of a sliding table.
pub(crate) fn block_entries(
    file: &TableFile,
    number: usize,
    entries: &mut [u16],
) -> Result<(), TableError> {
    let block = file.block(number)?;
    for (at, entry) in entries.iter_mut().enumerate() {
        *entry = file.header().entry_in(&block, at).bits();
    }
    Ok(())
}

/// All entries of a sliding table.
pub(crate) fn all_entries(file: &TableFile, positions: usize) -> Result<Vec<u16>, TableError> {
    let mut entries = vec![0; positions];
    entries
        .par_chunks_mut(file.header().block_positions as usize)
        .enumerate()
        .try_for_each(|(number, entries)| block_entries(file, number, entries))?;
    Ok(entries)
}
