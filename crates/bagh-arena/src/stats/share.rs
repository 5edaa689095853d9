//! A share with its confidence interval.

/// Two-sided 95 % quantile of the normal distribution.
pub(crate) const Z: f64 = 1.959_963_985;

/// A share of independent trials with its 95 % confidence interval (Wilson).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Share {
    /// How many of them.
    pub part: usize,
    /// Of how many.
    pub of: usize,
}

impl Share {
    /// The share; 0 without trials.
    pub fn value(&self) -> f64 {
        self.part as f64 / (self.of as f64).max(1.0)
    }

    /// The 95 % confidence interval.
    pub fn interval(&self) -> (f64, f64) {
        wilson(self.value(), self.of as f64, Z)
    }
}

/// Wilson's interval of a share among `n` trials, which may be an effective number.
pub(crate) fn wilson(p: f64, n: f64, z: f64) -> (f64, f64) {
    if n <= 0.0 {
        return (0.0, 1.0);
    }
    let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_hold_the_share() {
        let share = Share { part: 46, of: 5_783 };
        let (low, high) = share.interval();
        assert!(low < share.value() && share.value() < high);
        assert!((low - 0.005_97).abs() < 1e-4 && (high - 0.010_59).abs() < 1e-4, "{low} {high}");
        assert_eq!(Share { part: 0, of: 0 }.interval(), (0.0, 1.0));
    }
}
