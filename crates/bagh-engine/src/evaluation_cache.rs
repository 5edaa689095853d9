//! A cache of static evaluations: many move orders lead to one position, and the network takes
//! longer than a lookup.

use bagh::Position;

/// The low bits of a slot hold the evaluation, the others the upper part of the key.
const VALUE_BITS: u32 = 24;

/// A direct-mapped cache: each slot keeps the last evaluation.
pub(crate) struct EvaluationCache(Vec<u64>);

impl EvaluationCache {
    /// Small enough for the processor's level 2 cache.
    const SLOTS: usize = 1 << 16;

    pub fn new() -> EvaluationCache {
        EvaluationCache(vec![0; EvaluationCache::SLOTS])
    }

    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The cached evaluation of a position, computed now if it is not there.
    #[inline]
    pub fn get_or_insert(&mut self, position: &Position, evaluate: impl FnOnce() -> i32) -> i32 {
        let key = key_of(position);
        let slot = &mut self.0[key as usize & (EvaluationCache::SLOTS - 1)];
        let upper = key >> VALUE_BITS << VALUE_BITS;
        // The top bit of every key is set, so an empty slot never matches.
        if *slot >> VALUE_BITS << VALUE_BITS == upper {
            return ((*slot << (64 - VALUE_BITS)) as i64 >> (64 - VALUE_BITS)) as i32;
        }
        let value = evaluate();
        *slot = upper | u64::from(value as u32) & ((1 << VALUE_BITS) - 1);
        value
    }
}

/// A hash of the position as it is: finding its canonical image would cost half an evaluation.
#[inline]
fn key_of(position: &Position) -> u64 {
    let pieces = u64::from(position.tigers().bits()) | u64::from(position.goats().bits()) << 32;
    let rest = u64::from(position.goats_in_hand()) << 9
        | u64::from(position.captured()) << 1
        | position.turn() as u64;
    let mixed = (pieces ^ 0x2b7e_1516_28ae_d2a6).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 31 ^ rest.wrapping_mul(0xd6e8_feb8_6659_fd93))
        .wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 32 | 1 << 63
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagh::Game;

    #[test]
    fn a_position_is_evaluated_once() {
        let game = Game::bagh_chal();
        let mut cache = EvaluationCache::new();
        let start = game.start();
        for value in [-5_000, -1, 0, 1, 7_999] {
            cache.clear();
            assert_eq!(cache.get_or_insert(&start, || value), value);
            assert_eq!(cache.get_or_insert(&start, || unreachable!()), value);
        }
        let next = game.after(&start, game.moves(&start).next().unwrap());
        assert_eq!(cache.get_or_insert(&next, || 42), 42);
    }
}
