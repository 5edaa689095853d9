//! The kernels, compiled for what the processor at hand can do.
//!
//! The code is the same each time; only the registers and instructions differ. The benchmark
//! `placement` shows what that is worth.

#[cfg(target_arch = "x86_64")]
use super::avx512::Avx512;
use super::plan::Plan;
use super::register::Plain;
use super::steps::{self, Herds};
#[cfg(target_arch = "x86_64")]
use super::streams::MaskRuns;
use super::streams::{self, StreamLayout, TableRuns};
use super::vector::{Codes, Vector};

/// Makes a function that calls `$module::$name` with the widest registers there are.
macro_rules! dispatch {
    (
        $(#[$doc:meta])*
        $module:ident::$name:ident($($arg:ident: $type:ty),*),
        wide: $wide:ty, plain: $plain:ty
    ) => {
        $(#[$doc])*
        pub(crate) fn $name<const P: usize>($($arg: $type),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512vpopcntdq,bmi2,popcnt")]
                fn avx512<const P: usize>($($arg: $type),*) {
                    $module::$name::<$wide, P>($($arg),*);
                }
                #[target_feature(enable = "avx2,bmi2,popcnt")]
                fn avx2<const P: usize>($($arg: $type),*) {
                    $module::$name::<$plain, P>($($arg),*);
                }
                if is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512vpopcntdq")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("popcnt")
                {
                    // SAFETY: the processor has every feature that the function was compiled for.
                    return unsafe { avx512::<P>($($arg),*) };
                }
                if is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("popcnt")
                {
                    // SAFETY: as above.
                    return unsafe { avx2::<P>($($arg),*) };
                }
            }
            $module::$name::<$plain, P>($($arg),*);
        }
    };
}

dispatch! {
    /// Goat's step, see [`steps::goat_step`].
    steps::goat_step(block: &mut [Codes<P>], free: u32, herds: Herds, won: u8),
    wide: Avx512, plain: Plain
}

dispatch! {
    /// Tiger's step, see [`steps::tiger_step`].
    steps::tiger_step(
        own: &mut [Codes<P>],
        all: &[Codes<P>],
        plans: &[Plan],
        herds: Herds,
        trapped: u8,
        scratch: &mut Vec<Codes<P>>
    ),
    wide: Avx512, plain: Plain
}

dispatch! {
    /// Counts codes, see [`steps::count_step`].
    steps::count_step(
        block: &[Codes<P>],
        goats: &[u32],
        within: &[Vector],
        values: usize,
        sums: &mut [Vector]
    ),
    wide: Avx512, plain: Plain
}

dispatch! {
    /// Packs codes in the order of ranks, see [`streams::extract`].
    streams::extract(block: &[Codes<P>], layout: &StreamLayout, bytes: &mut [u8]),
    wide: MaskRuns, plain: TableRuns
}
