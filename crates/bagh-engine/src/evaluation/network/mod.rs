//! A small network, trained with the exact values of positions.
//!
//! Its first layer adds up one row of numbers for each feature of the position; two small layers
//! follow, one set of them for each stage of the game and side to move, and the last one says how
//! likely each value is. Whole numbers up to there, and nothing but additions, multiplications
//! and divisions after: so it gives the same answer on every machine.

mod features;
mod file;
mod kernel;

use bagh::{Game, Position};

pub use features::{BUCKETS, Features, MAX_ROWS};
pub use file::NetworkError;
use kernel::{Kernel, Last, MAX_VALUES};

use super::Evaluation;
use crate::score::GOAT;

/// Numbers in a row of the first layer.
pub const WIDTH: usize = 128;

/// Numbers in the second layer.
pub const HIDDEN: usize = 32;

/// What stands for 1 in the first layer.
pub const ONE: f32 = 64.0;

/// The largest number of the first layer, before it is squared.
pub const TOP: f32 = 2.0;

/// What stands for 1 in the squares of the first layer.
pub const SQUARE: f32 = 1024.0;

/// What stands for 1 in the weights of the second layer.
pub const FINE: f32 = 1024.0;

/// The second and the third layer of one bucket.
#[derive(Clone, Debug, PartialEq)]
pub struct Layers {
    /// `second[i]` is what each number of the first layer adds to number `i` of the second, in
    /// steps of `1 / FINE`.
    pub second: Vec<[i16; WIDTH]>,
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
    rows: Vec<[i8; WIDTH]>,
    layers: Vec<Layers>,
    /// The second and third layers once more, in the order in which they are summed.
    last: Vec<Last>,
    kernel: Kernel,
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
        let last = layers.iter().map(Last::new).collect();
        Network { name: name.to_owned(), features, rows, layers, last, kernel: Kernel::best() }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.features.game()
    }

    /// The network with the registers that every processor of its kind has, to compare with.
    #[must_use]
    pub fn with_plain_registers(mut self) -> Network {
        self.kernel = Kernel::Plain;
        self
    }

    /// How likely each value is: goats' win, draws, tigers' win.
    pub fn chances(&self, position: &Position) -> Vec<f32> {
        let mut chances = [0.0; MAX_VALUES];
        self.kernel.chances(self, position, &mut chances);
        chances[..usize::from(self.game().captures()) + 2].to_vec()
    }
}

impl Evaluation for Network {
    fn name(&self) -> &str {
        &self.name
    }

    fn points(&self, position: &Position) -> i32 {
        let mut chances = [0.0; MAX_VALUES];
        let expected = self.kernel.chances(self, position, &mut chances);
        (expected * GOAT as f32) as i32
    }

    /// Found by `bagh exam`: at 30,000 positions a move 0.95 % of moves lost value with it, 1.22 %
    /// without.
    fn doubt(&self) -> i32 {
        2 * GOAT / 5
    }
}

/// The exponential of a number that is not above 0, to one part in ten thousand where it is
/// large enough to matter, by means that are the same on every machine.
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

    /// A network of numbers that look random.
    pub fn some(game: &Game) -> Network {
        let features = Features::new(game).unwrap();
        let mut state = 1u64;
        let mut next = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 40) as f32 / (1 << 23) as f32 - 1.0
        };
        let values = usize::from(game.captures()) + 2;
        let rows = (0..features.rows()).map(|_| [0; WIDTH].map(|_: i8| (next() * 20.0) as i8));
        let rows = rows.collect();
        let layers = (0..BUCKETS)
            .map(|_| Layers {
                second: (0..HIDDEN)
                    .map(|_| std::array::from_fn(|_| (next() * FINE) as i16))
                    .collect(),
                second_bias: std::array::from_fn(|_| next()),
                third: (0..values).map(|_| std::array::from_fn(|_| next())).collect(),
                third_bias: (0..values).map(|_| next()).collect(),
            })
            .collect();
        Network::new("some", features, rows, layers)
    }

    /// The same by the book, in 64-bit floats.
    fn plain(network: &Network, position: &Position) -> f64 {
        let mut list = [0; MAX_ROWS];
        let count = network.features.write(position, &mut list);
        let layers = &network.layers[network.features.bucket(position)];
        let first: Vec<f64> = (0..WIDTH)
            .map(|i| {
                let sum: i32 =
                    list[..count].iter().map(|&r| i32::from(network.rows[usize::from(r)][i])).sum();
                let sum = (f64::from(sum) / f64::from(ONE)).clamp(0.0, f64::from(TOP));
                // Whole steps only: that is all that the fast one keeps.
                (0.5 * sum * sum * f64::from(SQUARE)).floor() / f64::from(SQUARE)
            })
            .collect();
        let second: Vec<f64> = (0..HIDDEN)
            .map(|h| {
                let sum: f64 =
                    first.iter().zip(&layers.second[h]).map(|(x, &w)| x * f64::from(w)).sum();
                (sum / f64::from(FINE) + f64::from(layers.second_bias[h])).max(0.0)
            })
            .collect();
        let weights: Vec<f64> = layers
            .third
            .iter()
            .zip(&layers.third_bias)
            .map(|(row, &bias)| {
                let sum: f64 = second.iter().zip(row).map(|(x, &w)| x * f64::from(w)).sum();
                (sum + f64::from(bias)).exp()
            })
            .collect();
        let all: f64 = weights.iter().sum();
        weights.iter().enumerate().map(|(v, w)| v as f64 * w / all).sum::<f64>() * f64::from(GOAT)
    }

    #[test]
    fn the_network_answers_as_by_the_book() {
        for game in [Game::bagh_chal(), Game::aadu_puli()] {
            let network = some(game);
            let mut position = game.start();
            for step in 0..40 {
                if game.result(&position).is_some() {
                    break;
                }
                let (ours, book) = (network.points(&position), plain(&network, &position));
                assert!((f64::from(ours) - book).abs() < 3.0, "{ours} {book}");
                let moves: Vec<_> = game.moves(&position).collect();
                position = game.after(&position, moves[step * 5 % moves.len()]);
            }
        }
    }

    #[test]
    fn files_are_read_back_and_damage_is_seen() {
        let game = Game::bagh_chal();
        let network = some(game);
        let bytes = network.to_bytes();
        let again = Network::from_bytes(game, &bytes).unwrap();
        assert_eq!(again.to_bytes(), bytes);
        assert_eq!((&again.rows, &again.layers), (&network.rows, &network.layers));

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
