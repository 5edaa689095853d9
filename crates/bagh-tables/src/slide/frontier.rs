//! Sets of positions of a class that became known at one level, one bit each.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// One bit for each position of a class; each block begins a word of its own.
pub(crate) struct Frontier {
    words: Vec<AtomicU64>,
    per_block: usize,
    /// Whether a block may have any: most levels reach few blocks.
    occupied: Vec<AtomicBool>,
}

impl Frontier {
    pub(crate) fn new(blocks: usize, herds: usize) -> Frontier {
        let per_block = herds.div_ceil(64);
        let words = (0..blocks * per_block).map(|_| AtomicU64::new(0)).collect();
        let occupied = (0..blocks).map(|_| AtomicBool::new(false)).collect();
        Frontier { words, per_block, occupied }
    }

    #[inline(always)]
    pub(crate) fn insert(&self, block: u32, rank: u32) {
        self.words[block as usize * self.per_block + (rank >> 6) as usize]
            .fetch_or(1 << (rank & 63), Relaxed);
        let occupied = &self.occupied[block as usize];
        if !occupied.load(Relaxed) {
            occupied.store(true, Relaxed);
        }
    }

    /// Takes out the positions of one block, in the order of their ranks. Nothing may be inserted
    /// into it meanwhile.
    #[inline(always)]
    pub(crate) fn drain(&self, block: u32) -> impl Iterator<Item = u32> {
        let words = match self.occupied[block as usize].swap(false, Relaxed) {
            true => &self.words[block as usize * self.per_block..][..self.per_block],
            false => &[],
        };
        words.iter().enumerate().filter(|(_, word)| word.load(Relaxed) != 0).flat_map(
            |(number, word)| {
                let mut bits = word.load(Relaxed);
                word.store(0, Relaxed);
                std::iter::from_fn(move || {
                    if bits == 0 {
                        return None;
                    }
                    let bit = bits.trailing_zeros();
                    bits &= bits - 1;
                    Some(64 * number as u32 + bit)
                })
            },
        )
    }
}
