//! Numbers for people.

pub use bagh::text::{count_of, grouped};

/// A number of bytes, in the unit that fits.
pub fn bytes(number: u64) -> String {
    const UNITS: [&str; 6] = ["kB", "MB", "GB", "TB", "PB", "EB"];
    if number < 1000 {
        return format!("{number} bytes");
    }
    let mut size = number as f64 / 1000.0;
    let mut unit = 0;
    // What would be rounded to 1000 goes into the next unit.
    while size >= 999.5 && unit + 1 < UNITS.len() {
        size /= 1000.0;
        unit += 1;
    }
    let digits = if size < 9.995 { 2 } else { usize::from(size < 99.95) };
    format!("{size:.digits$} {}", UNITS[unit])
}

/// A time in seconds, in the units that fit.
pub fn seconds(seconds: f64) -> String {
    if seconds < 1.0 {
        return format!("{:.0} ms", seconds * 1000.0);
    }
    if seconds < 9.95 {
        return format!("{seconds:.1} s");
    }
    let whole = seconds.round() as u64;
    match (whole / 3600, whole / 60 % 60, whole % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

/// A time that is only known roughly.
pub fn roughly(seconds: f64) -> String {
    let tens = (seconds / 10.0).round() * 10.0;
    match seconds {
        ..1.0 => "less than a second".to_owned(),
        ..10.0 => format!("about {}", count_of(seconds.round() as u64, "second")),
        ..95.0 => format!("about {tens} seconds"),
        ..5_700.0 => format!("about {} minutes", (seconds / 60.0).round()),
        _ => format!("about {} hours", grouped((seconds / 3_600.0).round() as u128)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_fit() {
        assert_eq!(bytes(999), "999 bytes");
        assert_eq!(bytes(1_000), "1.00 kB");
        assert_eq!(bytes(999_999), "1.00 MB");
        assert_eq!(bytes(1_350_000_000), "1.35 GB");
        assert_eq!(bytes(52_300_000), "52.3 MB");
        assert_eq!(bytes(u64::MAX), "18.4 EB");
        assert_eq!(seconds(0.0123), "12 ms");
        assert_eq!(seconds(5.55), "5.5 s");
        assert_eq!(seconds(59.7), "1 min 0 s");
        assert_eq!(seconds(7_260.0), "2 h 1 min");
        assert_eq!(roughly(0.4), "less than a second");
        assert_eq!(roughly(1.4), "about 1 second");
        assert_eq!(roughly(52.3), "about 50 seconds");
        assert_eq!(roughly(96.0), "about 2 minutes");
        assert_eq!(roughly(5_600.0), "about 93 minutes");
        assert_eq!(roughly(90_000.0), "about 25 hours");
    }
}
