//! How long wins take in the sliding phase, and the longest of them.

use std::cmp::Reverse;

use bagh::{Outcome, Side};
use serde::{Deserialize, Serialize};

use super::scan::fold_class;
use crate::error::TableError;
use crate::tables::Tables;
use crate::value::Value;

/// The won positions of one sliding class, by plies to the end of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Distances {
    /// Goats captured.
    pub captured: u8,
    /// Who moves.
    pub turn: Side,
    /// Who wins.
    pub outcome: Outcome,
    /// Positions up to symmetry that are won in 0, 1, 2, … plies.
    pub positions: Vec<u64>,
}

/// A win that takes as long as any in its class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LongestWin {
    /// Goats captured.
    pub captured: u8,
    /// Who moves.
    pub turn: Side,
    /// Who wins.
    pub outcome: Outcome,
    /// Plies to the end of the game.
    pub plies: u16,
    /// The first such position in the order of the tables, in OBX.
    pub position: String,
}

const WINS: [Value; 2] = [Value::TigerWin, Value::GoatWin];
const TURNS: [Side; 2] = [Side::Tiger, Side::Goat];

/// The wins of every sliding class by their plies: fewer captures first, then tiger to move, then
/// tigers' wins. Reads the sliding tables through.
pub fn distances(tables: &Tables) -> Result<Vec<Distances>, TableError> {
    let captures = tables.game().captures();
    let mut all = Vec::new();
    for captured in 0..captures {
        // By side to move, then by winner.
        let counts: [[Vec<u64>; 2]; 2] = fold_class(
            tables,
            captured,
            Default::default,
            |counts: &mut [[Vec<u64>; 2]; 2], pair| {
                for (counts, entry) in counts.iter_mut().zip([pair.tiger, pair.goat]) {
                    let value = Value::from_code(entry.code(), captures);
                    if let Some(win) = WINS.iter().position(|&w| w == value) {
                        let plies = usize::from(entry.plies());
                        if counts[win].len() <= plies {
                            counts[win].resize(plies + 1, 0);
                        }
                        counts[win][plies] += 1;
                    }
                }
            },
            |mut a, b| {
                for (a, b) in a.iter_mut().flatten().zip(b.iter().flatten()) {
                    if a.len() < b.len() {
                        a.resize(b.len(), 0);
                    }
                    for (sum, count) in a.iter_mut().zip(b) {
                        *sum += count;
                    }
                }
                a
            },
        )?;
        for (turn, by_winner) in TURNS.into_iter().zip(counts) {
            for (win, positions) in WINS.into_iter().zip(by_winner) {
                all.push(Distances { captured, turn, outcome: win.outcome(), positions });
            }
        }
    }
    Ok(all)
}

/// For every sliding class and winner a win that takes longest, in the order of [`distances`].
/// Reads the sliding tables through.
pub fn longest_wins(tables: &Tables) -> Result<Vec<LongestWin>, TableError> {
    /// The longest win so far, and where it stands first.
    type Best = Option<(u16, u32, u32)>;
    fn better(a: Best, b: Best) -> Best {
        let key = |&(plies, block, index): &(u16, u32, u32)| (plies, Reverse((block, index)));
        a.into_iter().chain(b).max_by_key(key)
    }
    let captures = tables.game().captures();
    let mut all = Vec::new();
    for captured in 0..captures {
        let best: [[Best; 2]; 2] = fold_class(
            tables,
            captured,
            Default::default,
            |best: &mut [[Best; 2]; 2], pair| {
                for (best, entry) in best.iter_mut().zip([pair.tiger, pair.goat]) {
                    let value = Value::from_code(entry.code(), captures);
                    if let Some(win) = WINS.iter().position(|&w| w == value) {
                        let here = Some((entry.plies(), pair.block, pair.index));
                        best[win] = better(best[win], here);
                    }
                }
            },
            |mut a, b| {
                for (a, b) in a.iter_mut().flatten().zip(b.iter().flatten()) {
                    *a = better(*a, *b);
                }
                a
            },
        )?;
        for (turn, by_winner) in TURNS.into_iter().zip(best) {
            for (win, best) in WINS.into_iter().zip(by_winner) {
                if let Some((plies, block, index)) = best {
                    let position = tables.space().position(block, index, turn, 0, captured);
                    let position = tables.game().obx(&position);
                    all.push(LongestWin {
                        captured,
                        turn,
                        outcome: win.outcome(),
                        plies,
                        position,
                    });
                }
            }
        }
    }
    Ok(all)
}
