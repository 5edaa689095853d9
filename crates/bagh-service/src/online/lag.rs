//! How long the way to a client and back takes, by the service's own pings.
//!
//! A client can only make it look longer, by answering late. What that wins is bounded: games give
//! lag back by a quota.

use std::collections::VecDeque;
use std::time::Instant;

use bagh_online::Millis;

/// Measurements that count. The shortest of them is taken: any may have been held up.
const LATEST: usize = 3;

/// The measurements of a connection.
#[derive(Default)]
pub(crate) struct Lag {
    sent: u64,
    /// When the last ping was sent, unless it was answered.
    waits: Option<Instant>,
    measured: VecDeque<Millis>,
}

impl Lag {
    /// What the next ping carries.
    pub fn ping(&mut self, now: Instant) -> Vec<u8> {
        self.sent += 1;
        self.waits = Some(now);
        self.sent.to_be_bytes().to_vec()
    }

    /// A ping was answered. Only the answer to the last one counts, once.
    pub fn pong(&mut self, carried: &[u8], now: Instant) {
        if carried != self.sent.to_be_bytes() {
            return;
        }
        let Some(sent) = self.waits.take() else { return };
        if self.measured.len() == LATEST {
            self.measured.pop_front();
        }
        let way = now.saturating_duration_since(sent).as_millis();
        self.measured.push_back(way.try_into().unwrap_or(Millis::MAX));
    }

    /// The way there and back in milliseconds; nothing before the first answer.
    pub fn millis(&self) -> Millis {
        self.measured.iter().copied().min().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_shortest_of_the_latest_ways_counts() {
        let mut lag = Lag::default();
        let mut now = Instant::now();
        assert_eq!(lag.millis(), 0);
        for (way, expected) in [(80, 80), (300, 80), (60, 60), (90, 60), (120, 60), (110, 90)] {
            let carried = lag.ping(now);
            now += Duration::from_millis(way);
            lag.pong(&carried, now);
            assert_eq!(lag.millis(), expected);
        }
        // What answers no ping, an old one, or one twice, changes nothing.
        let old = lag.ping(now);
        let _ = lag.ping(now);
        for carried in [&old[..], b"", b"12345678"] {
            lag.pong(carried, now);
        }
        assert_eq!(lag.millis(), 90);
        let last = lag.ping(now);
        lag.pong(&last, now + Duration::from_millis(70));
        lag.pong(&last, now + Duration::from_millis(1));
        assert_eq!(lag.millis(), 70);
    }
}
