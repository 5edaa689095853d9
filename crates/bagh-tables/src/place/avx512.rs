//! A vector in one 512-bit register.
//!
//! The compiler is not dependable at making these instructions from the plain code: the lanes of
//! a vector end up in several registers, and Goat's step takes several times as long. The
//! benchmark `placement` compares the two.

use std::arch::x86_64::*;

use super::register::{ByteRegister, Register};
use super::vector::Vector;

/// A register of 512 bits. Only made inside functions that are compiled for, and called only on,
/// processors with AVX-512.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(__m512i);

// SAFETY of every block below: the type is only used by the functions in `dispatch`, after the
// processor was found to have AVX-512 with everything used here. Loads and stores go to a whole `Vector`, which
// is 64 bytes long and aligned to 64.
impl Register for Avx512 {
    #[inline(always)]
    fn load(vector: &Vector) -> Self {
        // SAFETY: see above.
        Avx512(unsafe { _mm512_load_si512(std::ptr::from_ref(vector).cast()) })
    }

    #[inline(always)]
    fn store(self, vector: &mut Vector) {
        // SAFETY: see above.
        unsafe { _mm512_store_si512(std::ptr::from_mut(vector).cast(), self.0) }
    }

    #[inline(always)]
    fn splat(word: u64) -> Self {
        // SAFETY: see above.
        Avx512(unsafe { _mm512_set1_epi64(word as i64) })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: see above.
        Avx512(unsafe { _mm512_and_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: see above.
        Avx512(unsafe { _mm512_or_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: see above.
        Avx512(unsafe { _mm512_xor_si512(self.0, other.0) })
    }

    #[inline(always)]
    fn select(self, then: Self, otherwise: Self) -> Self {
        // SAFETY: see above. 0xca is the table of "a ? b : c".
        Avx512(unsafe { _mm512_ternarylogic_epi64::<0xca>(self.0, then.0, otherwise.0) })
    }

    #[inline(always)]
    fn is_less(self, other: Self, before: Self) -> Self {
        // SAFETY: see above. 0x8e is the table of "a = b ? c : b".
        Avx512(unsafe { _mm512_ternarylogic_epi64::<0x8e>(self.0, other.0, before.0) })
    }

    #[inline(always)]
    fn shr(self, shift: u32) -> Self {
        // SAFETY: see above.
        Avx512(unsafe { _mm512_srl_epi64(self.0, _mm_cvtsi32_si128(shift as i32)) })
    }

    #[inline(always)]
    fn shl(self, shift: u32) -> Self {
        // SAFETY: see above.
        Avx512(unsafe { _mm512_sll_epi64(self.0, _mm_cvtsi32_si128(shift as i32)) })
    }

    #[inline(always)]
    fn lanes_down<const BIT: u32>(self) -> Self {
        let zero = Self::splat(0);
        // SAFETY: see above.
        Avx512(unsafe {
            match BIT {
                0 => _mm512_unpackhi_epi64(self.0, zero.0),
                1 => _mm512_maskz_permutex_epi64::<0b11_10_11_10>(0b0011_0011, self.0),
                _ => _mm512_shuffle_i64x2::<0b11_10_11_10>(self.0, zero.0),
            }
        })
    }

    #[inline(always)]
    fn lanes_up<const BIT: u32>(self) -> Self {
        let zero = Self::splat(0);
        // SAFETY: see above.
        Avx512(unsafe {
            match BIT {
                0 => _mm512_unpacklo_epi64(zero.0, self.0),
                1 => _mm512_maskz_permutex_epi64::<0b01_00_01_00>(0b1100_1100, self.0),
                _ => _mm512_shuffle_i64x2::<0b01_00_01_00>(zero.0, self.0),
            }
        })
    }

    #[inline(always)]
    fn swap_lane_bits<const KEPT: u32>(self) -> Self {
        // SAFETY: see above.
        Avx512(unsafe {
            match KEPT {
                0 => _mm512_shuffle_i64x2::<0b11_01_10_00>(self.0, self.0),
                1 => {
                    let order = _mm512_setr_epi64(0, 4, 2, 6, 1, 5, 3, 7);
                    _mm512_permutexvar_epi64(order, self.0)
                }
                _ => _mm512_permutex_epi64::<0b11_01_10_00>(self.0),
            }
        })
    }

    #[inline(always)]
    fn exchange<const BIT: u32>(self, other: Self) -> (Self, Self) {
        let (a, b) = (self.0, other.0);
        // SAFETY: see above.
        unsafe {
            match BIT {
                0 => (Avx512(_mm512_unpacklo_epi64(a, b)), Avx512(_mm512_unpackhi_epi64(a, b))),
                1 => {
                    let zeros = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
                    let ones = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
                    (
                        Avx512(_mm512_permutex2var_epi64(a, zeros, b)),
                        Avx512(_mm512_permutex2var_epi64(a, ones, b)),
                    )
                }
                _ => (
                    Avx512(_mm512_shuffle_i64x2::<0b01_00_01_00>(a, b)),
                    Avx512(_mm512_shuffle_i64x2::<0b11_10_11_10>(a, b)),
                ),
            }
        }
    }

    #[inline(always)]
    fn add_ones(self, other: Self) -> Self {
        // SAFETY: see above.
        Avx512(unsafe { _mm512_add_epi64(self.0, _mm512_popcnt_epi64(other.0)) })
    }
}

// SAFETY of every block below: as above, for processors that also permute bytes and their bits.
impl ByteRegister for Avx512 {
    #[inline(always)]
    fn permute(self, index: Self) -> Self {
        // SAFETY: see above.
        Avx512(unsafe { _mm512_permutexvar_epi8(index.0, self.0) })
    }

    #[inline(always)]
    fn permute2(self, index: Self, other: Self) -> Self {
        // SAFETY: see above.
        Avx512(unsafe { _mm512_permutex2var_epi8(self.0, index.0, other.0) })
    }

    #[inline(always)]
    fn permute_bits(self, matrix: Self) -> Self {
        // SAFETY: see above.
        Avx512(unsafe { _mm512_gf2p8affine_epi64_epi8::<0>(self.0, matrix.0) })
    }
}
