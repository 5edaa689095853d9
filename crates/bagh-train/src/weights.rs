//! The numbers of a network while it learns: 32-bit floats, in one flat list.

use bagh_engine::evaluation::network::{
    ACCUMULATOR, ACCUMULATOR_SCALE, BUCKETS, Features, HIDDEN, Layers, Network, WEIGHT_SCALE,
};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Where the parts of a network stand in the list.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    pub rows: usize,
    pub values: usize,
}

impl Layout {
    pub fn new(features: &Features) -> Layout {
        Layout { rows: features.count(), values: usize::from(features.game().captures()) + 2 }
    }

    /// The second layer of a bucket: weights, biases, then weights and biases of the third.
    pub fn bucket(&self, bucket: usize) -> usize {
        self.rows * ACCUMULATOR + bucket * self.bucket_len()
    }

    pub fn bucket_len(&self) -> usize {
        HIDDEN * (ACCUMULATOR + 1) + self.values * (HIDDEN + 1)
    }

    pub fn len(&self) -> usize {
        self.bucket(BUCKETS)
    }

    /// Small random numbers to begin with.
    pub fn first_weights(&self, seed: u64) -> Vec<f32> {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut weights = vec![0.0f32; self.len()];
        let mut fill = |part: &mut [f32], most: f32| {
            part.iter_mut().for_each(|w| *w = rng.random_range(-most..most));
        };
        fill(&mut weights[..self.rows * ACCUMULATOR], 0.08);
        for bucket in 0..BUCKETS {
            let at = self.bucket(bucket);
            fill(&mut weights[at..at + HIDDEN * ACCUMULATOR], (3.0 / ACCUMULATOR as f32).sqrt());
            let third = at + HIDDEN * (ACCUMULATOR + 1);
            fill(&mut weights[third..third + self.values * HIDDEN], (3.0 / HIDDEN as f32).sqrt());
        }
        weights
    }

    /// The network with these numbers, the first layer rounded.
    pub fn network(&self, name: &str, features: &Features, weights: &[f32]) -> Network {
        let rows = weights[..self.rows * ACCUMULATOR]
            .chunks_exact(ACCUMULATOR)
            .map(|row| {
                std::array::from_fn(|i| {
                    (row[i] * ACCUMULATOR_SCALE).round().clamp(-127.0, 127.0) as i8
                })
            })
            .collect();
        let layers = (0..BUCKETS)
            .map(|bucket| {
                let mut numbers = weights[self.bucket(bucket)..].iter().copied();
                let mut next = || numbers.next().unwrap_or_default();
                Layers {
                    hidden_weights: (0..HIDDEN)
                        .map(|_| std::array::from_fn(|_| (next() * WEIGHT_SCALE).round() as i16))
                        .collect(),
                    hidden_bias: std::array::from_fn(|_| next()),
                    output_weights: (0..self.values)
                        .map(|_| std::array::from_fn(|_| next()))
                        .collect(),
                    output_bias: (0..self.values).map(|_| next()).collect(),
                }
            })
            .collect();
        Network::new(name, features.clone(), rows, layers)
    }
}
