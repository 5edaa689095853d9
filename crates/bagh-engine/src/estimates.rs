//! Estimates that were made before: many orders of moves lead to one position, and the network
//! takes longer than a look into a table.

use bagh::Position;

/// A slot: the upper part of the key, and the estimate.
const ESTIMATE_BITS: u32 = 24;

/// A table of estimates, the last one of each slot.
pub(crate) struct Estimates(Vec<u64>);

impl Estimates {
    /// Small enough for the processor's second cache.
    const SLOTS: usize = 1 << 16;

    pub fn new() -> Estimates {
        Estimates(vec![0; Estimates::SLOTS])
    }

    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The estimate of a position, made now if it is not there.
    #[inline]
    pub fn of(&mut self, position: &Position, make: impl FnOnce() -> i32) -> i32 {
        let key = key_of(position);
        let slot = &mut self.0[key as usize & (Estimates::SLOTS - 1)];
        let upper = key >> ESTIMATE_BITS << ESTIMATE_BITS;
        // No key has an upper part of 0, so an empty slot is never taken for an estimate.
        if *slot >> ESTIMATE_BITS << ESTIMATE_BITS == upper {
            return ((*slot << (64 - ESTIMATE_BITS)) as i64 >> (64 - ESTIMATE_BITS)) as i32;
        }
        let estimate = make();
        *slot = upper | u64::from(estimate as u32) & ((1 << ESTIMATE_BITS) - 1);
        estimate
    }
}

/// A key of the position as it stands: turning it to its least image would take as long as half
/// an estimate.
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
    fn an_estimate_is_made_once() {
        let game = Game::bagh_chal();
        let mut estimates = Estimates::new();
        let start = game.start();
        for estimate in [-5_000, -1, 0, 1, 7_999] {
            estimates.clear();
            assert_eq!(estimates.of(&start, || estimate), estimate);
            assert_eq!(estimates.of(&start, || unreachable!()), estimate);
        }
        let next = game.after(&start, game.moves(&start).next().unwrap());
        assert_eq!(estimates.of(&next, || 42), 42);
    }
}
