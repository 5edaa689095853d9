//! A half-layer in the order of ranks, before compression: for each block, its planes.

use rayon::prelude::*;

use super::streams::StreamLayout;
use crate::error::TableError;
use crate::file::reader::TableFile;
use crate::memory::Slab;

/// Memory for the largest half-layer of a game, used for one after the other.
pub(crate) struct RawLayers<const P: usize> {
    data: Slab<u64>,
}

impl<const P: usize> RawLayers<P> {
    /// Memory for half-layers of at most this many words in each plane of a block.
    pub(crate) fn new(blocks: usize, most_words: usize) -> RawLayers<P> {
        RawLayers { data: Slab::new(blocks * most_words * P) }
    }

    /// The planes of each block of a half-layer, one after the other.
    pub(crate) fn blocks_mut(&mut self, layout: &StreamLayout, blocks: usize) -> Vec<&mut [u64]> {
        let len = layout.words() * P;
        if len == 0 {
            return (0..blocks).map(|_| <&mut [u64]>::default()).collect();
        }
        self.data.chunks_exact_mut(len).take(blocks).collect()
    }

    /// Fills the bytes of a file's block: for each plane, `words` words of the half-layer from
    /// word `start` on. What lies beyond the last block is 0.
    pub(crate) fn file_block(
        &self,
        layout: &StreamLayout,
        blocks: usize,
        start: usize,
        bytes: &mut [u8],
    ) {
        let words = bytes.len() / P / 8;
        for (plane, plane_bytes) in bytes.chunks_exact_mut(words * 8).enumerate() {
            plane_bytes.fill(0);
            for_runs(layout.words(), blocks, start, words, |block, from, at, length| {
                let source = &self.data[(block * P + plane) * layout.words() + from..][..length];
                let target = plane_bytes[at * 8..][..length * 8].chunks_exact_mut(8);
                for (word, bytes) in source.iter().zip(target) {
                    bytes.copy_from_slice(&word.to_le_bytes());
                }
            });
        }
    }

    /// Reads a whole half-layer back from its file.
    pub(crate) fn load(
        &mut self,
        layout: &StreamLayout,
        blocks: usize,
        file: &TableFile,
    ) -> Result<(), TableError> {
        let block_bytes = file.header().block_bytes();
        let words = block_bytes / P / 8;
        // Read many blocks side by side, then put them where they belong.
        const AT_ONCE: usize = 256;
        for first in (0..file.blocks()).step_by(AT_ONCE) {
            let count = AT_ONCE.min(file.blocks() - first);
            let mut bytes = vec![0; count * block_bytes];
            bytes
                .par_chunks_exact_mut(block_bytes)
                .enumerate()
                .try_for_each(|(i, bytes)| file.block_into(first + i, bytes))?;
            for (i, block_bytes) in bytes.chunks_exact(block_bytes).enumerate() {
                let start = (first + i) * words;
                for (plane, plane_bytes) in block_bytes.chunks_exact(words * 8).enumerate() {
                    for_runs(layout.words(), blocks, start, words, |block, from, at, length| {
                        let target =
                            &mut self.data[(block * P + plane) * layout.words() + from..][..length];
                        let source = plane_bytes[at * 8..][..length * 8].chunks_exact(8);
                        for (word, bytes) in target.iter_mut().zip(source) {
                            *word = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
                        }
                    });
                }
            }
        }
        Ok(())
    }

    /// One word of each plane of a block.
    #[inline(always)]
    pub(crate) fn word(&self, layout: &StreamLayout, block: usize, word: usize) -> [u64; P] {
        std::array::from_fn(|plane| self.data[(block * P + plane) * layout.words() + word])
    }
}

/// Cuts a run of words of the whole half-layer into runs inside one block each. `f` gets the
/// block, the first word in it, the offset in the run, and the length.
fn for_runs(
    per_block: usize,
    blocks: usize,
    start: usize,
    words: usize,
    mut f: impl FnMut(usize, usize, usize, usize),
) {
    let end = (start + words).min(per_block * blocks);
    let mut at = start;
    while at < end {
        let (block, from) = (at / per_block, at % per_block);
        let length = (per_block - from).min(end - at);
        f(block, from, at - start, length);
        at += length;
    }
}
