//! Extraction for processors that permute the bytes of a register.
//!
//! The codes of a word are spread to bytes, one position each. A run is then one permutation of
//! them, stored at the end of its stream; what is stored beyond the run is overwritten by the next.
//! A stream's bytes are packed, to as many bits as a position has on disk, when there are enough
//! of them.

// Planes are numbered.
#![allow(clippy::needless_range_loop)]

use std::arch::x86_64::*;

use super::codes::width;
use super::streams::{RUNS, StreamLayout, WORD};
use crate::place::vector::{Codes, LANES};

/// Positions of a stream that are packed at a time.
const FULL: usize = 2048;
/// Bytes that are stored for a run, which has up to 20.
const STORED: usize = 32;
/// What a vector adds to a stream at the most, and what is stored beyond.
const ROOM: usize = FULL + LANES * WORD + STORED;

/// For each number of bits, the patterns of six bits with as many set, in ascending order, as far as
/// a store goes.
static PATTERNS: [[u8; STORED]; 7] = {
    let mut lists = [[0; STORED]; 7];
    let mut lengths = [0; 7];
    let mut pattern = 0u8;
    while pattern < WORD as u8 {
        let ones = pattern.count_ones() as usize;
        lists[ones][lengths[ones]] = pattern;
        lengths[ones] += 1;
        pattern += 1;
    }
    lists
};

/// The last positions of a stream, a byte each.
struct Stream {
    bytes: [u8; ROOM],
    filled: usize,
    /// Where the next ones go.
    next: usize,
}

// SAFETY of every block below: the functions are only inlined into one that is called on processors
// with everything used here. Every load and store is within a slice that was made for it.

/// Packs a block's codes in the order of ranks into its part of a group's bytes.
#[inline(always)]
pub(super) fn extract_by_bytes<const P: usize>(
    block: &[Codes<P>],
    layout: &StreamLayout,
    bytes: &mut [u8],
) {
    let word_bytes = 8 * usize::from(width(P as u8));
    let mut streams: Vec<Stream> = (0..layout.streams())
        .map(|captured| Stream {
            bytes: [0; ROOM],
            filled: 0,
            next: layout.start(captured) * word_bytes,
        })
        .collect();
    // SAFETY: see above.
    let patterns: [__m512i; 7] = std::array::from_fn(|ones| unsafe {
        _mm512_castsi256_si512(_mm256_loadu_si256(PATTERNS[ones].as_ptr().cast()))
    });
    let lanes = LANES.min(layout.block_words());
    for (address, codes) in block.iter().enumerate() {
        let mut is_any = false;
        for lane in 0..lanes {
            let ones = address.count_ones() + lane.count_ones();
            // Runs of this word that go to some stream: most words have few, many have none.
            let Some(most) = layout.placed().checked_sub(ones) else { continue };
            let least = (layout.placed() + 1).saturating_sub(layout.streams() + ones);
            if least > 6 {
                continue;
            }
            is_any = true;
            let positions = spread(codes, lane);
            for run in least..=most.min(6) {
                let Stream { bytes, filled, .. } = &mut streams[(most - run) as usize];
                let room: &mut [u8] = &mut bytes[*filled..][..STORED];
                // SAFETY: see above.
                unsafe {
                    let run = _mm512_permutexvar_epi8(patterns[run as usize], positions);
                    _mm256_storeu_si256(room.as_mut_ptr().cast(), _mm512_castsi512_si256(run));
                }
                *filled += (RUNS[run as usize + 1] - RUNS[run as usize]) as usize;
            }
        }
        if is_any {
            for stream in &mut streams {
                if stream.filled >= FULL {
                    stream.pack_full::<P>(bytes);
                }
            }
        }
    }
    for stream in &mut streams {
        stream.pack_rest::<P>(bytes);
    }
}

/// The codes of a word, a byte each.
#[inline(always)]
fn spread<const P: usize>(codes: &Codes<P>, lane: usize) -> __m512i {
    // SAFETY: see above.
    unsafe {
        let mut positions = _mm512_setzero_si512();
        for plane in 0..P {
            let bit = _mm512_maskz_set1_epi8(codes[plane].0[lane], 1 << plane);
            positions = _mm512_or_si512(positions, bit);
        }
        positions
    }
}

impl Stream {
    /// Packs the first positions, of which there are enough.
    #[inline(always)]
    fn pack_full<const P: usize>(&mut self, out: &mut [u8]) {
        let length = FULL * usize::from(width(P as u8)) / 8;
        pack::<P>(&self.bytes[..FULL], &mut out[self.next..][..length]);
        self.next += length;
        self.bytes.copy_within(FULL..self.filled, 0);
        self.filled -= FULL;
    }

    /// Packs what is left, and fills the last word up.
    #[inline(always)]
    fn pack_rest<const P: usize>(&mut self, out: &mut [u8]) {
        let positions = self.filled.next_multiple_of(WORD);
        let length = positions * usize::from(width(P as u8)) / 8;
        self.bytes[self.filled..positions].fill(0);
        pack::<P>(&self.bytes[..positions], &mut out[self.next..][..length]);
    }
}

/// Packs whole words of positions of a byte each.
#[inline(always)]
fn pack<const P: usize>(positions: &[u8], out: &mut [u8]) {
    let width = const { width(P as u8) };
    let words = positions.chunks_exact(WORD);
    for (word, out) in words.zip(out.chunks_exact_mut(8 * usize::from(width))) {
        // SAFETY: see above. A byte holds up to 15 where four bits are kept, up to 3 where two are.
        unsafe {
            let word = _mm512_loadu_si512(word.as_ptr().cast());
            match width {
                8 => _mm512_storeu_si512(out.as_mut_ptr().cast(), word),
                4 => {
                    let pairs = _mm512_maddubs_epi16(word, _mm512_set1_epi16(0x1001));
                    _mm256_storeu_si256(out.as_mut_ptr().cast(), _mm512_cvtepi16_epi8(pairs));
                }
                2 => {
                    let pairs = _mm512_maddubs_epi16(word, _mm512_set1_epi16(0x0401));
                    let fours = _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x0010_0001));
                    _mm_storeu_si128(out.as_mut_ptr().cast(), _mm512_cvtepi32_epi8(fours));
                }
                _ => unreachable!("codes have two bits at least"),
            }
        }
    }
}
