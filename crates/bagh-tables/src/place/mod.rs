//! The placement phase, solved backwards layer by layer on whole blocks of bits.

// Planes are numbered, and often several lists of planes are walked by the same number.
#![allow(clippy::needless_range_loop)]

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod dispatch;
pub(crate) mod layers;
mod passes;
pub(crate) mod plan;
pub(crate) mod register;
pub(crate) mod steps;
// Only AVX-512 has the registers for sweeps; elsewhere tests alone carry them out.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
pub(crate) mod sweeps;
pub(crate) mod vector;
