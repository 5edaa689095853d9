//! Looking plies up.

use std::sync::{Arc, OnceLock};

use bagh::{Outcome, Position, Side};
use quick_cache::sync::Cache;

use super::block::{PLACES, Shape, decode};
use super::ends::{self, DRAW};
use super::layers::winner_in;
use crate::error::TableError;
use crate::file::format::Contents;
use crate::file::reader::TableFile;
use crate::index::BlockKey;
use crate::lookups::Probed;
use crate::manifest::Manifest;
use crate::opening::Opening;
use crate::parts::Part;
use crate::space::Space;
use crate::tables::{Tables, get_or_open};
use crate::value::Value;
use crate::verdict::{MoveVerdict, Verdict};

/// Blocks of plies that are kept at hand, each of 64 KiB.
const CACHED_BLOCKS: usize = 2_048;

/// The tables of plies, as far as they are there.
pub(crate) struct PliesTables {
    manifest: Manifest,
    /// The fewest goats placed of a layer whose plies are there.
    from: u8,
    has_opening: bool,
    layers: Vec<OnceLock<(TableFile, Shape)>>,
    opening: OnceLock<TableFile>,
    cache: Cache<(u8, u32), Arc<[u8]>>,
}

impl PliesTables {
    pub(crate) fn new(space: &Space, manifest: Manifest) -> PliesTables {
        let goats = space.game().goats();
        let there = |part: &Part| manifest.part(*part).is_some();
        let from = (1..goats).find(|&placed| there(&Part::Plies { placed })).unwrap_or(goats);
        PliesTables {
            from,
            has_opening: there(&Part::PliesOpening),
            layers: (0..goats).map(|_| OnceLock::new()).collect(),
            opening: OnceLock::new(),
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

    /// Whether plies of a position with all tigers on the board can be told.
    fn knows(&self, placed: u8, turn: Side) -> bool {
        match turn {
            // Before the first goat there is no layer: those plies are worked out from the first.
            Side::Tiger => placed.max(1) >= self.from,
            Side::Goat => placed + 1 >= self.from,
        }
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
            true => plies.has_opening,
            false => plies.knows(placed, turn),
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

    /// What was found of a position, with plies of wins where tables tell them.
    pub(crate) fn add_plies(
        &self,
        position: &Position,
        probed: Probed,
    ) -> Result<Probed, TableError> {
        if self.plies().is_none() {
            return Ok(probed);
        }
        let verdict = self.with_plies(position, probed.verdict)?;
        let with = |MoveVerdict { mv, after }| {
            let after = self.with_plies(&self.game().after(position, mv), after)?;
            Ok(MoveVerdict { mv, after })
        };
        let moves: Result<Vec<MoveVerdict>, TableError> =
            probed.moves.into_iter().map(with).collect();
        let mut moves = moves?;
        moves.sort_by_key(|found| found.key(position.turn()));
        Ok(Probed { verdict, moves })
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
            return match (Opening::has(game, position), plies.has_opening) {
                (true, true) => {
                    let open = || self.open_plies(plies, Contents::PliesOpening);
                    let file = get_or_open(&plies.opening, open)?;
                    let (block, at) = self.index().opening(position);
                    let bytes = self.block(BlockKey::new(Contents::PliesOpening, block), file)?;
                    Ok(Some(file.header().plies_in(&bytes, at)))
                }
                (true, false) => Ok(None),
                (false, _) => self.plies_after_moves(plies, position, value),
            };
        }
        let placed = game.goats() - position.goats_in_hand();
        if position.goats_in_hand() == 0 || !plies.knows(placed, position.turn()) {
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
            let (file, shape) = get_or_open(&plies.layers[usize::from(placed)], || {
                let file = self.open_plies(plies, Contents::Plies { placed })?;
                Ok((file, Shape::new(self.space(), placed)))
            })?;
            self.unpack_plies(file, shape, number)
        })
    }

    /// The codes of a block of plies, read for once.
    pub(super) fn read_plies(&self, shape: &Shape, number: usize) -> Result<Arc<[u8]>, TableError> {
        let plies = self.plies().expect("only asked of tables with plies");
        let (file, _) = get_or_open(&plies.layers[usize::from(shape.placed)], || {
            let file = self.open_plies(plies, Contents::Plies { placed: shape.placed })?;
            Ok((file, Shape::new(self.space(), shape.placed)))
        })?;
        self.unpack_plies(file, shape, number)
    }

    fn unpack_plies(
        &self,
        file: &TableFile,
        shape: &Shape,
        number: usize,
    ) -> Result<Arc<[u8]>, TableError> {
        let contents = Contents::Placement { placed: shape.placed };
        let values = self.table(contents)?;
        let packed = file.block(number)?;
        let mut codes = vec![DRAW; PLACES];
        let block = values.block(number)?;
        let winner = |at: usize| winner_in(values.header(), &block, at);
        decode(&packed, &shape.runs(number), &mut codes, winner).ok_or_else(|| {
            TableError::damaged(file.path(), format!("block {number} is damaged"))
        })?;
        Ok(codes.into())
    }

    fn open_plies(&self, plies: &PliesTables, contents: Contents) -> Result<TableFile, TableError> {
        self.store().open(&plies.manifest, contents, self.access())
    }
}
