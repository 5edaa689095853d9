//! Decimal numbers of board files. The general reader of the standard library would bring tables
//! that make a tenth of the module for the browser.

/// Whole numbers of up to this many digits are exact, and so are powers of ten up to the other.
const DIGITS: u32 = 15;
const POWERS: i32 = 22;

/// Reads a number such as `-1.25` or `2e3`: the first fifteen digits of it, and nothing that is
/// beyond all boards.
pub(crate) fn decimal(text: &str) -> Option<f64> {
    let (number, exponent) = match text.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, exponent.parse::<i16>().ok()?),
        None => (text, 0),
    };
    let (negative, digits) = match number.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, number.strip_prefix('+').unwrap_or(number)),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && part.is_empty() {
        return None;
    }
    let (mut value, mut used, mut power) = (0_u64, 0, i32::from(exponent));
    for (place, digit) in whole.chars().chain(part.chars()).enumerate() {
        let digit = digit.to_digit(10)?;
        let in_part = place >= whole.len();
        if used < DIGITS {
            value = value * 10 + u64::from(digit);
            used += u32::from(value > 0);
            power -= i32::from(in_part);
        } else {
            power += i32::from(!in_part);
        }
    }
    let size = match power {
        _ if value == 0 => 0.0,
        0..=POWERS => value as f64 * 10_f64.powi(power),
        _ if power > POWERS => return None,
        _ if -power <= POWERS => value as f64 / 10_f64.powi(-power),
        // Too small to be seen.
        _ => 0.0,
    };
    Some(if negative { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn reads_what_the_standard_library_reads() {
        for text in [
            "0.0",
            "-0.4",
            "1.25",
            "+3.5",
            "-1.8",
            "2e3",
            "2.5e-3",
            "1E2",
            "0.1",
            "0.3",
            "123456.789",
            "0.000001",
            "0.1234567890123",
            "999999.999999",
            "1e22",
            "100000.0e1",
            "7.0e-21",
        ] {
            assert_eq!(decimal(text), text.parse().ok(), "{text}");
        }
        for thousandths in -3000..3000 {
            let text = format!("{:.3}", f64::from(thousandths) / 1000.0);
            assert_eq!(decimal(&text), text.parse().ok(), "{text}");
        }
    }

    #[test]
    fn bounds_what_is_beyond_all_boards() {
        let long = decimal("0.12345678901234567890").expect("a number");
        assert!((long - 0.123_456_789_012_345_68).abs() < 1e-14);
        assert_eq!(decimal("12345678901234567890.0"), Some(123_456_789_012_345.0 * 1e5));
        assert_eq!(decimal("1e400"), None);
        assert_eq!(decimal("1e-400"), Some(0.0));
        for text in ["", "-", ".", "inf", "nan", "-inf", "1.x", "--1", "1e", "1e99999999"] {
            assert_eq!(decimal(text), None, "{text}");
        }
    }
}
