//! Sets of positions of a class that became known at one level, one bit each.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// One bit for each position of a class; each block begins a word of its own.
pub(crate) struct Frontier {
    words: Vec<AtomicU64>,
    per_block: usize,
}

impl Frontier {
    pub(crate) fn new(blocks: usize, herds: usize) -> Frontier {
        let per_block = herds.div_ceil(64);
        let words = (0..blocks * per_block).map(|_| AtomicU64::new(0)).collect();
        Frontier { words, per_block }
    }

    #[inline(always)]
    pub(crate) fn insert(&self, block: u32, rank: u32) {
        self.words[block as usize * self.per_block + (rank >> 6) as usize]
            .fetch_or(1 << (rank & 63), Relaxed);
    }

    /// Takes out the positions of one block, in the order of their ranks.
    #[inline(always)]
    pub(crate) fn drain(&self, block: u32) -> impl Iterator<Item = u32> {
        let words = &self.words[block as usize * self.per_block..][..self.per_block];
        words.iter().enumerate().filter(|(_, word)| word.load(Relaxed) != 0).flat_map(
            |(number, word)| {
                let mut bits = word.load(Relaxed);
                word.store(0, Relaxed);
                std::iter::from_fn(move || {
                    let bit = bits.trailing_zeros();
                    bits &= bits.checked_sub(1)?;
                    Some(64 * number as u32 + bit)
                })
            },
        )
    }
}
