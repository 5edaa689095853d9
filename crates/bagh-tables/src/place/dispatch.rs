//! The kernels, compiled for what the processor at hand can do.
//!
//! The code is the same each time; only the registers and instructions differ. The benchmark
//! `placement` shows what that is worth.

use bagh_simd::dispatch;

#[cfg(target_arch = "x86_64")]
use super::avx2::Avx2;
#[cfg(target_arch = "x86_64")]
use super::avx512::Avx512;
use super::plan::Plan;
use super::register::Plain;
use super::steps::{self, Herds};
#[cfg(target_arch = "x86_64")]
use super::sweeps;
use super::vector::{Codes, Vector};

dispatch! {
    /// Goat's step, see [`steps::goat_step`].
    pub(crate) fn goat_step<const P: usize>(
        block: &mut [Codes<P>],
        free: u32,
        herds: Herds,
        won: u8,
    ) {
        avx512_popcnt => steps::goat_step::<Avx512, P>(block, free, herds, won),
        avx2 => steps::goat_step::<Avx2, P>(block, free, herds, won),
        plain => steps::goat_step::<Plain, P>(block, free, herds, won),
    }
}

dispatch! {
    /// Tiger's step, see [`steps::tiger_step`]; in registers where there are enough of them.
    pub(crate) fn tiger_step<const P: usize>(
        own: &mut [Codes<P>],
        all: &[Codes<P>],
        plans: &[Plan],
        herds: Herds,
        trapped: u8,
        scratch: &mut Vec<Codes<P>>,
    ) {
        avx512_popcnt => sweeps::tiger_step::<Avx512, P>(own, all, plans, herds, trapped, scratch),
        avx2 => steps::tiger_step::<Avx2, P>(own, all, plans, herds, trapped, scratch),
        plain => steps::tiger_step::<Plain, P>(own, all, plans, herds, trapped, scratch),
    }
}

dispatch! {
    /// One tiger move, see [`steps::tiger_move`]; in registers where there are enough of them.
    pub(crate) fn tiger_move<const P: usize>(
        own: &mut [Codes<P>],
        source: &[Codes<P>],
        plan: &Plan,
        herds: Herds,
        numbers: &[u32],
        scratch: &mut Vec<Codes<P>>,
    ) {
        avx512_popcnt => {
            sweeps::tiger_move::<Avx512, P>(own, source, plan, herds, numbers, scratch)
        },
        avx2 => steps::tiger_move::<Avx2, P>(own, source, plan, herds, numbers, scratch),
        plain => steps::tiger_move::<Plain, P>(own, source, plan, herds, numbers, scratch),
    }
}

dispatch! {
    /// Counts codes, see [`steps::count_step`].
    pub(crate) fn count_step<const P: usize>(
        block: &[Codes<P>],
        goats: &[u32],
        within: &[Vector],
        values: usize,
        sums: &mut [Vector],
    ) {
        avx512_popcnt => steps::count_step::<Avx512, P>(block, goats, within, values, sums),
        avx2 => steps::count_step::<Avx2, P>(block, goats, within, values, sums),
        plain => steps::count_step::<Plain, P>(block, goats, within, values, sums),
    }
}
