//! From blocks of bits to the order of ranks.
//!
//! The runs of each word (see [`streams`](super::streams)) are brought together and added to their
//! streams.

// Planes are numbered, and often several lists of planes are walked by the same number.
#![allow(clippy::needless_range_loop)]

use std::sync::LazyLock;

use super::codes;
#[cfg(target_arch = "x86_64")]
use super::extract_avx512::extract_by_bytes;
use super::streams::{RUNS, StreamLayout};
use crate::place::vector::{Codes, LANES};

bagh_simd::dispatch! {
    /// Packs a block's codes in the order of ranks into its part of a group's bytes.
    pub(crate) fn extract<const P: usize>(
        block: &[Codes<P>],
        layout: &StreamLayout,
        bytes: &mut [u8],
    ) {
        avx512_icelake => extract_by_bytes::<P>(block, layout, bytes),
        avx2 => extract_by_tables::<P>(block, layout, bytes),
        plain => extract_by_tables::<P>(block, layout, bytes),
    }
}

/// For each byte of a word and each value of it, where its bits go when the patterns with few bits
/// set come first.
static SORT: LazyLock<Box<[[u64; 256]; 8]>> = LazyLock::new(|| {
    let mut patterns: Vec<u32> = (0..64).collect();
    patterns.sort_by_key(|p| (p.count_ones(), *p));
    let mut table = Box::new([[0u64; 256]; 8]);
    for (byte, entries) in table.iter_mut().enumerate() {
        for (bits, entry) in entries.iter_mut().enumerate() {
            for i in (0..8).filter(|i| bits >> i & 1 == 1) {
                let pattern = 8 * byte as u32 + i;
                let place = patterns.iter().position(|&p| p == pattern).expect("one of 64");
                *entry |= 1 << place;
            }
        }
    }
    table
});

/// A word with the patterns with few bits set first.
#[inline(always)]
fn sort(table: &[[u64; 256]; 8], word: u64) -> u64 {
    let mut sorted = 0;
    for (byte, entries) in word.to_le_bytes().iter().zip(table) {
        sorted |= entries[usize::from(*byte)];
    }
    sorted
}

/// The bits of one run of a sorted word.
#[inline(always)]
fn run_of(sorted: u64, ones: u32) -> u64 {
    let (start, end) = (RUNS[ones as usize], RUNS[ones as usize + 1]);
    sorted >> start & ((1 << (end - start)) - 1)
}

/// The same with tables, for any processor.
#[inline(always)]
pub(crate) fn extract_by_tables<const P: usize>(
    block: &[Codes<P>],
    layout: &StreamLayout,
    bytes: &mut [u8],
) {
    let table = &**SORT;
    let word_bytes = 8 * usize::from(codes::width(P as u8));
    let mut streams: Vec<Stream<P>> = (0..layout.streams())
        .map(|captured| Stream { next: layout.start(captured), held: 0, bits: [0; P] })
        .collect();
    for word in 0..layout.block_words() {
        let codes = &block[word / LANES];
        let ones = word.count_ones();
        // Runs of this word that go to some stream: most words have few, many have none.
        let Some(most) = layout.placed().checked_sub(ones) else { continue };
        let least = (layout.placed() + 1).saturating_sub(layout.streams() + ones);
        if least > 6 {
            continue;
        }
        let mut sorted = [0; P];
        for plane in 0..P {
            sorted[plane] = sort(table, codes[plane].0[word % LANES]);
        }
        for run in least..=most.min(6) {
            let stream = &mut streams[(most - run) as usize];
            let mut bits = [0; P];
            for plane in 0..P {
                bits[plane] = run_of(sorted[plane], run);
            }
            let length = RUNS[run as usize + 1] - RUNS[run as usize];
            if let Some((at, planes)) = stream.append(length, bits) {
                codes::pack(planes, &mut bytes[at * word_bytes..][..word_bytes]);
            }
        }
    }
    for stream in &streams {
        if stream.held > 0 {
            let at = stream.next;
            codes::pack(stream.bits, &mut bytes[at * word_bytes..][..word_bytes]);
        }
    }
}

/// A stream that is being written.
struct Stream<const P: usize> {
    next: usize,
    held: u32,
    bits: [u64; P],
}

impl<const P: usize> Stream<P> {
    /// Adds up to 20 positions. Returns a word of each plane, and where it goes, when one is full.
    #[inline(always)]
    fn append(&mut self, length: u32, bits: [u64; P]) -> Option<(usize, [u64; P])> {
        for plane in 0..P {
            self.bits[plane] |= bits[plane] << self.held;
        }
        let held = self.held + length;
        if held < 64 {
            self.held = held;
            return None;
        }
        let full = (self.next, self.bits);
        self.next += 1;
        let taken = 64 - self.held;
        self.held = held - 64;
        for plane in 0..P {
            self.bits[plane] = bits[plane] >> taken;
        }
        Some(full)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::streams::WORD;
    use crate::place::layers::code_at;
    use crate::place::vector::{IN_VECTOR, Vector};
    use crate::rank::Ranking;
    use crate::testing::Random;

    fn check<const P: usize>(random: &mut Random) {
        for free in [5u32, 9, 11, 13] {
            for placed in 1..free {
                let width = codes::width(P as u8);
                let layout = StreamLayout::of(free, placed, 4);
                let vectors = 1usize << (free.max(IN_VECTOR) - IN_VECTOR);
                let block: Vec<Codes<P>> = (0..vectors)
                    .map(|_| {
                        std::array::from_fn(|_| Vector(std::array::from_fn(|_| random.next())))
                    })
                    .collect();
                let mut by_table = vec![0; layout.words() * 8 * usize::from(width)];
                extract_by_tables(&block, &layout, &mut by_table);
                let mut by_best = vec![0; by_table.len()];
                extract(&block, &layout, &mut by_best);
                assert_eq!(by_best, by_table);
                for captured in 0..layout.streams() {
                    let ranking = Ranking::new(free, placed - captured);
                    for (rank, index) in ranking.subsets().into_iter().enumerate() {
                        let at = layout.start(captured) * WORD + rank;
                        assert_eq!(codes::get(&by_table, width, at), code_at(&block, index));
                    }
                }
            }
        }
    }

    #[test]
    fn streams_hold_the_codes_in_the_order_of_ranks() {
        let mut random = Random::new(3);
        check::<2>(&mut random);
        check::<3>(&mut random);
        check::<4>(&mut random);
        check::<5>(&mut random);
        check::<8>(&mut random);
    }

    /// Streams that are longer than what is packed at a time.
    #[test]
    fn long_streams_are_packed_in_turns() {
        let mut random = Random::new(5);
        let layout = StreamLayout::of(17, 9, 5);
        let block: Vec<Codes<3>> = (0..1 << (17 - IN_VECTOR))
            .map(|_| std::array::from_fn(|_| Vector(std::array::from_fn(|_| random.next()))))
            .collect();
        let mut by_table = vec![0; layout.words() * 32];
        extract_by_tables(&block, &layout, &mut by_table);
        let mut by_best = vec![0; by_table.len()];
        extract(&block, &layout, &mut by_best);
        assert!(by_best == by_table);
    }
}
