//! The placement phase, solved backwards layer by layer on whole blocks of bits.

// Planes are numbered, and often several lists of planes are walked by the same number.
#![allow(clippy::needless_range_loop)]

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod count;
pub(crate) mod dispatch;
pub(crate) mod layers;
pub(crate) mod moves;
mod parts;
mod passes;
pub(crate) mod plan;
pub(crate) mod register;
pub(crate) mod shuffle;
pub(crate) mod steps;
pub(crate) mod tiles;
pub(crate) mod vector;
