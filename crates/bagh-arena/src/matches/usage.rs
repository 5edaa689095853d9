//! How a match used its time: players, referee, and places without a game.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::processor_time::processor_time;

/// How the time of a match was used. Every place (a game at a time) has the whole time of the
/// match; the shares of `thinking`, `referee` and `idle` are of all places together, and their sum
/// is 1.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Usage {
    /// The time from the start of the first game to the end of the last, in seconds.
    pub seconds: f64,
    /// Games at a time.
    pub concurrency: usize,
    /// The share in which a player was asked for a move.
    pub thinking: f64,
    /// The share of everything else that a game needs: rules, marks, saving, starting programs.
    pub referee: f64,
    /// The share in which a place had no game left to play.
    pub idle: f64,
    /// How many processors were busy on average, with us and with bots that have ended; `None`
    /// where the system does not say.
    pub processors: Option<f64>,
}

/// What one place did.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    /// When its last game ended.
    ended: Option<Instant>,
    busy: Duration,
    thinking: Duration,
}

impl Tally {
    /// Adds a game that began at this moment and has ended now.
    pub fn add(&mut self, began: Instant, thinking: Duration) {
        self.ended = Some(Instant::now());
        self.busy += began.elapsed();
        self.thinking += thinking;
    }
}

/// Measures a match that begins now.
pub(super) struct Stopwatch {
    began: Instant,
    processor_time: Option<Duration>,
}

impl Stopwatch {
    pub fn start() -> Stopwatch {
        Stopwatch { began: Instant::now(), processor_time: processor_time() }
    }

    /// How the time was used; `None` if no game was played. Bots have ended by now.
    pub fn usage(&self, tallies: &[Tally]) -> Option<Usage> {
        let ended = tallies.iter().filter_map(|tally| tally.ended).max()?;
        let seconds = (ended - self.began).as_secs_f64();
        let whole = seconds * tallies.len() as f64;
        let share = |of: fn(&Tally) -> Duration| {
            let sum: Duration = tallies.iter().map(of).sum();
            (sum.as_secs_f64() / whole).min(1.0)
        };
        let (busy, thinking) = (share(|tally| tally.busy), share(|tally| tally.thinking));
        let processors = match (self.processor_time, processor_time()) {
            (Some(before), Some(now)) => {
                Some(now.saturating_sub(before).as_secs_f64() / self.began.elapsed().as_secs_f64())
            }
            _ => None,
        };
        Some(Usage {
            seconds,
            concurrency: tallies.len(),
            thinking,
            referee: (busy - thinking).max(0.0),
            idle: 1.0 - busy,
            processors,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up() {
        let second = Duration::from_secs(1);
        let now = Instant::now();
        let watch = Stopwatch { began: now - 10 * second, processor_time: Some(Duration::ZERO) };
        let of = |ended, busy, thinking| Tally { ended: Some(ended), busy, thinking };
        let long = of(now, 10 * second, 8 * second);
        let short = of(now - 4 * second, 6 * second, 6 * second);
        let usage = watch.usage(&[long, short, Tally::default()]).unwrap();
        let near =
            |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{usage:?}");
        near(usage.seconds, 10.0);
        near(usage.thinking, 14.0 / 30.0);
        near(usage.referee, 2.0 / 30.0);
        near(usage.idle, 14.0 / 30.0);
        assert_eq!(usage.concurrency, 3);
        assert!(watch.usage(&[Tally::default()]).is_none());
    }
}
