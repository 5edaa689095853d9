//! How late timers are: on a loaded machine, losses on time may be false.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Watches how late timers are.
pub(super) struct Timer {
    worst_us: AtomicUsize,
}

impl Timer {
    pub fn new() -> Timer {
        Timer { worst_us: AtomicUsize::new(0) }
    }

    /// Watches until the match is over.
    pub fn watch(&self, is_over: &AtomicBool) {
        const STEP: Duration = Duration::from_millis(20);
        while !is_over.load(Ordering::Relaxed) {
            let asked = Instant::now();
            std::thread::sleep(STEP);
            let late = asked.elapsed().saturating_sub(STEP).as_micros() as usize;
            self.worst_us.fetch_max(late, Ordering::Relaxed);
        }
    }

    /// How late a timer was at worst.
    pub fn worst(&self) -> Duration {
        Duration::from_micros(self.worst_us.load(Ordering::Relaxed) as u64)
    }
}
