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

    /// Empties one block of the set, calling `f` with the rank of each position that was in it.
    /// Says whether there was any.
    #[inline(always)]
    pub(crate) fn drain(&self, block: u32, mut f: impl FnMut(u32)) -> bool {
        let words = &self.words[block as usize * self.per_block..][..self.per_block];
        let mut any = false;
        for (number, word) in words.iter().enumerate() {
            let mut bits = word.load(Relaxed);
            if bits == 0 {
                continue;
            }
            any = true;
            word.store(0, Relaxed);
            while bits != 0 {
                f(64 * number as u32 + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
        any
    }
}
