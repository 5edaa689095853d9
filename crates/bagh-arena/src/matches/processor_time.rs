//! The processor time of this program and of the programs that it has started and that have ended.

use std::time::Duration;

/// The processor time so far, of all threads, and of programs that were waited for.
#[cfg(target_os = "linux")]
pub(super) fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let ticks = u32::try_from(rustix::param::clock_ticks_per_second()).ok()?;
    Some(Duration::from_secs(ticks_of(&text)?) / ticks)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn processor_time() -> Option<Duration> {
    None
}

/// The sum of `utime`, `stime`, `cutime` and `cstime` of proc(5).
#[cfg(target_os = "linux")]
fn ticks_of(stat: &str) -> Option<u64> {
    // The name of the program, in parentheses, may hold anything.
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut words = after_name.split_whitespace().skip(11);
    (0..4).map(|_| words.next()?.parse::<u64>().ok()).sum()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_read_after_any_name() {
        let stat = "7 (a) b ( c) S 1 2 3 4 5 6 7 8 9 10 100 20 3000 400 20 0 4 0 99 100000";
        assert_eq!(ticks_of(stat), Some(3520));
        assert_eq!(ticks_of("7 (a) S 1 2"), None);
        let before = processor_time().unwrap();
        while processor_time().unwrap() == before {}
    }
}
