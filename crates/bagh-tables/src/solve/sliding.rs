//! Classes of the sliding phase: packed for the disk, and read back.

use bagh::Side;
use rayon::prelude::*;

use super::run::Run;
use crate::census::{CensusRow, Tally, of_entries};
use crate::error::TableError;
use crate::file::format::{Contents, Header, SLIDING_BLOCK, plane_code, value_code};
use crate::file::reader::{TableFile, code_in, plies_in};
use crate::file::source::Access;
use crate::file::writer::{Compressor, Effort, Packed};
use crate::place::layers::{Layers, set_code};
use crate::place::pack;
use crate::rank::Ranking;
use crate::slide::class::Class;
use crate::slide::entry::Entry;
use crate::space::Space;

impl Run<'_> {
    /// Puts a class in the order of the file and compresses it, and counts its positions.
    pub(super) fn pack_class(&self, class: &Class) -> (Vec<Packed>, Vec<CensusRow>) {
        let space = self.space;
        let ranking = Ranking::new(space.free(), class.goats);
        let (mut packed, mut rows) = (Vec::new(), Vec::new());
        for (turn, entries) in [(Side::Tiger, &class.tiger), (Side::Goat, &class.goat)] {
            let tally = entries
                .par_chunks_exact(ranking.len())
                .enumerate()
                .map(|(block, entries)| {
                    of_entries(space, block as u32, entries, class.goats, |h| ranking.rank(h))
                })
                .reduce(
                    || Tally::new(usize::from(space.game().captures()) + 2),
                    |mut a, b| {
                        a.add(&b);
                        a
                    },
                );
            let row = tally.row(space.game().goats(), class.captured, turn, true);
            let most = row.longest.iter().copied().max().unwrap_or(0);
            rows.push(row);
            let header = Header::new(
                space.game(),
                Contents::Sliding { captured: class.captured, turn },
                if most < 256 { 1 } else { 2 },
            );
            let effort = if self.options.compact { Effort::Hard } else { Effort::Medium };
            let blocks = entries
                .par_chunks(SLIDING_BLOCK)
                .map_init(
                    || (Compressor::new(effort), vec![0; header.block_bytes()]),
                    |(compressor, bytes), entries| {
                        sliding_block(&header, entries, bytes);
                        compressor.compress(bytes)
                    },
                )
                .collect();
            packed.push(Packed::new(header, blocks));
        }
        (packed, rows)
    }

    pub(super) fn load_class(&self, captured: u8) -> Result<Class, TableError> {
        let goats = u32::from(self.space.game().goats() - captured);
        let positions = self.space.blocks() * self.space.herds(goats);
        let entries = |turn: Side| {
            let contents = Contents::Sliding { captured, turn };
            sliding_entries(&self.store.open(&self.manifest, contents, Access::Read)?, positions)
        };
        Ok(Class { captured, goats, tiger: entries(Side::Tiger)?, goat: entries(Side::Goat)? })
    }
}

/// Enters the values of a sliding class, tiger to move, into the last layer.
pub(super) fn fill<const P: usize>(layers: &mut Layers<'_, P>, space: &Space, class: &Class) {
    let ranking = Ranking::new(space.free(), class.goats);
    let subsets = ranking.subsets();
    let captures = space.game().captures();
    layers.blocks_mut().zip(class.tiger.par_chunks_exact(ranking.len())).for_each(
        |(codes, entries)| {
            for (&index, &bits) in subsets.iter().zip(entries) {
                let code = plane_code(Entry::from_bits(bits).code(), captures);
                set_code(codes, index, code);
            }
        },
    );
}

/// The bytes of one block of a sliding table.
fn sliding_block(header: &Header, entries: &[u16], bytes: &mut [u8]) {
    bytes.fill(0);
    let (codes, plies) = bytes.split_at_mut(header.code_bytes());
    let width = usize::from(header.plies_bytes);
    for (at, &bits) in entries.iter().enumerate() {
        let entry = Entry::from_bits(bits);
        let code = plane_code(entry.code(), header.captures);
        pack::set_code_in(codes, header.code_bits, at, code);
        plies[at * width..][..width].copy_from_slice(&entry.plies().to_le_bytes()[..width]);
    }
}

/// All entries of a sliding table.
pub(crate) fn sliding_entries(file: &TableFile, positions: usize) -> Result<Vec<u16>, TableError> {
    let header = file.header();
    let mut entries = vec![0; positions];
    entries.par_chunks_mut(header.block_positions as usize).enumerate().try_for_each(
        |(number, entries)| {
            let block = file.block(number)?;
            for (at, entry) in entries.iter_mut().enumerate() {
                let code = value_code(code_in(&block, header, at), header.captures);
                *entry = Entry::new(code, plies_in(&block, header, at)).bits();
            }
            Ok::<(), TableError>(())
        },
    )?;
    Ok(entries)
}
