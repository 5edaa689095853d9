//! Lines of best play: to the end of the game, or to where a draw settles.

use bagh::{Game, Phase, Position};
use thiserror::Error;

use crate::error::TableError;
use crate::file::format::Contents;
use crate::tables::{ProbeError, Tables};
use crate::value::Value;
use crate::verdict::{MoveVerdict, Verdict};

/// Where a line is.
///
/// A line ends if the tables are right: in the sliding phase each move brings the end, or the next
/// capture, nearer. Anyone can make tables with right checksums of which that is not true, so
/// each move is checked.
#[derive(Clone, Copy)]
pub(crate) struct Course {
    pub at: Position,
    pub verdict: Verdict,
}

/// Two verdicts of a line that contradict each other.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "its verdicts contradict each other: found {after} plies after the best move in {position}, expected fewer than the {before} before it"
)]
pub(crate) struct Astray {
    position: String,
    before: u16,
    after: u16,
}

impl Course {
    /// Whether a line of best play ends here though the game goes on: a draw in which nothing more
    /// is captured.
    pub(crate) fn is_settled(&self, game: &Game) -> bool {
        game.phase(&self.at) == Phase::Sliding
            && self.verdict.value == Value::Draw(self.at.captured())
    }

    /// Plays the best move.
    pub(crate) fn play(&mut self, game: &Game, best: &MoveVerdict) -> Result<(), Astray> {
        let before = *self;
        game.play_unchecked(&mut self.at, best.mv);
        self.verdict = best.after;
        // While goats are placed, the number of those in hand ends the line.
        let is_nearer = self.at.captured() > before.at.captured()
            || game.phase(&before.at) != Phase::Sliding
            || self.is_settled(game);
        match (before.verdict.plies, best.after.plies) {
            _ if is_nearer => Ok(()),
            (Some(before), Some(after)) if after < before => Ok(()),
            (known, after) => Err(Astray {
                position: game.obx(&before.at),
                before: known.unwrap_or(0),
                after: after.unwrap_or(0),
            }),
        }
    }

    /// The table that tells of the position, in the sliding phase.
    pub(crate) fn file_name(&self) -> String {
        let (captured, turn) = (self.at.captured(), self.at.turn());
        Contents::Sliding { captured, turn }.file_name()
    }
}

/// A line of best play that is being looked up, some moves at a time.
#[derive(Clone)]
pub struct BestLine {
    first: Verdict,
    course: Course,
    moves: Vec<MoveVerdict>,
    is_over: bool,
}

impl BestLine {
    /// Looks up the position in which a line begins.
    pub fn new(tables: &Tables, position: &Position) -> Result<BestLine, ProbeError> {
        let first = tables.probe(position)?;
        let course = Course { at: *position, verdict: first };
        Ok(BestLine { first, course, moves: Vec::new(), is_over: false })
    }

    /// Looks up at most this many further moves. Returns whether the line is over.
    pub fn follow(&mut self, tables: &Tables, most: usize) -> Result<bool, ProbeError> {
        let game = tables.game();
        for _ in 0..most {
            if self.is_over || self.course.is_settled(game) {
                self.is_over = true;
                break;
            }
            let Some(best) = tables.moves(&self.course.at)?.first().copied() else {
                self.is_over = true;
                break;
            };
            let file = self.course.file_name();
            self.course.play(game, &best).map_err(|astray| {
                TableError::damaged(&tables.store().path_of(&file), astray.to_string())
            })?;
            self.moves.push(best);
        }
        Ok(self.is_over)
    }

    /// The verdict on the position in which the line begins.
    pub fn verdict(&self) -> Verdict {
        self.first
    }

    /// The moves so far, each the first of the best moves, with the verdict after it.
    pub fn moves(&self) -> &[MoveVerdict] {
        &self.moves
    }
}

#[cfg(test)]
mod tests {
    use bagh::Side;

    use super::*;
    use crate::compression::Effort;
    use crate::file::sliding::pack_entries;
    use crate::slide::entry::Entry;
    use crate::testing::{Folder, small_games};
    use crate::{MemoryTables, Quiet, SolveOptions, Store, naive, solve};

    /// Writes tables in which every sliding position has the same value, as many plies away.
    fn forge(game: &Game, folder: &Folder, value: Value) {
        let store = Store::new(game, folder.path());
        let tables = Tables::open(game, folder.path()).unwrap();
        let (space, mut manifest) = (tables.space(), tables.manifest().clone());
        let entry = Entry::new(value.code(game.captures()), 5).bits();
        for captured in 0..game.captures() {
            let herds = space.herds(u32::from(game.goats() - captured));
            let entries = vec![entry; space.blocks() * herds];
            for turn in [Side::Tiger, Side::Goat] {
                let packed = pack_entries(game, captured, turn, &entries, 5, Effort::Quick);
                let written = packed.write(store.directory()).unwrap();
                let mut files = manifest.parts.iter_mut().flat_map(|part| &mut part.files);
                let file = files.find(|file| file.name == written.name);
                *file.unwrap() = written;
            }
        }
        store.write_manifest(&manifest).unwrap();
    }

    #[test]
    fn a_line_through_forged_tables_ends() {
        let games = small_games(40, 7..=8, 671).into_iter();
        let mut refused = [0; 2];
        for game in games.filter(|game| game.captures() >= 2).take(6) {
            let most = Value::Draw(game.captures() - 1);
            for (number, value) in [most, Value::TigerWin].into_iter().enumerate() {
                let folder = Folder::new();
                solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
                forge(&game, &folder, value);
                let tables = Tables::open(&game, folder.path()).unwrap();
                let mut memory = MemoryTables::new(&game).unwrap();
                for file in tables.manifest().files().filter(|f| f.name.starts_with("sliding")) {
                    let bytes = std::fs::read(tables.store().directory().join(&file.name)).unwrap();
                    memory.add(&file.name, bytes).unwrap();
                }
                let mut positions: Vec<Position> = naive::solve(&game).into_keys().collect();
                positions.retain(|p| game.phase(p) == Phase::Sliding && p.captured() == 0);
                for position in positions.iter().take(50) {
                    // Each says so, or the line ends by captures alone.
                    let line = tables.line(position);
                    if let Err(ProbeError::Table(TableError::Damaged { path, what })) = &line {
                        assert!(path.to_string_lossy().contains("sliding-"), "{path:?}");
                        assert!(what.contains("contradict each other"), "{what}");
                        refused[number] += 1;
                    }
                    assert_eq!(memory.line(position).is_ok(), line.is_ok());
                }
            }
        }
        assert!(refused.iter().all(|&refused| refused > 20), "{refused:?}");
    }

    #[test]
    fn a_line_in_pieces_is_the_whole_line() {
        for game in small_games(6, 6..=8, 672) {
            let folder = Folder::new();
            solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
            let tables = Tables::open(&game, folder.path()).unwrap();
            let whole = tables.line(&game.start()).unwrap();
            let mut line = BestLine::new(&tables, &game.start()).unwrap();
            while !line.follow(&tables, 1).unwrap() {}
            assert_eq!(line.moves(), whole);
            assert_eq!(line.verdict(), tables.probe(&game.start()).unwrap());
        }
    }
}
