//! A small neural network (NNUE style), trained on the exact values of positions.
//!
//! An accumulator sums the weights of the active features and goes through a squared clipped ReLU;
//! a hidden layer and an output layer follow, one set of them for each bucket (stage of the game
//! and side to move). The output is a probability for each value. Everything up to the hidden
//! layer is integer arithmetic, and the rest uses additions, multiplications and divisions only:
//! so it gives the same answer on every machine.

mod features;
mod file;
mod kernel;

use bagh::{Game, Position};
use bagh_simd::Simd;

pub use features::{BUCKETS, Features, MAX_ACTIVE};
pub use file::NetworkError;
use kernel::{MAX_VALUES, PackedLayers};

use super::Evaluation;
use crate::score::GOAT;

/// The width of the accumulator.
pub const ACCUMULATOR: usize = 128;

/// The width of the hidden layer.
pub const HIDDEN: usize = 32;

/// Quantisation: what stands for 1 in the accumulator.
pub const ACCUMULATOR_SCALE: f32 = 64.0;

/// The upper bound of the clipped ReLU, before squaring.
pub const CLIP: f32 = 2.0;

/// Quantisation: what stands for 1 in the activations.
pub const ACTIVATION_SCALE: f32 = 1024.0;

/// Quantisation: what stands for 1 in the weights of the hidden layer.
pub const WEIGHT_SCALE: f32 = 1024.0;

/// The hidden and the output layer of one bucket.
#[derive(Clone, Debug, PartialEq)]
pub struct Layers {
    /// The weights of each hidden neuron, in steps of `1 / WEIGHT_SCALE`.
    pub hidden_weights: Vec<[i16; ACCUMULATOR]>,
    /// The biases of the hidden layer.
    pub hidden_bias: [f32; HIDDEN],
    /// The weights of each output, one for each value.
    pub output_weights: Vec<[f32; HIDDEN]>,
    /// The biases of the outputs.
    pub output_bias: Vec<f32>,
}

/// A trained network of one game.
pub struct Network {
    name: String,
    features: Features,
    /// The weights of each feature, in steps of `1 / ACCUMULATOR_SCALE`.
    feature_weights: Vec<[i8; ACCUMULATOR]>,
    layers: Vec<Layers>,
    /// The layers once more, in the order that the kernel needs.
    packed: Vec<PackedLayers>,
    /// The widest SIMD extension that is used.
    simd: Simd,
}

impl Network {
    /// A network from its parts.
    ///
    /// # Panics
    /// If the parts do not fit the game.
    pub fn new(
        name: &str,
        features: Features,
        feature_weights: Vec<[i8; ACCUMULATOR]>,
        layers: Vec<Layers>,
    ) -> Network {
        assert_eq!(feature_weights.len(), features.count());
        assert_eq!(layers.len(), BUCKETS);
        let packed = layers.iter().map(PackedLayers::new).collect();
        Network {
            name: name.to_owned(),
            features,
            feature_weights,
            layers,
            packed,
            simd: Simd::detect(),
        }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.features.game()
    }

    /// The network without SIMD extensions, for comparison.
    #[must_use]
    pub fn with_plain_kernel(mut self) -> Network {
        self.simd = Simd::Plain;
        self
    }

    /// The probability of each value: goats win, draws, tigers win.
    pub fn probabilities(&self, position: &Position) -> Vec<f32> {
        let mut probabilities = [0.0; MAX_VALUES];
        kernel::probabilities(self.simd, self, position, &mut probabilities);
        probabilities[..usize::from(self.game().captures()) + 2].to_vec()
    }
}

impl Evaluation for Network {
    fn name(&self) -> &str {
        &self.name
    }

    fn points(&self, position: &Position) -> i32 {
        let mut probabilities = [0.0; MAX_VALUES];
        let expected = kernel::probabilities(self.simd, self, position, &mut probabilities);
        (expected * GOAT as f32) as i32
    }

    /// Tuned with `bagh exam`: at 30,000 nodes a move 0.95 % of moves lost value with reverse
    /// futility pruning, 1.22 % without.
    fn reverse_futility_margin(&self) -> i32 {
        2 * GOAT / 5
    }
}

/// The exponential of a number that is not above 0, to one part in ten thousand where it is large
/// enough to matter, bit for bit the same on every machine.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    // e^x = (e^(x/256))^256; the series needs few terms for small x.
    let x = x.max(-80.0) / 256.0;
    let mut power = 1.0 + x * (1.0 + x * (0.5 + x * (1.0 / 6.0 + x / 24.0)));
    for _ in 0..8 {
        power *= power;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A network of pseudo-random numbers.
    pub fn some(game: &Game) -> Network {
        let features = Features::new(game).unwrap();
        let mut state = 1u64;
        let mut next = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 40) as f32 / (1 << 23) as f32 - 1.0
        };
        let values = usize::from(game.captures()) + 2;
        let rows =
            (0..features.count()).map(|_| [0; ACCUMULATOR].map(|_: i8| (next() * 20.0) as i8));
        let rows = rows.collect();
        let layers = (0..BUCKETS)
            .map(|_| Layers {
                hidden_weights: (0..HIDDEN)
                    .map(|_| std::array::from_fn(|_| (next() * WEIGHT_SCALE) as i16))
                    .collect(),
                hidden_bias: std::array::from_fn(|_| next()),
                output_weights: (0..values).map(|_| std::array::from_fn(|_| next())).collect(),
                output_bias: (0..values).map(|_| next()).collect(),
            })
            .collect();
        Network::new("some", features, rows, layers)
    }

    /// A reference implementation in 64-bit floats.
    fn plain(network: &Network, position: &Position) -> f64 {
        let mut list = [0; MAX_ACTIVE];
        let count = network.features.write_active(position, &mut list);
        let layers = &network.layers[network.features.bucket(position)];
        let first: Vec<f64> = (0..ACCUMULATOR)
            .map(|i| {
                let sum: i32 = list[..count]
                    .iter()
                    .map(|&r| i32::from(network.feature_weights[usize::from(r)][i]))
                    .sum();
                let sum =
                    (f64::from(sum) / f64::from(ACCUMULATOR_SCALE)).clamp(0.0, f64::from(CLIP));
                // The kernel keeps whole steps only.
                (0.5 * sum * sum * f64::from(ACTIVATION_SCALE)).floor()
                    / f64::from(ACTIVATION_SCALE)
            })
            .collect();
        let second: Vec<f64> = (0..HIDDEN)
            .map(|h| {
                let sum: f64 = first
                    .iter()
                    .zip(&layers.hidden_weights[h])
                    .map(|(x, &w)| x * f64::from(w))
                    .sum();
                (sum / f64::from(WEIGHT_SCALE) + f64::from(layers.hidden_bias[h])).max(0.0)
            })
            .collect();
        let weights: Vec<f64> = layers
            .output_weights
            .iter()
            .zip(&layers.output_bias)
            .map(|(row, &bias)| {
                let sum: f64 = second.iter().zip(row).map(|(x, &w)| x * f64::from(w)).sum();
                (sum + f64::from(bias)).exp()
            })
            .collect();
        let all: f64 = weights.iter().sum();
        weights.iter().enumerate().map(|(v, w)| v as f64 * w / all).sum::<f64>() * f64::from(GOAT)
    }

    #[test]
    fn the_network_agrees_with_the_reference() {
        for game in [Game::bagh_chal(), Game::aadu_puli()] {
            let network = some(game);
            let mut position = game.start();
            for step in 0..40 {
                if game.result(&position).is_some() {
                    break;
                }
                let (ours, reference) = (network.points(&position), plain(&network, &position));
                assert!((f64::from(ours) - reference).abs() < 3.0, "{ours} {reference}");
                let moves: Vec<_> = game.moves(&position).collect();
                position = game.after(&position, moves[step * 5 % moves.len()]);
            }
        }
    }

    #[test]
    fn files_are_read_back_and_damage_is_detected() {
        let game = Game::bagh_chal();
        let network = some(game);
        let bytes = network.to_bytes();
        let again = Network::from_bytes(game, &bytes).unwrap();
        assert_eq!(again.to_bytes(), bytes);
        assert_eq!(
            (&again.feature_weights, &again.layers),
            (&network.feature_weights, &network.layers)
        );

        for at in [0, 40, bytes.len() / 2, bytes.len() - 1] {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert!(Network::from_bytes(game, &changed).is_err(), "{at}");
        }
        for len in [0, 1, 30, 100, bytes.len() - 1] {
            assert!(Network::from_bytes(game, &bytes[..len]).is_err(), "{len}");
        }
        let error = Network::from_bytes(Game::aadu_puli(), &bytes).err().unwrap().to_string();
        assert!(error.contains("bagh-chal") && error.contains("aadu-puli"), "{error}");
    }

    #[test]
    fn exp_is_close() {
        for i in 0..800 {
            let x = -(i as f32) / 10.0;
            let (ours, theirs) = (exp(x), x.exp());
            assert!((ours - theirs).abs() <= theirs * 1e-4 + 1e-10, "{x}: {ours} {theirs}");
        }
    }
}
