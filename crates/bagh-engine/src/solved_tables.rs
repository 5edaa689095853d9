//! Solved tables as a tablebase for the search.

use std::sync::{Arc, OnceLock};

use bagh::{Phase, Position};
use bagh_tables::{ProbeError, TableError, Tables, Value};

use crate::tablebase::{Tablebase, TablebaseValue};

/// Which tables are probed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TablebaseParts {
    /// All of them.
    #[default]
    All,
    /// Those of the sliding phase, which are small.
    Sliding,
}

/// Solved tables on disk, for [`Engine::with_tablebase`](crate::Engine::with_tablebase).
///
/// Positions of a missing table are searched. An error of any other kind is kept in
/// [`error`](SolvedTables::error).
pub struct SolvedTables {
    tables: Arc<Tables>,
    parts: TablebaseParts,
    error: OnceLock<ProbeError>,
}

impl SolvedTables {
    /// A tablebase of these tables.
    pub fn new(tables: Arc<Tables>, parts: TablebaseParts) -> SolvedTables {
        SolvedTables { tables, parts, error: OnceLock::new() }
    }

    /// The first error of a lookup, other than a missing table.
    pub fn error(&self) -> Option<&ProbeError> {
        self.error.get()
    }
}

impl Tablebase for SolvedTables {
    fn lookup(&self, position: &Position) -> Option<TablebaseValue> {
        let game = self.tables.game();
        if self.parts == TablebaseParts::Sliding && game.phase(position) != Phase::Sliding {
            return None;
        }
        let verdict = match self.tables.probe(position) {
            Ok(verdict) => verdict,
            Err(ProbeError::Table(TableError::Missing { .. })) => return None,
            Err(error) => {
                let _ = self.error.set(error); // The first one is enough.
                return None;
            }
        };
        let captures = match verdict.value {
            Value::GoatWin => 0,
            Value::Draw(captured) => captured,
            Value::TigerWin => game.captures(),
        };
        let outcome = verdict.value.outcome();
        let plies = verdict.plies.filter(|_| outcome.winner().is_some());
        Some(TablebaseValue { outcome, captures, plies })
    }
}

#[cfg(test)]
mod tests {
    use bagh::Side;

    use super::*;
    use crate::perfect::tests::{all_positions, solved};
    use crate::{Engine, Limits, Score, SearchOptions};

    /// Whether the score of a search agrees with the tables.
    fn agrees(tables: &Tables, position: &Position, score: Score) -> bool {
        let verdict = tables.probe(position).unwrap();
        match (verdict.value, verdict.plies) {
            (Value::TigerWin, Some(plies)) => {
                score.forced_win() == Some((Side::Tiger, i32::from(plies)))
            }
            (Value::GoatWin, Some(plies)) => {
                score.forced_win() == Some((Side::Goat, i32::from(plies)))
            }
            (Value::Draw(captured), _) => score == Score::draw(captured),
            // A win of unknown length: found by the search, or evaluated as certain.
            (Value::TigerWin, None) => {
                score >= Score::draw(tables.game().captures()) && score.points() > 0
            }
            (Value::GoatWin, None) => score.points() <= 0,
        }
    }

    #[test]
    fn with_all_tables_one_ply_finds_the_value() {
        let (_folder, tables) = solved();
        let game = tables.game().clone();
        let tablebase = Arc::new(SolvedTables::new(Arc::clone(&tables), TablebaseParts::All));
        let mut engine =
            Engine::new(&game).with_hash_size(1 << 12).with_tablebase(tablebase.clone());
        for position in all_positions(&game).iter().filter(|p| game.result(p).is_none()) {
            let options = SearchOptions { limits: Limits::depth(1), ..SearchOptions::default() };
            let report = engine.search(position, options);
            let score = report.lines[0].score;
            assert!(agrees(&tables, position, score), "{} {score}", game.obx(position));
        }
        assert!(tablebase.error().is_none());
    }

    #[test]
    fn sliding_tables_say_nothing_of_the_placement() {
        let (_folder, tables) = solved();
        let game = tables.game().clone();
        let all = SolvedTables::new(Arc::clone(&tables), TablebaseParts::All);
        let sliding = SolvedTables::new(Arc::clone(&tables), TablebaseParts::Sliding);
        for position in &all_positions(&game) {
            match game.phase(position) {
                Phase::Sliding => assert_eq!(sliding.lookup(position), all.lookup(position)),
                Phase::Placement => assert_eq!(sliding.lookup(position), None),
            }
            assert!(all.lookup(position).is_some());
        }
    }

    #[test]
    fn missing_tables_are_fine_and_damaged_ones_are_reported() {
        let (folder, tables) = solved();
        let game = tables.game().clone();
        let inside = tables.store().directory().to_owned();
        drop(tables);
        for entry in std::fs::read_dir(inside).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if name.starts_with("placement") {
                std::fs::remove_file(path).unwrap();
            } else if name.starts_with("sliding") {
                std::fs::write(path, b"no table").unwrap();
            }
        }
        let tables = Arc::new(Tables::open(&game, folder.path()).unwrap());
        let tablebase = SolvedTables::new(tables, TablebaseParts::All);
        let positions = all_positions(&game);
        let start = game.start();
        assert_eq!(tablebase.lookup(&start), None);
        assert!(tablebase.error().is_none());
        let sliding =
            positions.iter().find(|p| game.phase(p) == Phase::Sliding && game.result(p).is_none());
        assert_eq!(tablebase.lookup(sliding.unwrap()), None);
        assert!(tablebase.error().is_some());
    }
}
