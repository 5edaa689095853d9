//! Between blocks of bits and the order of ranks.
//!
//! In memory the index of a herd is its bit pattern, so herds of all sizes stand mixed. On disk
//! the herds of one size stand together, in the order of their patterns, which is the order of
//! their ranks. A word holds the patterns of its six low bits; sorted by their number of bits it
//! falls into seven runs, each of which goes to the stream of one size.

use std::sync::LazyLock;

use super::vector::{Codes, IN_WORD, LANES};
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
}

impl StreamLayout {
    /// The layout of the half-layer with tiger to move after `placed` goats.
    pub(crate) fn new(free: u32, placed: u32, captures_to_win: u32) -> StreamLayout {
        // The goat that was placed last is still there.
        let streams = captures_to_win.min(placed);
        let bits = free.max(IN_WORD);
        let mut starts = vec![0];
        for captured in 0..streams {
            let positions = binomial(bits, placed - captured) as usize;
            starts.push(starts[captured as usize] + positions.div_ceil(WORD));
        }
        StreamLayout { bits, placed, starts }
    }

    /// Words of one block, in each plane.
    pub(crate) fn words(&self) -> usize {
        *self.starts.last().expect("there is an end")
    }

    /// Words of a block in memory that hold positions.
    fn block_words(&self) -> usize {
        1 << (self.bits - IN_WORD)
    }

    /// How many numbers of captures there are.
    pub(crate) fn streams(&self) -> u32 {
        self.starts.len() as u32 - 1
    }

    /// The first word of a stream.
    pub(crate) fn start(&self, captured: u32) -> usize {
        self.starts[captured as usize]
    }

    /// The stream of herds with this many goats, if there is one.
    #[inline(always)]
    fn stream_of(&self, goats: u32) -> Option<usize> {
        let captured = self.placed.checked_sub(goats)?;
        (captured < self.streams()).then_some(captured as usize)
    }
}

/// Moves the bits of a word so that patterns with few bits come first, and back.
struct WordOrder {
    sort: Box<[[u64; 256]; 8]>,
    unsort: Box<[[u64; 256]; 8]>,
    /// Where the run of patterns with each number of bits starts.
    runs: [u32; 8],
}

static WORD_ORDER: LazyLock<WordOrder> = LazyLock::new(|| {
    let mut patterns: Vec<u32> = (0..64).collect();
    patterns.sort_by_key(|p| (p.count_ones(), *p));
    let table = |to: &dyn Fn(u32) -> u32| {
        let mut table = Box::new([[0u64; 256]; 8]);
        for (byte, entries) in table.iter_mut().enumerate() {
            for (bits, entry) in entries.iter_mut().enumerate() {
                *entry = (0..8)
                    .filter(|i| bits >> i & 1 == 1)
                    .fold(0, |word, i| word | 1 << to(8 * byte as u32 + i));
            }
        }
        table
    };
    let place =
        |pattern: u32| patterns.iter().position(|&p| p == pattern).expect("one of 64") as u32;
    let mut runs = [0; 8];
    for ones in 0..7 {
        runs[ones + 1] = runs[ones] + binomial(6, ones as u32) as u32;
    }
    WordOrder { sort: table(&place), unsort: table(&|at| patterns[at as usize]), runs }
});

#[inline(always)]
fn permute(word: u64, table: &[[u64; 256]; 8]) -> u64 {
    let mut result = 0;
    for (byte, entries) in word.to_le_bytes().iter().zip(table) {
        result |= entries[usize::from(*byte)];
    }
    result
}

/// Writes a block's codes in the order of ranks. `words[plane]` is the block's part of a plane.
pub(crate) fn extract<const P: usize>(
    block: &[Codes<P>],
    layout: &StreamLayout,
    mut write: impl FnMut(usize, [u64; P]),
) {
    let order = &*WORD_ORDER;
    let mut streams: Vec<Stream<P>> = (0..layout.streams())
        .map(|captured| Stream { next: layout.start(captured), held: 0, bits: [0; P] })
        .collect();
    for (vector, codes) in block.iter().enumerate() {
        for lane in 0..LANES {
            let word = vector * LANES + lane;
            if word >= layout.block_words() {
                break;
            }
            let ones = word.count_ones();
            // Runs of this word that go to some stream: most words have few, many have none.
            let most = layout.placed.checked_sub(ones);
            let Some(most) = most else { continue };
            let least = (layout.placed + 1).saturating_sub(layout.streams() + ones);
            if least > 6 {
                continue;
            }
            let mut sorted = [0; P];
            for plane in 0..P {
                sorted[plane] = permute(codes[plane].0[lane], &order.sort);
            }
            for run in least..=most.min(6) {
                let Some(stream) = layout.stream_of(ones + run) else { continue };
                let (start, end) = (order.runs[run as usize], order.runs[run as usize + 1]);
                let length = end - start;
                let mask = (1u64 << length) - 1;
                let mut bits = [0; P];
                for plane in 0..P {
                    bits[plane] = sorted[plane] >> start & mask;
                }
                streams[stream].append(length, bits, &mut write);
            }
        }
    }
    for stream in &mut streams {
        if stream.held > 0 {
            write(stream.next, stream.bits);
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
    #[inline(always)]
    fn append(&mut self, length: u32, bits: [u64; P], write: &mut impl FnMut(usize, [u64; P])) {
        for plane in 0..P {
            self.bits[plane] |= bits[plane] << self.held;
        }
        let held = self.held + length;
        if held < 64 {
            self.held = held;
            return;
        }
        write(self.next, self.bits);
        self.next += 1;
        let taken = 64 - self.held;
        self.held = held - 64;
        for plane in 0..P {
            self.bits[plane] = if taken == 64 { 0 } else { bits[plane] >> taken };
        }
    }
}

/// Reads a block's codes back from the order of ranks; what belongs to no stream becomes 0.
pub(crate) fn insert<const P: usize>(
    block: &mut [Codes<P>],
    layout: &StreamLayout,
    mut read: impl FnMut(usize) -> [u64; P],
) {
    let order = &*WORD_ORDER;
    // For each stream, the position to read next and the word that it is in.
    let mut at: Vec<(usize, [u64; P])> =
        (0..layout.streams()).map(|captured| (layout.start(captured) * WORD, [0; P])).collect();
    for (vector, codes) in block.iter_mut().enumerate() {
        for lane in 0..LANES {
            let ones = (vector * LANES + lane).count_ones();
            let mut sorted = [0u64; P];
            if vector * LANES + lane >= layout.block_words() {
                for plane in 0..P {
                    codes[plane].0[lane] = 0;
                }
                continue;
            }
            for run in 0..=6u32 {
                let Some(stream) = layout.stream_of(ones + run) else { continue };
                let (start, end) = (order.runs[run as usize], order.runs[run as usize + 1]);
                let (position, word) = &mut at[stream];
                for bit in start..end {
                    if *position % WORD == 0 {
                        *word = read(*position / WORD);
                    }
                    for plane in 0..P {
                        sorted[plane] |= (word[plane] >> (*position % WORD) & 1) << bit;
                    }
                    *position += 1;
                }
            }
            for plane in 0..P {
                codes[plane].0[lane] = permute(sorted[plane], &order.unsort);
            }
        }
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
                let layout = StreamLayout::new(free, placed, 4);
                let vectors = 1usize << (free.max(IN_VECTOR) - IN_VECTOR);
                let mut block = vec![[Vector::ZERO; 3]; vectors];
                for codes in &mut block {
                    for plane in codes {
                        plane.0 = std::array::from_fn(|_| random.next());
                    }
                }
                if free < 9 {
                    // Positions beyond a small board hold nothing.
                    for index in 1u32 << free..512 {
                        crate::place::layers::set_code(&mut block, index, 0);
                    }
                }
                let mut words = vec![[0u64; 3]; layout.words()];
                extract(&block, &layout, |at, bits| words[at] = bits);
                for captured in 0..layout.streams() {
                    let ranking = Ranking::new(free, placed - captured);
                    for (rank, index) in ranking.subsets().into_iter().enumerate() {
                        let word = words[layout.start(captured) + rank / 64];
                        let code =
                            (0..3).fold(0, |c, p| c | ((word[p] >> (rank % 64) & 1) as u8) << p);
                        assert_eq!(code, code_at(&block, index));
                    }
                }
                let mut back = vec![[Vector::ONES; 3]; vectors];
                insert(&mut back, &layout, |at| words[at]);
                for index in 0..1u32 << free {
                    let goats = index.count_ones();
                    let kept = goats <= placed && placed - goats < layout.streams();
                    let expected = if kept { code_at(&block, index) } else { 0 };
                    assert_eq!(code_at(&back, index), expected);
                }
            }
        }
    }
}
