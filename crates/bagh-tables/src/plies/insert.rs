//! From codes in the order of ranks back to planes: what `extract` in `file/extract.rs` undoes.

use crate::file::streams::{RUNS, StreamLayout, WORD};
use crate::place::vector::{Codes, LANES};

/// Planes of a code of one byte.
pub(crate) const PLANES: usize = 8;

/// The patterns of six bits, those with few bits set first, each group in ascending order.
const SORTED: [u8; WORD] = {
    let mut sorted = [0; WORD];
    let (mut next, mut ones) = (0, 0);
    while ones <= 6 {
        let mut pattern = 0u8;
        while pattern < 64 {
            if pattern.count_ones() == ones {
                sorted[next] = pattern;
                next += 1;
            }
            pattern += 1;
        }
        ones += 1;
    }
    sorted
};

bagh_simd::dispatch! {
    /// Puts the codes of a tiger placement, one byte each in the order of its streams, into its
    /// planes. What belongs to no stream gets the code 0.
    pub(crate) fn insert(bytes: &[u8], layout: &StreamLayout, block: &mut [Codes<PLANES>]) {
        avx512_icelake => insert_all(bytes, layout, block),
        avx2 => insert_all(bytes, layout, block),
        plain => insert_all(bytes, layout, block),
    }
}

#[inline(always)]
fn insert_all(bytes: &[u8], layout: &StreamLayout, block: &mut [Codes<PLANES>]) {
    let mut next: Vec<usize> = (0..layout.streams()).map(|c| layout.start(c) * WORD).collect();
    for word in 0..layout.block_words() {
        let ones = word.count_ones();
        let mut codes = [0u8; WORD];
        for run in 0..=6u32 {
            let Some(captured) = layout.placed().checked_sub(ones + run) else { break };
            let Some(at) = next.get_mut(captured as usize) else { continue };
            let (start, end) = (RUNS[run as usize] as usize, RUNS[run as usize + 1] as usize);
            let from = &bytes[*at..][..end - start];
            for (&pattern, &code) in SORTED[start..end].iter().zip(from) {
                codes[usize::from(pattern & 63)] = code;
            }
            *at += end - start;
        }
        let planes = transpose(&codes);
        let vector = &mut block[word / LANES];
        for (plane, bits) in planes.into_iter().enumerate() {
            vector[plane].0[word % LANES] = bits;
        }
    }
}

/// The planes of 64 codes.
#[inline(always)]
fn transpose(codes: &[u8; WORD]) -> [u64; PLANES] {
    let mut planes = [0u64; PLANES];
    for (number, eight) in codes.chunks_exact(8).enumerate() {
        let eight = u64::from_le_bytes(std::array::from_fn(|i| eight[i]));
        for (plane, bits) in planes.iter_mut().enumerate() {
            // One bit of each byte; the product brings them together in the highest byte.
            let one = eight >> plane & 0x0101_0101_0101_0101;
            *bits |= (one.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * number);
        }
    }
    planes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::extract::extract;
    use crate::place::vector::Vector;
    use crate::testing::{Random, small_games};

    #[test]
    fn what_was_extracted_is_put_back() {
        let mut random = Random::new(19);
        for game in small_games(30, 6..=15, 23) {
            let free = (game.board().len() - usize::from(game.tigers())) as u32;
            for placed in 1..game.goats() {
                let layout = StreamLayout::new(&game, 1, placed.into());
                let vectors = 1usize << (free.max(9) - 9);
                let mut bytes: Vec<u8> =
                    (0..layout.words() * WORD).map(|_| random.next() as u8).collect();
                let mut block = vec![[Vector::ONES; PLANES]; vectors];
                insert(&bytes, &layout, &mut block);
                let mut again = vec![0; bytes.len()];
                extract(&block, &layout, &mut again);
                // What fills the last word of a stream up is not kept.
                for captured in 0..layout.streams() {
                    let bits = free.max(6);
                    let herds = crate::binomial(bits, u32::from(placed) - captured) as usize;
                    let end = match captured + 1 == layout.streams() {
                        true => layout.words(),
                        false => layout.start(captured + 1),
                    };
                    bytes[layout.start(captured) * WORD + herds..end * WORD].fill(0);
                }
                assert_eq!(again, bytes);
            }
        }
    }
}
