//! Learning: Adam over batches of samples, the same result for the same seed whatever the threads.

use bagh_engine::Network;
use bagh_engine::evaluation::network::{Features, ONE, WIDTH};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;

use crate::lesson::{Marks, learn_one};
use crate::sample::Sample;
use crate::weights::Layout;

/// Samples of one step.
const BATCH: usize = 16_384;

/// Parts of a batch that are worked on side by side. Fixed, so that sums come out the same on
/// any number of threads.
const PARTS: usize = 8;

/// How to learn.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Where the random numbers begin.
    pub seed: u64,
    /// How often all samples are gone through.
    pub epochs: usize,
    /// The size of the first steps; they become smaller towards the end.
    pub rate: f32,
}

/// How a lesson went: after each epoch.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// The number of the epoch, from 1.
    pub epoch: usize,
    /// The mean loss over the epoch.
    pub loss: f64,
    /// The mean loss over samples that are not learned from.
    pub held_out_loss: f64,
    /// The share of these whose most likely value is right.
    pub held_out_right: f64,
    /// How far the expected value is off, on average.
    pub held_out_off: f64,
}

/// Trains a network. `report` hears of each epoch, and of each step as a share of the whole.
pub fn train(
    features: &Features,
    samples: &mut [Sample],
    held_out: &[Sample],
    plan: Plan,
    mut step_done: impl FnMut(f64),
    mut report: impl FnMut(Lesson),
) -> Network {
    let layout = Layout::new(features);
    let mut weights = layout.first_weights(plan.seed);
    let mut adam = Adam::new(weights.len());
    let mut gradients = vec![vec![0.0f32; weights.len()]; PARTS];
    let mut rng = Pcg64Mcg::seed_from_u64(plan.seed ^ 1);
    let steps = plan.epochs * samples.len().div_ceil(BATCH);
    let mut step = 0;
    for epoch in 1..=plan.epochs {
        samples.shuffle(&mut rng);
        let mut marks = Marks::default();
        for batch in samples.chunks(BATCH) {
            let part = batch.len().div_ceil(PARTS);
            let some: Vec<Marks> = gradients
                .par_iter_mut()
                .zip(batch.par_chunks(part))
                .map(|(gradient, part)| {
                    gradient.fill(0.0);
                    let mut marks = Marks::default();
                    for sample in part {
                        learn_one(features, &layout, &weights, sample, Some(gradient), &mut marks);
                    }
                    marks
                })
                .collect();
            let used = some.len();
            marks = some.into_iter().fold(marks, Marks::add);
            let share = step as f32 / steps as f32;
            // Warm up, then down along half a cosine.
            let rate = plan.rate
                * (step as f32 / 200.0).min(1.0)
                * (0.01 + 0.99 * (0.5 + 0.5 * (share * std::f32::consts::PI).cos()));
            adam.step(&mut weights, &gradients[..used], batch.len(), rate, layout.rows * WIDTH);
            step += 1;
            step_done(step as f64 / steps as f64);
        }
        let held = mark(features, &layout, &weights, held_out);
        report(Lesson {
            epoch,
            loss: marks.loss / marks.count,
            held_out_loss: held.loss / held.count,
            held_out_right: held.right / held.count,
            held_out_off: held.off / held.count,
        });
    }
    layout.network("network", features, &weights)
}

fn mark(features: &Features, layout: &Layout, weights: &[f32], samples: &[Sample]) -> Marks {
    let some: Vec<Marks> = samples
        .par_chunks(4096)
        .map(|part| {
            let mut marks = Marks::default();
            for sample in part {
                learn_one(features, layout, weights, sample, None, &mut marks);
            }
            marks
        })
        .collect();
    some.into_iter().fold(Marks::default(), Marks::add)
}

/// Adam: steps as large as the gradient is steady.
struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    time: i32,
}

impl Adam {
    fn new(len: usize) -> Adam {
        Adam { mean: vec![0.0; len], square: vec![0.0; len], time: 0 }
    }

    /// One step; the first `small` numbers are kept small enough to be stored in a byte.
    fn step(
        &mut self,
        weights: &mut [f32],
        parts: &[Vec<f32>],
        count: usize,
        rate: f32,
        small: usize,
    ) {
        const CHUNK: usize = 8192;
        self.time += 1;
        let (b1, b2) = (0.9f32, 0.999f32);
        let c1 = 1.0 / (1.0 - b1.powi(self.time));
        let c2 = 1.0 / (1.0 - b2.powi(self.time));
        let scale = 1.0 / count as f32;
        let most = 127.0 / ONE;
        weights
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
}
