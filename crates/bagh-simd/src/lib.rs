//! Functions compiled for several SIMD extensions, and the choice among them at run time.
//!
//! A program is built for any processor of its target, and most processors can do more. [`Simd`]
//! tells what the one at hand can do. [`dispatch!`] compiles the same code several times, each
//! time for another extension, and calls the widest version that the processor supports:
//!
//! ```
//! bagh_simd::dispatch! {
//!     /// The sum of some numbers.
//!     pub fn sum(numbers: &[u32]) -> u32 {
//!         avx512 => add(numbers),
//!         avx2 => add(numbers),
//!         plain => add(numbers),
//!     }
//! }
//!
//! // To be compiled once for each extension, the code must be inlined.
//! #[inline(always)]
//! fn add(numbers: &[u32]) -> u32 {
//!     numbers.iter().sum()
//! }
//!
//! assert_eq!(sum(&[1, 2, 3]), 6);
//! ```
//!
//! Extensions may be left out; the next narrower one that is listed is called instead.

use std::sync::OnceLock;

/// A level of SIMD extensions. Each includes those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Simd {
    /// What every processor of the target has.
    Plain,
    /// 256 bits: AVX2, BMI1, BMI2, POPCNT.
    Avx2,
    /// 512 bits: AVX-512 F, BW and VL.
    Avx512,
    /// 512 bits as Ice Lake and Zen 4 have them: AVX-512 VPOPCNTDQ, VBMI and VBMI2, and GFNI, which
    /// count the bits of lanes and put bytes and their bits into any order.
    Avx512IceLake,
}

impl Simd {
    /// All levels, the narrowest first.
    pub const ALL: [Simd; 4] = [Simd::Plain, Simd::Avx2, Simd::Avx512, Simd::Avx512IceLake];

    /// The widest level that the processor supports.
    #[inline]
    pub fn detect() -> Simd {
        static FOUND: OnceLock<Simd> = OnceLock::new();
        *FOUND.get_or_init(look)
    }

    /// Whether the processor supports this level.
    #[inline]
    pub fn is_supported(self) -> bool {
        self <= Simd::detect()
    }
}

#[cfg(target_arch = "x86_64")]
fn look() -> Simd {
    let avx2 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt");
    let avx512 = avx2
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl");
    let ice_lake = avx512
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("gfni");
    match (avx2, avx512, ice_lake) {
        (false, _, _) => Simd::Plain,
        (_, false, _) => Simd::Avx2,
        (_, _, false) => Simd::Avx512,
        (_, _, true) => Simd::Avx512IceLake,
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn look() -> Simd {
    Simd::Plain
}

/// Makes a function that calls the widest of its versions that the processor supports.
///
/// Versions are `avx512_icelake`, `avx512`, `avx2` and `plain`, in this order; any but `plain` may
/// be left out. Expressions other than `plain` are compiled for x86-64 only, with the extensions of
/// their level. The function may have one constant parameter.
///
/// A function whose parameters begin with `at simd;` has another one there, a [`Simd`]: no version
/// above that level is called. Tests compare the versions that way.
#[macro_export]
macro_rules! dispatch {
    (
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident (
            at $simd:ident; $($argument:ident: $type:ty),* $(,)?
        ) $(-> $result:ty)? {
            $(avx512_icelake => $avx512_icelake:expr,)?
            $(avx512 => $avx512:expr,)?
            $(avx2 => $avx2:expr,)?
            plain => $plain:expr $(,)?
        }
    ) => {
        $(#[$attribute])*
        #[inline]
        #[allow(unsafe_code)]
        $visibility fn $name($simd: $crate::Simd, $($argument: $type),*) $(-> $result)? {
            $crate::versions!(
                ($simd.min($crate::Simd::detect())) () ($($argument: $type),*) ($($result)?)
                ($($avx512_icelake)?) ($($avx512)?) ($($avx2)?)
            );
            $plain
        }
    };
    (
        $(#[$attribute:meta])*
        $visibility:vis fn $name:ident $(<const $constant:ident: $of:ty>)? (
            $($argument:ident: $type:ty),* $(,)?
        ) $(-> $result:ty)? {
            $(avx512_icelake => $avx512_icelake:expr,)?
            $(avx512 => $avx512:expr,)?
            $(avx2 => $avx2:expr,)?
            plain => $plain:expr $(,)?
        }
    ) => {
        $(#[$attribute])*
        #[inline]
        #[allow(unsafe_code)]
        $visibility fn $name $(<const $constant: $of>)? ($($argument: $type),*) $(-> $result)? {
            $crate::versions!(
                ($crate::Simd::detect()) ($($constant: $of)?) ($($argument: $type),*) ($($result)?)
                ($($avx512_icelake)?) ($($avx512)?) ($($avx2)?)
            );
            $plain
        }
    };
}

/// The versions of a function that [`dispatch!`] makes, for a level that the processor supports.
#[doc(hidden)]
#[macro_export]
macro_rules! versions {
    (
        $level:tt $constant:tt $arguments:tt $result:tt
        ($($avx512_icelake:expr)?) ($($avx512:expr)?) ($($avx2:expr)?)
    ) => {
        $crate::version!(
            $level, Avx512IceLake,
            "avx2,bmi1,bmi2,popcnt,avx512f,avx512bw,avx512vl,avx512vpopcntdq,avx512vbmi,avx512vbmi2,gfni",
            $constant $arguments $result $($avx512_icelake)?
        );
        $crate::version!(
            $level, Avx512, "avx2,bmi1,bmi2,popcnt,avx512f,avx512bw,avx512vl",
            $constant $arguments $result $($avx512)?
        );
        $crate::version!(
            $level, Avx2, "avx2,bmi1,bmi2,popcnt", $constant $arguments $result $($avx2)?
        );
    };
}

/// One version of a function that [`dispatch!`] makes.
#[doc(hidden)]
#[macro_export]
macro_rules! version {
    // Left out.
    (
        $level:tt, $wanted:ident, $features:literal, $constant:tt $arguments:tt $result:tt
    ) => {};
    (
        ($level:expr), $wanted:ident, $features:literal,
        ($($constant:ident: $of:ty)?) ($($argument:ident: $type:ty),*) ($($result:ty)?) $body:expr
    ) => {
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = $features)]
            fn version $(<const $constant: $of>)? ($($argument: $type),*) $(-> $result)? {
                $body
            }
            if $crate::Simd::$wanted <= $level {
                // SAFETY: the processor has every feature that the function is compiled for.
                return unsafe { version $(::<$constant>)? ($($argument),*) };
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    dispatch! {
        fn chosen() -> Simd {
            avx512_icelake => Simd::Avx512IceLake,
            avx512 => Simd::Avx512,
            avx2 => Simd::Avx2,
            plain => Simd::Plain,
        }
    }

    dispatch! {
        fn narrow() -> Simd {
            avx2 => Simd::Avx2,
            plain => Simd::Plain,
        }
    }

    dispatch! {
        fn add<const N: usize>(numbers: &mut [u64; N], more: u64) {
            avx512 => add_each(numbers, more),
            plain => add_each(numbers, more),
        }
    }

    dispatch! {
        fn at_most(at simd; numbers: &[u64]) -> (Simd, usize) {
            avx512 => (Simd::Avx512, numbers.len()),
            avx2 => (Simd::Avx2, numbers.len()),
            plain => (Simd::Plain, numbers.len()),
        }
    }

    #[inline(always)]
    fn add_each<const N: usize>(numbers: &mut [u64; N], more: u64) {
        numbers.iter_mut().for_each(|number| *number += more);
    }

    #[test]
    fn the_widest_version_is_called() {
        assert_eq!(chosen(), Simd::detect());
        assert_eq!(narrow(), Simd::detect().min(Simd::Avx2));
        assert!(Simd::Plain.is_supported());
    }

    #[test]
    fn no_version_above_a_level_is_called() {
        for simd in Simd::ALL {
            let expected = simd.min(Simd::detect()).min(Simd::Avx512);
            assert_eq!(at_most(simd, &[1, 2]), (expected, 2), "{simd:?}");
        }
    }

    #[test]
    fn versions_get_their_arguments() {
        let mut numbers = [1, 2, 3];
        add(&mut numbers, 10);
        assert_eq!(numbers, [11, 12, 13]);
    }

    #[test]
    fn levels_are_ordered() {
        assert!(Simd::ALL.is_sorted());
    }
}
