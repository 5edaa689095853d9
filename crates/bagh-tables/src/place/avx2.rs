//! A vector in two 256-bit registers.
//!
//! As with [`avx512`](super::avx512), the compiler does not make these instructions from the plain
//! code: the benchmark `placement` compares the two.

use std::arch::x86_64::*;

use super::register::Register;
use super::vector::Vector;

/// Two registers of 256 bits: lanes 0 to 3, and lanes 4 to 7. Only made inside functions that are
/// compiled for, and called only on, processors with AVX2.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(__m256i, __m256i);

/// The same on both registers. A macro, since a closure that is not inlined would be compiled for
/// the plainest processor.
macro_rules! both {
    (|$x:ident| $of:expr; $a:expr) => {{
        let Avx2(first, second) = $a;
        let first = {
            let $x = first;
            $of
        };
        let second = {
            let $x = second;
            $of
        };
        Avx2(first, second)
    }};
}

// SAFETY of every block below: the type is only used by the functions in `dispatch`, after the
// processor was found to have AVX2. Loads and stores go to a whole `Vector`, which is 64 bytes
// long and aligned to 64.
impl Register for Avx2 {
    #[inline(always)]
    fn load(vector: &Vector) -> Self {
        let start: *const __m256i = std::ptr::from_ref(vector).cast();
        // SAFETY: see above.
        unsafe { Avx2(_mm256_load_si256(start), _mm256_load_si256(start.add(1))) }
    }

    #[inline(always)]
    fn store(self, vector: &mut Vector) {
        let start: *mut __m256i = std::ptr::from_mut(vector).cast();
        // SAFETY: see above.
        unsafe {
            _mm256_store_si256(start, self.0);
            _mm256_store_si256(start.add(1), self.1);
        }
    }

    #[inline(always)]
    fn splat(word: u64) -> Self {
        // SAFETY: see above.
        let half = unsafe { _mm256_set1_epi64x(word as i64) };
        Avx2(half, half)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe { Avx2(_mm256_and_si256(self.0, other.0), _mm256_and_si256(self.1, other.1)) }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe { Avx2(_mm256_or_si256(self.0, other.0), _mm256_or_si256(self.1, other.1)) }
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe { Avx2(_mm256_xor_si256(self.0, other.0), _mm256_xor_si256(self.1, other.1)) }
    }

    #[inline(always)]
    fn select(self, then: Self, otherwise: Self) -> Self {
        // The difference of the two is often at hand.
        otherwise.xor(self.and(then.xor(otherwise)))
    }

    #[inline(always)]
    fn shr(self, shift: u32) -> Self {
        // SAFETY: see above.
        unsafe {
            let shift = _mm_cvtsi32_si128(shift as i32);
            Avx2(_mm256_srl_epi64(self.0, shift), _mm256_srl_epi64(self.1, shift))
        }
    }

    #[inline(always)]
    fn shl(self, shift: u32) -> Self {
        // SAFETY: see above.
        unsafe {
            let shift = _mm_cvtsi32_si128(shift as i32);
            Avx2(_mm256_sll_epi64(self.0, shift), _mm256_sll_epi64(self.1, shift))
        }
    }

    #[inline(always)]
    fn lanes_down<const BIT: u32>(self) -> Self {
        // SAFETY: see above.
        unsafe {
            let zero = _mm256_setzero_si256();
            match BIT {
                0 => both!(|x| _mm256_unpackhi_epi64(x, zero); self),
                1 => both!(|x| _mm256_permute2x128_si256::<0x81>(x, x); self),
                _ => Avx2(self.1, zero),
            }
        }
    }

    #[inline(always)]
    fn lanes_up<const BIT: u32>(self) -> Self {
        // SAFETY: see above.
        unsafe {
            let zero = _mm256_setzero_si256();
            match BIT {
                0 => both!(|x| _mm256_unpacklo_epi64(zero, x); self),
                1 => both!(|x| _mm256_permute2x128_si256::<0x08>(x, x); self),
                _ => Avx2(zero, self.0),
            }
        }
    }

    #[inline(always)]
    fn swap_lane_bits<const KEPT: u32>(self) -> Self {
        let Avx2(a, b) = self;
        // SAFETY: see above.
        unsafe {
            match KEPT {
                0 => Avx2(
                    _mm256_permute2x128_si256::<0x20>(a, b),
                    _mm256_permute2x128_si256::<0x31>(a, b),
                ),
                1 => Avx2(_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b)),
                _ => both!(|x| _mm256_permute4x64_epi64::<0b11_01_10_00>(x); self),
            }
        }
    }

    #[inline(always)]
    fn exchange<const BIT: u32>(self, other: Self) -> (Self, Self) {
        let (Avx2(a, b), Avx2(c, d)) = (self, other);
        // SAFETY: see above.
        unsafe {
            match BIT {
                0 => (
                    Avx2(_mm256_unpacklo_epi64(a, c), _mm256_unpacklo_epi64(b, d)),
                    Avx2(_mm256_unpackhi_epi64(a, c), _mm256_unpackhi_epi64(b, d)),
                ),
                1 => (
                    Avx2(
                        _mm256_permute2x128_si256::<0x20>(a, c),
                        _mm256_permute2x128_si256::<0x20>(b, d),
                    ),
                    Avx2(
                        _mm256_permute2x128_si256::<0x31>(a, c),
                        _mm256_permute2x128_si256::<0x31>(b, d),
                    ),
                ),
                _ => (Avx2(a, c), Avx2(b, d)),
            }
        }
    }

    #[inline(always)]
    fn add_ones(self, other: Self) -> Self {
        // SAFETY: see above.
        unsafe {
            // The bits of each half byte are looked up, and the bytes of each word added.
            let counts = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            ));
            let low = _mm256_set1_epi8(0x0f);
            let zero = _mm256_setzero_si256();
            let ones = both!(|x| {
                let high = _mm256_and_si256(_mm256_srli_epi16::<4>(x), low);
                let bytes = _mm256_add_epi8(
                    _mm256_shuffle_epi8(counts, _mm256_and_si256(x, low)),
                    _mm256_shuffle_epi8(counts, high),
                );
                _mm256_sad_epu8(bytes, zero)
            }; other);
            Avx2(_mm256_add_epi64(self.0, ones.0), _mm256_add_epi64(self.1, ones.1))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::register::Plain;
    use crate::place::vector::LANES;
    use crate::testing::Random;

    /// What every operation makes of three vectors.
    #[inline(always)]
    fn operations<R: Register>(vectors: &[Vector; 3]) -> Vec<Vector> {
        let [a, b, c] = [R::load(&vectors[0]), R::load(&vectors[1]), R::load(&vectors[2])];
        let mut made =
            vec![a.and(b), a.or(b), a.xor(b), a.select(b, c), a.is_less(b, c), R::splat(77)];
        for shift in [0, 1, 32, 63] {
            made.extend([a.shr(shift), a.shl(shift)]);
        }
        made.extend([a.lanes_down::<0>(), a.lanes_down::<1>(), a.lanes_down::<2>()]);
        made.extend([a.lanes_up::<0>(), a.lanes_up::<1>(), a.lanes_up::<2>()]);
        made.extend([a.swap_lane_bits::<0>(), a.swap_lane_bits::<1>(), a.swap_lane_bits::<2>()]);
        for (x, y) in [a.exchange::<0>(b), a.exchange::<1>(b), a.exchange::<2>(b)] {
            made.extend([x, y]);
        }
        made.push(a.add_ones(b));
        let mut vectors = vec![Vector::ZERO; made.len()];
        made.into_iter().zip(&mut vectors).for_each(|(register, vector)| register.store(vector));
        vectors
    }

    bagh_simd::dispatch! {
        fn by_two_registers(vectors: &[Vector; 3]) -> Vec<Vector> {
            avx2 => operations::<Avx2>(vectors),
            plain => operations::<Plain>(vectors),
        }
    }

    #[test]
    fn operations_equal_those_of_plain_words() {
        let mut random = Random::new(31);
        for _ in 0..200 {
            let vector = |_| Vector(std::array::from_fn::<u64, LANES, _>(|_| random.next()));
            let vectors = [0; 3].map(vector);
            let (found, expected) = (by_two_registers(&vectors), operations::<Plain>(&vectors));
            for (number, (found, expected)) in found.iter().zip(&expected).enumerate() {
                assert_eq!(found.0, expected.0, "operation {number}");
            }
        }
    }
}
