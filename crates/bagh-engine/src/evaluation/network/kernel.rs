//! A position through the network: nearly all the time that a search takes.
//!
//! The code is the same for every processor; it is compiled for wider registers as well, and the
//! widest that the processor at hand has is used. Every number is made by the same steps in the
//! same order, so the answers are the same to the bit. The benchmark `network` shows what that is
//! worth.

use bagh::Position;

use super::{FINE, HIDDEN, Layers, MAX_ROWS, Network, ONE, SQUARE, TOP, WIDTH, exp};

/// Room for the values of any game.
pub(super) const MAX_VALUES: usize = 40;

/// The second and third layers of one bucket in another order, with room at the end of the values
/// that stays empty: so all numbers of a layer are worked on at once.
pub(super) struct Last {
    /// The weights of the second layer for two numbers of the first each, side by side.
    second: Vec<[i16; 2 * HIDDEN]>,
    second_bias: [f32; HIDDEN],
    lanes: usize,
    /// What the weights of the values begin with, then what each number of the second layer adds
    /// to them.
    weights: Vec<f32>,
}

impl Last {
    /// The same numbers in the other order.
    pub fn new(layers: &Layers) -> Last {
        let values = layers.third.len();
        assert!(values <= MAX_VALUES);
        let lanes = [8, 16].into_iter().find(|&lanes| values <= lanes).unwrap_or(MAX_VALUES);
        let mut weights = vec![0.0; (HIDDEN + 1) * lanes];
        // So unlikely that it does not count.
        weights[..lanes].fill(-1e6);
        weights[..values].copy_from_slice(&layers.third_bias);
        for (v, third) in layers.third.iter().enumerate() {
            for (h, &weight) in third.iter().enumerate() {
                weights[(h + 1) * lanes + v] = weight;
            }
        }
        let second = (0..WIDTH / 2)
            .map(|two| std::array::from_fn(|i| layers.second[i / 2][2 * two + i % 2]))
            .collect();
        Last { second, second_bias: layers.second_bias, lanes, weights }
    }
}

/// The registers that are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kernel {
    /// What every processor of its kind has.
    Plain,
    /// 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512 bits.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Kernel {
    /// All that the processor has, the widest last.
    pub fn all() -> Vec<Kernel> {
        #[allow(unused_mut)]
        let mut all = vec![Kernel::Plain];
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") {
            all.push(Kernel::Avx2);
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
            {
                all.push(Kernel::Avx512);
            }
        }
        all
    }

    /// The widest registers there are.
    pub fn best() -> Kernel {
        Kernel::all().pop().unwrap_or(Kernel::Plain)
    }

    /// How likely each value is; the value that is expected.
    #[inline]
    #[allow(unsafe_code)]
    pub fn chances(
        self,
        network: &Network,
        position: &Position,
        chances: &mut [f32; MAX_VALUES],
    ) -> f32 {
        match self {
            Kernel::Plain => through(network, position, chances, second_sums),
            // SAFETY: only `all` makes these, where it found that the processor has what the
            // function was compiled for.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => unsafe { through_avx2(network, position, chances) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => unsafe { through_avx512(network, position, chances) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1")]
fn through_avx2(network: &Network, position: &Position, chances: &mut [f32; MAX_VALUES]) -> f32 {
    through(network, position, chances, |second, first| second_sums_avx2(second, first))
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,avx512f,avx512bw,avx512vl")]
fn through_avx512(network: &Network, position: &Position, chances: &mut [f32; MAX_VALUES]) -> f32 {
    through(network, position, chances, |second, first| second_sums_avx512(second, first))
}

/// A position through all layers.
#[inline(always)]
fn through(
    network: &Network,
    position: &Position,
    chances: &mut [f32; MAX_VALUES],
    second_sums: impl Fn(&[[i16; 2 * HIDDEN]], &[i16; WIDTH]) -> [i32; HIDDEN],
) -> f32 {
    let mut list = [0; MAX_ROWS];
    let count = network.features.write(position, &mut list);
    let bucket = network.features.bucket(position);
    let first = first_layer(&network.rows, &list[..count]);
    let last = &network.last[bucket];
    let second = second_layer(last, &second_sums(&last.second, &first));
    match last.lanes {
        8 => third_layer::<8>(last, &second, chances),
        16 => third_layer::<16>(last, &second, chances),
        _ => third_layer::<MAX_VALUES>(last, &second, chances),
    }
}

/// Numbers of the first layer that are summed at a time: as many as fit into few registers.
const BLOCK: usize = 64;

/// Half the square of the sum of the rows, which is cut off below 0 and above `TOP`, in steps of
/// `1 / SQUARE`.
#[inline(always)]
fn first_layer(rows: &[[i8; WIDTH]], list: &[u16]) -> [i16; WIDTH] {
    let mut first = [0i16; WIDTH];
    for (block, out) in first.as_chunks_mut::<BLOCK>().0.iter_mut().enumerate() {
        let mut sum = [0i16; BLOCK];
        for &row in list {
            let row = &rows[usize::from(row)].as_chunks::<BLOCK>().0[block];
            for i in 0..BLOCK {
                sum[i] = sum[i].wrapping_add(i16::from(row[i]));
            }
        }
        for i in 0..BLOCK {
            let sum = sum[i].clamp(0, (TOP * ONE) as i16);
            out[i] = (sum * sum) >> 3;
        }
    }
    first
}

/// The sums of products of the second layer.
#[inline(always)]
fn second_sums(second: &[[i16; 2 * HIDDEN]], first: &[i16; WIDTH]) -> [i32; HIDDEN] {
    let mut sums = [0i32; HIDDEN];
    for (weights, two) in second.iter().zip(first.as_chunks::<2>().0) {
        for h in 0..HIDDEN {
            sums[h] += i32::from(weights[2 * h]) * i32::from(two[0])
                + i32::from(weights[2 * h + 1]) * i32::from(two[1]);
        }
    }
    sums
}

/// The same with the instruction that is made for it, which the compiler does not find.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
fn second_sums_avx2(second: &[[i16; 2 * HIDDEN]], first: &[i16; WIDTH]) -> [i32; HIDDEN] {
    use std::arch::x86_64::*;
    const PARTS: usize = HIDDEN / 8;
    let mut parts = [_mm256_setzero_si256(); PARTS];
    for (weights, two) in second.iter().zip(first.as_chunks::<2>().0) {
        let two = _mm256_set1_epi32(i32::from(two[0]) & 0xffff | i32::from(two[1]) << 16);
        for (sum, weights) in parts.iter_mut().zip(weights.as_chunks::<16>().0) {
            // SAFETY: 16 numbers of 16 bits are the 256 bits that are read; any address will do.
            let weights = unsafe { _mm256_loadu_si256(weights.as_ptr().cast()) };
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(weights, two));
        }
    }
    let mut sums = [0; HIDDEN];
    for (out, sum) in sums.as_chunks_mut::<8>().0.iter_mut().zip(parts) {
        // SAFETY: 8 numbers of 32 bits are the 256 bits that are written.
        unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), sum) };
    }
    sums
}

/// The same with registers of 512 bits.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
#[allow(unsafe_code)]
fn second_sums_avx512(second: &[[i16; 2 * HIDDEN]], first: &[i16; WIDTH]) -> [i32; HIDDEN] {
    use std::arch::x86_64::*;
    const PARTS: usize = HIDDEN / 16;
    let mut parts = [_mm512_setzero_si512(); PARTS];
    for (weights, two) in second.iter().zip(first.as_chunks::<2>().0) {
        let two = _mm512_set1_epi32(i32::from(two[0]) & 0xffff | i32::from(two[1]) << 16);
        for (sum, weights) in parts.iter_mut().zip(weights.as_chunks::<32>().0) {
            // SAFETY: 32 numbers of 16 bits are the 512 bits that are read; any address will do.
            let weights = unsafe { _mm512_loadu_si512(weights.as_ptr().cast()) };
            *sum = _mm512_add_epi32(*sum, _mm512_madd_epi16(weights, two));
        }
    }
    let mut sums = [0; HIDDEN];
    for (out, sum) in sums.as_chunks_mut::<16>().0.iter_mut().zip(parts) {
        // SAFETY: 16 numbers of 32 bits are the 512 bits that are written.
        unsafe { _mm512_storeu_si512(out.as_mut_ptr().cast(), sum) };
    }
    sums
}

/// The second layer from its sums.
#[inline(always)]
fn second_layer(last: &Last, sums: &[i32; HIDDEN]) -> [f32; HIDDEN] {
    let mut second = last.second_bias;
    for (out, &sum) in second.iter_mut().zip(sums) {
        *out = (*out + sum as f32 / (SQUARE * FINE)).max(0.0);
    }
    second
}

/// The chances, and the value that is expected.
#[inline(always)]
fn third_layer<const LANES: usize>(
    last: &Last,
    second: &[f32; HIDDEN],
    chances: &mut [f32; MAX_VALUES],
) -> f32 {
    let rows = last.weights.as_chunks::<LANES>().0;
    let mut lanes = rows[0];
    for (weights, &number) in rows[1..].iter().zip(second) {
        for v in 0..LANES {
            lanes[v] += weights[v] * number;
        }
    }
    let most = lanes.iter().copied().fold(f32::MIN, f32::max);
    for lane in &mut lanes {
        *lane = exp(*lane - most);
    }
    let (mut sum, mut expected) = (0.0, 0.0);
    for (v, &chance) in lanes.iter().enumerate() {
        sum += chance;
        expected += v as f32 * chance;
    }
    for (chance, lane) in chances.iter_mut().zip(lanes) {
        *chance = lane / sum;
    }
    expected / sum
}

#[cfg(test)]
mod tests {
    use super::super::tests::some;
    use super::*;
    use bagh::Game;

    #[test]
    fn all_registers_give_the_same_answers() {
        for game in [Game::bagh_chal(), Game::aadu_puli()] {
            let network = some(game);
            let mut position = game.start();
            for step in 0..60 {
                if game.result(&position).is_some() {
                    break;
                }
                let mut plain = [0.0; MAX_VALUES];
                let expected = Kernel::Plain.chances(&network, &position, &mut plain);
                for kernel in Kernel::all() {
                    let mut chances = [0.0; MAX_VALUES];
                    let found = kernel.chances(&network, &position, &mut chances);
                    assert_eq!(found.to_bits(), expected.to_bits(), "{kernel:?} {position:?}");
                    assert_eq!(chances.map(f32::to_bits), plain.map(f32::to_bits), "{kernel:?}");
                }
                let moves: Vec<_> = game.moves(&position).collect();
                position = game.after(&position, moves[step * 7 % moves.len()]);
            }
        }
    }
}
