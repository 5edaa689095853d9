//! One bit for every position of a half-layer of the placement phase.
//!
//! The bit answers a question of the kind "do the tigers reach their goal from here?". Such
//! questions are asked by proofs, and answered backwards, a whole half-layer at a time, by the
//! same steps that solve the game.

use rayon::prelude::*;

use crate::error::TableError;
use crate::place::layers::{Layers, code_at, set_code};
use crate::place::moves::move_bytes;
use crate::place::steps::Herds;
use crate::rank::Ranking;
use crate::sliding_only::SlidingTables;
use crate::space::Space;
use crate::verdict::Verdict;

/// The bits of one half-layer, and room for the next.
pub struct BitLayers<'s> {
    space: &'s Space,
    layers: Layers<'s, 1>,
}

impl<'s> BitLayers<'s> {
    /// Half-layers in which no tiger reaches anything.
    pub fn new(space: &'s Space) -> Result<BitLayers<'s>, TableError> {
        Ok(BitLayers { space, layers: Layers::new(space)? })
    }

    /// Bytes of memory that half-layers of a game take, about.
    pub fn memory(space: &Space) -> u64 {
        2 * space.blocks() as u64 * Self::block_bytes(space) as u64 + move_bytes(space)
    }

    /// Bytes of the bits of one block.
    pub fn block_bytes(space: &Space) -> usize {
        (1usize << space.free()).div_ceil(512) * 64
    }

    /// Sets every bit to 0.
    pub fn clear(&mut self) {
        self.layers.fill(0);
    }

    /// Enters the sliding phase as the layer after the last goat, tiger to move.
    pub fn fill_sliding(
        &mut self,
        tables: &SlidingTables,
        captured: u8,
        reached: &(dyn Fn(Verdict) -> bool + Sync),
    ) -> Result<(), TableError> {
        let goats = self.space.game().goats() - captured;
        let subsets = Ranking::new(self.space.free(), u32::from(goats)).subsets();
        let bits = tables.each_with_tiger_to_move(self.space, captured, reached)?;
        self.layers.blocks_mut().zip(bits.par_chunks_exact(subsets.len())).for_each(
            |(codes, bits)| {
                for (&index, &bit) in subsets.iter().zip(bits) {
                    set_code(codes, index, u8::from(bit));
                }
            },
        );
        Ok(())
    }

    /// From tiger to move after `placed + 1` goats, to goat to move after `placed`. With `enough`
    /// captures the tigers have reached their goal.
    pub fn goat_step(&mut self, placed: u8, enough: u8) {
        self.layers.goat_step(herds(placed, enough), 1);
    }

    /// From goat to move to tiger to move, after `placed` goats. Tigers that cannot move have not
    /// reached their goal.
    pub fn tiger_step(&mut self, placed: u8, enough: u8) {
        self.layers.tiger_step(herds(placed, enough), 0);
    }

    /// The bit of a position.
    #[inline]
    pub fn get(&self, block: u32, index: u32) -> bool {
        code_at(self.layers.block(block), index) == 1
    }

    /// The bits of a block: the bit of index i is bit i % 8 of byte i / 8.
    pub fn bytes(&self, block: u32) -> &[u8] {
        bytemuck::cast_slice(self.layers.block(block))
    }

    /// Replaces the bits of all blocks; `fill` gets the number of a block and its bytes.
    pub fn replace<E: Send>(
        &mut self,
        fill: impl Fn(usize, &mut [u8]) -> Result<(), E> + Sync,
    ) -> Result<(), E> {
        self.layers
            .blocks_mut()
            .enumerate()
            .try_for_each(|(block, codes)| fill(block, bytemuck::cast_slice_mut(codes)))
    }
}

fn herds(placed: u8, enough: u8) -> Herds {
    let (placed, enough) = (i32::from(placed), i32::from(enough));
    Herds { least: placed - enough + 1, most: placed }
}
