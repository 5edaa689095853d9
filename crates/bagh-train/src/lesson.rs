//! One sample: forwards through the network, and the error back.

use bagh_engine::evaluation::network::{ACCUMULATOR, CLIP, Features, HIDDEN, MAX_ACTIVE, exp};

use crate::sample::Sample;
use crate::weights::Layout;

/// What a lesson was like.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks {
    /// The sum of the losses (cross-entropy).
    pub loss: f64,
    /// How many samples there were.
    pub count: f64,
    /// How often the most likely value was the right one.
    pub right: f64,
    /// The sum of the distances between the expected and the right value.
    pub off: f64,
}

impl Marks {
    /// Both together.
    pub fn add(self, other: Marks) -> Marks {
        Marks {
            loss: self.loss + other.loss,
            count: self.count + other.count,
            right: self.right + other.right,
            off: self.off + other.off,
        }
    }
}

bagh_simd::dispatch! {
    /// Runs a sample through the network; adds its part to the gradient, if one is wanted. With the
    /// widest registers that the processor has: every number is made by the same steps in the same
    /// order, so the result is the same to the bit.
    pub fn learn_one(
        features: &Features,
        layout: &Layout,
        weights: &[f32],
        sample: &Sample,
        gradient: Option<&mut [f32]>,
        marks: &mut Marks,
    ) {
        avx512 => learn_plain(features, layout, weights, sample, gradient, marks),
        plain => learn_plain(features, layout, weights, sample, gradient, marks),
    }
}

/// The same with the registers that every processor has.
#[inline(always)]
fn learn_plain(
    features: &Features,
    layout: &Layout,
    weights: &[f32],
    sample: &Sample,
    gradient: Option<&mut [f32]>,
    marks: &mut Marks,
) {
    let position = sample.position();
    let mut list = [0u16; MAX_ACTIVE];
    let count = features.write_active(&position, &mut list);
    let list = &list[..count];
    let bucket = layout.bucket(features.bucket(&position));
    let (second_at, hidden_bias) = (bucket, bucket + HIDDEN * ACCUMULATOR);
    let third_at = hidden_bias + HIDDEN;
    let output_bias = third_at + layout.values * HIDDEN;

    let mut sum = [0.0f32; ACCUMULATOR];
    for &row in list {
        let row: &[f32; ACCUMULATOR] = row_of(weights, row);
        for i in 0..ACCUMULATOR {
            sum[i] += row[i];
        }
    }
    let first = sum.map(|x| {
        let x = x.clamp(0.0, CLIP);
        0.5 * x * x
    });
    let mut second = [0.0f32; HIDDEN];
    for (h, out) in second.iter_mut().enumerate() {
        let row: &[f32; ACCUMULATOR] = array(weights, second_at + h * ACCUMULATOR);
        let mut lanes = [0.0f32; 16];
        for chunk in 0..ACCUMULATOR / 16 {
            for i in 0..16 {
                lanes[i] += row[16 * chunk + i] * first[16 * chunk + i];
            }
        }
        *out = (weights[hidden_bias + h] + lanes.iter().sum::<f32>()).max(0.0);
    }
    let mut chances = [0.0f32; 34];
    let chances = &mut chances[..layout.values];
    for (v, chance) in chances.iter_mut().enumerate() {
        let row: &[f32; HIDDEN] = array(weights, third_at + v * HIDDEN);
        *chance =
            weights[output_bias + v] + row.iter().zip(&second).map(|(w, x)| w * x).sum::<f32>();
    }
    let most = chances.iter().copied().fold(f32::MIN, f32::max);
    let total: f32 = chances
        .iter_mut()
        .map(|c| {
            *c = exp(*c - most);
            *c
        })
        .sum();
    chances.iter_mut().for_each(|c| *c /= total);

    let right = usize::from(sample.value);
    marks.loss -= f64::from(chances[right].max(1e-9).ln());
    marks.count += 1.0;
    let likely = (0..chances.len()).max_by(|&a, &b| chances[a].total_cmp(&chances[b]));
    marks.right += f64::from(u8::from(likely == Some(right)));
    let expected: f32 = chances.iter().enumerate().map(|(v, c)| v as f32 * c).sum();
    marks.off += f64::from((expected - right as f32).abs());

    let Some(gradient) = gradient else { return };
    chances[right] -= 1.0;
    let mut to_second = [0.0f32; HIDDEN];
    for (v, &error) in chances.iter().enumerate() {
        gradient[output_bias + v] += error;
        let at = third_at + v * HIDDEN;
        for h in 0..HIDDEN {
            to_second[h] += error * weights[at + h];
            gradient[at + h] += error * second[h];
        }
    }
    let mut to_first = [0.0f32; ACCUMULATOR];
    for h in 0..HIDDEN {
        if second[h] <= 0.0 {
            continue;
        }
        let error = to_second[h];
        gradient[hidden_bias + h] += error;
        let row: &[f32; ACCUMULATOR] = array(weights, second_at + h * ACCUMULATOR);
        let out: &mut [f32; ACCUMULATOR] = array_mut(gradient, second_at + h * ACCUMULATOR);
        for i in 0..ACCUMULATOR {
            to_first[i] += error * row[i];
            out[i] += error * first[i];
        }
    }
    for i in 0..ACCUMULATOR {
        // The slope of half the square.
        to_first[i] *= if sum[i] < CLIP { sum[i].max(0.0) } else { 0.0 };
    }
    for &row in list {
        let out: &mut [f32; ACCUMULATOR] = array_mut(gradient, usize::from(row) * ACCUMULATOR);
        for i in 0..ACCUMULATOR {
            out[i] += to_first[i];
        }
    }
}

#[inline]
fn row_of(weights: &[f32], row: u16) -> &[f32; ACCUMULATOR] {
    array(weights, usize::from(row) * ACCUMULATOR)
}

#[inline]
fn array<const N: usize>(weights: &[f32], at: usize) -> &[f32; N] {
    weights[at..at + N].try_into().expect("a slice of N numbers")
}

#[inline]
fn array_mut<const N: usize>(weights: &mut [f32], at: usize) -> &mut [f32; N] {
    (&mut weights[at..at + N]).try_into().expect("a slice of N numbers")
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagh::Game;

    /// The slope by trying: a little more, a little less.
    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let game = Game::bagh_chal();
        let features = Features::new(game).unwrap();
        let layout = Layout::new(&features);
        let mut weights = layout.first_weights(1);
        let mut position = game.start();
        for step in 0..17 {
            let moves: Vec<_> = game.moves(&position).collect();
            position = game.after(&position, moves[step * 5 % moves.len()]);
        }
        let sample = Sample::new(&position, 3);
        let mut gradient = vec![0.0f32; layout.len()];
        let mut marks = Marks::default();
        learn_one(&features, &layout, &weights, &sample, Some(&mut gradient), &mut marks);
        let loss = |weights: &[f32]| {
            let mut marks = Marks::default();
            learn_one(&features, &layout, weights, &sample, None, &mut marks);
            marks.loss
        };
        let mut compared = 0;
        for at in (0..layout.len()).filter(|&at| gradient[at].abs() > 0.05).step_by(13) {
            let (old, step) = (weights[at], 2e-3);
            weights[at] = old + step;
            let more = loss(&weights);
            weights[at] = old - step;
            let less = loss(&weights);
            weights[at] = old;
            let slope = ((more - less) / (2.0 * f64::from(step))) as f32;
            let tolerance = 0.05 * gradient[at].abs() + 0.01;
            assert!((slope - gradient[at]).abs() < tolerance, "{at}: {slope} {}", gradient[at]);
            compared += 1;
        }
        assert!(compared > 20, "{compared}");
    }
}
