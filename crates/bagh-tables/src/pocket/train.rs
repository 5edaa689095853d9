//! Learning the weights of a layer's model from a sample of its pieces.
//!
//! Logistic regression by stochastic gradient descent, each weight with a step of its own (AdaGrad):
//! weights of rare contexts learn as quickly as those of frequent ones.

use super::model::{Contexts, Model, ROW};
use super::shape::Shape;

/// Learning rate.
const STEP: f32 = 0.25;
/// Farther from even odds than the logistic function tells apart.
const FARTHEST: f32 = 11.5;

/// Weights that learn.
pub(crate) struct Trainer {
    weights: Vec<f32>,
    /// The sum of squared errors that each weight has seen.
    seen: Vec<f32>,
}

impl Trainer {
    pub(crate) fn new(shape: &Shape) -> Trainer {
        let count = ROW * shape.questions();
        Trainer { weights: vec![0.0; count], seen: vec![1e-3; count] }
    }

    /// Learns the answer to a question.
    #[inline]
    pub(crate) fn learn(&mut self, question: usize, contexts: &Contexts, yes: bool) {
        let start = question * ROW;
        let places = contexts.map(|place| start + usize::from(place));
        let sum: f32 = places.iter().map(|&at| self.weights[at]).sum();
        let likely = 1.0 / (1.0 + (-sum.clamp(-FARTHEST, FARTHEST)).exp());
        let error = likely - f32::from(u8::from(yes));
        for at in places {
            let seen = &mut self.seen[at];
            *seen += error * error;
            self.weights[at] -= STEP * error / seen.sqrt();
        }
    }

    /// The model that was learned.
    pub(crate) fn finish(self) -> Model {
        let limit = f32::from(i16::MAX);
        let weight = |weight: f32| (256.0 * weight).round().clamp(-limit, limit) as i16;
        Model::from_weights(self.weights.into_iter().map(weight).collect())
    }
}
