//! Huffman codes of bounded length, from counts to codes and back.
//!
//! Codes are canonical: ordered by their length, and among those of one length by the number of
//! the symbol. So a list of lengths is all that a file has to hold.

/// The longest code, in bits.
pub(crate) const MAX_LENGTH: u32 = 15;

/// Bits that the decoder looks up at once. Longer codes are rare, and found by their length.
const QUICK_BITS: u32 = 11;

/// The length of each symbol's code, by how often the symbol comes: 0 for those that never do.
pub(crate) fn code_lengths(counts: &[u64]) -> Vec<u8> {
    let mut symbols: Vec<usize> = (0..counts.len()).filter(|&s| counts[s] > 0).collect();
    let mut lengths = vec![0; counts.len()];
    if let [only] = symbols[..] {
        lengths[only] = 1;
        return lengths;
    }
    // The rarest first. Symbols that are as frequent stay in their order.
    symbols.sort_by_key(|&symbol| counts[symbol]);
    let depths = bounded(tree_depths(&symbols.iter().map(|&s| counts[s]).collect::<Vec<_>>()));
    for (symbol, depth) in symbols.into_iter().zip(depths) {
        lengths[symbol] = depth;
    }
    lengths
}

/// The depths of the leaves of a Huffman tree with these weights, which ascend; of depths without
/// bound, those of rarer leaves never less than those of more frequent ones.
fn tree_depths(weights: &[u64]) -> Vec<u32> {
    let leaves = weights.len();
    if leaves == 0 {
        return Vec::new();
    }
    // Inner nodes come in ascending order of weight, so that two queues are enough.
    let mut inner: Vec<u64> = Vec::with_capacity(leaves);
    let mut parents = vec![0; 2 * leaves - 1];
    let (mut leaf, mut node) = (0, 0);
    for made in 0..leaves - 1 {
        let mut weight = 0;
        for _ in 0..2 {
            let is_leaf = leaf < leaves && (node >= inner.len() || weights[leaf] <= inner[node]);
            let taken = if is_leaf { leaf } else { leaves + node };
            weight += if is_leaf { weights[leaf] } else { inner[node] };
            leaf += usize::from(is_leaf);
            node += usize::from(!is_leaf);
            parents[taken] = leaves + made;
        }
        inner.push(weight);
    }
    let mut depths = vec![0; 2 * leaves - 1];
    for child in (0..2 * leaves - 2).rev() {
        depths[child] = depths[parents[child]] + 1;
    }
    depths.truncate(leaves);
    depths
}

/// Depths that descend, brought to at most [`MAX_LENGTH`]: for two leaves that are too deep, one
/// goes up a level, and the other becomes the sibling of a leaf that is higher up (as in JPEG).
fn bounded(depths: Vec<u32>) -> Vec<u8> {
    let deepest = depths.iter().copied().max().unwrap_or(0).max(MAX_LENGTH) as usize;
    let mut at_depth = vec![0usize; deepest + 1];
    depths.iter().for_each(|&depth| at_depth[depth as usize] += 1);
    for depth in (MAX_LENGTH as usize + 1..=deepest).rev() {
        while at_depth[depth] > 0 {
            let higher = (1..depth - 1).rev().find(|&d| at_depth[d] > 0);
            let higher = higher.expect("fewer symbols than codes of the greatest length");
            at_depth[depth] -= 2;
            at_depth[depth - 1] += 1;
            at_depth[higher + 1] += 2;
            at_depth[higher] -= 1;
        }
    }
    let deepest_first = (1..=MAX_LENGTH as usize).rev();
    deepest_first.flat_map(|depth| std::iter::repeat_n(depth as u8, at_depth[depth])).collect()
}

/// Calls `f` with each symbol that has a code, in the order of codes, and with its code.
fn each_code(lengths: &[u8], mut f: impl FnMut(usize, u32, u32)) {
    let mut next = 0;
    for length in 1..=MAX_LENGTH {
        next <<= 1;
        for symbol in (0..lengths.len()).filter(|&s| u32::from(lengths[s]) == length) {
            f(symbol, next, length);
            next += 1;
        }
    }
}

/// The code of each symbol and its length; 0 and 0 for those without.
pub(crate) fn codes(lengths: &[u8]) -> Vec<(u32, u32)> {
    let mut codes = vec![(0, 0); lengths.len()];
    each_code(lengths, |symbol, code, length| codes[symbol] = (code, length));
    codes
}

/// Finds symbols by their codes.
pub(crate) struct Decoder {
    /// For the next bits of a text: a symbol and the length of its code in the low bits; a length
    /// of 0 if the code is longer, or if there is none.
    quick: [u32; 1 << QUICK_BITS],
    /// For each greater length: the first number of 15 bits that begins no code of up to this
    /// length, and what to add to the number of the code to find its symbol in `symbols`.
    longer: [(u32, i32); (MAX_LENGTH - QUICK_BITS) as usize],
    /// All symbols in the order of their codes.
    symbols: Box<[u32]>,
}

/// Bits of an entry that hold a length.
const LENGTH_BITS: u32 = 4;

impl Decoder {
    /// From the lengths of the codes; nothing if there are more codes than lengths allow. The
    /// symbols are given other names, one for each length.
    pub(crate) fn new(lengths: &[u8], names: &[u32]) -> Option<Decoder> {
        let taken: u32 = lengths
            .iter()
            .filter(|&&length| length > 0)
            .map(|&length| 1u32.checked_shl(MAX_LENGTH.checked_sub(length.into())?))
            .try_fold(0u32, |sum, share| sum.checked_add(share?))?;
        if taken > 1 << MAX_LENGTH {
            return None;
        }
        let mut quick = [0; 1 << QUICK_BITS];
        let mut symbols = Vec::new();
        let mut longer = [(0, 0); (MAX_LENGTH - QUICK_BITS) as usize];
        let mut end = 0;
        let mut last_long = [None; (MAX_LENGTH - QUICK_BITS) as usize];
        each_code(lengths, |symbol, code, length| {
            if length <= QUICK_BITS {
                let width = QUICK_BITS - length;
                let entry = names[symbol] << LENGTH_BITS | length;
                quick[(code << width) as usize..][..1 << width].fill(entry);
            } else {
                let first = &mut last_long[(length - QUICK_BITS - 1) as usize];
                first.get_or_insert(symbols.len() as i32 - code as i32);
            }
            end = (code + 1) << (MAX_LENGTH - length);
            if length > QUICK_BITS {
                longer[(length - QUICK_BITS - 1) as usize].0 = end;
            }
            symbols.push(names[symbol]);
        });
        for (entry, shift) in longer.iter_mut().zip(last_long) {
            entry.1 = shift.unwrap_or(0);
        }
        Some(Decoder { quick, longer, symbols: symbols.into() })
    }

    /// The symbol at the start of a text whose next 64 bits these are, and the length of its code.
    #[inline(always)]
    pub(crate) fn symbol(&self, bits: u64) -> Option<(u32, u32)> {
        let entry = self.quick[(bits >> (u64::BITS - QUICK_BITS)) as usize];
        if entry != 0 {
            return Some((entry >> LENGTH_BITS, entry & ((1 << LENGTH_BITS) - 1)));
        }
        self.long_symbol(bits)
    }

    #[inline(never)]
    fn long_symbol(&self, bits: u64) -> Option<(u32, u32)> {
        let ahead = (bits >> (u64::BITS - MAX_LENGTH)) as u32;
        for (&(end, shift), length) in self.longer.iter().zip(QUICK_BITS + 1..) {
            if ahead < end {
                let code = (ahead >> (MAX_LENGTH - length)) as i32;
                let symbol = self.symbols.get((code + shift) as usize)?;
                return Some((*symbol, length));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    /// Counts of all kinds: equal, random, and so uneven that codes reach the bound.
    fn samples() -> Vec<Vec<u64>> {
        let mut random = Random::new(19);
        let mut samples = vec![vec![1], vec![0, 5, 0], vec![1, 1], vec![3; 1000]];
        samples.push((0..60).map(|i| 1u64 << i.min(50)).collect());
        for size in [2usize, 3, 10, 300, 1100] {
            samples.push((0..size).map(|_| random.next() >> 40).collect());
            samples.push((0..size).map(|_| 1 << (random.next() % 40)).collect());
        }
        samples
    }

    #[test]
    fn codes_are_bounded_prefix_free_and_no_longer_than_they_need_be() {
        for counts in samples() {
            let lengths = code_lengths(&counts);
            let used = counts.iter().filter(|&&count| count > 0).count();
            let share = |&length: &u8| if length == 0 { 0.0 } else { 0.5f64.powi(length.into()) };
            let kraft: f64 = lengths.iter().map(share).sum();
            assert!(kraft <= 1.0 && (used < 2 || kraft == 1.0), "{kraft} {counts:?}");
            for (count, length) in counts.iter().zip(&lengths) {
                assert_eq!(*count > 0, *length > 0);
                assert!(u32::from(*length) <= MAX_LENGTH);
            }
            // More frequent symbols never have longer codes.
            for (a, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                for (b, other) in counts.iter().enumerate() {
                    assert!(count <= other || lengths[a] <= lengths[b] || *other == 0);
                }
            }
            // Where the bound does not matter, no code is better: a bit more than the entropy.
            let all: u64 = counts.iter().sum();
            let bits: f64 = counts.iter().zip(&lengths).map(|(&c, &l)| c as f64 * l as f64).sum();
            let entropy: f64 = counts
                .iter()
                .filter(|&&count| count > 0)
                .map(|&count| count as f64 * (all as f64 / count as f64).log2())
                .sum();
            assert!(bits >= entropy - 1e-6 && bits <= entropy + 1.02 * all as f64);
        }
    }

    #[test]
    fn what_is_coded_is_decoded() {
        for counts in samples() {
            let lengths = code_lengths(&counts);
            let names: Vec<u32> = (0..counts.len() as u32).map(|s| 3 * s + 1).collect();
            let decoder = Decoder::new(&lengths, &names).unwrap();
            for (symbol, (code, length)) in codes(&lengths).into_iter().enumerate() {
                if length > 0 {
                    for rest in [0, u64::MAX >> length] {
                        let bits = u64::from(code) << (u64::BITS - length) | rest;
                        assert_eq!(decoder.symbol(bits), Some((names[symbol], length)));
                    }
                }
            }
        }
    }

    #[test]
    fn impossible_lengths_are_refused_and_missing_codes_found_out() {
        let names = [7, 8, 9];
        assert!(Decoder::new(&[1, 1, 1], &names).is_none());
        assert!(Decoder::new(&[16], &names).is_none());
        let decoder = Decoder::new(&[2, 2, 14], &names).unwrap();
        assert_eq!(decoder.symbol(0), Some((7, 2)));
        assert_eq!(decoder.symbol(0b10 << 62), Some((9, 14)));
        assert_eq!(decoder.symbol(u64::MAX), None);
        assert_eq!(Decoder::new(&[], &[]).unwrap().symbol(0), None);
    }
}
