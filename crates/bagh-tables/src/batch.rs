//! Many lookups at once in tables on disk.

use std::ops::Range;
use std::sync::Arc;

use bagh::Position;
use rayon::prelude::*;

use crate::error::TableError;
use crate::file::format::Contents;
use crate::index::BlockKey;
use crate::lookups::{Lookups, Probed};
use crate::plies::lookup::PliesTables;
use crate::tables::{ProbeError, Tables};

/// A batch of more blocks than this keeps none of them for lookups that follow.
const KEPT: usize = 3_072;
/// Blocks of tables on another machine that are got together: some megabytes unpacked.
const FETCHED_TOGETHER: usize = 256;

/// Many lookups, planned: which blocks they need, and what comes of them.
///
/// A batch is read in pieces, in any order and by several threads, and then answered:
///
/// ```
/// # use bagh::Game;
/// # use bagh_tables::{Batch, Quiet, SolveOptions, Tables, Value, solve};
/// # const SMALL: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/small.toml"));
/// # let folder = std::env::temp_dir().join(format!("bagh-batch-example-{}", std::process::id()));
/// # let game = Game::from_toml(SMALL)?;
/// # solve(&game, &folder, SolveOptions::default(), &Quiet)?;
/// let tables = std::sync::Arc::new(Tables::open(&game, &folder)?);
/// let batch = Batch::new(&tables, &[game.start()], false);
/// for piece in batch.pieces(100) {
///     batch.read(piece)?;
/// }
/// for piece in batch.plies_pieces(100) {
///     batch.read_plies(piece);
/// }
/// let answers = batch.answers();
/// assert_eq!(answers[0].as_ref().unwrap().verdict.value, Value::Draw(0));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Batch {
    tables: Arc<Tables>,
    lookups: Lookups,
    moves: bool,
}

impl Batch {
    /// Plans the lookups of these positions, with or without their moves.
    pub fn new(tables: &Arc<Tables>, positions: &[Position], moves: bool) -> Batch {
        let is_there = |contents| tables.table(contents).is_ok();
        let extent = tables.plies().map(PliesTables::extent);
        let lookups = Lookups::new(tables.index(), positions, moves, extent, is_there);
        Batch { tables: tables.clone(), lookups, moves }
    }

    /// Plans the lookups of the values of these positions, with or without those of their moves.
    /// In the placement phase plies are not told, even if they were solved.
    pub fn of_values(tables: &Arc<Tables>, positions: &[Position], moves: bool) -> Batch {
        let is_there = |contents| tables.table(contents).is_ok();
        let lookups = Lookups::new(tables.index(), positions, moves, None, is_there);
        Batch { tables: tables.clone(), lookups, moves }
    }

    /// The tables that are read.
    pub fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// The batch cut into pieces of this many blocks each.
    pub fn pieces(&self, blocks: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        pieces(self.lookups.blocks(), blocks)
    }

    /// Reads the blocks of a piece, each once.
    pub fn read(&self, piece: Range<usize>) -> Result<(), TableError> {
        self.fetch(piece.clone())?;
        piece.into_iter().try_for_each(|number| self.read_block(number))
    }

    /// Gets the blocks of a piece together, where the tables are elsewhere.
    fn fetch(&self, piece: Range<usize>) -> Result<(), TableError> {
        if !self.tables.store().is_remote() {
            return Ok(());
        }
        let keys: Vec<BlockKey> = piece.map(|number| self.lookups.block(number)).collect();
        self.tables.fetch(&keys)
    }

    /// Reads everything, on all threads of the pool.
    pub fn read_all(&self) -> Result<(), TableError> {
        if self.tables.store().is_remote() {
            // Threads would wait, and many requests at a time are one thread's work.
            self.pieces(FETCHED_TOGETHER).try_for_each(|piece| self.read(piece))?;
            self.plies_pieces(FETCHED_TOGETHER).for_each(|piece| self.read_plies(piece));
        } else {
            let numbers = (0..self.lookups.blocks()).into_par_iter();
            numbers.try_for_each(|number| self.read_block(number))?;
            let plies = (0..self.lookups.plies_blocks().len()).into_par_iter();
            plies.for_each(|at| self.read_plies(at..at + 1));
        }
        Ok(())
    }

    fn read_block(&self, number: usize) -> Result<(), TableError> {
        let key = self.lookups.block(number);
        let file = self.tables.table(key.contents())?;
        let enter = |kept: &[u8]| self.lookups.enter(number, file.view(key.block(), kept));
        // A small batch keeps its blocks for lookups that follow: games stay in the neighbourhood.
        if self.is_large() {
            self.tables.with_kept_once(key, file, enter)?
        } else {
            enter(&self.tables.block(key, file)?)
        }
    }

    /// The blocks of plies of wins in the placement phase, cut into pieces of this many each, once
    /// all values have been read: they tell which are needed. None without tables of plies.
    pub fn plies_pieces(&self, blocks: usize) -> impl Iterator<Item = Range<usize>> + use<> {
        pieces(self.lookups.plies_blocks().len(), blocks)
    }

    /// Reads a piece of the plies. Positions whose plies cannot be read, or were not, are asked
    /// alone when they are answered, and say why.
    pub fn read_plies(&self, piece: Range<usize>) {
        let numbers = &self.lookups.plies_blocks()[piece];
        let _ = self.tables.fetch_plies(&self.lookups, numbers);
        for &number in numbers {
            let _ = self.read_plies_block(number);
        }
    }

    fn read_plies_block(&self, number: usize) -> Result<(), TableError> {
        let key = self.lookups.block(number);
        if let Contents::Placement { placed } = key.contents() {
            let codes = self.tables.plies_codes(placed, key.block(), self.is_large())?;
            self.lookups.enter_plies(number, |at| codes[at].into());
        } else {
            let key = BlockKey::new(key.contents().plies(), key.block());
            let file = self.tables.table(key.contents())?;
            let bytes = self.tables.block(key, file)?;
            self.lookups.enter_plies(number, |at| file.header().plies_in(&bytes, at));
        }
        Ok(())
    }

    /// Whether the batch reads too many blocks to keep: they would only evict others.
    fn is_large(&self) -> bool {
        self.lookups.blocks() >= KEPT
    }

    /// The answers, in the order of the positions. All pieces must have been read.
    pub fn answers(&self) -> Vec<Result<Probed, ProbeError>> {
        (0..self.lookups.len()).map(|number| self.answer_of(number)).collect()
    }

    /// The answer for one position. All pieces must have been read.
    ///
    /// # Panics
    /// If there are fewer positions.
    pub fn answer_of(&self, number: usize) -> Result<Probed, ProbeError> {
        let position = self.lookups.position(number);
        if let Some(probed) = self.lookups.answer(number) {
            return Ok(probed);
        }
        // Asked alone, it says what is wrong with it; or it was solved meanwhile.
        let verdict = self.tables.probe(position)?;
        let moves = match self.moves {
            true => self.tables.moves(position)?,
            false => Vec::new(),
        };
        Ok(Probed { verdict, moves })
    }
}

/// A number of blocks, cut into pieces.
fn pieces(all: usize, blocks: usize) -> impl Iterator<Item = Range<usize>> {
    let size = blocks.max(1);
    (0..all).step_by(size).map(move |start| start..all.min(start + size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Folder, small_games};
    use crate::{Quiet, SolveOptions, naive, solve, solve_plies};

    #[test]
    fn batches_say_what_single_lookups_say() {
        for (number, game) in small_games(30, 5..=8, 701).into_iter().enumerate() {
            let folder = Folder::new();
            let options = SolveOptions { compact: number % 3 == 2 };
            solve(&game, folder.path(), options, &Quiet).unwrap();
            let tables = Arc::new(Tables::open(&game, folder.path()).unwrap());
            let positions: Vec<Position> = naive::solve(&game).into_keys().collect();
            let batch = Batch::new(&tables, &positions, true);
            batch.pieces(3).for_each(|piece| batch.read(piece).unwrap());
            let values = Batch::new(&tables, &positions, false);
            values.read_all().unwrap();
            let answers = batch.answers().into_iter().zip(values.answers());
            for (position, (full, value)) in positions.iter().zip(answers) {
                let (full, value) = (full.unwrap(), value.unwrap());
                assert_eq!(full.verdict, tables.probe(position).unwrap());
                assert_eq!(full.moves, tables.moves(position).unwrap());
                assert_eq!((value.verdict, value.moves.len()), (full.verdict, 0));
            }
        }
    }

    #[test]
    fn values_need_no_plies_even_where_there_are_some() {
        for game in small_games(4, 6..=8, 703) {
            let folder = Folder::new();
            solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
            solve_plies(&game, folder.path(), &Quiet).unwrap();
            let tables = Arc::new(Tables::open(&game, folder.path()).unwrap());
            let all = naive::solve(&game).into_keys();
            let positions: Vec<Position> = all.filter(|p| tables.is_quick(p)).collect();
            for moves in [false, true] {
                let batch = Batch::of_values(&tables, &positions, moves);
                batch.pieces(3).for_each(|piece| batch.read(piece).unwrap());
                assert_eq!(batch.plies_pieces(1).count(), 0);
                for (number, position) in positions.iter().enumerate() {
                    // None of them is asked alone, which would be slow.
                    let found = batch.lookups.answer(number).expect("the blocks were read");
                    assert_eq!(found.verdict.value, tables.value(position).unwrap());
                    for found in &found.moves {
                        let after = game.after(position, found.mv);
                        assert_eq!(found.after.value, tables.value(&after).unwrap());
                    }
                    let legal = if moves { game.moves(position).count() } else { 0 };
                    assert_eq!(found.moves.len(), legal);
                }
            }
        }
    }

    #[test]
    fn a_bad_position_does_not_spoil_the_others() {
        let game = small_games(1, 7..=7, 702).remove(0);
        let folder = Folder::new();
        solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
        let tables = Arc::new(Tables::open(&game, folder.path()).unwrap());
        let other = bagh::Game::bagh_chal().start();
        let positions = [game.start(), other, game.start()];
        let batch = Batch::new(&tables, &positions, true);
        batch.read_all().unwrap();
        let answers = batch.answers();
        assert!(answers[0].is_ok() && answers[2].is_ok());
        assert!(matches!(answers[1], Err(ProbeError::Position(_))));
    }
}
