//! Numbering the subsets of one size.
//!
//! Subsets of `size` out of `bits` points are numbered in the order of their bit patterns read as
//! numbers (colexicographic order). A rank is the sum of two table look-ups: one for the low bits,
//! one for the high bits.

/// How many bits the low table covers.
const LOW: u32 = 11;

/// The binomial coefficient, 0 where it is not defined.
pub fn binomial(n: u32, k: u32) -> u64 {
    if k > n {
        return 0;
    }
    let k = k.min(n - k);
    (0..u64::from(k)).fold(1, |product, i| product * (u64::from(n) - i) / (i + 1))
}

/// Ranks of the subsets of one size.
#[derive(Clone, Debug)]
pub struct Ranking {
    bits: u32,
    size: u32,
    /// Rank of each low pattern among those with as many bits.
    low: Vec<u16>,
    /// Number of subsets whose high part is smaller, for each high pattern.
    high: Vec<u32>,
}

impl Ranking {
    /// The ranking of subsets of `size` out of `bits` points.
    ///
    /// # Panics
    /// If there are more than 31 points, or fewer than `size`. What comes from a
    /// [`Space`](crate::Space) never has more.
    pub fn new(bits: u32, size: u32) -> Ranking {
        assert!(bits < 32 && size <= bits);
        let low_bits = bits.min(LOW);
        let mut seen = [0u16; LOW as usize + 1];
        let low = (0..1u32 << low_bits)
            .map(|pattern| {
                let count = &mut seen[pattern.count_ones() as usize];
                *count += 1;
                *count - 1
            })
            .collect();
        let mut below = 0u64;
        let high = (0..1u32 << (bits - low_bits))
            .map(|pattern| {
                let start = below;
                if let Some(rest) = size.checked_sub(pattern.count_ones()) {
                    below += binomial(low_bits, rest);
                }
                u32::try_from(start).expect("fewer than 2^32 subsets")
            })
            .collect();
        Ranking { bits, size, low, high }
    }

    /// How many subsets there are.
    pub fn len(&self) -> usize {
        binomial(self.bits, self.size) as usize
    }

    /// Whether there is no subset; never so.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rank of a subset of the right size.
    #[inline(always)]
    pub fn rank(&self, subset: u32) -> u32 {
        self.high[(subset >> LOW) as usize]
            + u32::from(self.low[(subset & ((1 << LOW) - 1)) as usize])
    }

    /// All subsets in the order of their ranks.
    pub fn subsets(&self) -> Vec<u32> {
        let mut subsets = Vec::with_capacity(self.len());
        if self.size == 0 {
            return vec![0];
        }
        let mut subset = (1u32 << self.size) - 1;
        let end = 1u64 << self.bits;
        while u64::from(subset) < end {
            subsets.push(subset);
            // Gosper's hack: the next larger number with as many bits.
            let lowest = subset & subset.wrapping_neg();
            let ripple = u64::from(subset) + u64::from(lowest);
            let next = ripple | (((u64::from(subset) ^ ripple) >> 2) / u64::from(lowest));
            match u32::try_from(next) {
                Ok(next) => subset = next,
                Err(_) => break,
            }
        }
        subsets
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_the_order_of_the_patterns() {
        for bits in 1..=14 {
            for size in 0..=bits {
                let ranking = Ranking::new(bits, size);
                let plain: Vec<u32> =
                    (0..1u32 << bits).filter(|s| s.count_ones() == size).collect();
                assert_eq!(ranking.subsets(), plain);
                assert_eq!(ranking.len(), plain.len());
                for (rank, &subset) in plain.iter().enumerate() {
                    assert_eq!(ranking.rank(subset) as usize, rank);
                }
            }
        }
    }
}
