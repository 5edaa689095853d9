//! Codes side by side: from planes of bits to two, four or eight bits a position.

/// Bits of a position on disk, for codes of this many planes: a power of two, so that no code
/// crosses a byte.
pub(crate) const fn width(planes: u8) -> u8 {
    planes.next_power_of_two()
}

/// Moves the low bits of a word apart, so that each stands at the lowest place of its position.
#[inline(always)]
fn spread(bits: u64, width: u8) -> u64 {
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
pub(crate) fn pack<const P: usize>(planes: [u64; P], bytes: &mut [u8]) {
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

/// The code of a position.
#[inline(always)]
pub(crate) fn code_in(bytes: &[u8], width: u8, position: usize) -> u8 {
    let per_byte = 8 / usize::from(width);
    let shift = position % per_byte * usize::from(width);
    (bytes[position / per_byte] >> shift) & (u8::MAX >> (8 - width))
}

/// Sets the code of a position that held 0.
#[inline(always)]
pub(crate) fn set_code_in(bytes: &mut [u8], width: u8, position: usize, code: u8) {
    let per_byte = 8 / usize::from(width);
    bytes[position / per_byte] |= code << (position % per_byte * usize::from(width));
}

/// Sets the code of a position to that of the one before.
#[inline(always)]
pub(crate) fn repeat_in(bytes: &mut [u8], width: u8, position: usize) {
    let before = code_in(bytes, width, position - 1);
    let per_byte = 8 / usize::from(width);
    let shift = position % per_byte * usize::from(width);
    let byte = &mut bytes[position / per_byte];
    *byte = (*byte & !(u8::MAX >> (8 - width) << shift)) | before << shift;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

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
                assert_eq!(code_in(&bytes, width, position), code);
                set_code_in(&mut again, width, position, code);
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
