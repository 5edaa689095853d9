//! How likely an answer is: what contexts have seen so far, mixed by weights that are learned.
//!
//! Whole numbers only, so that it comes to the same on every machine.

use bagh_tables::logistic::{MOST, squash};

/// What a context has seen: a probability of 22 bits, its first bit inverted, and how often, in
/// 10 bits. One that has seen nothing is zero: tables that are not used take no memory.
type Slot = u32;

fn probability(slot: Slot) -> u32 {
    (slot ^ 1 << 31) >> 10
}

fn seen(slot: Slot) -> u32 {
    slot & 1023
}

/// A model with some contexts.
pub struct Model {
    /// How far a slot that has seen so much moves towards an answer, in parts of 65,536.
    steps: Vec<i64>,
    /// How much it is trusted, in parts of 65,536.
    trust: Vec<i32>,
    /// The inverse of [`squash`], for parts of 4,096.
    stretch: Vec<i16>,
    slots: Vec<Vec<Slot>>,
    /// Weights for each selector, in parts of 65,536.
    weights: Vec<i32>,
    contexts: usize,
    at: Vec<usize>,
    inputs: Vec<i32>,
    chosen: usize,
    mixed: i32,
}

/// How often a slot counts: it forgets what is older.
const LIMIT: u32 = 1023;
/// The largest weight.
const HEAVIEST: i32 = 1 << 21;
/// How fast weights are learned.
const RATE: i64 = 20;

impl Model {
    /// A model with these numbers of contexts and of selectors, which have weights. It has no room yet.
    pub fn new(contexts: usize, selectors: usize) -> Model {
        let mut stretch = vec![0i16; 4096];
        let mut from = 0;
        for x in -MOST..=MOST {
            let to = (squash(x) >> 4) as usize;
            if to >= from {
                stretch[from..=to].fill(x as i16);
                from = to + 1;
            }
        }
        stretch[from..].fill(MOST as i16);
        let inputs = 2 * contexts + 1;
        Model {
            steps: (0..=LIMIT).map(|n| (1 << 17) / (2 * i64::from(n) + 3)).collect(),
            trust: (0..=LIMIT as i32).map(|n| (n.min(255) << 16) / (n.min(255) + 8)).collect(),
            stretch,
            slots: vec![vec![0]; contexts],
            weights: vec![65536 * 3 / 10; selectors * inputs],
            contexts,
            at: vec![0; contexts],
            inputs: vec![0; inputs],
            chosen: 0,
            mixed: 0,
        }
    }

    /// Makes room for at least this many slots a context. Those that were one before begin alike.
    pub fn grow(&mut self, slots: usize) {
        let slots = slots.next_power_of_two();
        for table in &mut self.slots {
            while table.len() < slots {
                table.extend_from_within(..);
            }
        }
    }

    /// The probability of a yes, in parts of 65,536, given the contexts' hashes.
    pub fn probability(&mut self, hashes: &[u64], selector: usize) -> u32 {
        let inputs = self.inputs.len();
        self.chosen = selector * inputs;
        for (context, &hash) in hashes.iter().enumerate() {
            let slots = &self.slots[context];
            let at = (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 24) as usize & (slots.len() - 1);
            self.at[context] = at;
            let slot = slots[at];
            let (p, n) = (probability(slot), seen(slot) as usize);
            let stretched = i32::from(self.stretch[(p >> 10) as usize]);
            // The more was seen, the more it says.
            self.inputs[2 * context] = if n == 0 { 0 } else { stretched };
            self.inputs[2 * context + 1] = (stretched * (self.trust[n] >> 4)) >> 12;
        }
        self.inputs[inputs - 1] = 256;
        let weights = &self.weights[self.chosen..self.chosen + inputs];
        let sum: i64 =
            weights.iter().zip(&self.inputs).map(|(&w, &x)| i64::from(w) * i64::from(x)).sum();
        self.mixed = squash((sum >> 18) as i32);
        self.mixed as u32
    }

    /// Learns the answer to the last question.
    pub fn learn(&mut self, yes: bool) {
        let error = (if yes { 65535 } else { 0 }) - self.mixed;
        let inputs = self.inputs.len();
        let weights = &mut self.weights[self.chosen..self.chosen + inputs];
        for (weight, &input) in weights.iter_mut().zip(&self.inputs) {
            let step = ((i64::from(input) * i64::from(error) * RATE + (1 << 17)) >> 18) as i32;
            *weight = (*weight + step).clamp(-HEAVIEST, HEAVIEST);
        }
        let aim = if yes { (1 << 22) - 1 } else { 0 };
        for context in 0..self.contexts {
            let slot = &mut self.slots[context][self.at[context]];
            let (p, n) = (i64::from(probability(*slot)), seen(*slot));
            let p = p + (((aim - p) * self.steps[n as usize]) >> 16);
            *slot = ((p as u32) << 10 | (n + 1).min(LIMIT)) ^ 1 << 31;
        }
    }

    /// All that was learned, for a checkpoint.
    pub fn to_bytes(&self) -> Vec<u8> {
        let slots = self.slots.iter().flatten().copied();
        let weights = self.weights.iter().map(|&weight| weight as u32);
        slots.chain(weights).flat_map(u32::to_le_bytes).collect()
    }

    /// Takes it back from a checkpoint; says whether it has a length that can be.
    #[must_use]
    pub fn restore(&mut self, bytes: &[u8]) -> bool {
        let number = |chunk: &[u8]| u32::from_le_bytes(chunk.try_into().expect("four bytes"));
        let mut numbers = bytes.chunks_exact(4).map(number);
        let slots = numbers.len().saturating_sub(self.weights.len()) / self.contexts;
        let expected = 4 * (slots * self.contexts + self.weights.len());
        if !slots.is_power_of_two() || bytes.len() != expected {
            return false;
        }
        for table in &mut self.slots {
            *table = numbers.by_ref().take(slots).collect();
        }
        self.weights.iter_mut().zip(numbers).for_each(|(weight, n)| *weight = n as i32);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits for answers that the second of three contexts tells, but for one in eight.
    fn bits(model: &mut Model, questions: u32) -> f64 {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state >> 33
        };
        let mut bits = 0.0;
        for _ in 0..questions {
            let kind = random() % 100;
            let yes = (kind % 2 == 0) != (random() % 8 == 0);
            let likely = model.probability(&[random() % 5, kind, 0], (kind % 3) as usize);
            assert!((1..65536).contains(&likely));
            let right = if yes { likely } else { 65536 - likely };
            bits -= (f64::from(right) / 65536.0).log2();
            model.learn(yes);
        }
        bits
    }

    #[test]
    fn it_learns_what_can_be_known() {
        let mut model = Model::new(3, 3);
        model.grow(1 << 10);
        bits(&mut model, 20_000);
        // With one in eight unforeseen, 0.544 bits each is the least.
        let each = bits(&mut model, 20_000) / 20_000.0;
        assert!((0.54..0.57).contains(&each), "{each}");
    }

    #[test]
    fn it_goes_on_from_what_was_saved() {
        let mut model = Model::new(3, 3);
        model.grow(1 << 6);
        bits(&mut model, 500);
        let saved = model.to_bytes();
        let mut other = Model::new(3, 3);
        assert!(other.restore(&saved));
        // More room changes nothing for those that were there.
        model.grow(1 << 8);
        other.grow(1 << 8);
        assert_eq!(bits(&mut model, 500), bits(&mut other, 500));
        assert_eq!(model.to_bytes(), other.to_bytes());
        assert!(!other.restore(&saved[..saved.len() - 1]));
        assert!(!other.restore(&[]));
    }
}
