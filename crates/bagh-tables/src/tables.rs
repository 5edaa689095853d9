//! Looking positions up.

use std::cell::Cell;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use bagh::{Game, Outcome, Position, PositionError, Side};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use thiserror::Error;

use crate::error::{RemoteFault, TableError};
use crate::file::format::Contents;
use crate::file::reader::TableFile;
use crate::file::source::Access;
use crate::index::{BlockKey, Index, Place};
use crate::line::BestLine;
use crate::manifest::Manifest;
use crate::opening::Opening;
use crate::parts::Part;
use crate::plies::lookup::PliesTables;
use crate::slot::Slot;
use crate::space::Space;
use crate::store::Store;
use crate::value::Value;
use crate::verdict::{MoveVerdict, Verdict};

/// Bytes of blocks that are kept at hand.
const KEPT_BYTES: u64 = 384 << 20;
/// Bytes that such a block has, about.
const KEPT_BLOCK: u64 = 6 << 10;

/// The tables of a game, open for look-ups. Threads may share them.
///
/// Files are opened when they are first needed; a missing one is an error only then.
pub struct Tables {
    index: Arc<Index>,
    store: Store,
    manifest: Manifest,
    access: Access,
    placement: Vec<Slot>,
    sliding: Vec<Slot>,
    opening: Slot,
    cache: Cache<BlockKey, Arc<[u8]>, Weight>,
    /// Plies of the placement phase, if they were solved.
    plies: Option<PliesTables>,
    /// Why it is not known whether there are any, or what they say.
    plies_trouble: Option<TableError>,
}

/// A block that is kept weighs what it takes in memory, about.
#[derive(Clone)]
struct Weight;

impl Weighter<BlockKey, Arc<[u8]>> for Weight {
    fn weight(&self, _: &BlockKey, block: &Arc<[u8]>) -> u64 {
        const ENTRY: u64 = 64;
        block.len() as u64 + ENTRY
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables")
            .field("game", &self.game().name())
            .field("captures", &self.game().captures())
            .field("directory", &self.store.directory())
            .field("is_complete", &self.manifest.is_complete(self.space().game()))
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
        Ok(Tables::from_parts(game, space, store, manifest, access).with_those_of_plies())
    }

    /// These tables with those of plies, if there are any in the folder. Values are told even where
    /// plies cannot be.
    pub(crate) fn with_those_of_plies(self) -> Tables {
        match self.store.plies_manifest() {
            Ok(Some(manifest)) => {
                let plies = PliesTables::new(self.space(), manifest);
                self.and_plies(plies)
            }
            Ok(None) => self,
            Err(error) => Tables { plies_trouble: Some(error), ..self },
        }
    }

    /// What is wrong with the manifest of plies, if something is: plies of the placement phase are
    /// not told then, though there may be some.
    pub fn plies_trouble(&self) -> Option<&TableError> {
        self.plies_trouble.as_ref()
    }

    /// These tables with others that hold plies.
    pub(crate) fn and_plies(self, plies: PliesTables) -> Tables {
        Tables { plies: Some(plies), ..self }
    }

    /// The tables of plies, if there are any.
    pub(crate) fn plies(&self) -> Option<&PliesTables> {
        self.plies.as_ref()
    }

    /// How tables are read.
    pub(crate) fn access(&self) -> Access {
        self.access
    }

    /// Tables of a game whose positions are numbered by `space`, which may be that of another game
    /// with the same tables.
    pub(crate) fn from_parts(
        game: &Game,
        space: Arc<Space>,
        store: Store,
        manifest: Manifest,
        access: Access,
    ) -> Tables {
        Tables {
            placement: (0..game.goats()).map(|_| Slot::default()).collect(),
            sliding: (0..2 * game.captures()).map(|_| Slot::default()).collect(),
            opening: Slot::default(),
            cache: Cache::with_weighter((KEPT_BYTES / KEPT_BLOCK) as usize, KEPT_BYTES, Weight),
            plies: None,
            plies_trouble: None,
            index: Arc::new(Index::new(game, space, manifest.compact, 1)),
            store,
            manifest,
            access,
        }
    }

    /// The game that was asked for. Where it shares the tables of another one
    /// ([`tables_game`](crate::tables_game)), its start is its own.
    pub fn game(&self) -> &Game {
        self.index.game()
    }

    /// The index space.
    pub fn space(&self) -> &Space {
        self.index.space()
    }

    /// Where positions stand.
    pub(crate) fn index(&self) -> &Arc<Index> {
        &self.index
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
            Err(TableError::Missing { path, .. } | TableError::Damaged { path, .. })
                if path.exists() =>
            {
                self.store.open(&self.store.manifest()?, contents, self.access)
            }
            // The host is not asked for its manifest at every lookup of what is not solved.
            Err(TableError::Missing { .. }) if self.store.is_remote() => {
                self.store.open(&self.store.manifest()?, contents, self.access)
            }
            Err(TableError::Remote { fault: RemoteFault::Differs, .. })
                if self.store.is_remote() =>
            {
                self.store.open(&self.store.fresh_manifest()?, contents, self.access)
            }
            opened => opened,
        }
    }

    /// Whether every part is solved and has all its files.
    pub fn is_complete(&self) -> bool {
        let parts = Part::all(self.store.game());
        self.store.status_of(parts, Some(self.manifest.clone())).is_whole()
    }

    /// Whether a block is at hand already.
    pub(crate) fn is_at_hand(&self, key: BlockKey) -> bool {
        self.cache.peek(&key).is_some()
    }

    /// Keeps a block in the form of [`TableFile::kept`].
    pub(crate) fn put_at_hand(&self, key: BlockKey, block: Arc<[u8]>) {
        self.cache.insert(key, block);
    }

    /// Forgets the blocks that are at hand, so that the next look-ups start cold.
    pub fn forget(&self) {
        self.cache.clear();
        self.plies.iter().for_each(PliesTables::forget);
    }

    /// Whether a look-up of this position is quick. Positions with tigers in hand that no game
    /// comes to are worked out, from thousands or millions of others.
    pub fn is_quick(&self, position: &Position) -> bool {
        self.index.is_quick(position)
    }

    /// What the tables say of a position.
    pub fn probe(&self, position: &Position) -> Result<Verdict, ProbeError> {
        self.game().check(position)?;
        self.prepare(position, false)?;
        Ok(self.verdict(position)?)
    }

    /// The value of a position. Quicker than [`probe`](Tables::probe) in the placement phase, where
    /// plies are a look-up of their own.
    pub fn value(&self, position: &Position) -> Result<Value, ProbeError> {
        self.game().check(position)?;
        self.prepare(position, false)?;
        Ok(self.value_verdict(position)?.value)
    }

    /// What the tables say of every legal move, the best first.
    pub fn moves(&self, position: &Position) -> Result<Vec<MoveVerdict>, ProbeError> {
        let game = self.game();
        game.check(position)?;
        self.prepare(position, true)?;
        let mut moves = game
            .moves(position)
            .map(|mv| Ok(MoveVerdict { mv, after: self.verdict(&game.after(position, mv))? }))
            .collect::<Result<Vec<_>, TableError>>()?;
        moves.sort_by_key(|m| m.key(position.turn()));
        Ok(moves)
    }

    /// A best line: to the end of the game, or to where a draw settles, play that goes on for
    /// ever in the sliding phase. Always the first of the best moves, with the verdict after it.
    /// [`BestLine`] looks it up in pieces.
    pub fn line(&self, position: &Position) -> Result<Vec<MoveVerdict>, ProbeError> {
        let mut line = BestLine::new(self, position)?;
        line.follow(self, usize::MAX)?;
        Ok(line.moves().to_vec())
    }

    /// The verdict on a position of this game.
    pub(crate) fn verdict(&self, position: &Position) -> Result<Verdict, TableError> {
        self.with_plies(position, self.value_verdict(position)?)
    }

    /// The verdict on a position of this game, in the placement phase without plies.
    pub(crate) fn value_verdict(&self, position: &Position) -> Result<Verdict, TableError> {
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
        let (block, at) = self.index.sliding(position);
        let kept = self.block(BlockKey::new(contents, block), file)?;
        let (code, plies) = file.view(block, &kept).entry(at)?;
        let value = Value::from_code(code, self.game().captures());
        let settled = value == Value::Draw(position.captured());
        Ok(Verdict { value, plies: (!settled).then_some(plies) })
    }

    /// A position of the placement phase with tiger to move.
    fn placement(&self, position: &Position) -> Result<Value, TableError> {
        let game = self.game();
        let placed = game.goats() - position.goats_in_hand();
        if !self.index.is_stored(placed, position.captured().into()) {
            // Worked out: the best of Tiger's moves.
            return game.moves(position).try_fold(Value::GoatWin, |best, mv| {
                Ok(best.max(self.value_verdict(&game.after(position, mv))?.value))
            });
        }
        let contents = Contents::Placement { placed };
        let file = self.table(contents)?;
        let (block, at) = self.index.placement(position);
        self.value_at(contents, file, block, at)
    }

    /// A position of the placement phase with goat to move: the worst of all placements for Tiger.
    fn after_placement(&self, position: &Position) -> Result<Value, TableError> {
        let game = self.game();
        let placed = game.goats() - position.goats_in_hand() + 1;
        if !self.index.is_stored(placed, position.captured().into()) {
            return game.moves(position).try_fold(Value::TigerWin, |worst, mv| {
                Ok(worst.min(self.value_verdict(&game.after(position, mv))?.value))
            });
        }
        // All successors stand in one block, and in few compressed ones.
        let contents = Contents::Placement { placed };
        let file = self.table(contents)?;
        let mut worst = u8::MAX;
        // The furthest ones first: what is decoded for one then has those before it.
        let mut places: Vec<Place> = self.index.successors(position).collect();
        places.sort_unstable_by(|a, b| b.cmp(a));
        for places in places.chunk_by(|a, b| a.0 == b.0) {
            let number = places[0].0;
            let kept = self.block(BlockKey::new(contents, number), file)?;
            let mut view = file.view(number, &kept);
            for &(_, at) in places {
                worst = worst.min(view.code(at)?);
            }
            if worst == 0 {
                break;
            }
        }
        Ok(Value::from_code(worst, game.captures()))
    }

    /// A position with tigers in hand: from the table of openings, or, for positions that no game
    /// comes to, worked out.
    fn before_all_tigers(&self, position: &Position) -> Result<Verdict, TableError> {
        let game = self.game();
        if Opening::has(game, position) {
            let file = self.table(Contents::Opening)?;
            let (block, at) = self.index.opening(position);
            let value = self.value_at(Contents::Opening, file, block, at)?;
            return Ok(Verdict { value, plies: None });
        }
        self.work_out(position)
    }

    /// The value at a place of a table.
    fn value_at(
        &self,
        contents: Contents,
        file: &TableFile,
        block: usize,
        at: usize,
    ) -> Result<Value, TableError> {
        let kept = self.block(BlockKey::new(contents, block), file)?;
        let code = file.view(block, &kept).code(at)?;
        Ok(Value::from_code(code, self.game().captures()))
    }

    /// The verdict on a position from those on its successors.
    pub(crate) fn work_out(&self, position: &Position) -> Result<Verdict, TableError> {
        let game = self.game();
        let mut best: Option<Value> = None;
        for mv in game.moves(position) {
            let value = self.value_verdict(&game.after(position, mv))?.value;
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
        let slot = match contents {
            Contents::Placement { placed } => &self.placement[usize::from(placed)],
            Contents::Sliding { captured, turn } => {
                &self.sliding[2 * usize::from(captured) + usize::from(turn == Side::Goat)]
            }
            Contents::Opening => &self.opening,
            Contents::Plies { .. } | Contents::PliesOpening => {
                let plies = self.plies.as_ref();
                let missing = || TableError::missing(self.store.directory());
                return self.plies_file(plies.ok_or_else(missing)?, contents);
            }
        };
        slot.get_or_open(self.opens_once(), || self.open_table(contents))
    }

    /// Whether a table is opened by one thread while others wait: that of a table on another
    /// machine is asked for once, unless this thread must not wait.
    pub(crate) fn opens_once(&self) -> bool {
        self.store.remote_folder().is_some_and(|remote| remote.may_wait())
    }

    /// A block in the form of [`TableFile::kept`], read now or before.
    pub(crate) fn block(&self, key: BlockKey, file: &TableFile) -> Result<Arc<[u8]>, TableError> {
        self.cache.get_or_insert_with(&key, || file.kept_block(key.block()))
    }

    /// Calls `f` with a block that is needed once: it is not kept, so that reading many of them
    /// leaves at hand what other look-ups need.
    pub(crate) fn with_kept_once<R>(
        &self,
        key: BlockKey,
        file: &TableFile,
        f: impl FnOnce(&[u8]) -> R,
    ) -> Result<R, TableError> {
        thread_local! {
            static SCRATCH: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
        }
        if let Some(kept) = self.cache.get(&key) {
            return Ok(f(&kept));
        }
        let mut scratch = SCRATCH.take();
        let result = file.with_kept(key.block(), &mut scratch, f);
        SCRATCH.set(scratch);
        result
    }
}
