//! Streams of random numbers: one for each game of a seed.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// The seed of a stream. Streams of different seeds are different ones, too: a number that is mixed
/// into a seed as it stands would give two seeds the same streams in another order.
pub fn seed_of(seed: u64, number: u64) -> u64 {
    let mixed: u64 = Pcg64Mcg::seed_from_u64(seed).random();
    Pcg64Mcg::seed_from_u64(mixed.wrapping_add(number)).random()
}
