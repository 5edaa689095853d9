//! The sliding phase alone, for code that must not see values of the placement phase.

use std::path::Path;

use bagh::{Game, Position, Side};
use rayon::prelude::*;

use crate::error::TableError;
use crate::file::format::Contents;
use crate::file::sliding::all_entries;
use crate::parts::Part;
use crate::slide::entry::Entry;
use crate::space::Space;
use crate::tables::{ProbeError, Tables};
use crate::value::Value;
use crate::verdict::Verdict;

/// Tables of the sliding phase, open for look-ups: nothing else of the tables can be read through
/// this, so that a proof that is given only this knows nothing of the placement phase.
pub struct SlidingTables {
    tables: Tables,
}

impl SlidingTables {
    /// Opens the sliding tables of a game in the folder of all tables.
    pub fn open(game: &Game, tables: &Path) -> Result<SlidingTables, TableError> {
        let tables = Tables::open(game, tables)?;
        for captured in 0..game.captures() {
            let part = Part::Sliding { captured };
            if tables.manifest().part(part).is_none() {
                let path = tables.store().directory().join(part.name());
                return Err(TableError::Missing { path, part: Some(part) });
            }
        }
        Ok(SlidingTables { tables })
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.tables.game()
    }

    /// What the tables say of a position of the sliding phase, with all tigers on the board and
    /// fewer captures than win. Of any other position they say nothing.
    pub fn verdict(&self, position: &Position) -> Result<Option<Verdict>, ProbeError> {
        let game = self.game();
        game.check(position)?;
        let here = position.goats_in_hand() == 0
            && game.tigers_in_hand(position) == 0
            && position.captured() < game.captures();
        if !here {
            return Ok(None);
        }
        Ok(Some(self.tables.verdict(position)?))
    }

    /// Whether `holds` is true of the verdict, for every position with tiger to move after so
    /// many captures: one list of herds, in the order of their ranks, for each block.
    pub(crate) fn each_with_tiger_to_move(
        &self,
        space: &Space,
        captured: u8,
        holds: &(dyn Fn(Verdict) -> bool + Sync),
    ) -> Result<Vec<bool>, TableError> {
        let game = self.game();
        let goats = u32::from(game.goats() - captured);
        let contents = Contents::Sliding { captured, turn: Side::Tiger };
        let file = self.tables.open_table(contents)?;
        let entries = all_entries(&file, space.blocks() * space.herds(goats))?;
        let of = |&bits: &u16| {
            let entry = Entry::from_bits(bits);
            let value = Value::from_code(entry.code(), game.captures());
            let settled = value == Value::Draw(captured);
            holds(Verdict { value, plies: (!settled).then(|| entry.plies()) })
        };
        Ok(entries.par_iter().map(of).collect())
    }
}
