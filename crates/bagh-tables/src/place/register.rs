//! Registers that hold a vector: plain words, or what the processor has.

use super::vector::{LANES, Vector};

/// A vector in a register. Everything is inlined, so that a function that is compiled for some
/// processor uses that processor's instructions throughout.
pub(crate) trait Register: Copy {
    fn load(vector: &Vector) -> Self;
    fn store(self, vector: &mut Vector);
    /// The same word in every lane.
    fn splat(word: u64) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// `then` where this register has a 1, `otherwise` where it has a 0.
    fn select(self, then: Self, otherwise: Self) -> Self;
    /// Where this register differs from `other`, what stands in `other`, and elsewhere `before`:
    /// one digit of a comparison, after the digits of lower worth.
    #[inline(always)]
    fn is_less(self, other: Self, before: Self) -> Self {
        self.xor(other).select(other, before)
    }
    /// Every word shifted right by less than 64.
    fn shr(self, shift: u32) -> Self;
    /// Every word shifted left by less than 64.
    fn shl(self, shift: u32) -> Self;
    /// Lanes with address bit `BIT` 0 get what stands where it is 1; the others are cleared.
    fn lanes_down<const BIT: u32>(self) -> Self;
    /// Lanes with address bit `BIT` 1 get what stands where it is 0; the others are cleared.
    fn lanes_up<const BIT: u32>(self) -> Self;
    /// Exchanges the two lane address bits other than `KEPT`.
    fn swap_lane_bits<const KEPT: u32>(self) -> Self;
    /// Exchanges the lanes with address bit `BIT` 1 of this register with those with 0 of the
    /// other.
    fn exchange<const BIT: u32>(self, other: Self) -> (Self, Self);
    /// Each word plus the number of bits set in the same word of the other.
    fn add_ones(self, other: Self) -> Self;
}

/// A register whose bytes can be put into any order.
pub(crate) trait ByteRegister: Register {
    /// The byte with the number that stands in each byte of the index.
    fn permute(self, index: Self) -> Self;
    /// The same from this register and, from number 64 on, from another.
    fn permute2(self, index: Self, other: Self) -> Self;
    /// The bits of each byte, permuted. Each word of the matrix has a row for each bit of a byte,
    /// that of the lowest bit in its highest byte: the bit that comes there.
    fn permute_bits(self, matrix: Self) -> Self;
}

/// A register of plain words, for any processor.
#[derive(Clone, Copy)]
pub(crate) struct Plain([u64; LANES]);

/// The same operation on each pair of words, written out so that the lanes stay together.
macro_rules! lanewise {
    ($x:expr, $y:expr, |$a:ident, $b:ident| $op:expr) => {{
        let (x, y) = ($x.0, $y.0);
        macro_rules! word {
            ($lane:expr) => {{
                let ($a, $b) = (x[$lane], y[$lane]);
                let _ = $b;
                $op
            }};
        }
        Plain([word!(0), word!(1), word!(2), word!(3), word!(4), word!(5), word!(6), word!(7)])
    }};
}

impl Register for Plain {
    #[inline(always)]
    fn load(vector: &Vector) -> Self {
        Plain(vector.0)
    }

    #[inline(always)]
    fn store(self, vector: &mut Vector) {
        vector.0 = self.0;
    }

    #[inline(always)]
    fn splat(word: u64) -> Self {
        Plain([word; LANES])
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        lanewise!(self, other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        lanewise!(self, other, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        lanewise!(self, other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn select(self, then: Self, otherwise: Self) -> Self {
        let not_then = lanewise!(otherwise, self, |a, b| a & !b);
        self.and(then).or(not_then)
    }

    #[inline(always)]
    fn shr(self, shift: u32) -> Self {
        lanewise!(self, self, |a, b| a >> (shift & 63))
    }

    #[inline(always)]
    fn shl(self, shift: u32) -> Self {
        lanewise!(self, self, |a, b| a << (shift & 63))
    }

    #[inline(always)]
    fn lanes_down<const BIT: u32>(self) -> Self {
        let a = self.0;
        Plain(match BIT {
            0 => [a[1], 0, a[3], 0, a[5], 0, a[7], 0],
            1 => [a[2], a[3], 0, 0, a[6], a[7], 0, 0],
            _ => [a[4], a[5], a[6], a[7], 0, 0, 0, 0],
        })
    }

    #[inline(always)]
    fn lanes_up<const BIT: u32>(self) -> Self {
        let a = self.0;
        Plain(match BIT {
            0 => [0, a[0], 0, a[2], 0, a[4], 0, a[6]],
            1 => [0, 0, a[0], a[1], 0, 0, a[4], a[5]],
            _ => [0, 0, 0, 0, a[0], a[1], a[2], a[3]],
        })
    }

    #[inline(always)]
    fn swap_lane_bits<const KEPT: u32>(self) -> Self {
        let a = self.0;
        Plain(match KEPT {
            0 => [a[0], a[1], a[4], a[5], a[2], a[3], a[6], a[7]],
            1 => [a[0], a[4], a[2], a[6], a[1], a[5], a[3], a[7]],
            _ => [a[0], a[2], a[1], a[3], a[4], a[6], a[5], a[7]],
        })
    }

    #[inline(always)]
    fn exchange<const BIT: u32>(self, other: Self) -> (Self, Self) {
        let (a, b) = (self.0, other.0);
        match BIT {
            0 => (
                Plain([a[0], b[0], a[2], b[2], a[4], b[4], a[6], b[6]]),
                Plain([a[1], b[1], a[3], b[3], a[5], b[5], a[7], b[7]]),
            ),
            1 => (
                Plain([a[0], a[1], b[0], b[1], a[4], a[5], b[4], b[5]]),
                Plain([a[2], a[3], b[2], b[3], a[6], a[7], b[6], b[7]]),
            ),
            _ => (
                Plain([a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]]),
                Plain([a[4], a[5], a[6], a[7], b[4], b[5], b[6], b[7]]),
            ),
        }
    }

    #[inline(always)]
    fn add_ones(self, other: Self) -> Self {
        lanewise!(self, other, |a, b| a + u64::from(b.count_ones()))
    }
}

impl Plain {
    fn bytes(self) -> [u8; 8 * LANES] {
        std::array::from_fn(|at| self.0[at / 8].to_le_bytes()[at % 8])
    }

    fn from_bytes(byte: impl Fn(usize) -> u8) -> Plain {
        Plain(std::array::from_fn(|lane| {
            u64::from_le_bytes(std::array::from_fn(|at| byte(8 * lane + at)))
        }))
    }
}

impl ByteRegister for Plain {
    fn permute(self, index: Self) -> Self {
        let (bytes, index) = (self.bytes(), index.bytes());
        Plain::from_bytes(|at| bytes[usize::from(index[at] & 63)])
    }

    fn permute2(self, index: Self, other: Self) -> Self {
        let (bytes, others, index) = (self.bytes(), other.bytes(), index.bytes());
        Plain::from_bytes(|at| match usize::from(index[at] & 127) {
            own @ 0..64 => bytes[own],
            of_other => others[of_other - 64],
        })
    }

    fn permute_bits(self, matrix: Self) -> Self {
        let bytes = self.bytes();
        Plain::from_bytes(|at| {
            let rows = matrix.0[at / 8].to_be_bytes();
            (0..8)
                .fold(0, |byte, bit| byte | ((bytes[at] & rows[bit]).count_ones() as u8 & 1) << bit)
        })
    }
}
