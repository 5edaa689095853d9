//! Tables whose files are in memory as a whole, such as those that a browser keeps for times
//! without a connection.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use bagh::{Game, Position};

use crate::error::TableError;
use crate::file::format::Contents;
use crate::file::reader::TableFile;
use crate::file::source::{Access, Source};
use crate::index::Index;
use crate::line::Course;
use crate::lookups::{Lookups, Probed};
use crate::parts::Part;
use crate::space::Space;
use crate::store::{Store, tables_game};
use crate::tables::ProbeError;
use crate::verdict::{MoveVerdict, Verdict};

/// Some tables of a game, in memory. Positions that need others are not known.
pub struct MemoryTables {
    index: Arc<Index>,
    store: Store,
    files: HashMap<Contents, TableFile>,
}

impl MemoryTables {
    /// Tables of a game, none of them so far.
    pub fn new(game: &Game) -> Result<MemoryTables, TableError> {
        let space = Arc::new(Space::new(&tables_game(game))?);
        let index = Arc::new(Index::new(game, space, false, 1));
        Ok(MemoryTables { index, store: Store::new(game, Path::new("")), files: HashMap::new() })
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.index.game()
    }

    /// Takes the bytes of a table file, whose name is only for messages. What it holds is told by
    /// its header, and checked against the game.
    pub fn add(&mut self, name: &str, bytes: Vec<u8>) -> Result<(), TableError> {
        let source = Source::in_memory(Path::new(name), bytes);
        let file = TableFile::open(source, Access::Memory, |path, header| {
            self.store.check(path, header, header.contents)
        })?;
        self.files.insert(file.header().contents, file);
        Ok(())
    }

    /// What the tables say of a position and, if asked, of its moves.
    pub fn probe(&self, position: &Position, moves: bool) -> Result<Probed, ProbeError> {
        let is_there = |contents| self.files.contains_key(&contents);
        let lookups = Lookups::new(&self.index, &[*position], moves, None, is_there);
        for number in 0..lookups.blocks() {
            let key = lookups.block(number);
            let file = &self.files[&key.contents()];
            let kept = file.kept_block(key.block())?;
            lookups.enter(number, file.view(key.block(), &kept))?;
        }
        match lookups.answer(0) {
            Some(probed) => Ok(probed),
            None => {
                self.game().check(position)?;
                let part = Part::of(self.game(), position);
                let path = self.store.path_of(&part.name());
                Err(TableError::Missing { path, part: Some(part) }.into())
            }
        }
    }

    /// A best line, as [`Tables::line`](crate::Tables::line) tells it, and the verdict on where it
    /// begins.
    pub fn line(&self, position: &Position) -> Result<(Verdict, Vec<MoveVerdict>), ProbeError> {
        let mut probed = self.probe(position, true)?;
        let verdict = probed.verdict;
        let (mut course, mut line) = (Course { at: *position, verdict }, Vec::new());
        while !course.is_settled(self.game()) {
            let Some(&best) = probed.moves.first() else { break };
            let file = course.file_name();
            course
                .play(self.game(), &best)
                .map_err(|astray| TableError::damaged(Path::new(&file), astray.to_string()))?;
            line.push(best);
            probed = self.probe(&course.at, true)?;
        }
        Ok((verdict, line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Folder, small_games};
    use crate::{Quiet, SolveOptions, Tables, naive, solve};

    #[test]
    fn files_in_memory_say_what_the_tables_say() {
        for game in small_games(6, 6..=8, 911) {
            let folder = Folder::new();
            solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
            let tables = Tables::open(&game, folder.path()).unwrap();
            let mut memory = MemoryTables::new(&game).unwrap();
            for file in tables.manifest().files().filter(|file| file.name.starts_with("sliding")) {
                let bytes = std::fs::read(tables.store().directory().join(&file.name)).unwrap();
                let mut cut = bytes.clone();
                cut.pop();
                assert!(memory.add(&file.name, cut).is_err());
                memory.add(&file.name, bytes).unwrap();
            }
            for position in naive::solve(&game).into_keys() {
                let is_sliding =
                    position.goats_in_hand() == 0 && game.tigers_in_hand(&position) == 0;
                let is_won = position.captured() >= game.captures();
                match memory.probe(&position, true) {
                    Ok(probed) => {
                        assert_eq!(probed.verdict, tables.probe(&position).unwrap());
                        assert_eq!(probed.moves, tables.moves(&position).unwrap());
                    }
                    Err(error) => {
                        assert!(!is_sliding && !is_won, "{error}");
                        assert!(matches!(error, ProbeError::Table(TableError::Missing { .. })));
                    }
                }
                if is_sliding {
                    let (verdict, line) = memory.line(&position).unwrap();
                    assert_eq!(verdict, tables.probe(&position).unwrap());
                    assert_eq!(line, tables.line(&position).unwrap());
                }
            }
            // A table of another game is refused.
            let other = small_games(8, 7..=7, 912).pop().unwrap();
            let mut others = MemoryTables::new(&other).unwrap();
            let first = tables.manifest().files().next().unwrap();
            let bytes = std::fs::read(tables.store().directory().join(&first.name)).unwrap();
            assert!(others.add(&first.name, bytes).is_err());
        }
    }
}
