//! Plies of positions with tigers in hand.

use crate::compression::{Compressor, Effort};
use crate::error::TableError;
use crate::file::format::{Contents, Header, OPENING_BLOCK};
use crate::file::writer::Packed;
use crate::opening::Opening;
use crate::slide::entry::Entry;
use crate::tables::Tables;

/// Solves the opening with plies, from tables that have those of all placement layers.
pub(super) fn solve(tables: &Tables) -> Result<Packed, TableError> {
    let game = tables.space().game();
    let verdicts = Opening::verdicts(tables)?;
    let header = Header::new(game, Contents::PliesOpening, 2);
    let mut compressor = Compressor::new(Effort::Hard);
    let blocks = verdicts.chunks(OPENING_BLOCK).map(|verdicts| {
        let mut bytes = vec![0; header.block_bytes()];
        for (at, verdict) in verdicts.iter().enumerate() {
            let code = verdict.value.code(game.captures());
            let entry = Entry::new(code, verdict.plies.unwrap_or(0));
            header.set_entry_in(&mut bytes, at, entry);
        }
        compressor.compress(&bytes)
    });
    let blocks = blocks.collect();
    Ok(Packed::new(header, blocks))
}
