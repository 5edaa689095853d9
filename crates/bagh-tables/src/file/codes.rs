//! The codes of values in a file, and what they mean.
//!
//! A value has a *code*, see [`Value::code`](crate::Value::code). The solver computes with *plane codes*, in which the
//! tigers' win is all ones. Files hold plane codes side by side, two, four or eight bits each, and
//! after them the plies. Everything that turns bytes of a file into values is here.

use super::format::Header;
use crate::slide::entry::Entry;

/// Bits that the codes of a game with this many captures to win need.
pub(crate) fn planes(captures_to_win: u8) -> u8 {
    let values = u32::from(captures_to_win) + 2;
    (u32::BITS - (values - 1).leading_zeros()) as u8
}

/// The code in the planes for a value's code: the tigers' win is all ones.
#[inline(always)]
pub(crate) fn plane_code(code: u8, captures_to_win: u8) -> u8 {
    if code > captures_to_win { (1 << planes(captures_to_win)) - 1 } else { code }
}

/// The value's code for a code in the planes.
#[inline(always)]
pub(crate) fn value_code(plane_code: u8, captures_to_win: u8) -> u8 {
    plane_code.min(captures_to_win + 1)
}

/// Bits of a position on disk, for codes of this many planes: a power of two, so that no code
/// crosses a byte.
pub(crate) const fn width(planes: u8) -> u8 {
    planes.next_power_of_two()
}

/// Moves the low bits of a word apart, so that each stands at the lowest place of its position.
#[inline(always)]
pub(super) fn spread(bits: u64, width: u8) -> u64 {
    let mut x = bits;
    match width {
        2 => {
            x &= 0xffff_ffff;
            x = (x | x << 16) & 0x0000_ffff_0000_ffff;
            x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
            x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f;
            x = (x | x << 2) & 0x3333_3333_3333_3333;
            (x | x << 1) & 0x5555_5555_5555_5555
        }
        4 => {
            x &= 0xffff;
            x = (x | x << 24) & 0x0000_00ff_0000_00ff;
            x = (x | x << 12) & 0x000f_000f_000f_000f;
            x = (x | x << 6) & 0x0303_0303_0303_0303;
            (x | x << 3) & 0x1111_1111_1111_1111
        }
        _ => {
            x &= 0xff;
            x = (x | x << 28) & 0x0000_000f_0000_000f;
            x = (x | x << 14) & 0x0003_0003_0003_0003;
            (x | x << 7) & 0x0101_0101_0101_0101
        }
    }
}

/// Packs the codes of 64 positions. `bytes` has room for just those.
#[inline(always)]
pub(super) fn pack<const P: usize>(planes: [u64; P], bytes: &mut [u8]) {
    let width = const { width(P as u8) };
    let positions = 64 / u32::from(width);
    for (number, word) in bytes.chunks_exact_mut(8).enumerate() {
        let mut packed = 0;
        for (plane, bits) in planes.iter().enumerate() {
            packed |= spread(bits >> (number as u32 * positions), width) << plane;
        }
        word.copy_from_slice(&packed.to_le_bytes());
    }
}

/// The plane code of a position.
#[inline(always)]
pub(super) fn get(bytes: &[u8], width: u8, position: usize) -> u8 {
    let per_byte = 8 / usize::from(width);
    let shift = position % per_byte * usize::from(width);
    (bytes[position / per_byte] >> shift) & (u8::MAX >> (8 - width))
}

/// Sets the plane code of a position that held 0.
#[inline(always)]
fn set(bytes: &mut [u8], width: u8, position: usize, code: u8) {
    let per_byte = 8 / usize::from(width);
    bytes[position / per_byte] |= code << (position % per_byte * usize::from(width));
}

/// Gives those of 64 positions that are in a set the code of the last one before that is not.
/// `before` is the code before the first position. Returns that of the last one.
#[inline(always)]
fn repeat(bytes: &mut [u8], width: u8, set: u64, mut before: u64) -> u64 {
    let (bits, positions) = (u32::from(width), 64 / u32::from(width));
    let code = u64::MAX >> (64 - bits);
    for (number, word) in bytes.chunks_exact_mut(8).enumerate() {
        let mut codes = u64::from_le_bytes(std::array::from_fn(|at| word[at]));
        let mut set = set >> (number as u32 * positions) & (u64::MAX >> (64 - positions));
        if set != 0 {
            if set & 1 == 1 {
                codes = codes & !code | before;
                set &= !1;
            }
            // A code goes on to the next positions, one, two, four, …, as far as all are in the set.
            let mut open = spread(set, width) * code;
            codes &= !open;
            let mut by = bits;
            while by < 64 {
                codes |= codes << by & open;
                open &= open << by;
                by *= 2;
            }
            word.copy_from_slice(&codes.to_le_bytes());
        }
        before = codes >> (64 - bits);
    }
    before
}

/// The positions of a decompressed block.
impl Header {
    /// The plane code of a position.
    #[inline]
    pub(crate) fn plane_code_in(&self, block: &[u8], at: usize) -> u8 {
        get(block, self.code_bits, at)
    }

    /// The code of a position's value.
    #[inline]
    pub(crate) fn code_in(&self, block: &[u8], at: usize) -> u8 {
        value_code(self.plane_code_in(block, at), self.captures)
    }

    /// The plies of a position, 0 where the table has none.
    #[inline]
    pub(crate) fn plies_in(&self, block: &[u8], at: usize) -> u16 {
        let start = self.code_bytes();
        match self.plies_bytes {
            0 => 0,
            1 => u16::from(block[start + at]),
            _ => u16::from_le_bytes([block[start + 2 * at], block[start + 2 * at + 1]]),
        }
    }

    /// The entry of a sliding position.
    #[inline]
    pub(crate) fn entry_in(&self, block: &[u8], at: usize) -> Entry {
        Entry::new(self.code_in(block, at), self.plies_in(block, at))
    }

    /// Sets the code of a value, where there was 0.
    #[inline]
    pub(crate) fn set_code_in(&self, block: &mut [u8], at: usize, code: u8) {
        set(block, self.code_bits, at, plane_code(code, self.captures));
    }

    /// Sets the entry of a sliding position, where there was 0.
    #[inline]
    pub(crate) fn set_entry_in(&self, block: &mut [u8], at: usize, entry: Entry) {
        self.set_code_in(block, at, entry.code());
        let width = usize::from(self.plies_bytes);
        let start = self.code_bytes() + at * width;
        block[start..][..width].copy_from_slice(&entry.plies().to_le_bytes()[..width]);
    }

    /// Gives some positions the code of the last one before that is not among them: of those from
    /// `start` on, 64 at a time, those in the sets. The first one is not.
    pub(crate) fn repeat_in(&self, block: &mut [u8], start: usize, sets: &[u64]) {
        let bytes = 8 * usize::from(self.code_bits);
        let words = block[start / 64 * bytes..].chunks_exact_mut(bytes);
        let mut before = 0;
        for (word, &set) in words.zip(sets) {
            before = repeat(word, self.code_bits, set, before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn codes_are_repeated_where_a_set_says() {
        let mut random = Random::new(7);
        for width in [2u8, 4, 8] {
            for round in 0..200 {
                let mut bytes: Vec<u8> =
                    (0..16 * usize::from(width)).map(|_| random.next() as u8).collect();
                // Few positions, about half of them, or nearly all.
                let mut sets = [random.next(), random.next()];
                let more = [random.next(), random.next()];
                for (set, more) in sets.iter_mut().zip(more) {
                    match round % 3 {
                        0 => *set &= more,
                        1 => {}
                        _ => *set |= more | more << 1 | more >> 3,
                    }
                }
                sets[0] &= !1;
                let mut expected: Vec<u8> = (0..128).map(|at| get(&bytes, width, at)).collect();
                for at in 1..128 {
                    if sets[at / 64] >> (at % 64) & 1 == 1 {
                        expected[at] = expected[at - 1];
                    }
                }
                let mut before = 0;
                for (word, set) in bytes.chunks_exact_mut(8 * usize::from(width)).zip(sets) {
                    before = repeat(word, width, set, before);
                }
                let found: Vec<u8> = (0..128).map(|at| get(&bytes, width, at)).collect();
                assert_eq!(found, expected, "{width} bits, {sets:x?}");
            }
        }
    }

    #[test]
    fn packed_codes_read_back() {
        fn check<const P: usize>(random: &mut Random) {
            let planes: [u64; P] = std::array::from_fn(|_| random.next());
            let width = width(P as u8);
            let mut bytes = vec![0; 8 * usize::from(width)];
            pack(planes, &mut bytes);
            let mut again = vec![0; bytes.len()];
            for position in 0..64 {
                let code = (0..P).fold(0, |c, p| c | ((planes[p] >> position & 1) as u8) << p);
                assert_eq!(get(&bytes, width, position), code);
                set(&mut again, width, position, code);
            }
            assert_eq!(bytes, again);
        }
        let mut random = Random::new(5);
        for _ in 0..20 {
            check::<2>(&mut random);
            check::<3>(&mut random);
            check::<4>(&mut random);
            check::<5>(&mut random);
        }
    }
}
