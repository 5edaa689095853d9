//! The kernels, compiled for what the processor at hand can do.
//!
//! The code is the same each time; only the registers and instructions differ. The benchmark
//! `placement` shows what that is worth.

use bagh_simd::dispatch;

#[cfg(target_arch = "x86_64")]
use super::avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use super::avx512::Avx512;
use super::count::{Counting, DIGITS};
use super::plan::Plan;
use super::register::Plain;
use super::steps::{self, Herds, InOrder};
use super::tiles::{self, Moves};
use super::vector::{Codes, Vector};

dispatch! {
    /// Goat's step, see [`steps::goat_step`].
    pub(crate) fn goat_step<const P: usize>(
        block: &mut [Codes<P>],
        free: u32,
        herds: Herds,
        won: u8,
    ) {
        avx512_icelake => steps::goat_step::<Avx512, P>(block, free, herds, won),
        avx2 => steps::goat_step::<Avx2, P>(block, free, herds, won),
        plain => steps::goat_step::<Plain, P>(block, free, herds, won),
    }
}

dispatch! {
    /// Tiger's step by plans, see [`steps::tiger_step`].
    pub(crate) fn planned_step<const P: usize>(
        own: &mut [Codes<P>],
        all: &[Codes<P>],
        plans: &[Plan],
        herds: Herds,
        trapped: u8,
        scratch: &mut Vec<Codes<P>>,
    ) {
        avx2 => steps::tiger_step::<Avx2, P>(own, all, plans, herds, trapped, scratch),
        plain => steps::tiger_step::<Plain, P>(own, all, plans, herds, trapped, scratch),
    }
}

dispatch! {
    /// One tiger move by a plan, see [`steps::tiger_move`].
    pub(crate) fn planned_move<const P: usize>(
        own: &mut [Codes<P>],
        source: &[Codes<P>],
        plan: &Plan,
        herds: Herds,
        numbers: &[u32],
        scratch: &mut Vec<Codes<P>>,
    ) {
        avx2 => steps::tiger_move::<Avx2, P>(own, source, plan, herds, numbers, scratch),
        plain => steps::tiger_move::<Plain, P>(own, source, plan, herds, numbers, scratch),
    }
}

dispatch! {
    /// Tiger's step by shuffles, see [`tiles::tiger_step`].
    pub(crate) fn shuffled_step<const P: usize>(
        own: &mut [Codes<P>],
        moves: Moves<'_, P, InOrder>,
        trapped: u8,
    ) {
        avx512_icelake => tiles::tiger_step::<Avx512, P, _>(own, &moves, own.len(), trapped),
        plain => tiles::tiger_step::<Plain, P, _>(own, &moves, own.len(), trapped),
    }
}

dispatch! {
    /// The same for blocks of which only some vectors are there.
    pub(crate) fn shuffled_step_of_some<const P: usize>(
        own: &mut [Codes<P>],
        moves: Moves<'_, P, [u32]>,
        trapped: u8,
    ) {
        avx512_icelake => {
            tiles::tiger_step::<Avx512, P, _>(own, &moves, moves.numbers.len(), trapped)
        },
        plain => tiles::tiger_step::<Plain, P, _>(own, &moves, moves.numbers.len(), trapped),
    }
}

dispatch! {
    /// Counts codes, see [`Counting::count`].
    pub(crate) fn count<const P: usize>(
        counting: &Counting,
        block: &[Codes<P>],
        sums: &mut [[Vector; DIGITS]],
    ) {
        avx512_icelake => counting.count::<Avx512, P>(block, sums),
        avx2 => counting.count::<Avx2, P>(block, sums),
        plain => counting.count::<Plain, P>(block, sums),
    }
}
