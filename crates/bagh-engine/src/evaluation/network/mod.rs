//! A small network, trained with the exact values of positions.
//!
//! Its first layer adds up one row of numbers for each feature of the position; two small layers
//! follow, one set of them for each stage of the game and side to move, and the last one says how
//! likely each value is. Whole numbers up to there, and nothing but additions, multiplications
//! and divisions after: so it gives the same answer on every machine.

mod features;
mod file;

use bagh::{Game, Position};

pub use features::{BUCKETS, Features, MAX_ROWS};
pub use file::NetworkError;

use super::Evaluation;
use crate::score::GOAT;

/// Numbers in a row of the first layer.
pub const WIDTH: usize = 64;

/// Numbers in the second layer.
pub const HIDDEN: usize = 16;

/// What stands for 1 in the first layer.
pub const ONE: f32 = 64.0;

/// The second and the third layer of one bucket.
#[derive(Clone, Debug, PartialEq)]
pub struct Layers {
    /// `second[i]` is what each number of the first layer adds to number `i` of the second.
    pub second: Vec<[f32; WIDTH]>,
    /// What the numbers of the second layer begin with.
    pub second_bias: [f32; HIDDEN],
    /// `third[v]` is what the second layer adds to the weight of value `v`.
    pub third: Vec<[f32; HIDDEN]>,
    /// What the weights of the values begin with.
    pub third_bias: Vec<f32>,
}

/// A trained network of one game.
pub struct Network {
    name: String,
    features: Features,
    /// The rows of the first layer, in steps of `1 / ONE`.
    rows: Vec<[i16; WIDTH]>,
    layers: Vec<Layers>,
}

impl Network {
    /// A network of these parts.
    ///
    /// # Panics
    /// If the parts do not fit the game.
    pub fn new(
        name: &str,
        features: Features,
        rows: Vec<[i8; WIDTH]>,
        layers: Vec<Layers>,
    ) -> Network {
        assert_eq!(rows.len(), features.rows());
        assert_eq!(layers.len(), BUCKETS);
        let rows = rows.iter().map(|row| row.map(i16::from)).collect();
        Network { name: name.to_owned(), features, rows, layers }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.features.game()
    }

    /// How likely each value is: goats' win, draws, tigers' win.
    pub fn chances(&self, position: &Position, chances: &mut [f32]) {
        let first = self.first_layer(position);
        let layers = &self.layers[self.features.bucket(position)];
        let mut second = layers.second_bias;
        for (out, weights) in second.iter_mut().zip(&layers.second) {
            *out = (*out + dot(weights, &first)).max(0.0);
        }
        let mut most = f32::MIN;
        for ((chance, weights), bias) in
            chances.iter_mut().zip(&layers.third).zip(&layers.third_bias)
        {
            *chance = bias + weights.iter().zip(&second).map(|(w, x)| w * x).sum::<f32>();
            most = most.max(*chance);
        }
        let mut sum = 0.0;
        for chance in chances.iter_mut() {
            *chance = exp(*chance - most);
            sum += *chance;
        }
        for chance in chances.iter_mut() {
            *chance /= sum;
        }
    }

    /// The sum of the rows, cut off below 0 and above 2.
    #[inline]
    fn first_layer(&self, position: &Position) -> [f32; WIDTH] {
        let mut list = [0; MAX_ROWS];
        let count = self.features.write(position, &mut list);
        let mut sum = [0i16; WIDTH];
        for &row in &list[..count] {
            for (sum, number) in sum.iter_mut().zip(&self.rows[usize::from(row)]) {
                *sum = sum.wrapping_add(*number);
            }
        }
        sum.map(|number| f32::from(number.clamp(0, (2.0 * ONE) as i16)) / ONE)
    }
}

impl Evaluation for Network {
    fn name(&self) -> &str {
        &self.name
    }

    fn points(&self, position: &Position) -> i32 {
        let mut chances = [0.0; 34];
        let values = usize::from(self.game().captures()) + 2;
        self.chances(position, &mut chances[..values]);
        let expected: f32 =
            chances[..values].iter().enumerate().map(|(value, chance)| value as f32 * chance).sum();
        (expected * GOAT as f32) as i32
    }
}

/// The sum of products, in eight lanes so that it does not wait for each addition.
#[inline]
fn dot(a: &[f32; WIDTH], b: &[f32; WIDTH]) -> f32 {
    let mut lanes = [0.0f32; 16];
    for (a, b) in a.chunks_exact(16).zip(b.chunks_exact(16)) {
        for i in 0..16 {
            lanes[i] += a[i] * b[i];
        }
    }
    lanes.iter().sum()
}

/// The exponential of a number that is not above 0, to about one part in a million, by means
/// that are the same on every machine.
#[inline]
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

    #[test]
    fn exp_is_close() {
        for i in 0..800 {
            let x = -(i as f32) / 10.0;
            let (ours, theirs) = (exp(x), x.exp());
            assert!((ours - theirs).abs() <= theirs * 1e-4 + 1e-30, "{x}: {ours} {theirs}");
        }
    }
}
