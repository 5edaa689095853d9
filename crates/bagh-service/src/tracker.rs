//! How far a solve is.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use bagh_tables::{Progress, seconds_left};

use crate::variant::lock;

/// Hears how a solve goes on, and remembers.
#[derive(Debug)]
pub struct Tracker {
    began: Instant,
    work: AtomicU64,
    done_before: AtomicU64,
    done: AtomicU64,
    threads: AtomicUsize,
    part: Mutex<Option<String>>,
}

impl Default for Tracker {
    fn default() -> Tracker {
        Tracker {
            began: Instant::now(),
            work: AtomicU64::new(0),
            done_before: AtomicU64::new(0),
            done: AtomicU64::new(0),
            threads: AtomicUsize::new(1),
            part: Mutex::new(None),
        }
    }
}

impl Tracker {
    /// The part that is being solved.
    pub fn part(&self) -> Option<String> {
        lock(&self.part).clone()
    }

    /// How much is done, from 0 to 1.
    pub fn share(&self) -> f64 {
        let work = self.work.load(Relaxed);
        let done = self.done_before.load(Relaxed) + self.done.load(Relaxed);
        if work == 0 { 0.0 } else { (done as f64 / work as f64).min(1.0) }
    }

    /// Seconds that are left, if it goes on as it did.
    pub fn seconds_left(&self) -> Option<f64> {
        self.left_after(self.began.elapsed().as_secs_f64())
    }

    fn left_after(&self, gone: f64) -> Option<f64> {
        let done = self.done.load(Relaxed);
        let to_do = self.work.load(Relaxed).saturating_sub(self.done_before.load(Relaxed));
        let left = to_do.saturating_sub(done);
        (done > 0).then(|| seconds_left(gone, done, left, self.threads.load(Relaxed)))
    }
}

impl Progress for Tracker {
    fn begin(&self, work: u64, done_before: u64) {
        self.work.store(work, Relaxed);
        self.done_before.store(done_before, Relaxed);
        self.threads.store(rayon::current_num_threads(), Relaxed);
    }

    fn start(&self, part: &str) {
        *lock(&self.part) = Some(part.to_owned());
    }

    fn advance(&self, work: u64) {
        self.done.fetch_add(work, Relaxed);
    }

    fn finish(&self, _: &str, _: u64) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_there_before_counts_as_done_but_not_as_speed() {
        let tracker = Tracker::default();
        assert_eq!((tracker.share(), tracker.left_after(1.0)), (0.0, None));
        let second = 1_000_000_000 * rayon::current_num_threads() as u64;
        tracker.begin(100 * second, 50 * second);
        tracker.start("placement-07");
        assert_eq!((tracker.share(), tracker.left_after(1.0)), (0.5, None));
        tracker.advance(10 * second);
        assert_eq!((tracker.share(), tracker.left_after(10.0)), (0.6, Some(40.0)));
        assert_eq!(tracker.part().as_deref(), Some("placement-07"));
    }
}
