//! One layer of the placement phase: solved and packed, or read back.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use bagh::Side;
use rayon::prelude::*;

use super::run::Run;
use crate::census::{CensusRow, PlaneCensus};
use crate::error::TableError;
use crate::file::format::{Contents, Header};
use crate::file::reader::code_in;
use crate::file::source::Access;
use crate::file::writer::{Compressor, Packed};
use crate::parts::Part;
use crate::place::dispatch;
use crate::place::layers::{Layers, set_code};
use crate::place::steps::Herds;
use crate::place::streams::{self, StreamLayout};
use crate::rank::Ranking;
use crate::space::Space;
use crate::twins::{Twins, first_twin};

/// The code of a win for the goats.
const TRAPPED: u8 = 0;

/// The code of a win for the tigers.
pub(super) const fn won<const P: usize>() -> u8 {
    (1 << P) - 1
}

/// The herds that matter after this many goats were placed.
pub(crate) fn herds(space: &Space, placed: u8) -> Herds {
    let captures = i32::from(space.game().captures());
    Herds { least: i32::from(placed) - captures + 1, most: i32::from(placed) }
}

impl Run<'_> {
    /// One layer: Tiger's step, and while each block is at hand, its place in the file, its part
    /// of the census, and Goat's step of the next layer.
    pub(super) fn solve_layer<const P: usize>(
        &mut self,
        layers: &mut Layers<'_, P>,
        twins: &Twins,
        placed: u8,
    ) -> (Vec<Packed>, Vec<CensusRow>) {
        let start = Instant::now();
        let space = self.space;
        let part = Part::Placement { placed };
        let left_out = part.is_left_out(space.game(), self.options.compact);
        let layout = StreamLayout::new(space.game(), space.blocks(), u32::from(placed));
        let header = Header::new(space.game(), Contents::Placement { placed }, 0);
        let (group, block_bytes) = (layout.group(), header.block_bytes());
        let packing = AtomicU64::new(0);
        let census = PlaneCensus::new(space, placed, Side::Tiger);
        let next = placed.checked_sub(1).map(|p| (p, PlaneCensus::new(space, p, Side::Goat)));
        let per_block = part.work(space, self.options.compact) / space.blocks() as u64;

        let compressed = layers.tiger_step(
            herds(space, placed),
            TRAPPED,
            group,
            || {
                let bytes = if left_out { 0 } else { layout.group_blocks() * block_bytes };
                (vec![0u8; bytes], Compressor::new(self.options.effort()))
            },
            |(bytes, _), block, codes| {
                census.add(block, codes);
                if !left_out {
                    let start = Instant::now();
                    let length = layout.words() * block_bytes / streams::BLOCK_WORDS;
                    let bytes = &mut bytes[block as usize % group * length..][..length];
                    dispatch::extract(codes, &layout, bytes);
                    for captured in 0..layout.streams() {
                        let goats = u32::from(placed) - captured;
                        let start = layout.start(captured) * streams::WORD;
                        twins.blur(block, goats, bytes, header.code_bits, start);
                    }
                    packing.fetch_add(start.elapsed().as_nanos() as u64, Relaxed);
                }
                if let Some((placed, census)) = &next {
                    dispatch::goat_step(codes, space.free(), herds(space, *placed), won::<P>());
                    census.add(block, codes);
                }
                self.progress.advance(per_block);
            },
            |(bytes, compressor), number| {
                let start = Instant::now();
                // The last group may have fewer members than the buffer has room for.
                let members = group.min(space.blocks() - number * group);
                let used = members * layout.words() * block_bytes / streams::BLOCK_WORDS;
                if members < group && !left_out {
                    bytes[used..].fill(0);
                }
                let blocks = bytes.chunks_exact(block_bytes);
                let blocks: Vec<Vec<u8>> = blocks.map(|b| compressor.compress(b)).collect();
                packing.fetch_add(start.elapsed().as_nanos() as u64, Relaxed);
                blocks
            },
        );
        let packing = packing.into_inner() as f64 / 1e9 / rayon::current_num_threads() as f64;
        self.times.packing += packing;
        self.times.solving += start.elapsed().as_secs_f64() - packing;
        let mut rows = census.rows();
        if let Some((_, census)) = next {
            rows.extend(census.rows());
        }
        let packed =
            (!left_out).then(|| Packed::new(header, compressed.into_iter().flatten().collect()));
        (packed.into_iter().collect(), rows)
    }

    pub(super) fn load_layer<const P: usize>(
        &self,
        layers: &mut Layers<'_, P>,
        placed: u8,
    ) -> Result<(), TableError> {
        let file = self.store.open(&self.manifest, Contents::Placement { placed }, Access::Read)?;
        let header = file.header();
        let (game, blocks) = (self.space.game(), self.space.blocks());
        let layout = StreamLayout::new(game, blocks, u32::from(placed));
        let sizes: Vec<(Ranking, Vec<u32>)> = (0..layout.streams())
            .map(|captured| Ranking::new(self.space.free(), u32::from(placed) - captured))
            .map(|ranking| (ranking.clone(), ranking.subsets()))
            .collect();
        layers.blocks_mut().enumerate().try_for_each(|(block, codes)| {
            let mut at_hand = (usize::MAX, vec![0; header.block_bytes()]);
            for (captured, (ranking, subsets)) in sizes.iter().enumerate() {
                for &index in subsets {
                    let first = first_twin(self.space, block as u32, index);
                    let rank = ranking.rank(first);
                    let (number, position) = layout.locate(block as u32, captured as u32, rank);
                    if at_hand.0 != number {
                        file.block_into(number, &mut at_hand.1)?;
                        at_hand.0 = number;
                    }
                    set_code(codes, index, code_in(&at_hand.1, header, position));
                }
            }
            Ok(())
        })
    }
}
