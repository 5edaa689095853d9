//! Random numbers that nobody has to predict or repeat.

use std::hash::{BuildHasher, RandomState};

/// Any number. Each `RandomState` hashes by other keys, which the system chose.
pub(crate) fn number() -> u64 {
    RandomState::new().hash_one(0)
}

/// A text that is chosen once.
pub(crate) fn key() -> String {
    format!("{:016x}{:016x}", number(), number())
}
