//! The values of a half-layer of the placement phase, one byte a position, in memory.

use std::convert::Infallible;

use bagh::{Position, Side};
use rayon::prelude::*;

use super::classes::Class;
use super::recompute::recompute;
use super::report::Problem;
use super::sliding::SlidingClass;
use crate::census::CensusRow;
use crate::error::TableError;
use crate::file::codes::value_code;
use crate::file::format::Contents;
use crate::file::placement::LayerReader;
use crate::parts::Part;
use crate::rank::Ranking;
use crate::solve::Progress;
use crate::space::Space;
use crate::tables::Tables;
use crate::twins::first_twin;
use crate::value::Value;
use crate::verdict::Verdict;

/// The values after some goats were placed, with one side to move.
pub(crate) struct Layer {
    pub placed: u8,
    turn: Side,
    /// For each number of captures: the ranking of herds, and where they begin in a block.
    streams: Vec<(Ranking, usize)>,
    per_block: usize,
    codes: Vec<u8>,
}

impl Layer {
    fn new(space: &Space, placed: u8, turn: Side) -> Layer {
        let classes = space.game().captures().min(match turn {
            Side::Tiger => placed,
            Side::Goat => placed + 1,
        });
        let (mut streams, mut per_block) = (Vec::new(), 0);
        for captured in 0..classes {
            let ranking = Ranking::new(space.free(), u32::from(placed - captured));
            let start = per_block;
            per_block += ranking.len();
            streams.push((ranking, start));
        }
        Layer { placed, turn, streams, per_block, codes: vec![0; space.blocks() * per_block] }
    }

    /// Fills the layer with what `code` says of each block, captures and index.
    fn fill<E: Send>(
        &mut self,
        code: impl Fn(u32, u8, u32) -> Result<u8, E> + Sync,
    ) -> Result<(), E> {
        if self.per_block == 0 {
            return Ok(());
        }
        let streams = &self.streams;
        self.codes.par_chunks_exact_mut(self.per_block).enumerate().try_for_each(
            |(block, codes)| {
                let mut codes = codes.iter_mut();
                for (captured, (ranking, _)) in streams.iter().enumerate() {
                    for (index, slot) in ranking.subsets().into_iter().zip(&mut codes) {
                        *slot = code(block as u32, captured as u8, index)?;
                    }
                }
                Ok(())
            },
        )
    }

    /// The layer with tiger to move after `placed` goats, as the tables have it. Where they leave
    /// it out, it is worked out from the next one.
    pub(crate) fn read(
        tables: &Tables,
        placed: u8,
        progress: &dyn Progress,
    ) -> Result<Layer, TableError> {
        let (space, game) = (tables.space(), tables.game());
        let mut layer = Layer::new(space, placed, Side::Tiger);
        if placed == game.goats() {
            for captured in 0..game.captures() {
                let class = SlidingClass::read(tables, captured)?;
                let (ranking, start) = &layer.streams[usize::from(captured)];
                for block in 0..space.blocks() {
                    let codes = &mut layer.codes[block * layer.per_block + start..];
                    for (rank, slot) in codes[..ranking.len()].iter_mut().enumerate() {
                        *slot = class.tiger_code(block as u32, rank);
                    }
                }
            }
            return Ok(layer);
        }
        if Layer::is_left_out(tables, placed) {
            let next = Layer::read(tables, placed + 1, progress)?;
            let goat = Layer::goat(tables, &next, progress);
            return Ok(Layer::tiger(tables, &goat, progress));
        }
        layer.read_file(tables)?;
        Ok(layer)
    }

    /// Whether tables leave out the layer with tiger to move after this many goats.
    pub(crate) fn is_left_out(tables: &Tables, placed: u8) -> bool {
        let part = Part::Placement { placed };
        placed < tables.game().goats() && part.is_left_out(tables.game(), tables.manifest().compact)
    }

    fn read_file(&mut self, tables: &Tables) -> Result<(), TableError> {
        let space = tables.space();
        let file = tables.open_table(Contents::Placement { placed: self.placed })?;
        let reader = LayerReader::new(&file, space, self.placed)?;
        if self.per_block == 0 {
            return Ok(());
        }
        let blocks = self.codes.par_chunks_exact_mut(self.per_block).enumerate();
        blocks.try_for_each(|(block, codes)| {
            let mut codes = codes.iter_mut();
            reader.read(block as u32, |_, code| {
                let slot = codes.next().expect("there is room for every herd");
                *slot = value_code(code, file.header().captures);
            })
        })
    }

    /// The layer with goat to move, by the plain rules, from the one with the next goat placed.
    pub(crate) fn goat(tables: &Tables, next: &Layer, progress: &dyn Progress) -> Layer {
        Layer::by_rules(tables, next.placed - 1, Side::Goat, next, progress)
    }

    /// The layer with tiger to move, by the plain rules, from the one with goat to move.
    pub(crate) fn tiger(tables: &Tables, goat: &Layer, progress: &dyn Progress) -> Layer {
        Layer::by_rules(tables, goat.placed, Side::Tiger, goat, progress)
    }

    fn by_rules(
        tables: &Tables,
        placed: u8,
        turn: Side,
        next: &Layer,
        progress: &dyn Progress,
    ) -> Layer {
        let space = tables.space();
        let mut layer = Layer::new(space, placed, turn);
        let herds = |captured: u8| space.herds(u32::from(placed - captured)) as u64;
        let Ok(()) = layer.fill(|block, captured, index| {
            if index.trailing_zeros() >= space.free() || index == (1 << (placed - captured)) - 1 {
                // The first herd of a run.
                progress.advance(herds(captured));
            }
            let value = next.value_before(space, placed, turn, block, captured, index);
            Ok::<u8, Infallible>(value.code(space.game().captures()))
        });
        layer
    }

    /// Recomputes every position with tiger to move from the layer with goat to move. Returns the
    /// first that differs.
    pub(crate) fn check(
        &self,
        tables: &Tables,
        goat: &Layer,
        progress: &dyn Progress,
    ) -> Option<Problem> {
        let (space, game) = (tables.space(), tables.game());
        (0..space.blocks() as u32).into_par_iter().find_map_first(|block| {
            for (captured, (ranking, _)) in self.streams.iter().enumerate() {
                let captured = captured as u8;
                for index in ranking.subsets() {
                    let in_hand = game.goats() - self.placed;
                    let position = space.position(block, index, Side::Tiger, in_hand, captured);
                    let found = self.verdict(space, &position);
                    let value =
                        goat.value_before(space, self.placed, Side::Tiger, block, captured, index);
                    if found.value != value {
                        let expected = Verdict { value, plies: None };
                        return Some(Problem::position(game, &position, found, expected));
                    }
                }
                progress.advance(ranking.len() as u64);
            }
            None
        })
    }

    /// The value of a position whose successors are in this layer.
    fn value_before(
        &self,
        space: &Space,
        placed: u8,
        turn: Side,
        block: u32,
        captured: u8,
        index: u32,
    ) -> Value {
        let game = space.game();
        let position = space.position(block, index, turn, game.goats() - placed, captured);
        let Ok(verdict) = recompute(game, &position, |after| {
            Ok::<Verdict, Infallible>(self.verdict(space, after))
        });
        verdict.value
    }

    /// What the layer says of a position.
    fn verdict(&self, space: &Space, position: &Position) -> Verdict {
        let game = space.game();
        let value = if position.captured() >= game.captures() {
            Value::TigerWin
        } else {
            let (block, index) = space.locate(position);
            let (ranking, start) = &self.streams[usize::from(position.captured())];
            let at = block as usize * self.per_block + start + ranking.rank(index) as usize;
            Value::from_code(self.codes[at], game.captures())
        };
        Verdict { value, plies: None }
    }

    /// The census of the layer, counted image by image.
    pub(crate) fn census(&self, space: &Space) -> Vec<(Class, CensusRow)> {
        let values = usize::from(space.game().captures()) + 2;
        let rows = self.streams.iter().enumerate().map(|(captured, (ranking, start))| {
            let subsets = ranking.subsets();
            let counts = (0..space.blocks())
                .into_par_iter()
                .map(|block| {
                    let codes = &self.codes[block * self.per_block + start..];
                    let mut counts = vec![0u64; values];
                    for (&index, &code) in subsets.iter().zip(codes) {
                        if first_twin(space, block as u32, index) == index {
                            counts[usize::from(code)] += 1;
                        }
                    }
                    counts
                })
                .reduce(
                    || vec![0; values],
                    |mut a, b| {
                        a.iter_mut().zip(b).for_each(|(sum, count)| *sum += count);
                        a
                    },
                );
            let (placed, captured, turn) = (self.placed, captured as u8, self.turn);
            let class = Class { tigers: space.game().tigers(), placed, captured, turn };
            (class, CensusRow { placed, captured, turn, counts, longest: Vec::new() })
        });
        rows.collect()
    }
}
