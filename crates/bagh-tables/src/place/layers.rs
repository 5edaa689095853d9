//! Half-layers of the placement phase, in memory.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};

use rayon::prelude::*;

use super::dispatch;
use super::moves::{BlockMoves, Way};
use super::steps::Herds;
use super::vector::{Codes, IN_VECTOR, LANES, Vector};
use crate::error::TableError;
use crate::memory::Slab;
use crate::space::Space;

/// One code for every position of a half-layer, and room for the next.
///
/// `P` is the number of planes: codes go from 0, a win for the goats, to all ones, a win for the
/// tigers.
pub(crate) struct Layers<'s, const P: usize> {
    space: &'s Space,
    moves: Arc<[BlockMoves]>,
    vectors: usize,
    now: Slab<Codes<P>>,
    next: Slab<Codes<P>>,
}

impl<'s, const P: usize> Layers<'s, P> {
    pub(crate) fn new(space: &'s Space) -> Result<Self, TableError> {
        let address_bits = space.free().max(IN_VECTOR);
        let vectors = 1usize << (address_bits - IN_VECTOR);
        let len = space.blocks() * vectors;
        let (now, next) = (Slab::new(len)?, Slab::new(len)?);
        let moves = BlockMoves::of_all(space, Way::fastest()).into();
        Ok(Layers { space, moves, vectors, now, next })
    }

    /// The moves of all blocks.
    pub(crate) fn moves(&self) -> &Arc<[BlockMoves]> {
        &self.moves
    }

    /// The codes of each block, to read or to set.
    pub(crate) fn blocks_mut(&mut self) -> impl IndexedParallelIterator<Item = &mut [Codes<P>]> {
        self.now.par_chunks_exact_mut(self.vectors)
    }

    pub(crate) fn blocks(&self) -> impl IndexedParallelIterator<Item = &[Codes<P>]> {
        self.now.par_chunks_exact(self.vectors)
    }

    /// Sets every code.
    pub(crate) fn fill(&mut self, code: u8) {
        let codes = std::array::from_fn(|plane| match code >> plane & 1 {
            1 => Vector::ONES,
            _ => Vector::ZERO,
        });
        self.blocks_mut().for_each(|block| block.fill(codes));
    }

    /// One block's codes.
    pub(crate) fn block(&self, block: u32) -> &[Codes<P>] {
        &self.now[block as usize * self.vectors..][..self.vectors]
    }

    /// From tiger to move with one goat more, to goat to move. Where too many goats are gone, the
    /// code is `won`.
    pub(crate) fn goat_step(&mut self, herds: Herds, won: u8) {
        let free = self.space.free();
        self.blocks_mut().for_each(|block| dispatch::goat_step(block, free, herds, won));
    }

    /// From goat to move, to tiger to move. Where no tiger can move, the code is `trapped`.
    pub(crate) fn tiger_step(&mut self, herds: Herds, trapped: u8) {
        /// Blocks that a thread takes at a time.
        const GROUP: usize = 8;
        self.tiger_step_with(herds, trapped, GROUP, &());
    }

    /// Tiger's step, a group of blocks at a time, and after it a pass over each block while it is
    /// still in the cache. Returns what the pass made of the groups, in their order.
    pub(crate) fn tiger_step_with<T: BlockPass<P>>(
        &mut self,
        herds: Herds,
        trapped: u8,
        group: usize,
        pass: &T,
    ) -> Vec<T::Group> {
        let vectors = self.vectors;
        let (now, moves) = (&self.now, &self.moves);
        let groups: Vec<Mutex<&mut [Codes<P>]>> =
            self.next.chunks_mut(vectors * group).map(Mutex::new).collect();
        let results: Vec<OnceLock<T::Group>> = groups.iter().map(|_| OnceLock::new()).collect();
        // Threads take the groups in order, so that they read neighbouring blocks at about the
        // same time, from a cache that they share.
        let take = |numbers: &[usize]| {
            let next = AtomicUsize::new(0);
            rayon::broadcast(|_| {
                let mut scratch = Vec::new();
                let mut buffer = pass.buffer();
                while let Some(&number) = numbers.get(next.fetch_add(1, Relaxed)) {
                    let mut blocks = groups[number].lock().expect("each group is taken once");
                    for (i, own) in blocks.chunks_exact_mut(vectors).enumerate() {
                        let block = number * group + i;
                        moves[block].step(own, now, herds, trapped, &mut scratch);
                        pass.block(&mut buffer, block as u32, own);
                    }
                    assert!(
                        results[number].set(pass.end_group(&mut buffer, number)).is_ok(),
                        "each group is taken once"
                    );
                }
                pass.end_thread(buffer);
            });
        };
        let (first, rest): (Vec<usize>, Vec<usize>) =
            (0..groups.len()).partition(|&number| pass.is_first(number));
        take(&first);
        pass.end_first();
        take(&rest);
        drop(groups);
        std::mem::swap(&mut self.now, &mut self.next);
        let results = results.into_iter().map(OnceLock::into_inner);
        results.map(|r| r.expect("every group was taken")).collect()
    }
}

/// What is done with each block of a layer as soon as Tiger's step has made it.
pub(crate) trait BlockPass<const P: usize>: Sync {
    /// What a thread keeps from block to block.
    type Buffer;
    /// What comes of a group of blocks.
    type Group: Send + Sync;

    /// A thread begins.
    fn buffer(&self) -> Self::Buffer;
    /// A block with tiger to move is ready. It may be changed: it is not read again in this step.
    fn block(&self, buffer: &mut Self::Buffer, block: u32, codes: &mut [Codes<P>]);
    /// All blocks of a group are ready.
    fn end_group(&self, buffer: &mut Self::Buffer, group: usize) -> Self::Group;
    /// A thread has no more groups for now.
    fn end_thread(&self, _: Self::Buffer) {}
    /// Whether a group comes before all that are not such.
    fn is_first(&self, _: usize) -> bool {
        false
    }
    /// The groups that come first are ready.
    fn end_first(&self) {}
}

/// Nothing is done.
impl<const P: usize> BlockPass<P> for () {
    type Buffer = ();
    type Group = ();

    fn buffer(&self) {}
    fn block(&self, (): &mut (), _: u32, _: &mut [Codes<P>]) {}
    fn end_group(&self, (): &mut (), _: usize) {}
}

/// The code at an index of a block.
#[inline]
pub(crate) fn code_at<const P: usize>(block: &[Codes<P>], index: u32) -> u8 {
    let codes = &block[(index >> IN_VECTOR) as usize];
    let lane = (index >> 6) as usize % LANES;
    (0..P).fold(0, |code, p| code | ((codes[p].0[lane] >> (index & 63) & 1) as u8) << p)
}

/// Sets the code at an index of a block that held 0.
#[inline]
pub(crate) fn set_code<const P: usize>(block: &mut [Codes<P>], index: u32, code: u8) {
    let codes = &mut block[(index >> IN_VECTOR) as usize];
    let lane = (index >> 6) as usize % LANES;
    for (p, plane) in codes.iter_mut().enumerate() {
        plane.0[lane] |= u64::from(code >> p & 1) << (index & 63);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{bits, spread, squeeze};
    use crate::testing::{Random, small_games};

    /// The steps against a plain twin that looks up one position at a time.
    #[test]
    fn steps_equal_their_plain_twins() {
        fn check<const P: usize>(game: &bagh::Game, random: &mut Random) {
            let space = Space::new(game).unwrap();
            let free = space.free();
            let herds = Herds { least: 1, most: free as i32 - 1 };
            let mut layers = Layers::<P>::new(&space).unwrap();
            layers
                .now
                .iter_mut()
                .flatten()
                .for_each(|v| v.0 = std::array::from_fn(|_| random.next()));
            let before: Vec<Vec<u8>> = (0..space.blocks() as u32)
                .map(|b| (0..1 << free).map(|i| code_at(layers.block(b), i)).collect())
                .collect();
            let top = (1u8 << P) - 1;
            let won = top - (free % 2) as u8;
            layers.goat_step(herds, won);
            for (b, old) in before.iter().enumerate() {
                for index in 0..(1u32 << free) {
                    let goats = index.count_ones() as i32;
                    if goats > herds.most {
                        continue;
                    }
                    let plain = if goats < herds.least {
                        won
                    } else {
                        bits(!index & ((1 << free) - 1))
                            .map(|x| old[(index | 1 << x) as usize])
                            .min()
                            .unwrap_or(top)
                    };
                    assert_eq!(code_at(layers.block(b as u32), index), plain);
                }
            }
            let before: Vec<Vec<u8>> = (0..space.blocks() as u32)
                .map(|b| (0..1 << free).map(|i| code_at(layers.block(b), i)).collect())
                .collect();
            layers.tiger_step(herds, 0);
            for b in 0..space.blocks() as u32 {
                let tigers = space.tigers(b);
                for index in 0..(1u32 << free) {
                    let goats = index.count_ones() as i32;
                    if goats < herds.least || goats > herds.most {
                        continue;
                    }
                    let herd = spread(index, tigers);
                    let plain = space
                        .tiger_moves(b)
                        .iter()
                        .filter(|m| herd >> m.to & 1 == 0)
                        .filter(|m| m.over.is_none_or(|o| herd >> o & 1 == 1))
                        .map(|m| {
                            let left = herd & !m.over.map_or(0, |o| 1 << o);
                            let there = space.map(m.symmetry).set(left);
                            let at = squeeze(there, space.tigers(m.block));
                            before[m.block as usize][at as usize]
                        })
                        .max()
                        .unwrap_or(0);
                    assert_eq!(code_at(layers.block(b), index), plain, "block {b} index {index:b}");
                }
            }
        }
        let mut random = Random::new(7);
        for game in small_games(60, 5..=14, 11) {
            check::<1>(&game, &mut random);
            check::<3>(&game, &mut random);
        }
    }
}
