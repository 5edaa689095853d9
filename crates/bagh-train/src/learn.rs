//! Learning: Adam over batches of samples. The same seed gives the same network, for
//! any number of threads and on every machine.

use bagh_engine::Network;
use bagh_engine::evaluation::network::{ACCUMULATOR, ACCUMULATOR_SCALE, Features};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;

use crate::lesson::{Marks, learn_one};
use crate::sample::Sample;
use crate::weights::Layout;

/// Samples of one step.
const BATCH: usize = 4_096;

/// Parts of a batch that are worked on side by side. Fixed, so that sums come out the same on
/// any number of threads.
const PARTS: usize = 4;

/// Steps until the full rate is reached.
const WARM_UP: f32 = 200.0;

/// How to learn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// Where the random numbers begin.
    pub seed: u64,
    /// How often all samples are gone through.
    pub epochs: usize,
    /// The size of the first steps; they become smaller towards the end.
    pub rate: f32,
}

/// How an epoch went.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// The number of the epoch, from 1.
    pub number: usize,
    /// The mean loss (cross-entropy) over its samples.
    pub loss: f64,
}

/// How well values are predicted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Skill {
    /// The mean loss (cross-entropy).
    pub loss: f64,
    /// The share of positions whose most likely value is the right one.
    pub right: f64,
    /// How far the expected value is off, on average, in goats.
    pub off: f64,
}

/// A network that is learning. Between epochs it can be put away and taken up again.
pub struct Pupil {
    features: Features,
    layout: Layout,
    plan: Plan,
    weights: Vec<f32>,
    /// Running means of the gradient and of its square, as Adam needs them.
    mean: Vec<f32>,
    square: Vec<f32>,
    /// Steps done.
    steps: usize,
    /// Epochs done.
    epochs: usize,
}

impl Pupil {
    /// One that knows nothing yet.
    pub fn new(features: &Features, plan: Plan) -> Pupil {
        let layout = Layout::new(features);
        Pupil {
            features: features.clone(),
            weights: layout.first_weights(plan.seed),
            mean: vec![0.0; layout.len()],
            square: vec![0.0; layout.len()],
            layout,
            plan,
            steps: 0,
            epochs: 0,
        }
    }

    /// Epochs done.
    pub fn epochs(&self) -> usize {
        self.epochs
    }

    /// Whether it has learned as the plan says.
    pub fn is_done(&self) -> bool {
        self.epochs >= self.plan.epochs
    }

    /// The network as it is now.
    pub fn network(&self) -> Network {
        self.layout.network("network", &self.features, &self.weights)
    }

    /// Goes through all samples once. `done` hears the share of the epoch that is done.
    pub fn learn(&mut self, samples: &[Sample], mut done: impl FnMut(f64)) -> Epoch {
        let batches = samples.len().div_ceil(BATCH);
        let all_steps = (self.plan.epochs * batches).max(1);
        let mut gradients = vec![vec![0.0f32; self.weights.len()]; PARTS];
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        let seed = self.plan.seed << 16 ^ (self.epochs as u64 + 1);
        order.shuffle(&mut Pcg64Mcg::seed_from_u64(seed));
        let mut marks = Marks::default();
        for (number, batch) in order.chunks(BATCH).enumerate() {
            let (features, layout, weights) = (&self.features, &self.layout, &self.weights);
            let some: Vec<Marks> = gradients
                .par_iter_mut()
                .zip(batch.par_chunks(batch.len().div_ceil(PARTS)))
                .map(|(gradient, part)| {
                    gradient.fill(0.0);
                    let mut marks = Marks::default();
                    for &at in part {
                        let sample = &samples[at as usize];
                        learn_one(features, layout, weights, sample, Some(gradient), &mut marks);
                    }
                    marks
                })
                .collect();
            let used = some.len();
            marks = some.into_iter().fold(marks, Marks::add);
            let share = self.steps as f32 / all_steps as f32;
            // Warm up, then down along half a cosine. A series stands for the cosine, so that
            // every machine takes the same steps.
            let rate = self.plan.rate
                * (self.steps as f32 / WARM_UP).min(1.0)
                * (0.01 + 0.99 * falling(share));
            self.step(&gradients[..used], batch.len(), rate);
            done((number + 1) as f64 / batches as f64);
        }
        self.epochs += 1;
        Epoch { number: self.epochs, loss: marks.loss / marks.count.max(1.0) }
    }

    /// How well it tells the values of other positions.
    pub fn skill(&self, samples: &[Sample]) -> Skill {
        let some: Vec<Marks> = samples
            .par_chunks(4096)
            .map(|part| {
                let mut marks = Marks::default();
                for sample in part {
                    let (features, layout) = (&self.features, &self.layout);
                    learn_one(features, layout, &self.weights, sample, None, &mut marks);
                }
                marks
            })
            .collect();
        let marks = some.into_iter().fold(Marks::default(), Marks::add);
        let count = marks.count.max(1.0);
        Skill { loss: marks.loss / count, right: marks.right / count, off: marks.off / count }
    }

    /// One step of Adam: as large as the gradient is steady. The first layer stays small enough
    /// to be stored in bytes.
    fn step(&mut self, parts: &[Vec<f32>], count: usize, rate: f32) {
        const CHUNK: usize = 8192;
        let (b1, b2) = (0.9f32, 0.999f32);
        self.steps += 1;
        let c1 = 1.0 / (1.0 - power(b1, self.steps));
        let c2 = 1.0 / (1.0 - power(b2, self.steps));
        let scale = 1.0 / count as f32;
        let most = 127.0 / ACCUMULATOR_SCALE;
        let small = self.layout.rows * ACCUMULATOR;
        self.weights
            .par_chunks_mut(CHUNK)
            .zip(self.mean.par_chunks_mut(CHUNK))
            .zip(self.square.par_chunks_mut(CHUNK))
            .enumerate()
            .for_each(|(number, ((weights, mean), square))| {
                let at = number * CHUNK;
                let mut sum = [0.0f32; CHUNK];
                let sum = &mut sum[..weights.len()];
                for part in parts {
                    for (sum, g) in sum.iter_mut().zip(&part[at..]) {
                        *sum += g;
                    }
                }
                for i in 0..weights.len() {
                    let g = sum[i] * scale;
                    mean[i] = b1 * mean[i] + (1.0 - b1) * g;
                    square[i] = b2 * square[i] + (1.0 - b2) * g * g;
                    weights[i] -= rate * (mean[i] * c1) / ((square[i] * c2).sqrt() + 1e-8);
                }
                if at < small {
                    let end = weights.len().min(small - at);
                    weights[..end].iter_mut().for_each(|w| *w = w.clamp(-most, most));
                }
            });
    }

    /// All that it knows, to be put away.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(12 * self.weights.len() + 40);
        for number in [
            self.plan.seed,
            self.plan.epochs as u64,
            u64::from(self.plan.rate.to_bits()),
            self.steps as u64,
            self.epochs as u64,
        ] {
            bytes.extend(number.to_le_bytes());
        }
        for list in [&self.weights, &self.mean, &self.square] {
            list.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        }
        bytes
    }

    /// Takes up where it was put away, if that was with the same plan and game.
    pub fn from_bytes(features: &Features, plan: Plan, bytes: &[u8]) -> Option<Pupil> {
        let mut pupil = Pupil::new(features, plan);
        let (head, rest) = bytes.split_at_checked(40)?;
        let mut head = head
            .chunks_exact(8)
            .map(|b| u64::from_le_bytes([b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]]));
        let mut next = || head.next().unwrap_or_default();
        let same = next() == plan.seed
            && next() == plan.epochs as u64
            && next() == u64::from(plan.rate.to_bits());
        if !same || rest.len() != 12 * pupil.weights.len() {
            return None;
        }
        (pupil.steps, pupil.epochs) = (next() as usize, next() as usize);
        let mut numbers =
            rest.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        for list in [&mut pupil.weights, &mut pupil.mean, &mut pupil.square] {
            list.iter_mut().for_each(|number| *number = numbers.next().unwrap_or_default());
        }
        Some(pupil)
    }
}

/// Half a cosine, from 1 down to 0, by a polynomial that is exact at both ends.
fn falling(share: f32) -> f32 {
    1.0 - share * share * (3.0 - 2.0 * share)
}

/// A power, by multiplication: the same on every machine.
fn power(base: f32, exponent: usize) -> f32 {
    let (mut result, mut square, mut left) = (1.0, base, exponent);
    while left > 0 {
        if left % 2 == 1 {
            result *= square;
        }
        square *= square;
        left /= 2;
    }
    result
}
