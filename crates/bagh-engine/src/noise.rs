//! Pseudo-random noise from a seed and a position.

use bagh::Position;

/// A hash of seed and position.
pub(crate) fn of(seed: u64, position: &Position) -> u64 {
    let pieces = u64::from(position.tigers().bits()) | u64::from(position.goats().bits()) << 32;
    let rest = u64::from(position.goats_in_hand()) << 9
        | u64::from(position.captured()) << 1
        | position.turn() as u64;
    // The finalizer of SplitMix64, twice.
    mix(mix(pieces ^ seed).wrapping_add(rest.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

fn mix(mut x: u64) -> u64 {
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
