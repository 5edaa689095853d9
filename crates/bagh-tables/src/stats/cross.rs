//! The outcome with one side to move against that with the other, over the same board images.

use bagh::{Outcome, Side};
use serde::{Deserialize, Serialize};

use super::scan::{Pair, fold_class};
use crate::census::CensusRow;
use crate::error::TableError;
use crate::space::Space;
use crate::tables::Tables;
use crate::value::Value;

/// The board images of the sliding phase with one number of captures, by the outcome with goat to
/// move and the outcome with tiger to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CrossTable {
    /// Goats captured.
    pub captured: u8,
    /// For each outcome with goat to move, the images by the outcome with tiger to move; both in
    /// the order of [`CrossTable::OUTCOMES`].
    pub images: [[u64; 3]; 3],
}

impl CrossTable {
    /// The outcomes in the order of rows and columns.
    pub const OUTCOMES: [Outcome; 3] = [Outcome::TigerWin, Outcome::Draw, Outcome::GoatWin];

    /// A table of nothing.
    pub(crate) fn new(captured: u8) -> CrossTable {
        CrossTable { captured, images: [[0; 3]; 3] }
    }

    /// How many images have these outcomes.
    pub fn get(&self, goat_to_move: Outcome, tiger_to_move: Outcome) -> u64 {
        self.images[place(goat_to_move)][place(tiger_to_move)]
    }

    /// How many images have this outcome with this side to move.
    pub fn total(&self, turn: Side, outcome: Outcome) -> u64 {
        let of = |other| match turn {
            Side::Goat => self.get(outcome, other),
            Side::Tiger => self.get(other, outcome),
        };
        CrossTable::OUTCOMES.into_iter().map(of).sum()
    }

    /// All images.
    pub fn all(&self) -> u64 {
        self.images.iter().flatten().sum()
    }

    pub(crate) fn add(&mut self, pair: Pair, captures: u8) {
        let place = |code| place(Value::from_code(code, captures).outcome());
        self.images[place(pair.goat.code())][place(pair.tiger.code())] += 1;
    }

    fn join(mut self, other: CrossTable) -> CrossTable {
        for (sum, count) in self.images.iter_mut().flatten().zip(other.images.iter().flatten()) {
            *sum += count;
        }
        self
    }
}

fn place(outcome: Outcome) -> usize {
    match outcome {
        Outcome::TigerWin => 0,
        Outcome::Draw => 1,
        Outcome::GoatWin => 2,
    }
}

/// The tables for all numbers of captures, from none up. Reads the sliding tables through.
pub fn cross(tables: &Tables) -> Result<Vec<CrossTable>, TableError> {
    let game = tables.game();
    (0..game.captures())
        .map(|captured| {
            fold_class(
                tables,
                captured,
                || CrossTable::new(captured),
                |table, pair| table.add(pair, game.captures()),
                CrossTable::join,
            )
        })
        .collect()
}

/// A sliding class counted once more, image by image and not by the lemma of Burnside.
pub(crate) struct Recount {
    pub cross: CrossTable,
    /// What the census should say, tiger to move and goat to move.
    pub rows: [CensusRow; 2],
}

impl Recount {
    pub(crate) fn of_class(tables: &Tables, captured: u8) -> Result<Recount, TableError> {
        let new = || Recount::new(tables.space(), captured);
        let captures = tables.game().captures();
        fold_class(tables, captured, new, |sum, pair| sum.add(pair, captures), Recount::join)
    }

    pub(crate) fn new(space: &Space, captured: u8) -> Recount {
        let values = usize::from(space.game().captures()) + 2;
        let row = |turn| CensusRow {
            placed: space.game().goats(),
            captured,
            turn,
            counts: vec![0; values],
            longest: vec![0; values],
        };
        Recount { cross: CrossTable::new(captured), rows: [row(Side::Tiger), row(Side::Goat)] }
    }

    pub(crate) fn add(&mut self, pair: Pair, captures: u8) {
        self.cross.add(pair, captures);
        for (row, entry) in self.rows.iter_mut().zip([pair.tiger, pair.goat]) {
            let code = usize::from(entry.code());
            row.counts[code] += 1;
            row.longest[code] = row.longest[code].max(entry.plies());
        }
    }

    pub(crate) fn join(self, other: Recount) -> Recount {
        let [mut tiger, mut goat] = self.rows;
        for (sum, row) in [&mut tiger, &mut goat].into_iter().zip(&other.rows) {
            for (sum, count) in sum.counts.iter_mut().zip(&row.counts) {
                *sum += count;
            }
            for (most, plies) in sum.longest.iter_mut().zip(&row.longest) {
                *most = (*most).max(*plies);
            }
        }
        Recount { cross: self.cross.join(other.cross), rows: [tiger, goat] }
    }
}
