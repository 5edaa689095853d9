//! Look-ups that do not wait: they answer from what is in memory and on disk, or not at all.

use std::cell::Cell;

/// What the code that runs on a thread may do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// It may wait for hosts.
    Waits,
    /// It may not, and has not missed anything so far.
    AtHand,
    /// It may not, and something was not at hand.
    Missed,
}

thread_local! {
    static STATE: Cell<State> = const { Cell::new(State::Waits) };
}

/// Runs `f` without waiting for any host: requests fail at once. `None` if there was one, since
/// `f` may then have come to anything.
pub fn at_hand<R>(f: impl FnOnce() -> R) -> Option<R> {
    /// Puts back what was before, after a panic, too.
    struct Before(State);
    impl Drop for Before {
        fn drop(&mut self) {
            STATE.set(self.0);
        }
    }
    let _before = Before(STATE.replace(State::AtHand));
    let result = f();
    (STATE.get() == State::AtHand).then_some(result)
}

/// Whether this thread may wait for a host.
pub(crate) fn may_wait() -> bool {
    STATE.get() == State::Waits
}

/// Whether this thread may wait for a host. If not, something is not at hand, which is noted.
pub(crate) fn may_ask() -> bool {
    if !may_wait() {
        STATE.set(State::Missed);
    }
    may_wait()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_asks_a_host_is_not_at_hand() {
        assert!(may_ask());
        assert_eq!(at_hand(|| 7), Some(7));
        assert_eq!(at_hand(may_wait), Some(false));
        assert_eq!(at_hand(may_ask), None);
        assert!(std::panic::catch_unwind(|| at_hand(|| panic!("on purpose"))).is_err());
        assert!(may_ask());
    }
}
