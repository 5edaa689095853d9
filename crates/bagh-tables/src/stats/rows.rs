//! Every class of positions, by value.

use std::collections::BTreeMap;

use bagh::{Game, Phase, Side};
use serde::Serialize;

use crate::burnside;
use crate::census::CensusRow;
use crate::manifest::Manifest;
use crate::value::Value;

/// The positions of one class: a phase, a side to move, a number of goats placed and captured.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClassRow {
    /// The phase.
    #[cfg_attr(feature = "openapi", schema(schema_with = crate::answer::openapi::phase))]
    pub phase: Phase,
    /// Who moves.
    #[cfg_attr(feature = "openapi", schema(schema_with = crate::answer::openapi::side))]
    pub turn: Side,
    /// Goats placed; all of them in the sliding phase.
    pub placed: u8,
    /// Goats captured.
    pub captured: u8,
    /// All positions.
    pub positions: u64,
    /// Those that the goats win.
    pub goat_wins: u64,
    /// Drawn ones, by the number of goats captured in the end.
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<String, u64>))]
    pub draws: BTreeMap<u8, u64>,
    /// Those that the tigers win.
    pub tiger_wins: u64,
    /// Plies of the longest win of the tigers; in the sliding phase only, and where there is one.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub longest_tiger_win: Option<u16>,
    /// Plies of the longest win of the goats; in the sliding phase only, and where there is one.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub longest_goat_win: Option<u16>,
}

impl ClassRow {
    /// All draws.
    pub fn all_draws(&self) -> u64 {
        self.draws.values().sum()
    }
}

/// The classes that are solved, in the order in which games come to them.
///
/// These are the classes that games can come to, but for those with tigers in hand; tables hold
/// a few more.
pub fn rows(game: &Game, manifest: &Manifest) -> Vec<ClassRow> {
    let classes: Vec<(u8, u8, Side)> = burnside::classes(game)
        .into_iter()
        .filter(|class| class.tigers == game.tigers())
        .map(|class| (class.placed, class.captured, class.turn))
        .collect();
    let find = |&(placed, captured, turn): &(u8, u8, Side)| {
        let mut census = manifest.parts.iter().flat_map(|part| &part.census);
        let row =
            census.find(|row| (row.placed, row.captured, row.turn) == (placed, captured, turn));
        row.map(|row| row_of(game, row))
    };
    classes.iter().filter_map(find).collect()
}

/// One row of the census in words.
fn row_of(game: &Game, row: &CensusRow) -> ClassRow {
    let captures = game.captures();
    let phase = if row.placed == game.goats() { Phase::Sliding } else { Phase::Placement };
    let count = |value: Value| {
        row.counts.get(usize::from(value.code(captures))).copied().unwrap_or_default()
    };
    let longest = |value: Value| {
        let plies = row.longest.get(usize::from(value.code(captures))).copied();
        plies.filter(|_| phase == Phase::Sliding && count(value) > 0)
    };
    ClassRow {
        phase,
        turn: row.turn,
        placed: row.placed,
        captured: row.captured,
        positions: row.positions(),
        goat_wins: count(Value::GoatWin),
        draws: (row.captured..captures).map(|end| (end, count(Value::Draw(end)))).collect(),
        tiger_wins: count(Value::TigerWin),
        longest_tiger_win: longest(Value::TigerWin),
        longest_goat_win: longest(Value::GoatWin),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Folder, small_games};
    use crate::{Quiet, SolveOptions, Tables, naive};

    #[test]
    fn every_class_is_there_and_adds_up() {
        for game in small_games(40, 5..=8, 31) {
            let folder = Folder::new();
            crate::solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
            let tables = Tables::open(&game, folder.path()).unwrap();
            let rows = rows(&game, tables.manifest());
            let classes = burnside::classes(&game);
            let mut classes = classes.iter().filter(|class| class.tigers == game.tigers());
            for row in rows {
                let class = classes.next().unwrap();
                assert_eq!((row.placed, row.captured), (class.placed, class.captured));
                assert_eq!((row.phase, row.turn), (class.phase, class.turn));
                assert_eq!(u128::from(row.positions), class.positions);
                assert_eq!(row.positions, row.goat_wins + row.all_draws() + row.tiger_wins);
            }
            assert!(classes.next().is_none());
        }
    }

    /// The naive solver's positions, one of each orbit, counted one by one.
    #[test]
    fn rows_equal_a_count_one_by_one() {
        for game in small_games(40, 5..=8, 32) {
            let folder = Folder::new();
            crate::solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
            let tables = Tables::open(&game, folder.path()).unwrap();
            let mut counts: BTreeMap<(u8, bool, u8, Value), (u64, u16)> = BTreeMap::new();
            for (position, verdict) in naive::solve(&game) {
                let first = game.board().symmetries().iter().all(|s| {
                    let image = position.transformed(s);
                    image >= position
                });
                if first && game.tigers_in_hand(&position) == 0 {
                    let placed = game.goats() - position.goats_in_hand();
                    let class = (placed, position.turn() == Side::Goat, position.captured());
                    let count =
                        counts.entry((class.0, class.1, class.2, verdict.value)).or_default();
                    count.0 += 1;
                    count.1 = count.1.max(verdict.plies.unwrap_or(0));
                }
            }
            for row in rows(&game, tables.manifest()) {
                let of = |value: Value| {
                    let class = (row.placed, row.turn == Side::Goat, row.captured, value);
                    counts.get(&class).copied()
                };
                let number = |value| of(value).map_or(0, |c| c.0);
                let longest =
                    |value| of(value).filter(|_| row.phase == Phase::Sliding).map(|c| c.1);
                assert_eq!(row.goat_wins, number(Value::GoatWin));
                assert_eq!(row.tiger_wins, number(Value::TigerWin));
                for (&end, &count) in &row.draws {
                    assert_eq!(count, number(Value::Draw(end)));
                }
                assert_eq!(row.longest_tiger_win, longest(Value::TigerWin));
                assert_eq!(row.longest_goat_win, longest(Value::GoatWin));
            }
        }
    }
}
