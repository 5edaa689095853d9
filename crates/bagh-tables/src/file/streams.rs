//! Between blocks of bits and the order of ranks.
//!
//! In memory the index of a herd is its bit pattern, so herds of all sizes stand mixed. On disk
//! the herds of one size stand together, in the order of their patterns, which is the order of
//! their ranks. A word holds the patterns of its six low bits; sorted by their number of bits it
//! falls into seven runs, each of which goes to the stream of one size.

// Planes are numbered, and often several lists of planes are walked by the same number.
#![allow(clippy::needless_range_loop)]

use std::sync::LazyLock;

use bagh::Game;

use super::codes;
use crate::place::vector::{Codes, IN_WORD, LANES};
use crate::rank::binomial;

/// Positions in a word.
pub(crate) const WORD: usize = 64;

/// Where the herds of one block stand in a half-layer on disk: streams for 0, 1, … captures, each
/// filling whole words.
#[derive(Clone, Debug)]
pub(crate) struct StreamLayout {
    /// Address bits: on a small board, those of a word, with points that no goat ever stands on.
    bits: u32,
    /// Goats placed.
    placed: u32,
    /// First word of the stream for each number of captures, and the end of the last.
    starts: Vec<usize>,
    /// Tiger placements that share compressed blocks.
    group: usize,
}

/// Words of a compressed block.
pub(crate) const BLOCK_WORDS: usize = 1024;
/// A group has at least this many compressed blocks, so that padding does not count, …
const GROUP_BLOCKS: usize = 64;
/// … and at least this many tiger placements, so that groups are not too many.
const MIN_GROUP: usize = 8;

impl StreamLayout {
    /// The layout of the half-layer with tiger to move after `placed` goats, for a game with this
    /// many tiger placements up to symmetry.
    pub(crate) fn new(game: &Game, placements: usize, placed: u32) -> StreamLayout {
        let free = game.board().len() - usize::from(game.tigers());
        let layout = StreamLayout::of(free as u32, placed, u32::from(game.captures()));
        let group = (GROUP_BLOCKS * BLOCK_WORDS).div_ceil(layout.words().max(1));
        StreamLayout { group: group.max(MIN_GROUP).min(placements), ..layout }
    }

    fn of(free: u32, placed: u32, captures_to_win: u32) -> StreamLayout {
        // The goat that was placed last is still there.
        let streams = captures_to_win.min(placed);
        let bits = free.max(IN_WORD);
        let mut starts = vec![0];
        for captured in 0..streams {
            let positions = binomial(bits, placed - captured) as usize;
            starts.push(starts[captured as usize] + positions.div_ceil(WORD));
        }
        StreamLayout { bits, placed, starts, group: 1 }
    }

    /// Words of one block, in each plane.
    pub(crate) fn words(&self) -> usize {
        *self.starts.last().expect("there is an end")
    }

    /// How many tiger placements share compressed blocks.
    pub(crate) fn group(&self) -> usize {
        self.group
    }

    /// Compressed blocks of a group.
    pub(crate) fn group_blocks(&self) -> usize {
        (self.group * self.words()).div_ceil(BLOCK_WORDS)
    }

    /// Where a position stands: its compressed block, and its place in there.
    pub(crate) fn locate(&self, block: u32, captured: u32, rank: u32) -> (usize, usize) {
        let (group, member) = (block as usize / self.group, block as usize % self.group);
        let word = member * self.words() + self.start(captured) + rank as usize / WORD;
        let number = group * self.group_blocks() + word / BLOCK_WORDS;
        (number, word % BLOCK_WORDS * WORD + rank as usize % WORD)
    }

    /// How many captures there were at a word of a group.
    pub(crate) fn captured_at(&self, word: usize) -> u32 {
        let word = word % self.words().max(1);
        let stream = self.starts.partition_point(|&start| start <= word) - 1;
        (stream as u32).min(self.streams().saturating_sub(1))
    }

    /// Words of a block in memory that hold positions.
    pub(crate) fn block_words(&self) -> usize {
        1 << (self.bits - IN_WORD)
    }

    /// How many numbers of captures there are.
    pub(crate) fn streams(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// Goats placed.
    pub(crate) fn placed(&self) -> u32 {
        self.placed
    }

    /// The first word of a stream.
    pub(crate) fn start(&self, captured: u32) -> usize {
        self.starts[captured as usize]
    }
}

/// The patterns of six bits with each number of bits set, and how to bring them together.
pub(crate) trait Runs: Copy {
    fn new() -> Self;
    /// A word with the patterns with few bits set first.
    fn sort(self, word: u64) -> u64;
    /// The bits of one run of a sorted word.
    fn run(self, sorted: u64, ones: u32) -> u64;
    /// Moves the low bits of a word apart, each to the lowest place of a position of this width.
    fn spread(self, bits: u64, width: u8) -> u64;
}

/// Where the run of patterns with each number of bits starts in a sorted word.
pub(crate) const RUNS: [u32; 8] = [0, 1, 7, 22, 42, 57, 63, 64];

/// With tables, for any processor.
#[derive(Clone, Copy)]
pub(crate) struct TableRuns(&'static [[u64; 256]; 8]);

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

impl Runs for TableRuns {
    #[inline(always)]
    fn new() -> Self {
        TableRuns(&SORT)
    }

    #[inline(always)]
    fn sort(self, word: u64) -> u64 {
        let mut sorted = 0;
        for (byte, entries) in word.to_le_bytes().iter().zip(self.0) {
            sorted |= entries[usize::from(*byte)];
        }
        sorted
    }

    #[inline(always)]
    fn run(self, sorted: u64, ones: u32) -> u64 {
        let (start, end) = (RUNS[ones as usize], RUNS[ones as usize + 1]);
        sorted >> start & ((1 << (end - start)) - 1)
    }

    #[inline(always)]
    fn spread(self, bits: u64, width: u8) -> u64 {
        codes::spread(bits, width)
    }
}

/// With the instructions that extract and deposit bits by a mask.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct MaskRuns;

/// The patterns of six bits with each number of bits set, as sets.
#[cfg(target_arch = "x86_64")]
const PATTERNS: [u64; 7] = {
    let mut sets = [0; 7];
    let mut pattern = 0u32;
    while pattern < 64 {
        sets[pattern.count_ones() as usize] |= 1 << pattern;
        pattern += 1;
    }
    sets
};

#[cfg(target_arch = "x86_64")]
impl Runs for MaskRuns {
    #[inline(always)]
    fn new() -> Self {
        MaskRuns
    }

    #[inline(always)]
    fn sort(self, word: u64) -> u64 {
        word
    }

    #[inline(always)]
    fn run(self, sorted: u64, ones: u32) -> u64 {
        // SAFETY: this type is only used by a function that is called on processors with BMI2.
        unsafe { std::arch::x86_64::_pext_u64(sorted, PATTERNS[ones as usize]) }
    }

    #[inline(always)]
    fn spread(self, bits: u64, width: u8) -> u64 {
        let lowest = match width {
            2 => 0x5555_5555_5555_5555,
            4 => 0x1111_1111_1111_1111,
            _ => 0x0101_0101_0101_0101,
        };
        // SAFETY: as above.
        unsafe { std::arch::x86_64::_pdep_u64(bits, lowest) }
    }
}

bagh_simd::dispatch! {
    /// Packs a block's codes in the order of ranks into its part of a group's bytes.
    pub(crate) fn extract<const P: usize>(
        block: &[Codes<P>],
        layout: &StreamLayout,
        bytes: &mut [u8],
    ) {
        // Some processors with BMI2 but no AVX-512 are slow at extracting bits by a mask.
        avx512_popcnt => extract_by::<MaskRuns, P>(block, layout, bytes),
        avx2 => extract_by::<TableRuns, P>(block, layout, bytes),
        plain => extract_by::<TableRuns, P>(block, layout, bytes),
    }
}

#[inline(always)]
pub(crate) fn extract_by<R: Runs, const P: usize>(
    block: &[Codes<P>],
    layout: &StreamLayout,
    bytes: &mut [u8],
) {
    let runs = R::new();
    let spread = |bits, width| runs.spread(bits, width);
    let word_bytes = 8 * usize::from(codes::width(P as u8));
    let mut streams: Vec<Stream<P>> = (0..layout.streams())
        .map(|captured| Stream { next: layout.start(captured), held: 0, bits: [0; P] })
        .collect();
    for word in 0..layout.block_words() {
        let codes = &block[word / LANES];
        let ones = word.count_ones();
        // Runs of this word that go to some stream: most words have few, many have none.
        let Some(most) = layout.placed.checked_sub(ones) else { continue };
        let least = (layout.placed + 1).saturating_sub(layout.streams() + ones);
        if least > 6 {
            continue;
        }
        let mut sorted = [0; P];
        for plane in 0..P {
            sorted[plane] = runs.sort(codes[plane].0[word % LANES]);
        }
        for run in least..=most.min(6) {
            let stream = &mut streams[(most - run) as usize];
            let mut bits = [0; P];
            for plane in 0..P {
                bits[plane] = runs.run(sorted[plane], run);
            }
            let length = RUNS[run as usize + 1] - RUNS[run as usize];
            if let Some((at, planes)) = stream.append(length, bits) {
                codes::pack(planes, &mut bytes[at * word_bytes..][..word_bytes], spread);
            }
        }
    }
    for stream in &streams {
        if stream.held > 0 {
            let at = stream.next;
            codes::pack(stream.bits, &mut bytes[at * word_bytes..][..word_bytes], spread);
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
    use crate::place::layers::code_at;
    use crate::place::vector::{IN_VECTOR, Vector};
    use crate::rank::Ranking;
    use crate::testing::Random;

    #[test]
    fn streams_hold_the_codes_in_the_order_of_ranks() {
        let mut random = Random::new(3);
        for free in [5u32, 9, 11, 13] {
            for placed in 1..free {
                let layout = StreamLayout::of(free, placed, 4);
                let vectors = 1usize << (free.max(IN_VECTOR) - IN_VECTOR);
                let mut block = vec![[Vector::ZERO; 3]; vectors];
                for codes in &mut block {
                    for plane in codes {
                        plane.0 = std::array::from_fn(|_| random.next());
                    }
                }
                let mut by_table = vec![0; layout.words() * 32];
                extract_by::<TableRuns, 3>(&block, &layout, &mut by_table);
                let mut by_best = by_table.clone();
                extract(&block, &layout, &mut by_best);
                assert_eq!(by_best, by_table);
                for captured in 0..layout.streams() {
                    let ranking = Ranking::new(free, placed - captured);
                    for (rank, index) in ranking.subsets().into_iter().enumerate() {
                        let at = layout.start(captured) * 64 + rank;
                        assert_eq!(codes::get(&by_table, 4, at), code_at(&block, index));
                    }
                }
            }
        }
    }
}
