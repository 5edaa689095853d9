//! Whole numbers as they are typed, with what was expected in our words rather than Rust's.

use std::ops::{Bound, RangeBounds};

/// A type of whole numbers.
pub trait Whole: TryFrom<u64> {
    /// The greatest.
    const MOST: u64;
}

macro_rules! whole {
    ($($type:ty),*) => { $(impl Whole for $type { const MOST: u64 = <$type>::MAX as u64; })* };
}

whole!(u8, u16, u32, u64, usize);

/// A reader of whole numbers within bounds, for `value_parser`.
pub fn whole<T: Whole>(
    range: impl RangeBounds<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    let least = match range.start_bound() {
        Bound::Included(&least) => least,
        Bound::Excluded(&before) => before + 1,
        Bound::Unbounded => 0,
    };
    let most = match range.end_bound() {
        Bound::Included(&most) => most,
        Bound::Excluded(&after) => after - 1,
        Bound::Unbounded => u64::MAX,
    };
    let most = most.min(T::MOST);
    move |text: &str| {
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
            // Bounds that are those of the machine say nothing to a user.
            let is_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            match most >= u64::from(u32::MAX) && !is_digits {
                true => format!("expected a whole number, {least} or more"),
                false => format!("expected a whole number from {least} to {most}"),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_kept_and_named() {
        let games = whole::<u16>(1..=100);
        assert_eq!(games("100"), Ok(100));
        for text in ["0", "101", "-1", "x", "", "1.5", "99999999999999999999999"] {
            assert_eq!(games(text).unwrap_err(), "expected a whole number from 1 to 100", "{text}");
        }
        assert_eq!(whole::<u8>(..)("300").unwrap_err(), "expected a whole number from 0 to 255");
        let seed = whole::<u64>(..);
        assert_eq!(seed("18446744073709551615"), Ok(u64::MAX));
        assert_eq!(seed("x").unwrap_err(), "expected a whole number, 0 or more");
        let most = "expected a whole number from 0 to 18446744073709551615";
        assert_eq!(seed("18446744073709551616").unwrap_err(), most);
        assert_eq!(
            whole::<u64>(0..1 << 20)("1048576").unwrap_err(),
            "expected a whole number from 0 to 1048575"
        );
    }
}
