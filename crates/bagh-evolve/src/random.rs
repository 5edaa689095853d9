//! Random numbers that are the same on every machine, for any number of threads.
//!
//! Every piece of work has a stream of its own, made from the seed of the run and what the work
//! is: so it does not matter who does it, or when. The generator is ChaCha with eight rounds, and
//! logarithms and cosines come from a library in plain Rust rather than from the machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

/// What a stream of random numbers is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// The weights of the first networks.
    Birth = 1,
    /// Who plays against whom.
    Pairing = 2,
    /// One game.
    Game = 3,
    /// Which of equals are kept.
    Selection = 4,
    /// The mutations of one offspring.
    Mutation = 5,
    /// One path through a game tree.
    Path = 6,
}

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The stream of a piece of work: its purpose, and up to two numbers that tell it from others
    /// of the same purpose.
    pub(crate) fn new(seed: u64, purpose: Purpose, first: u64, second: u64) -> Stream {
        let mut bytes = [0; 32];
        for (part, number) in bytes.chunks_exact_mut(8).zip([seed, purpose as u64, first, second]) {
            part.copy_from_slice(&number.to_le_bytes());
        }
        Stream(ChaCha8Rng::from_seed(bytes))
    }

    /// A stream for play outside of an evolution.
    pub fn of_play(seed: u64, game: u64) -> Stream {
        Stream::new(seed, Purpose::Game, u64::MAX, game)
    }

    /// A stream for one path through a game tree.
    pub fn of_path(seed: u64, tree: u64, number: u64) -> Stream {
        Stream::new(seed, Purpose::Path, tree, number)
    }

    /// A whole number below `limit`, all equally likely.
    pub fn below(&mut self, limit: u32) -> u32 {
        assert!(limit > 0, "there is no number below 0");
        // What would make the low numbers likelier is drawn again.
        let zone = u32::MAX - (u32::MAX - limit + 1) % limit;
        loop {
            let number = self.0.next_u32();
            if number <= zone {
                return number % limit;
            }
        }
    }

    /// A number from 0 up to, and without, 1.
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number from the normal distribution with mean 0 and variance 1 (Box and Muller).
    pub(crate) fn normal(&mut self) -> f64 {
        let radius = libm::sqrt(-2.0 * libm::log(1.0 - self.unit()));
        radius * libm::cos(2.0 * std::f64::consts::PI * self.unit())
    }

    /// Puts a list into random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.below(end as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_the_same_everywhere_and_differ_from_each_other() {
        let first = |purpose, a, b| Stream::new(7, purpose, a, b).below(u32::MAX);
        // Written down once: another number means that runs can no longer be repeated.
        assert_eq!(first(Purpose::Game, 1, 2), FIRST);
        assert_ne!(first(Purpose::Game, 2, 1), first(Purpose::Game, 1, 2));
        assert_ne!(first(Purpose::Mutation, 1, 2), first(Purpose::Game, 1, 2));
    }

    const FIRST: u32 = 3_861_219_824;

    #[test]
    fn numbers_are_spread_as_they_should_be() {
        let mut stream = Stream::of_play(1, 1);
        let mut counts = [0u32; 5];
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..20_000 {
            counts[stream.below(5) as usize] += 1;
            let normal = stream.normal();
            sum += normal;
            squares += normal * normal;
        }
        assert!(counts.iter().all(|count| count.abs_diff(4_000) < 250), "{counts:?}");
        assert!(sum.abs() / 20_000.0 < 0.03, "{sum}");
        assert!((squares / 20_000.0 - 1.0).abs() < 0.04, "{squares}");
    }

    #[test]
    fn every_order_comes_up() {
        let mut seen = std::collections::HashSet::new();
        let mut stream = Stream::of_play(2, 0);
        for _ in 0..200 {
            let mut list = [1, 2, 3];
            stream.shuffle(&mut list);
            seen.insert(list);
        }
        assert_eq!(seen.len(), 6);
    }
}
