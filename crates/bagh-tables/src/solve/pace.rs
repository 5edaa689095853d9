//! How far a solve is, and how long it will still take.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use super::estimate::seconds_left;

/// How far a solve is. A reporter passes on what it hears as [`Progress`](super::Progress).
#[derive(Debug)]
pub struct Pace {
    began: Instant,
    work: AtomicU64,
    done_before: AtomicU64,
    done: AtomicU64,
    threads: AtomicUsize,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            began: Instant::now(),
            work: AtomicU64::new(0),
            done_before: AtomicU64::new(0),
            done: AtomicU64::new(0),
            threads: AtomicUsize::new(1),
        }
    }
}

impl Pace {
    /// Work in all, and how much of it was done by an earlier run. To be called on the threads
    /// that do it.
    pub fn begin(&self, work: u64, done_before: u64) {
        self.work.store(work, Relaxed);
        self.done_before.store(done_before, Relaxed);
        self.threads.store(rayon::current_num_threads(), Relaxed);
    }

    /// Some work is done.
    pub fn advance(&self, work: u64) {
        self.done.fetch_add(work, Relaxed);
    }

    /// How much is done, from 0 to 1, with what was done before.
    pub fn share(&self) -> f64 {
        let work = self.work.load(Relaxed);
        let done = self.done_before.load(Relaxed) + self.done.load(Relaxed);
        if work == 0 { 0.0 } else { (done as f64 / work as f64).min(1.0) }
    }

    /// Seconds that are left; nothing before the first work is done.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_there_before_counts_as_done_but_not_as_speed() {
        let pace = Pace::default();
        assert_eq!((pace.share(), pace.left_after(1.0)), (0.0, None));
        let second = 1_000_000_000 * rayon::current_num_threads() as u64;
        pace.begin(100 * second, 50 * second);
        assert_eq!((pace.share(), pace.left_after(1.0)), (0.5, None));
        pace.advance(10 * second);
        assert_eq!((pace.share(), pace.left_after(10.0)), (0.6, Some(40.0)));
    }
}
