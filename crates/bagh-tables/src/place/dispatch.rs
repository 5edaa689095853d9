//! The steps, compiled for what the processor at hand can do.
//!
//! The code is the same each time; only the registers differ. The benchmark `placement` shows
//! what that is worth.

#[cfg(target_arch = "x86_64")]
use super::avx512::Avx512;
use super::plan::Plan;
use super::register::Plain;
use super::steps::{self, Herds};
use super::vector::Codes;

macro_rules! dispatch {
    ($(#[$doc:meta])* $name:ident($($arg:ident: $type:ty),*) => $inner:ident) => {
        $(#[$doc])*
        pub(crate) fn $name<const P: usize>($($arg: $type),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,bmi2,popcnt")]
                fn avx512<const P: usize>($($arg: $type),*) {
                    steps::$inner::<Avx512, P>($($arg),*);
                }
                #[target_feature(enable = "avx2,bmi2,popcnt")]
                fn avx2<const P: usize>($($arg: $type),*) {
                    steps::$inner::<Plain, P>($($arg),*);
                }
                if is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512dq")
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
            steps::$inner::<Plain, P>($($arg),*);
        }
    };
}

dispatch! {
    /// Goat's step, see [`steps::goat_step`].
    goat_step(block: &mut [Codes<P>], free: u32, herds: Herds) => goat_step
}

dispatch! {
    /// Tiger's step, see [`steps::tiger_step`].
    tiger_step(
        own: &mut [Codes<P>],
        all: &[Codes<P>],
        plans: &[Plan],
        herds: Herds,
        scratch: &mut Vec<Codes<P>>
    ) => tiger_step
}
