//! Permutations of the bits of an index, in two table look-ups.

/// Index bits that the first table covers.
const LOW: u32 = 11;

/// Where a map that carries each bit of an index to another one, or to none, takes whole indices.
pub(crate) struct IndexMap {
    low: Vec<u32>,
    high: Vec<u32>,
}

impl IndexMap {
    /// The map of indices of `bits` bits whose value at a union of indices is the union of its
    /// values.
    pub(crate) fn new(bits: u32, image: impl Fn(u32) -> u32) -> IndexMap {
        let low_bits = bits.min(LOW);
        let table = |from: u32, count: u32| {
            let mut table = vec![0u32; 1 << count];
            for bit in 0..count {
                let of_bit = image(1 << (from + bit));
                let (before, after) = table.split_at_mut(1 << bit);
                for (entry, without) in after.iter_mut().zip(before) {
                    *entry = *without | of_bit;
                }
            }
            table
        };
        IndexMap { low: table(0, low_bits), high: table(low_bits, bits - low_bits) }
    }

    /// Where an index goes.
    #[inline(always)]
    pub(crate) fn of(&self, index: u32) -> u32 {
        self.low[(index & ((1 << LOW) - 1)) as usize] | self.high[(index >> LOW) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_hold_the_images_of_all_bits() {
        for bits in [3, 11, 14] {
            // Bit 1 is dropped, the others change places.
            let image = |index: u32| (index & !2).reverse_bits() >> (32 - bits);
            let map = IndexMap::new(bits, image);
            assert!((0..1 << bits).all(|index| map.of(index) == image(index)));
        }
    }
}
