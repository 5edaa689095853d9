//! Every position of a sliding class, from tables that are read into memory.

use std::convert::Infallible;

use bagh::{Position, Side};
use rayon::prelude::*;

use super::recompute::recompute;
use super::report::Problem;
use crate::error::TableError;
use crate::file::format::Contents;
use crate::rank::Ranking;
use crate::slide::entry::Entry;
use crate::solve::Progress;
use crate::space::Space;
use crate::stats::scan;
use crate::tables::Tables;
use crate::value::Value;
use crate::verdict::Verdict;

/// The entries of a sliding class as they stand in the files.
pub(crate) struct SlidingClass {
    pub captured: u8,
    ranking: Ranking,
    tiger: Vec<u16>,
    goat: Vec<u16>,
}

impl SlidingClass {
    pub(crate) fn read(tables: &Tables, captured: u8) -> Result<SlidingClass, TableError> {
        let space = tables.space();
        let goats = u32::from(space.game().goats() - captured);
        let ranking = Ranking::new(space.free(), goats);
        let positions = space.blocks() * ranking.len();
        let entries = |turn: Side| -> Result<Vec<u16>, TableError> {
            let file = tables.open_table(Contents::Sliding { captured, turn })?;
            let size = file.header().block_positions as usize;
            if file.blocks() != positions.div_ceil(size) {
                return Err(TableError::damaged(file.path(), "it has another number of positions"));
            }
            let mut entries = vec![0; positions];
            entries.par_chunks_mut(size).enumerate().try_for_each(|(number, entries)| {
                entries.copy_from_slice(&scan::entries(&file, number, entries.len())?);
                Ok::<(), TableError>(())
            })?;
            Ok(entries)
        };
        let (tiger, goat) = (entries(Side::Tiger)?, entries(Side::Goat)?);
        Ok(SlidingClass { captured, ranking, tiger, goat })
    }

    /// What the entry of a position says.
    pub(crate) fn verdict(&self, space: &Space, position: &Position) -> Verdict {
        let (block, index) = space.locate(position);
        let at = block as usize * self.ranking.len() + self.ranking.rank(index) as usize;
        let entries = match position.turn() {
            Side::Tiger => &self.tiger,
            Side::Goat => &self.goat,
        };
        let (entry, captures) = (Entry::from_bits(entries[at]), space.game().captures());
        let value = Value::from_code(entry.code(), captures);
        let settled = value == Value::Draw(self.captured);
        Verdict { value, plies: (!settled).then(|| entry.plies()) }
    }

    /// The value's code of a position with tiger to move.
    pub(crate) fn tiger_code(&self, block: u32, rank: usize) -> u8 {
        Entry::from_bits(self.tiger[block as usize * self.ranking.len() + rank]).code()
    }

    /// Recomputes every position from its successors. `above` is the class with one more capture,
    /// or nothing where that wins. Returns the first that differs.
    pub(crate) fn check(
        &self,
        space: &Space,
        above: Option<&SlidingClass>,
        progress: &dyn Progress,
    ) -> Option<Problem> {
        let game = space.game();
        let subsets = self.ranking.subsets();
        let look_up = |position: &Position| -> Result<Verdict, Infallible> {
            Ok(match above {
                _ if position.captured() == self.captured => self.verdict(space, position),
                Some(above) => above.verdict(space, position),
                None => Verdict { value: Value::TigerWin, plies: Some(0) },
            })
        };
        (0..space.blocks() as u32).into_par_iter().find_map_first(|block| {
            for turn in [Side::Tiger, Side::Goat] {
                for &index in &subsets {
                    let position = space.position(block, index, turn, 0, self.captured);
                    let found = self.verdict(space, &position);
                    let Ok(expected) = recompute(game, &position, look_up);
                    if found != expected {
                        return Some(Problem::position(game, &position, found, expected));
                    }
                }
                progress.advance(subsets.len() as u64);
            }
            None
        })
    }
}
