//! How far a solve is.

use std::sync::Mutex;

use bagh_tables::{Pace, Part, Progress};

use crate::variant::lock;

/// Hears how a solve goes on, and remembers.
#[derive(Debug, Default)]
pub struct Tracker {
    pace: Pace,
    part: Mutex<Option<Part>>,
}

impl Tracker {
    /// The part that is being solved.
    pub fn part(&self) -> Option<Part> {
        *lock(&self.part)
    }

    /// How much is done, from 0 to 1.
    pub fn share(&self) -> f64 {
        self.pace.share()
    }

    /// Seconds that are left, if it goes on as it did.
    pub fn seconds_left(&self) -> Option<f64> {
        self.pace.seconds_left()
    }
}

impl Progress for Tracker {
    fn begin(&self, work: u64, done_before: u64) {
        self.pace.begin(work, done_before);
    }

    fn start(&self, part: Part) {
        *lock(&self.part) = Some(part);
    }

    fn advance(&self, work: u64) {
        self.pace.advance(work);
    }

    fn finish(&self, _: Part, _: u64) {}
}
