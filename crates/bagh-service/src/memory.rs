//! Memory that is given back to the system after many connections have left.

use std::time::Duration;

use crate::app::App;

/// How often to look whether connections have left.
const LOOK: Duration = Duration::from_secs(2);

/// The number of connections that must have left to be worth the work.
const MANY: i64 = 500;

/// Gives memory back after a crowd has left: buffers of connections that were freed stay with the
/// allocator otherwise, hundreds of megabytes after thousands of them (docs/SERVICE.md).
pub async fn give_back_after_crowds(app: App) {
    let mut most = 0;
    loop {
        tokio::time::sleep(LOOK).await;
        let open = app.metrics.connections.get();
        most = most.max(open);
        if most - open >= MANY {
            most = open;
            let _ = tokio::task::spawn_blocking(give_back).await;
        }
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn give_back() {
    // SAFETY: malloc_trim may be called at any time by any thread; it touches only memory that is
    // free.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Other allocators give memory back by themselves, or cannot be asked to.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn give_back() {}

#[cfg(test)]
mod tests {
    #[test]
    fn memory_can_be_given_back_while_it_is_in_use() {
        let held: Vec<Vec<u8>> = (0..1_000).map(|n| vec![n as u8; 1_000]).collect();
        super::give_back();
        assert!(held.iter().enumerate().all(|(n, bytes)| bytes.iter().all(|&b| b == n as u8)));
    }
}
