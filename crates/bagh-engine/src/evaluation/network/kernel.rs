//! Inference: nearly all the time of a search is spent here.
//!
//! The same code is compiled for several SIMD extensions, and the widest that the processor has is
//! chosen at run time. All kernels do the same operations in the same order, so their answers are
//! equal to the bit. The benchmark `network` measures what that is worth.

use bagh::Position;

use super::{
    ACCUMULATOR, ACCUMULATOR_SCALE, ACTIVATION_SCALE, CLIP, HIDDEN, Layers, MAX_ACTIVE, Network,
    WEIGHT_SCALE, exp,
};

/// The largest number of values of a game.
pub(super) const MAX_VALUES: usize = 40;

/// The hidden and output layers of one bucket, transposed and padded for SIMD.
pub(super) struct PackedLayers {
    /// The hidden weights of two accumulator entries each, interleaved.
    hidden_weights: Vec<[i16; 2 * HIDDEN]>,
    hidden_bias: [f32; HIDDEN],
    lanes: usize,
    /// The output biases, then the output weights of each hidden neuron, padded to `lanes`.
    output: Vec<f32>,
}

impl PackedLayers {
    /// Packs the layers of a bucket.
    pub fn new(layers: &Layers) -> PackedLayers {
        let values = layers.output_weights.len();
        assert!(values <= MAX_VALUES);
        let lanes = [8, 16].into_iter().find(|&lanes| values <= lanes).unwrap_or(MAX_VALUES);
        let mut output = vec![0.0; (HIDDEN + 1) * lanes];
        // The padding gets a probability of zero.
        output[..lanes].fill(-1e6);
        output[..values].copy_from_slice(&layers.output_bias);
        for (v, weights) in layers.output_weights.iter().enumerate() {
            for (h, &weight) in weights.iter().enumerate() {
                output[(h + 1) * lanes + v] = weight;
            }
        }
        let hidden_weights = (0..ACCUMULATOR / 2)
            .map(|pair| std::array::from_fn(|i| layers.hidden_weights[i / 2][2 * pair + i % 2]))
            .collect();
        PackedLayers { hidden_weights, hidden_bias: layers.hidden_bias, lanes, output }
    }
}

bagh_simd::dispatch! {
    /// Writes the probability of each value, and returns the expected value.
    pub(super) fn probabilities(
        at simd;
        network: &Network,
        position: &Position,
        probabilities: &mut [f32; MAX_VALUES],
    ) -> f32 {
        avx512 => infer(network, position, probabilities, |weights, activations| {
            hidden_sums_avx512(weights, activations)
        }),
        avx2 => infer(network, position, probabilities, |weights, activations| {
            hidden_sums_avx2(weights, activations)
        }),
        plain => infer(network, position, probabilities, hidden_sums),
    }
}

/// All layers.
#[inline(always)]
fn infer(
    network: &Network,
    position: &Position,
    probabilities: &mut [f32; MAX_VALUES],
    hidden_sums: impl Fn(&[[i16; 2 * HIDDEN]], &[i16; ACCUMULATOR]) -> [i32; HIDDEN],
) -> f32 {
    let mut active = [0; MAX_ACTIVE];
    let count = network.features.write_active(position, &mut active);
    let bucket = network.features.bucket(position);
    let activations = accumulate(&network.feature_weights, &active[..count]);
    let layers = &network.packed[bucket];
    let hidden = hidden_layer(layers, &hidden_sums(&layers.hidden_weights, &activations));
    match layers.lanes {
        8 => output_layer::<8>(layers, &hidden, probabilities),
        16 => output_layer::<16>(layers, &hidden, probabilities),
        _ => output_layer::<MAX_VALUES>(layers, &hidden, probabilities),
    }
}

/// Accumulator entries that are summed at a time: as many as fit into few registers.
const BLOCK: usize = 64;

/// The accumulator and its activation, half the square of the clipped ReLU, in steps of
/// `1 / ACTIVATION_SCALE`.
#[inline(always)]
fn accumulate(feature_weights: &[[i8; ACCUMULATOR]], active: &[u16]) -> [i16; ACCUMULATOR] {
    let mut activations = [0i16; ACCUMULATOR];
    for (block, out) in activations.as_chunks_mut::<BLOCK>().0.iter_mut().enumerate() {
        let mut accumulator = [0i16; BLOCK];
        for &feature in active {
            let weights = &feature_weights[usize::from(feature)].as_chunks::<BLOCK>().0[block];
            for i in 0..BLOCK {
                accumulator[i] = accumulator[i].wrapping_add(i16::from(weights[i]));
            }
        }
        for i in 0..BLOCK {
            let clipped = accumulator[i].clamp(0, (CLIP * ACCUMULATOR_SCALE) as i16);
            out[i] = (clipped * clipped) >> 3;
        }
    }
    activations
}

/// The dot products of the hidden layer.
#[inline(always)]
fn hidden_sums(
    hidden_weights: &[[i16; 2 * HIDDEN]],
    activations: &[i16; ACCUMULATOR],
) -> [i32; HIDDEN] {
    let mut sums = [0i32; HIDDEN];
    for (weights, pair) in hidden_weights.iter().zip(activations.as_chunks::<2>().0) {
        for h in 0..HIDDEN {
            sums[h] += i32::from(weights[2 * h]) * i32::from(pair[0])
                + i32::from(weights[2 * h + 1]) * i32::from(pair[1]);
        }
    }
    sums
}

/// The same with `vpmaddwd`, which the compiler does not find.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
fn hidden_sums_avx2(
    hidden_weights: &[[i16; 2 * HIDDEN]],
    activations: &[i16; ACCUMULATOR],
) -> [i32; HIDDEN] {
    use std::arch::x86_64::*;
    const PARTS: usize = HIDDEN / 8;
    let mut parts = [_mm256_setzero_si256(); PARTS];
    for (weights, pair) in hidden_weights.iter().zip(activations.as_chunks::<2>().0) {
        let pair = _mm256_set1_epi32(i32::from(pair[0]) & 0xffff | i32::from(pair[1]) << 16);
        for (sum, weights) in parts.iter_mut().zip(weights.as_chunks::<16>().0) {
            // SAFETY: 16 numbers of 16 bits are the 256 bits that are read; any address will do.
            let weights = unsafe { _mm256_loadu_si256(weights.as_ptr().cast()) };
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(weights, pair));
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
fn hidden_sums_avx512(
    hidden_weights: &[[i16; 2 * HIDDEN]],
    activations: &[i16; ACCUMULATOR],
) -> [i32; HIDDEN] {
    use std::arch::x86_64::*;
    const PARTS: usize = HIDDEN / 16;
    let mut parts = [_mm512_setzero_si512(); PARTS];
    for (weights, pair) in hidden_weights.iter().zip(activations.as_chunks::<2>().0) {
        let pair = _mm512_set1_epi32(i32::from(pair[0]) & 0xffff | i32::from(pair[1]) << 16);
        for (sum, weights) in parts.iter_mut().zip(weights.as_chunks::<32>().0) {
            // SAFETY: 32 numbers of 16 bits are the 512 bits that are read; any address will do.
            let weights = unsafe { _mm512_loadu_si512(weights.as_ptr().cast()) };
            *sum = _mm512_add_epi32(*sum, _mm512_madd_epi16(weights, pair));
        }
    }
    let mut sums = [0; HIDDEN];
    for (out, sum) in sums.as_chunks_mut::<16>().0.iter_mut().zip(parts) {
        // SAFETY: 16 numbers of 32 bits are the 512 bits that are written.
        unsafe { _mm512_storeu_si512(out.as_mut_ptr().cast(), sum) };
    }
    sums
}

/// The hidden layer from its dot products: bias and ReLU.
#[inline(always)]
fn hidden_layer(layers: &PackedLayers, sums: &[i32; HIDDEN]) -> [f32; HIDDEN] {
    let mut hidden = layers.hidden_bias;
    for (out, &sum) in hidden.iter_mut().zip(sums) {
        *out = (*out + sum as f32 / (ACTIVATION_SCALE * WEIGHT_SCALE)).max(0.0);
    }
    hidden
}

/// The output layer and its softmax; returns the expected value.
#[inline(always)]
fn output_layer<const LANES: usize>(
    layers: &PackedLayers,
    hidden: &[f32; HIDDEN],
    probabilities: &mut [f32; MAX_VALUES],
) -> f32 {
    let rows = layers.output.as_chunks::<LANES>().0;
    let mut lanes = rows[0];
    for (weights, &activation) in rows[1..].iter().zip(hidden) {
        for v in 0..LANES {
            lanes[v] += weights[v] * activation;
        }
    }
    let max = lanes.iter().copied().fold(f32::MIN, f32::max);
    for lane in &mut lanes {
        *lane = exp(*lane - max);
    }
    let (mut sum, mut expected) = (0.0, 0.0);
    for (v, &probability) in lanes.iter().enumerate() {
        sum += probability;
        expected += v as f32 * probability;
    }
    for (probability, lane) in probabilities.iter_mut().zip(lanes) {
        *probability = lane / sum;
    }
    expected / sum
}

#[cfg(test)]
mod tests {
    use super::super::tests::some;
    use super::*;
    use bagh::Game;
    use bagh_simd::Simd;

    #[test]
    fn all_kernels_give_the_same_answers() {
        for game in [Game::bagh_chal(), Game::aadu_puli()] {
            let network = some(game);
            let mut position = game.start();
            for step in 0..60 {
                if game.result(&position).is_some() {
                    break;
                }
                let mut plain = [0.0; MAX_VALUES];
                let expected = probabilities(Simd::Plain, &network, &position, &mut plain);
                for simd in Simd::ALL {
                    let mut wide = [0.0; MAX_VALUES];
                    let found = probabilities(simd, &network, &position, &mut wide);
                    assert_eq!(found.to_bits(), expected.to_bits(), "{simd:?} {position:?}");
                    assert_eq!(wide.map(f32::to_bits), plain.map(f32::to_bits), "{simd:?}");
                }
                let moves: Vec<_> = game.moves(&position).collect();
                position = game.after(&position, moves[step * 7 % moves.len()]);
            }
        }
    }
}
