//! The model of a value: five predictors, each with contexts of its own, whose logits are added.

use super::shape::{SORTS, Shape};
use crate::logistic::squash;

/// The number of predictors.
pub(crate) const PREDICTORS: usize = 5;
/// Means of sorts, in thirds, and none.
pub(crate) const MEANS: usize = 3 * (SORTS - 2) + 2;
/// Numbers of jumps and of trapped tigers: 0 to 4 or more.
pub(crate) const FEW: usize = 5;
/// How often the least sort occurs: 0 to 3 or more.
pub(crate) const TIMES: usize = 4;

/// The number of contexts of each predictor.
const SIZES: [usize; PREDICTORS] = [
    SORTS * TIMES * SORTS * SORTS,
    FEW * FEW * SORTS * SORTS,
    SORTS * SORTS * SORTS,
    MEANS * MEANS,
    SORTS * SORTS * SORTS,
];
/// Weights for each question.
pub(crate) const ROW: usize = SIZES[0] + SIZES[1] + SIZES[2] + SIZES[3] + SIZES[4];

/// The contexts of a herd, as places in a row of weights.
pub(crate) type Contexts = [u16; PREDICTORS];

/// What contexts are made of, all as sorts or small numbers.
pub(crate) struct Seen {
    /// Of herds with one goat less (or one more) the least (greatest) value, how often it occurs,
    /// and the mean.
    pub least: u8,
    pub times: u8,
    pub mean: u8,
    /// Jumps that the tigers have, tigers that are trapped, and the best of the values after a goat
    /// that can be captured is gone.
    pub jumps: u8,
    pub trapped: u8,
    pub prey: u8,
    /// Herds with a goat one place lower: the first four, the last, and the mean.
    pub near: [u8; 4],
    pub last: u8,
    pub near_mean: u8,
    /// Herds with one of the three highest goats at the lowest free place.
    pub far: [u8; 3],
}

impl Seen {
    #[inline(always)]
    pub(crate) fn contexts(&self) -> Contexts {
        let join = |parts: &[(u8, usize)]| {
            parts.iter().fold(0, |at, &(part, size)| at * size + usize::from(part))
        };
        let [n0, n1, n2, n3] = self.near;
        let [f0, f1, f2] = self.far;
        let places = [
            join(&[(self.least, SORTS), (self.times, TIMES), (n0, SORTS), (n1, SORTS)]),
            join(&[
                (self.jumps, FEW),
                (self.trapped, FEW),
                (self.prey, SORTS),
                (self.least, SORTS),
            ]),
            join(&[(n2, SORTS), (n3, SORTS), (self.last, SORTS)]),
            join(&[(self.mean, MEANS), (self.near_mean, MEANS)]),
            join(&[(f0, SORTS), (f1, SORTS), (f2, SORTS)]),
        ];
        let mut before = 0;
        std::array::from_fn(|opinion| {
            let place = before + places[opinion];
            before += SIZES[opinion];
            place as u16
        })
    }
}

/// The weights of a layer's model, in parts of 256 of the logarithm of the odds.
pub(crate) struct Model(Vec<i16>);

impl Model {
    /// Bytes of the model of a layer.
    pub(crate) fn bytes(shape: &Shape) -> usize {
        2 * ROW * shape.questions()
    }

    /// The model with these weights.
    pub(crate) fn from_weights(weights: Vec<i16>) -> Model {
        Model(weights)
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|weight| weight.to_le_bytes()).collect()
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Model {
        let weight = |pair: &[u8]| i16::from_le_bytes([pair[0], pair[1]]);
        Model(bytes.chunks_exact(2).map(weight).collect())
    }

    /// The probability of a yes to a question, in parts of 65,536.
    #[inline(always)]
    pub(crate) fn probability(&self, question: usize, contexts: &Contexts) -> u32 {
        let row = &self.0[question * ROW..][..ROW];
        let sum: i32 = contexts.iter().map(|&place| i32::from(row[usize::from(place)])).sum();
        squash(sum) as u32
    }
}
