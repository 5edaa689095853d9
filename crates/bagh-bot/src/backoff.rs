//! Growing pauses between attempts, with jitter: a thousand bots must not come back at once.

use std::time::Duration;

use crate::random;

const FIRST: Duration = Duration::from_millis(250);
const LONGEST: Duration = Duration::from_secs(15);

/// Growing pauses.
#[derive(Debug, Default)]
pub(crate) struct Backoff {
    failures: u32,
}

impl Backoff {
    /// Something worked: the next pause is short again.
    pub fn reset(&mut self) {
        self.failures = 0;
    }

    /// The next pause, at least as long as the service asks for.
    pub fn next(&mut self, asked: Option<Duration>) -> Duration {
        let longest = FIRST.saturating_mul(1 << self.failures.min(10)).min(LONGEST);
        self.failures = self.failures.saturating_add(1);
        // Anywhere in the upper half.
        let random = random::number() as u32;
        let jitter = longest.mul_f64(0.5 * f64::from(random) / f64::from(u32::MAX));
        (longest / 2 + jitter).max(asked.unwrap_or_default())
    }

    /// Waits for the next pause.
    pub async fn wait(&mut self, asked: Option<Duration>) {
        tokio::time::sleep(self.next(asked)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_a_limit_and_begin_again() {
        let mut backoff = Backoff::default();
        assert!(backoff.next(None) <= FIRST);
        for _ in 0..100 {
            assert!(backoff.next(None) <= LONGEST);
        }
        assert!(backoff.next(None) >= LONGEST / 2);
        assert_eq!(backoff.next(Some(LONGEST * 2)), LONGEST * 2);
        backoff.reset();
        assert!(backoff.next(None) <= FIRST);
    }
}
