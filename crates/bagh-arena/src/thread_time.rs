//! The processor time of a thread: what it computed, without what it waited for a processor.

use std::time::Duration;

/// The processor time of this thread so far, to a few milliseconds; `None` where the system does
/// not tell.
#[cfg(target_os = "linux")]
pub(crate) fn thread_time() -> Option<Duration> {
    // The first number is nanoseconds on a processor: proc(5), `/proc/pid/schedstat`.
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn thread_time() -> Option<Duration> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn waiting_does_not_count_and_computing_does() {
        let before = thread_time().unwrap();
        std::thread::sleep(Duration::from_millis(300));
        let waited = thread_time().unwrap() - before;
        assert!(waited < Duration::from_millis(200), "{waited:?}");
        while thread_time().unwrap() < before + Duration::from_millis(20) {}
    }
}
