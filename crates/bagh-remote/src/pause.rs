//! A host that failed is left alone for a moment: what is asked meanwhile fails at once, instead of
//! waiting as long as the request before it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What failed a moment ago, by what it was about: one game does not stop another.
#[derive(Debug, Default)]
pub(crate) struct Pauses(Mutex<HashMap<String, (Instant, String)>>);

impl Pauses {
    /// Why not to ask now, if there is a reason.
    pub(crate) fn reason(&self, about: &str, now: Instant) -> Option<String> {
        let pauses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (until, why) = pauses.get(about)?;
        (now < *until).then(|| why.clone())
    }

    /// Notes that a request failed.
    pub(crate) fn failed(&self, about: &str, why: &str, until: Instant) {
        let mut pauses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pauses.insert(about.to_owned(), (until, why.to_owned()));
    }

    /// Notes that a request was answered.
    pub(crate) fn answered(&self, about: &str) {
        let mut pauses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pauses.remove(about);
    }
}

/// How long a host that failed is left alone.
pub(crate) const PAUSE: Duration = Duration::from_secs(2);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_remembered_for_a_while_and_for_its_game_alone() {
        let (pauses, now) = (Pauses::default(), Instant::now());
        pauses.failed("one", "why", now + PAUSE);
        assert_eq!(pauses.reason("one", now), Some("why".to_owned()));
        assert_eq!(pauses.reason("two", now), None);
        assert_eq!(pauses.reason("one", now + PAUSE), None);
        pauses.answered("one");
        assert_eq!(pauses.reason("one", now), None);
    }
}
