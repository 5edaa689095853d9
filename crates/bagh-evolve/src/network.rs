//! The network of 2004: 24 features to 12 nodes to 5 to 1, and two features straight to the output.

use crate::features::{DIRECT, FEATURES};

/// Features that go into the first layer.
const INPUTS: usize = FEATURES - DIRECT;
/// Nodes of the two hidden layers.
const FIRST: usize = 12;
const SECOND: usize = 5;

/// How many weights a network has, biases included.
pub const WEIGHTS: usize = INPUTS * FIRST + FIRST + FIRST * SECOND + SECOND + SECOND + DIRECT + 1;

/// A network: an evaluation of positions for one side, from −1 to 1.
///
/// The weights stand layer by layer, in each layer input by input; then come the biases.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    first: [[f32; FIRST]; INPUTS],
    first_bias: [f32; FIRST],
    second: [[f32; SECOND]; FIRST],
    second_bias: [f32; SECOND],
    output: [f32; SECOND],
    direct: [f32; DIRECT],
    bias: f32,
}

impl Network {
    /// A network of these weights.
    pub fn from_weights(weights: &[f32; WEIGHTS]) -> Network {
        let mut rest = weights.iter().copied();
        let mut next = || rest.next().expect("the layers have as many weights as there are");
        Network {
            first: std::array::from_fn(|_| std::array::from_fn(|_| next())),
            first_bias: std::array::from_fn(|_| next()),
            second: std::array::from_fn(|_| std::array::from_fn(|_| next())),
            second_bias: std::array::from_fn(|_| next()),
            output: std::array::from_fn(|_| next()),
            direct: std::array::from_fn(|_| next()),
            bias: next(),
        }
    }

    /// The evaluation of a position by its features, from −1 to 1.
    ///
    /// Sums are taken in one fixed order, so that every machine gets the same.
    #[inline]
    pub fn evaluate(&self, features: &[f32; FEATURES]) -> f32 {
        let mut first = self.first_bias;
        for (weights, &input) in self.first.iter().zip(features) {
            for (node, weight) in first.iter_mut().zip(weights) {
                *node += weight * input;
            }
        }
        let mut second = self.second_bias;
        for (weights, input) in self.second.iter().zip(first.map(tanh)) {
            for (node, weight) in second.iter_mut().zip(weights) {
                *node += weight * input;
            }
        }
        let mut output = self.bias;
        for (weight, input) in self.output.iter().zip(second.map(tanh)) {
            output += weight * input;
        }
        for (weight, input) in self.direct.iter().zip(&features[INPUTS..]) {
            output += weight * input;
        }
        tanh(output)
    }
}

/// Beyond this the approximation would leave −1 to 1.
const FLAT: f32 = 4.971_786;

/// The hyperbolic tangent to within 1/7,000: a quotient of two polynomials (Lambert's continued
/// fraction), which every machine computes alike, several at a time.
#[inline]
fn tanh(x: f32) -> f32 {
    let x = x.clamp(-FLAT, FLAT);
    let s = x * x;
    let above = x * (135_135.0 + s * (17_325.0 + s * (378.0 + s)));
    let below = 135_135.0 + s * (62_370.0 + s * (3_150.0 + s * 28.0));
    (above / below).clamp(-1.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Stream;

    fn weights(stream: &mut Stream) -> [f32; WEIGHTS] {
        std::array::from_fn(|_| stream.normal() as f32)
    }

    /// The network by the book: weights by index, in double precision, with the true tangent.
    fn plain(weights: &[f32; WEIGHTS], features: &[f32; FEATURES]) -> f64 {
        let sizes = [INPUTS, FIRST, SECOND];
        let mut at = 0;
        let mut layer: Vec<f64> = features[..INPUTS].iter().map(|&f| f64::from(f)).collect();
        for pair in sizes.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let bias = at + from * to;
            layer = (0..to)
                .map(|node| {
                    let sum: f64 = (0..from)
                        .map(|input| f64::from(weights[at + input * to + node]) * layer[input])
                        .sum();
                    (sum + f64::from(weights[bias + node])).tanh()
                })
                .collect();
            at = bias + to;
        }
        let mut sum = f64::from(weights[WEIGHTS - 1]);
        for (node, value) in layer.iter().enumerate() {
            sum += f64::from(weights[at + node]) * value;
        }
        for (direct, feature) in features[INPUTS..].iter().enumerate() {
            sum += f64::from(weights[at + SECOND + direct]) * f64::from(*feature);
        }
        sum.tanh()
    }

    #[test]
    fn networks_are_those_of_the_book() {
        assert_eq!(WEIGHTS, 373);
        let mut stream = Stream::of_play(3, 0);
        for _ in 0..200 {
            let weights = weights(&mut stream).map(|weight| weight * 0.5);
            let features = std::array::from_fn(|_| stream.unit() as f32);
            let fast = Network::from_weights(&weights).evaluate(&features);
            assert!((f64::from(fast) - plain(&weights, &features)).abs() < 2e-3);
        }
    }

    #[test]
    fn the_tangent_is_near_the_true_one() {
        let mut before = -1.0;
        for step in -80_000..=80_000 {
            let x = step as f32 / 10_000.0;
            assert!((f64::from(tanh(x)) - f64::from(x).tanh()).abs() < 1.0 / 7_000.0, "{x}");
            assert!(tanh(x) >= before - 1e-6, "{x}");
            before = tanh(x);
        }
        assert_eq!(tanh(f32::INFINITY), 1.0);
        assert_eq!(tanh(0.0), 0.0);
    }

    /// Written down once: another number means that runs can no longer be repeated.
    #[test]
    fn evaluations_are_the_same_everywhere() {
        let mut stream = Stream::of_play(4, 0);
        let weights = weights(&mut stream).map(|weight| weight * 0.2);
        let features = std::array::from_fn(|_| stream.unit() as f32);
        let value = Network::from_weights(&weights).evaluate(&features);
        assert_eq!(value.to_bits(), 1_047_768_239, "{value}");
    }
}
