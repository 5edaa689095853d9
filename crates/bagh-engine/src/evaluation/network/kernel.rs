//! A position through the network: nearly all the time that a search takes.
//!
//! The code is the same for every processor; it is compiled for wider registers as well, and the
//! widest that the processor at hand has is used. Every number is made by the same steps in the
//! same order, so the answers are the same to the bit. The benchmark `network` shows what that is
//! worth.

use bagh::Position;

use super::{FINE, HIDDEN, Layers, MAX_ROWS, Network, ONE, WIDTH, exp};

/// Room for the values of any game.
pub(super) const MAX_VALUES: usize = 40;

/// The third layer of one bucket with the values side by side, and room at the end that stays
/// empty: so they are worked on all at once.
pub(super) struct Last {
    second: Vec<[f32; HIDDEN]>,
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
        let second =
            (0..WIDTH).map(|i| std::array::from_fn(|h| f32::from(layers.second[h][i]))).collect();
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
            Kernel::Plain => through(network, position, chances),
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
    through(network, position, chances)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,avx512f,avx512bw,avx512vl")]
fn through_avx512(network: &Network, position: &Position, chances: &mut [f32; MAX_VALUES]) -> f32 {
    through(network, position, chances)
}

/// A position through all layers.
#[inline(always)]
fn through(network: &Network, position: &Position, chances: &mut [f32; MAX_VALUES]) -> f32 {
    let mut list = [0; MAX_ROWS];
    let count = network.features.write(position, &mut list);
    let bucket = network.features.bucket(position);
    let first = first_layer(&network.rows, &list[..count]);
    let last = &network.last[bucket];
    let second = second_layer(last, &first);
    match last.lanes {
        8 => third_layer::<8>(last, &second, chances),
        16 => third_layer::<16>(last, &second, chances),
        _ => third_layer::<MAX_VALUES>(last, &second, chances),
    }
}

/// Numbers of the first layer that are summed at a time: as many as fit into few registers.
const BLOCK: usize = 64;

/// The sum of the rows, cut off below 0 and above 2, in steps of `1 / ONE`.
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
            out[i] = sum[i].clamp(0, (2.0 * ONE) as i16);
        }
    }
    first
}

/// Whole numbers below 2^24 throughout, so the sums are exact in any order.
#[inline(always)]
fn second_layer(last: &Last, first: &[i16; WIDTH]) -> [f32; HIDDEN] {
    let mut sums = [0.0f32; HIDDEN];
    for (weights, &number) in last.second.iter().zip(first) {
        let number = f32::from(number);
        for h in 0..HIDDEN {
            sums[h] += weights[h] * number;
        }
    }
    for h in 0..HIDDEN {
        sums[h] = (sums[h] / (ONE * FINE) + last.second_bias[h]).max(0.0);
    }
    sums
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
