//! Tables as a source of exact values for the search.

use std::sync::{Arc, OnceLock};

use bagh::{Phase, Position};
use bagh_tables::{ProbeError, TableError, Tables, Value};

use crate::knowledge::{Knowledge, Known};

/// Which tables are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KnownParts {
    /// All of them.
    #[default]
    All,
    /// Those of the sliding phase, which are small.
    Sliding,
}

/// What tables know, for [`Engine::with_knowledge`](crate::Engine::with_knowledge).
///
/// A table that is not there is no trouble: the search looks further instead. One that is damaged
/// is remembered in [`trouble`](TableKnowledge::trouble).
pub struct TableKnowledge {
    tables: Arc<Tables>,
    parts: KnownParts,
    trouble: OnceLock<ProbeError>,
}

impl TableKnowledge {
    /// Asks these tables.
    pub fn new(tables: Arc<Tables>, parts: KnownParts) -> TableKnowledge {
        TableKnowledge { tables, parts, trouble: OnceLock::new() }
    }

    /// The first error of a look-up, other than a table that is not there.
    pub fn trouble(&self) -> Option<&ProbeError> {
        self.trouble.get()
    }
}

impl Knowledge for TableKnowledge {
    fn known(&self, position: &Position) -> Option<Known> {
        let game = self.tables.game();
        if self.parts == KnownParts::Sliding && game.phase(position) != Phase::Sliding {
            return None;
        }
        let verdict = match self.tables.probe(position) {
            Ok(verdict) => verdict,
            Err(ProbeError::Table(TableError::Missing { .. })) => return None,
            Err(error) => {
                let _ = self.trouble.set(error); // The first one is enough.
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
        Some(Known { outcome, captures, plies })
    }
}

#[cfg(test)]
mod tests {
    use bagh::Side;

    use super::*;
    use crate::perfect::tests::{all_positions, solved};
    use crate::{Engine, Limits, Question, Score};

    /// What a search says of a position whose value the tables know.
    fn agrees(tables: &Tables, position: &Position, score: Score) -> bool {
        let verdict = tables.probe(position).unwrap();
        match (verdict.value, verdict.plies) {
            (Value::TigerWin, Some(plies)) => {
                score.seen_win() == Some((Side::Tiger, i32::from(plies)))
            }
            (Value::GoatWin, Some(plies)) => {
                score.seen_win() == Some((Side::Goat, i32::from(plies)))
            }
            (Value::Draw(captured), _) => score == Score::draw(captured),
            // A win whose plies nobody knows: seen, or expected for certain.
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
        let knowledge = Arc::new(TableKnowledge::new(Arc::clone(&tables), KnownParts::All));
        let mut engine = Engine::new(&game).with_memory(1 << 12).with_knowledge(knowledge.clone());
        for position in all_positions(&game).iter().filter(|p| game.result(p).is_none()) {
            let question = Question { limits: Limits::depth(1), ..Question::default() };
            let report = engine.search(position, question);
            let score = report.lines[0].score;
            assert!(agrees(&tables, position, score), "{} {score}", game.obx(position));
        }
        assert!(knowledge.trouble().is_none());
    }

    #[test]
    fn sliding_tables_say_nothing_of_the_placement() {
        let (_folder, tables) = solved();
        let game = tables.game().clone();
        let all = TableKnowledge::new(Arc::clone(&tables), KnownParts::All);
        let sliding = TableKnowledge::new(Arc::clone(&tables), KnownParts::Sliding);
        for position in &all_positions(&game) {
            match game.phase(position) {
                Phase::Sliding => assert_eq!(sliding.known(position), all.known(position)),
                Phase::Placement => assert_eq!(sliding.known(position), None),
            }
            assert!(all.known(position).is_some());
        }
    }

    #[test]
    fn missing_tables_are_no_trouble_and_damaged_ones_are() {
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
        let knowledge = TableKnowledge::new(tables, KnownParts::All);
        let positions = all_positions(&game);
        let start = game.start();
        assert_eq!(knowledge.known(&start), None);
        assert!(knowledge.trouble().is_none());
        let sliding =
            positions.iter().find(|p| game.phase(p) == Phase::Sliding && game.result(p).is_none());
        assert_eq!(knowledge.known(sliding.unwrap()), None);
        assert!(knowledge.trouble().is_some());
    }
}
