//! Looking plies up.

use std::sync::{Arc, OnceLock};

use bagh::{Outcome, Position, Side};
use quick_cache::sync::Cache;

use super::block::{PLACES, Shape, Winner, decode};
use super::ends::{self, DRAW};
use super::extent::Extent;
use crate::error::TableError;
use crate::file::format::{Contents, Header};
use crate::file::reader::TableFile;
use crate::index::BlockKey;
use crate::manifest::Manifest;
use crate::opening::Opening;
use crate::parts::Part;
use crate::slot::Slot;
use crate::space::Space;
use crate::tables::Tables;
use crate::value::Value;
use crate::verdict::Verdict;

/// Blocks of plies that are kept at hand, each of 64 KiB.
const CACHED_BLOCKS: usize = 2_048;

/// The tables of plies, as far as they are there.
pub(crate) struct PliesTables {
    manifest: Manifest,
    extent: Extent,
    layers: Vec<Slot>,
    shapes: Vec<OnceLock<Shape>>,
    opening: Slot,
    cache: Cache<(u8, u32), Arc<[u8]>>,
}

impl PliesTables {
    pub(crate) fn new(space: &Space, manifest: Manifest) -> PliesTables {
        let goats = space.game().goats();
        PliesTables {
            extent: Extent::new(space.game(), |part| manifest.part(part).is_some()),
            layers: (0..goats).map(|_| Slot::default()).collect(),
            shapes: (0..goats).map(|_| OnceLock::new()).collect(),
            opening: Slot::default(),
            cache: Cache::new(CACHED_BLOCKS),
            manifest,
        }
    }

    /// What is solved of them.
    pub(crate) fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    pub(crate) fn forget(&self) {
        self.cache.clear();
    }

    /// How far they go.
    pub(crate) fn extent(&self) -> Extent {
        self.extent
    }
}

impl Tables {
    /// Whether tables hold plies of all won positions of the placement phase.
    pub fn has_plies(&self) -> bool {
        let game = self.space().game();
        self.plies().is_some_and(|plies| {
            Part::plies(game).iter().all(|part| plies.manifest.part(*part).is_some())
        })
    }

    /// Whether plies of a class can be told: of one with all tigers on the board, or of the
    /// opening.
    pub(crate) fn knows_plies(&self, placed: u8, turn: Side, is_opening: bool) -> bool {
        self.plies().is_some_and(|plies| match is_opening {
            true => plies.extent.has_opening,
            false => plies.extent.has(placed, turn),
        })
    }

    /// A verdict on a position of this game, with plies if it is won and tables tell them.
    pub(crate) fn with_plies(
        &self,
        position: &Position,
        verdict: Verdict,
    ) -> Result<Verdict, TableError> {
        match (self.plies(), verdict) {
            (Some(plies), Verdict { plies: None, value: Value::GoatWin | Value::TigerWin }) => {
                let found = self.find_plies(plies, position, verdict.value)?;
                Ok(Verdict { plies: found, ..verdict })
            }
            _ => Ok(verdict),
        }
    }

    /// Plies of a position that has this value, which is a win.
    fn find_plies(
        &self,
        plies: &PliesTables,
        position: &Position,
        value: Value,
    ) -> Result<Option<u16>, TableError> {
        let game = self.game();
        if game.tigers_in_hand(position) > 0 {
            return match (Opening::has(game, position), plies.extent.has_opening) {
                (true, true) => {
                    let file = self.plies_file(plies, Contents::PliesOpening)?;
                    let (block, at) = self.index().opening(position);
                    let bytes = self.block(BlockKey::new(Contents::PliesOpening, block), file)?;
                    Ok(Some(file.header().plies_in(&bytes, at)))
                }
                (true, false) => Ok(None),
                (false, _) => self.plies_after_moves(plies, position, value),
            };
        }
        let placed = game.goats() - position.goats_in_hand();
        if position.goats_in_hand() == 0 || !plies.extent.has(placed, position.turn()) {
            return Ok(None);
        }
        let (layer, captured) = match position.turn() {
            Side::Tiger => (placed, position.captured()),
            Side::Goat => (placed + 1, position.captured()),
        };
        if !self.index().is_stored(layer, captured.into()) {
            return self.plies_after_moves(plies, position, value);
        }
        if position.turn() == Side::Tiger {
            let (number, at) = self.index().placement(position);
            return Ok(ends::plies(self.plies_block(plies, layer, number)?[at]));
        }
        // All successors stand in one block, and in few compressed ones.
        let mut worst = u8::MAX;
        let mut at_hand: Option<(usize, Arc<[u8]>)> = None;
        for (number, at) in self.index().successors(position) {
            let codes = match &at_hand {
                Some((there, codes)) if *there == number => codes,
                _ => &at_hand.insert((number, self.plies_block(plies, layer, number)?)).1,
            };
            worst = worst.min(codes[at]);
        }
        Ok(ends::plies(worst).map(|plies| plies + 1))
    }

    /// Plies from those of the moves that keep the value.
    fn plies_after_moves(
        &self,
        plies: &PliesTables,
        position: &Position,
        value: Value,
    ) -> Result<Option<u16>, TableError> {
        let game = self.game();
        let winner = match value.outcome() {
            Outcome::TigerWin => Side::Tiger,
            _ => Side::Goat,
        };
        let mut best: Option<u16> = None;
        for mv in game.moves(position) {
            let after = game.after(position, mv);
            let verdict = self.value_verdict(&after)?;
            if verdict.value != value {
                continue;
            }
            let found = match verdict.plies {
                Some(found) => found,
                None => match self.find_plies(plies, &after, value)? {
                    Some(found) => found,
                    None => return Ok(None),
                },
            };
            best = Some(match best {
                None => found,
                Some(best) if position.turn() == winner => best.min(found),
                Some(best) => best.max(found),
            });
        }
        Ok(best.map(|plies| plies + 1))
    }

    /// The codes of a block of plies, seen by Tiger, or as they were unpacked before.
    fn plies_block(
        &self,
        plies: &PliesTables,
        placed: u8,
        number: usize,
    ) -> Result<Arc<[u8]>, TableError> {
        plies.cache.get_or_insert_with(&(placed, number as u32), || {
            self.unpack_plies(plies, placed, number)
        })
    }

    /// The codes of a block of plies of these tables, which have some. With `once` they are not
    /// kept, so that reading many leaves at hand what other look-ups need.
    pub(crate) fn plies_codes(
        &self,
        placed: u8,
        number: usize,
        once: bool,
    ) -> Result<Arc<[u8]>, TableError> {
        let missing = || TableError::missing(self.store().directory());
        let plies = self.plies().ok_or_else(missing)?;
        match plies.cache.get(&(placed, number as u32)) {
            Some(codes) => Ok(codes),
            None if once => self.unpack_plies(plies, placed, number),
            None => self.plies_block(plies, placed, number),
        }
    }

    fn unpack_plies(
        &self,
        plies: &PliesTables,
        placed: u8,
        number: usize,
    ) -> Result<Arc<[u8]>, TableError> {
        let contents = Contents::Plies { placed };
        let file = self.plies_file(plies, contents)?;
        let shape =
            plies.shapes[usize::from(placed)].get_or_init(|| Shape::new(self.space(), placed, 1));
        let key = BlockKey::new(contents, number);
        let packed = self.with_kept_once(key, file, <[u8]>::to_vec)?;
        let contents = Contents::Placement { placed };
        let (values, key) = (self.table(contents)?, BlockKey::new(contents, number));
        let block = self.with_kept_once(key, values, |kept| values.whole(number, kept))??;
        let mut codes = vec![DRAW; PLACES];
        let winner = |at: usize| winner_in(values.header(), &block, at);
        decode(&packed, &shape.runs(number), &mut codes, winner).ok_or_else(|| {
            TableError::damaged(file.path(), format!("block {number} is damaged"))
        })?;
        Ok(codes.into())
    }

    /// Whether the plies that belong to a block of values are unpacked already.
    pub(crate) fn has_plies_at_hand(&self, values: BlockKey) -> bool {
        match (self.plies(), values.contents()) {
            (Some(plies), Contents::Placement { placed }) => {
                plies.cache.peek(&(placed, values.block() as u32)).is_some()
            }
            _ => false,
        }
    }

    /// A table of plies, opened if it is not yet.
    pub(crate) fn plies_file<'p>(
        &self,
        plies: &'p PliesTables,
        contents: Contents,
    ) -> Result<&'p TableFile, TableError> {
        let slot = match contents {
            Contents::Plies { placed } => &plies.layers[usize::from(placed)],
            _ => &plies.opening,
        };
        slot.get_or_open(self.opens_once(), || {
            self.store().open(&plies.manifest, contents, self.access())
        })
    }
}

/// Who wins at a place of a block of values.
#[inline(always)]
pub(crate) fn winner_in(header: &Header, block: &[u8], at: usize) -> Winner {
    match header.code_in(block, at) {
        0 => Winner::Goat,
        code if code <= header.captures => Winner::Neither,
        _ => Winner::Tiger,
    }
}
