//! Vectors of 512 positions, one bit each, and codes spread over several planes of them.
//!
//! This is how codes lie in memory; [`register`](super::register) is where they are computed with.

use bytemuck::{Pod, Zeroable};

/// Address bits inside a vector.
pub(crate) const IN_VECTOR: u32 = 9;
/// Address bits inside a word.
pub(crate) const IN_WORD: u32 = 6;
/// Words of a vector.
pub(crate) const LANES: usize = 8;

/// One bit for each of 512 positions: six address bits inside a word, three for the lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub(crate) struct Vector(pub [u64; LANES]);

/// The in-word positions whose address bit is 0.
pub(crate) const WORD_ZEROS: [u64; IN_WORD as usize] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

impl Vector {
    pub(crate) const ZERO: Vector = Vector([0; LANES]);
    pub(crate) const ONES: Vector = Vector([!0; LANES]);

    /// The positions in both.
    pub(crate) fn and(self, other: Vector) -> Vector {
        Vector(std::array::from_fn(|lane| self.0[lane] & other.0[lane]))
    }

    /// The positions in one of the two, or both.
    pub(crate) fn or(self, other: Vector) -> Vector {
        Vector(std::array::from_fn(|lane| self.0[lane] | other.0[lane]))
    }

    /// The positions in this vector and not in the other.
    pub(crate) fn and_not(self, other: Vector) -> Vector {
        Vector(std::array::from_fn(|lane| self.0[lane] & !other.0[lane]))
    }

    /// The positions whose in-vector address bit is `value`.
    pub(crate) fn where_bit(bit: u32, value: bool) -> Vector {
        let ones = Vector(std::array::from_fn(|lane| {
            if bit < IN_WORD {
                !WORD_ZEROS[bit as usize]
            } else if lane >> (bit - IN_WORD) & 1 == 1 {
                !0
            } else {
                0
            }
        }));
        if value { ones } else { Vector::ONES.and_not(ones) }
    }

    /// The positions whose in-vector address has at most `most` bits set.
    pub(crate) fn where_at_most(most: i32) -> Vector {
        Vector(std::array::from_fn(|lane| {
            (0..64u64)
                .filter(|bit| (lane.count_ones() + bit.count_ones()) as i32 <= most)
                .fold(0, |word, bit| word | 1 << bit)
        }))
    }

    /// The first positions of a vector.
    pub(crate) fn first(positions: usize) -> Vector {
        Vector(std::array::from_fn(|lane| match positions.saturating_sub(64 * lane) {
            n if n >= 64 => !0,
            n => (1 << n) - 1,
        }))
    }
}

/// A code for each of 512 positions: plane 0 holds its lowest bit. Codes are ordered as numbers.
pub(crate) type Codes<const P: usize> = [Vector; P];
