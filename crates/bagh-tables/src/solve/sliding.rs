//! Classes of the sliding phase: counted and packed, read back, and entered into the last layer.

use bagh::Side;
use rayon::prelude::*;

use super::run::{Run, SolvedPart};
use crate::census::{Tally, of_entries};
use crate::compression::Effort;
use crate::error::TableError;
use crate::file::codes::plane_code;
use crate::file::format::Contents;
use crate::file::sliding::{all_entries, pack_entries};
use crate::file::source::Access;
use crate::place::layers::{Layers, set_code};
use crate::rank::Ranking;
use crate::slide::class::Class;
use crate::slide::entry::Entry;
use crate::space::Space;

impl Run<'_> {
    /// Puts a class in the order of the file and compresses it, and counts its positions.
    pub(super) fn pack_class(&self, class: &Class) -> SolvedPart {
        let space = self.space;
        let ranking = Ranking::new(space.free(), class.goats);
        let mut solved = SolvedPart { files: Vec::new(), census: Vec::new() };
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
            solved.census.push(row);
            let effort = if self.options.compact { Effort::Hard } else { Effort::Medium };
            let file = pack_entries(space.game(), class.captured, turn, entries, most, effort);
            solved.files.push(file);
        }
        solved
    }

    pub(super) fn load_class(&self, captured: u8) -> Result<Class, TableError> {
        let goats = u32::from(self.space.game().goats() - captured);
        let positions = self.space.blocks() * self.space.herds(goats);
        let entries = |turn: Side| {
            let contents = Contents::Sliding { captured, turn };
            all_entries(&self.store.open(&self.manifest, contents, Access::Read)?, positions)
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
