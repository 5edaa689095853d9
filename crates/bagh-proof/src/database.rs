//! Intermediate databases: one bit for every position with tiger to move after a given number of goats.
//!
//! The bit says whether the tigers reach the goal of the claim. Databases are built backwards from
//! the sliding tables, or from the last ply of the claim, a layer at a time; each is a file, so
//! that an interrupted proof goes on from the last one.

use std::path::{Path, PathBuf};

use bagh::Side;
use bagh_files::Durability;
use bagh_tables::{BitLayers, Ranking, SlidingTables, Space, rules_hash};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::claim::{Aim, Claim};
use crate::error::{ProofError, ProofFile};
use crate::file::{Blocks, Kind, compress, write};

const KIND: Kind = Kind {
    magic: *b"\x89BAGD\r\n\x1a",
    version: 1,
    file: ProofFile::Database,
    durability: Durability::Cached,
};

/// What a database is of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Header {
    game: String,
    rules: String,
    captures: u8,
    claim: Claim,
    enough: u8,
    limit: Option<i32>,
    placed: u8,
}

/// The bits of one layer, in memory.
pub struct Database<'s> {
    placed: u8,
    turn: Side,
    space: &'s Space,
    layers: BitLayers<'s>,
}

/// How many positions of a database are which, for one number of captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct DatabaseRow {
    /// Goats captured.
    pub captured: u8,
    /// Positions for which the claim holds, up to symmetry.
    pub proven: u64,
    /// All others.
    pub others: u64,
}

impl Database<'_> {
    /// Goats placed.
    pub fn placed(&self) -> u8 {
        self.placed
    }

    /// Who moves: Tiger as it is read, Goat after [`Database::before_placement`].
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// Whether the tigers reach their goal.
    #[inline]
    pub fn get(&self, block: u32, index: u32) -> bool {
        self.layers.get(block, index)
    }

    /// Goes back by one ply, to where Goat is to place: so a move of the tigers is looked up at
    /// once, not each answer to it.
    pub fn before_placement(&mut self, enough: u8) {
        self.placed -= 1;
        self.turn = Side::Goat;
        self.layers.goat_step(self.placed, enough);
    }

    /// The entries by captures, and by whether the claim of this side holds.
    pub fn rows(&self, enough: u8, side: Side) -> Vec<DatabaseRow> {
        let space = self.space;
        let classes = enough.min(self.placed + 1);
        let herds: Vec<Vec<u32>> = (0..classes)
            .map(|captured| Ranking::new(space.free(), u32::from(self.placed - captured)).subsets())
            .collect();
        let classes = usize::from(classes);
        let count = |block: u32| -> Vec<(u64, u64)> {
            let bits = self.layers.bytes(block);
            let of_herds = |herds: &Vec<u32>| {
                let mut counts = (0, 0);
                for &index in herds {
                    if space.first_twin(block, index) == index {
                        let reached = bits[(index >> 3) as usize] >> (index & 7) & 1 == 1;
                        match reached == (side == Side::Tiger) {
                            true => counts.0 += 1,
                            false => counts.1 += 1,
                        }
                    }
                }
                counts
            };
            herds.iter().map(of_herds).collect()
        };
        let add = |a: Vec<(u64, u64)>, b: Vec<(u64, u64)>| {
            a.iter().zip(&b).map(|(a, b)| (a.0 + b.0, a.1 + b.1)).collect()
        };
        let counts = (0..space.blocks() as u32)
            .into_par_iter()
            .map(count)
            .reduce(|| vec![(0, 0); classes], add);
        let rows = (0..).zip(counts);
        rows.map(|(captured, (proven, others))| DatabaseRow { captured, proven, others }).collect()
    }
}

/// The databases of a proof, as files in a folder.
pub struct Databases<'a> {
    space: &'a Space,
    aim: &'a Aim,
    folder: PathBuf,
    first: u8,
    last: u8,
}

impl<'a> Databases<'a> {
    /// Databases after `first` goats and more, for a proof that keeps its files in this folder.
    /// There are none if the claim ends before that.
    pub fn new(space: &'a Space, aim: &'a Aim, folder: &Path, first: u8) -> Databases<'a> {
        let goats = space.game().goats();
        // After the last goat stands the sliding phase itself.
        let last = aim.limit.map_or(goats, |limit| (limit / 2).max(0) as u8);
        Databases { space, aim, folder: folder.to_owned(), first: first.max(1), last }
    }

    /// Bytes of memory that building and reading the databases takes at the most, about.
    pub fn memory(&self) -> u64 {
        if self.first().is_none() {
            return 0;
        }
        let layers = BitLayers::memory(self.space);
        let goats = self.space.game().goats();
        // While the sliding phase is filled in: an entry and an answer for each of its positions.
        let herds = (0..self.aim.enough)
            .map(|captured| self.space.herds(u32::from(goats.saturating_sub(captured))));
        let sliding = match self.aim.limit {
            Some(_) => 0,
            None => 3 * self.space.blocks() as u64 * herds.max().unwrap_or(0) as u64,
        };
        // While the proof is walked through: the first database and that of the ply.
        (layers + sliding).max(2 * layers)
    }

    /// Goats placed at the first database, if there is one.
    pub fn first(&self) -> Option<u8> {
        (self.first <= self.last).then_some(self.first)
    }

    /// Goats placed at the last database.
    pub fn last(&self) -> u8 {
        self.last
    }

    fn header(&self, placed: u8) -> Header {
        let game = self.space.game();
        Header {
            game: game.name().to_owned(),
            rules: rules_hash(game),
            captures: game.captures(),
            claim: self.aim.claim,
            enough: self.aim.enough,
            limit: self.aim.limit,
            placed,
        }
    }

    fn path(&self, placed: u8) -> PathBuf {
        self.folder.join(format!("database-{placed:02}.bagh"))
    }

    /// Builds what is missing, the last layer first. `progress` hears of each finished layer.
    pub fn build(
        &self,
        tables: Option<&SlidingTables>,
        stop: &dyn Fn() -> bool,
        progress: &dyn Fn(u8),
    ) -> Result<(), ProofError> {
        let Some(first) = self.first() else { return Ok(()) };
        let there = (first..=self.last).find(|&placed| self.path(placed).exists());
        if there == Some(first) {
            return Ok(());
        }
        let (enough, goats) = (self.aim.enough, self.space.game().goats());
        let mut layers = BitLayers::new(self.space)?;
        let mut placed = match there {
            Some(placed) => {
                let file = self.open(placed)?;
                self.fill(&mut layers, &file)?;
                placed
            }
            None => {
                layers.clear();
                if self.aim.limit.is_some() {
                    // Goat to move, and no time left: only captures count.
                    layers.goat_step(self.last, enough);
                    layers.tiger_step(self.last, enough);
                } else {
                    let tables = tables.ok_or(ProofError::NeedsTables)?;
                    let ply = 2 * i32::from(goats) - 1;
                    for captured in 0..enough {
                        let reached = |verdict| self.aim.reached_by(verdict, ply);
                        layers.fill_sliding(tables, captured, &reached)?;
                    }
                }
                self.save(&layers, self.last)?;
                progress(self.last);
                self.last
            }
        };
        while placed > first {
            if stop() {
                return Err(ProofError::Stopped);
            }
            placed -= 1;
            layers.goat_step(placed, enough);
            layers.tiger_step(placed, enough);
            self.save(&layers, placed)?;
            progress(placed);
        }
        Ok(())
    }

    fn save(&self, layers: &BitLayers<'_>, placed: u8) -> Result<u64, ProofError> {
        let blocks: Vec<Vec<u8>> = (0..self.space.blocks() as u32)
            .into_par_iter()
            .map(|block| compress(layers.bytes(block), 1))
            .collect();
        write(&self.path(placed), &KIND, &self.header(placed), &blocks)
    }

    fn open(&self, placed: u8) -> Result<Blocks<Header>, ProofError> {
        let path = self.path(placed);
        let file: Blocks<Header> = Blocks::read(&path, &KIND)?;
        let expected = self.header(placed);
        if file.header != expected {
            return Err(ProofError::Foreign {
                path,
                field: "contents",
                found: format!("{:?}", file.header),
                expected: format!("{expected:?}"),
                file: KIND.file,
            });
        }
        if file.len() != self.space.blocks() {
            return Err(file.damaged(format!("it has {} blocks", file.len())));
        }
        Ok(file)
    }

    /// Bytes of a database's file.
    pub fn bytes(&self, placed: u8) -> u64 {
        std::fs::metadata(self.path(placed)).map_or(0, |m| m.len())
    }

    /// Reads a database.
    pub fn load(&self, placed: u8) -> Result<Database<'a>, ProofError> {
        let layers = BitLayers::new(self.space)?;
        let mut database = Database { placed, turn: Side::Tiger, space: self.space, layers };
        self.reload(&mut database, placed)?;
        Ok(database)
    }

    /// Reads a database into the memory of another one.
    pub fn reload(&self, database: &mut Database<'a>, placed: u8) -> Result<(), ProofError> {
        let file = self.open(placed)?;
        self.fill(&mut database.layers, &file)?;
        (database.placed, database.turn) = (placed, Side::Tiger);
        Ok(())
    }

    fn fill(&self, layers: &mut BitLayers<'a>, file: &Blocks<Header>) -> Result<(), ProofError> {
        let length = BitLayers::block_bytes(self.space);
        layers.replace(|block, bytes| {
            bytes.copy_from_slice(&file.block(block, length)?);
            Ok(())
        })
    }
}
