//! Looking positions up.

use std::cell::Cell;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use bagh::{Game, Move, Outcome, Phase, Position, PositionError, Side};
use quick_cache::sync::Cache;
use thiserror::Error;

use crate::error::TableError;
use crate::file::format::Contents;
use crate::file::reader::TableFile;
use crate::file::source::Access;
use crate::file::streams::StreamLayout;
use crate::manifest::Manifest;
use crate::opening::Opening;
use crate::parts::Part;
use crate::rank::Ranking;
use crate::space::{Space, bits};
use crate::store::Store;
use crate::twins::first_twin;
use crate::value::Value;
use crate::verdict::{MoveVerdict, Verdict};

/// Decompressed blocks that are kept at hand, each of about 32 KiB.
pub(crate) const CACHED_BLOCKS: usize = 12_288;

/// The tables of a game, open for look-ups. Threads may share them.
///
/// Files are opened when they are first needed; a missing one is an error only then.
pub struct Tables {
    /// The game that was asked for, which may begin elsewhere than that of the tables.
    game: Game,
    space: Arc<Space>,
    store: Store,
    manifest: Manifest,
    access: Access,
    placement: Vec<OnceLock<(TableFile, StreamLayout)>>,
    sliding: Vec<OnceLock<TableFile>>,
    opening: OnceLock<Opening>,
    rankings: Vec<Ranking>,
    cache: Cache<(Contents, u32), Arc<[u8]>>,
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables")
            .field("game", &self.game().name())
            .field("captures", &self.game().captures())
            .field("directory", &self.store.directory())
            .field("is_complete", &self.is_complete())
            .finish_non_exhaustive()
    }
}

/// Why a position could not be looked up.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// The position does not belong to this game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A table could not be read.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl Tables {
    /// Opens the tables of a game in the folder of all tables.
    pub fn open(game: &Game, tables: &Path) -> Result<Tables, TableError> {
        Tables::open_with(game, tables, Access::default())
    }

    /// Opens tables to be read in a certain way.
    pub fn open_with(game: &Game, tables: &Path, access: Access) -> Result<Tables, TableError> {
        let store = Store::new(game, tables);
        let manifest = store.manifest()?;
        let space = Arc::new(Space::new(store.game())?);
        let tables = Tables::from_parts(space, store, manifest, access);
        Ok(Tables { game: game.clone(), ..tables })
    }

    pub(crate) fn from_parts(
        space: Arc<Space>,
        store: Store,
        manifest: Manifest,
        access: Access,
    ) -> Tables {
        let game = space.game();
        Tables {
            placement: (0..game.goats()).map(|_| OnceLock::new()).collect(),
            sliding: (0..2 * game.captures()).map(|_| OnceLock::new()).collect(),
            opening: OnceLock::new(),
            rankings: (0..=u32::from(game.goats()))
                .map(|goats| Ranking::new(space.free(), goats))
                .collect(),
            cache: Cache::new(CACHED_BLOCKS),
            game: game.clone(),
            space,
            store,
            manifest,
            access,
        }
    }

    /// The game that was asked for. Where it shares the tables of another one
    /// ([`tables_game`](crate::tables_game)), its start is its own.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The index space.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The folder.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// What is solved.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Opens a table. Parts that were finished after these tables were opened are found, too.
    pub(crate) fn open_table(&self, contents: Contents) -> Result<TableFile, TableError> {
        match self.store.open(&self.manifest, contents, self.access) {
            // It may have been finished, or solved anew, since the manifest was read.
            Err(TableError::Missing { path } | TableError::Damaged { path, .. })
                if path.exists() =>
            {
                self.store.open(&self.store.manifest()?, contents, self.access)
            }
            opened => opened,
        }
    }

    /// Whether every part is solved.
    pub fn is_complete(&self) -> bool {
        self.manifest.is_complete(self.space.game())
    }

    /// Forgets decompressed blocks, so that the next look-ups start cold.
    pub fn forget(&self) {
        self.cache.clear();
    }

    /// Whether a look-up of this position is quick. Positions with tigers in hand that no game
    /// comes to are worked out, from thousands or millions of others.
    pub fn is_quick(&self, position: &Position) -> bool {
        const FEW: u64 = 1_000;
        let game = self.game();
        let in_hand = u64::from(game.tigers_in_hand(position));
        if in_hand == 0 || Opening::has(game, position) {
            return true;
        }
        // Each side places in turn until the last tiger stands.
        let plies = match position.turn() {
            Side::Tiger => 2 * in_hand - 1,
            Side::Goat => 2 * in_hand,
        };
        let empty = game.empty(position).len() as u64;
        let ways = (0..plies).map(|ply| empty.saturating_sub(ply)).product::<u64>();
        ways <= FEW
    }

    /// What the tables say of a position.
    pub fn probe(&self, position: &Position) -> Result<Verdict, ProbeError> {
        self.game().check(position)?;
        Ok(self.verdict(position)?)
    }

    /// What the tables say of every legal move, the best first.
    pub fn moves(&self, position: &Position) -> Result<Vec<MoveVerdict>, ProbeError> {
        let game = self.game();
        game.check(position)?;
        let mut moves = game
            .moves(position)
            .map(|mv| Ok(MoveVerdict { mv, after: self.verdict(&game.after(position, mv))? }))
            .collect::<Result<Vec<_>, TableError>>()?;
        moves.sort_by_key(|m| m.key(position.turn()));
        Ok(moves)
    }

    /// A best line: to the end of the game, or to where a draw settles, play that goes on for
    /// ever in the sliding phase. Always the first of the best moves.
    pub fn line(&self, position: &Position) -> Result<Vec<Move>, ProbeError> {
        let game = self.game();
        let mut at = *position;
        let mut line = Vec::new();
        loop {
            let settled = game.phase(&at) == Phase::Sliding
                && self.probe(&at)?.value == Value::Draw(at.captured());
            if settled {
                return Ok(line);
            }
            let Some(best) = self.moves(&at)?.first().copied() else { return Ok(line) };
            line.push(best.mv);
            game.play_unchecked(&mut at, best.mv);
        }
    }

    /// The verdict on a position of this game.
    pub(crate) fn verdict(&self, position: &Position) -> Result<Verdict, TableError> {
        let game = self.game();
        if position.captured() >= game.captures() {
            return Ok(Verdict { value: Value::TigerWin, plies: Some(0) });
        }
        if game.tigers_in_hand(position) > 0 {
            return self.before_all_tigers(position);
        }
        if position.goats_in_hand() == 0 {
            return self.sliding(position);
        }
        let value = match position.turn() {
            Side::Goat => self.after_placement(position)?,
            Side::Tiger => {
                if !game.can_move(position) {
                    return Ok(Verdict { value: Value::GoatWin, plies: Some(0) });
                }
                self.placement(position)?
            }
        };
        Ok(Verdict { value, plies: None })
    }

    /// A sliding position.
    fn sliding(&self, position: &Position) -> Result<Verdict, TableError> {
        let contents = Contents::Sliding { captured: position.captured(), turn: position.turn() };
        let file = self.table(contents)?;
        let (number, at) = self.sliding_entry(position)?;
        let bytes = self.block(contents, file, number)?;
        let value = file.header().value_in(&bytes, at);
        let settled = value == Value::Draw(position.captured());
        let plies = (!settled).then(|| file.header().plies_in(&bytes, at));
        Ok(Verdict { value, plies })
    }

    /// Where a sliding position stands in its table: the block, and the place in it.
    pub(crate) fn sliding_entry(&self, position: &Position) -> Result<(usize, usize), TableError> {
        let contents = Contents::Sliding { captured: position.captured(), turn: position.turn() };
        let (block, index) = self.space.locate(position);
        let ranking = &self.rankings[position.goats().len()];
        let at = block as usize * ranking.len() + ranking.rank(index) as usize;
        let size = self.table(contents)?.header().block_positions as usize;
        Ok((at / size, at % size))
    }

    /// A position of the placement phase with tiger to move.
    fn placement(&self, position: &Position) -> Result<Value, TableError> {
        let game = self.game();
        let placed = game.goats() - position.goats_in_hand();
        if !self.is_stored(placed, position.captured().into()) {
            // Worked out: the best of Tiger's moves.
            return game.moves(position).try_fold(Value::GoatWin, |best, mv| {
                Ok(best.max(self.verdict(&game.after(position, mv))?.value))
            });
        }
        let contents = Contents::Placement { placed };
        let file = self.table(contents)?;
        let (number, at) = self.placement_entry(position)?;
        let bytes = self.block(contents, file, number)?;
        Ok(file.header().value_in(&bytes, at))
    }

    /// Where a position of the placement phase with tiger to move stands in its table.
    pub(crate) fn placement_entry(
        &self,
        position: &Position,
    ) -> Result<(usize, usize), TableError> {
        let placed = self.game().goats() - position.goats_in_hand();
        let (_, layout) = self.layer(placed)?;
        let (block, index) = self.space.locate(position);
        let index = first_twin(&self.space, block, index);
        let rank = self.rankings[position.goats().len()].rank(index);
        Ok(layout.locate(block, position.captured().into(), rank))
    }

    /// Whether a table holds positions with tiger to move after this many goats and captures.
    pub(crate) fn is_stored(&self, placed: u8, captured: u32) -> bool {
        let game = self.space.game();
        placed < game.goats()
            && !Part::Placement { placed }.is_left_out(game, self.manifest.compact)
            && captured < u32::from(placed.min(game.captures()))
    }

    /// The table of a placement layer.
    fn layer(&self, placed: u8) -> Result<&(TableFile, StreamLayout), TableError> {
        get_or_open(&self.placement[usize::from(placed)], || {
            let file = self.open_table(Contents::Placement { placed })?;
            let (game, blocks) = (self.space.game(), self.space.blocks());
            Ok((file, StreamLayout::new(game, blocks, u32::from(placed))))
        })
    }

    /// A position of the placement phase with goat to move: the worst of all placements for Tiger.
    fn after_placement(&self, position: &Position) -> Result<Value, TableError> {
        let game = self.game();
        let placed = game.goats() - position.goats_in_hand() + 1;
        if !self.is_stored(placed, position.captured().into()) {
            return game.moves(position).try_fold(Value::TigerWin, |worst, mv| {
                Ok(worst.min(self.verdict(&game.after(position, mv))?.value))
            });
        }
        // All successors stand in one block, and in few compressed ones.
        let contents = Contents::Placement { placed };
        let (file, _) = self.layer(placed)?;
        let mut worst = u8::MAX;
        let mut at_hand: Option<(usize, Arc<[u8]>)> = None;
        for (number, at) in self.successors(position)? {
            let bytes = match &at_hand {
                Some((there, bytes)) if *there == number => bytes,
                _ => &at_hand.insert((number, self.block(contents, file, number)?)).1,
            };
            worst = worst.min(file.header().code_in(bytes, at));
            if worst == 0 {
                break;
            }
        }
        Ok(Value::from_code(worst, game.captures()))
    }

    /// Where the positions after each placement of a goat stand in their table.
    pub(crate) fn successors(
        &self,
        position: &Position,
    ) -> Result<impl Iterator<Item = (usize, usize)> + '_, TableError> {
        let placed = self.game().goats() - position.goats_in_hand() + 1;
        let (_, layout) = self.layer(placed)?;
        let captured = u32::from(position.captured());
        let (block, index) = self.space.locate(position);
        let ranking = &self.rankings[position.goats().len() + 1];
        Ok(bits(!index & ((1u32 << self.space.free()) - 1)).map(move |place| {
            let herd = first_twin(&self.space, block, index | 1 << place);
            layout.locate(block, captured, ranking.rank(herd))
        }))
    }

    /// A position with tigers in hand: from the table of openings, or, for positions that no game
    /// comes to, worked out.
    fn before_all_tigers(&self, position: &Position) -> Result<Verdict, TableError> {
        let game = self.game();
        if Opening::has(game, position) {
            let opening = get_or_open(&self.opening, || Opening::open(self))?;
            return Ok(Verdict { value: opening.value(&self.space, position), plies: None });
        }
        self.work_out(position)
    }

    /// The verdict on a position from those on its successors.
    pub(crate) fn work_out(&self, position: &Position) -> Result<Verdict, TableError> {
        let game = self.game();
        let mut best: Option<Value> = None;
        for mv in game.moves(position) {
            let value = self.verdict(&game.after(position, mv))?.value;
            best = Some(match (best, position.turn()) {
                (None, _) => value,
                (Some(best), Side::Tiger) => best.max(value),
                (Some(best), Side::Goat) => best.min(value),
            });
        }
        Ok(match (best, game.result(position)) {
            (Some(value), _) => Verdict { value, plies: None },
            (None, Some(result)) if result.outcome == Outcome::GoatWin => {
                Verdict { value: Value::GoatWin, plies: Some(0) }
            }
            (None, _) => Verdict { value: Value::TigerWin, plies: Some(0) },
        })
    }

    /// The table with these contents, opened if it is not yet.
    pub(crate) fn table(&self, contents: Contents) -> Result<&TableFile, TableError> {
        match contents {
            Contents::Placement { placed } => Ok(&self.layer(placed)?.0),
            Contents::Sliding { captured, turn } => {
                let number = 2 * usize::from(captured) + usize::from(turn == Side::Goat);
                get_or_open(&self.sliding[number], || self.open_table(contents))
            }
            Contents::Opening => Err(TableError::Missing { path: self.store.directory().into() }),
        }
    }

    /// A number for a block of a table of either phase. Blocks of one table have neighbouring
    /// numbers, in the order of the file.
    pub(crate) fn block_key(&self, contents: Contents, block: usize) -> u64 {
        let table = match contents {
            Contents::Sliding { captured, turn } => {
                2 * u64::from(captured) + u64::from(turn == Side::Goat)
            }
            Contents::Placement { placed } => 2 * u64::from(u8::MAX) + u64::from(placed),
            Contents::Opening => u64::from(u16::MAX),
        };
        table << 32 | block as u64
    }

    /// The table and the block with this number.
    pub(crate) fn contents_of(&self, key: u64) -> (Contents, usize) {
        let (table, block) = (key >> 32, (key & u64::from(u32::MAX)) as usize);
        let contents = match table.checked_sub(2 * u64::from(u8::MAX)) {
            Some(placed) => Contents::Placement { placed: placed as u8 },
            None => Contents::Sliding {
                captured: (table / 2) as u8,
                turn: if table % 2 == 0 { Side::Tiger } else { Side::Goat },
            },
        };
        (contents, block)
    }

    /// A block, unpacked, or as it was unpacked before.
    pub(crate) fn block(
        &self,
        contents: Contents,
        file: &TableFile,
        number: usize,
    ) -> Result<Arc<[u8]>, TableError> {
        self.cache.get_or_insert_with(&(contents, number as u32), || file.block(number))
    }

    /// Calls `f` with a block that is needed once: it is not kept, so that reading many of them
    /// leaves at hand what other look-ups need.
    pub(crate) fn with_block_once<R>(
        &self,
        contents: Contents,
        file: &TableFile,
        number: usize,
        f: impl FnOnce(&[u8]) -> R,
    ) -> Result<R, TableError> {
        thread_local! {
            static SCRATCH: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
        }
        if let Some(bytes) = self.cache.get(&(contents, number as u32)) {
            return Ok(f(&bytes));
        }
        let mut bytes = SCRATCH.take();
        bytes.resize(file.header().block_bytes(), 0);
        let result = file.block_into(number, &mut bytes).map(|()| f(&bytes));
        SCRATCH.set(bytes);
        result
    }
}

/// What is in the cell, or what `open` makes. Two threads may both open; one of the two is kept.
fn get_or_open<T>(
    cell: &OnceLock<T>,
    open: impl FnOnce() -> Result<T, TableError>,
) -> Result<&T, TableError> {
    if let Some(value) = cell.get() {
        return Ok(value);
    }
    let value = open()?;
    Ok(cell.get_or_init(|| value))
}
