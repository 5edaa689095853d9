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
        // A connection that has become a socket is counted as that alone.
        let open = app.metrics.connections.get() + app.metrics.online.sockets.get();
        most = most.max(open);
        if most - open >= MANY {
            most = open;
            let _ = tokio::task::spawn_blocking(give_back).await;
            app.metrics.trimmed.inc();
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
mod crowds {
    use super::*;
    use crate::catalogue::Catalogue;
    use crate::place::Place;
    use crate::pockets::Pockets;
    use crate::settings::Settings;

    #[tokio::test(start_paused = true)]
    async fn memory_is_given_back_after_a_crowd_of_connections_or_sockets_has_left() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::Folder(folder.path().to_owned());
        let catalogue = Catalogue::new(Vec::new(), place, 1).unwrap();
        let app = App::new(catalogue, Pockets::default(), &Settings::new(folder.path()));
        let (connections, sockets) = (&app.metrics.connections, &app.metrics.online.sockets);
        tokio::spawn(give_back_after_crowds(app.clone()));
        let given_back = async || {
            tokio::time::sleep(3 * LOOK).await;
            app.metrics.trimmed.get()
        };
        connections.set(MANY);
        assert_eq!(given_back().await, 0);
        // They become sockets, and none has left.
        connections.set(0);
        sockets.set(MANY);
        assert_eq!(given_back().await, 0);
        sockets.set(1);
        assert_eq!(given_back().await, 0);
        sockets.set(0);
        assert_eq!(given_back().await, 1);
        connections.set(2 * MANY);
        assert_eq!(given_back().await, 1);
        connections.set(0);
        assert_eq!(given_back().await, 2);
    }
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use super::*;

    /// Set in the process that the test starts.
    const ALONE: &str = "BAGH_MEMORY_TEST";

    fn resident() -> usize {
        memory_stats::memory_stats().unwrap().physical_mem
    }

    /// In a process of its own: other tests use memory, too.
    #[test]
    fn memory_that_was_freed_is_given_back() {
        const PIECES: usize = 200_000;
        const PIECE: usize = 1_000;
        if std::env::var_os(ALONE).is_none() {
            let name = "memory::tests::memory_that_was_freed_is_given_back";
            let mut alone = std::process::Command::new(std::env::current_exe().unwrap());
            let ran = alone.args([name, "--exact"]).env(ALONE, "1").output().unwrap();
            let told = String::from_utf8_lossy(&ran.stdout);
            assert!(ran.status.success() && told.contains("1 passed"), "{told}");
            return;
        }
        let before = resident();
        let mut pieces: Vec<Vec<u8>> = (0..PIECES).map(|n| vec![n as u8; PIECE]).collect();
        // Some stay in use among those that go, as they do in a service: without being asked, the
        // allocator keeps what is between them.
        for (n, piece) in pieces.iter_mut().enumerate() {
            if n % 100 != 99 {
                *piece = Vec::new();
            }
        }
        give_back();
        let left = resident().saturating_sub(before);
        assert!(left < PIECES * PIECE / 2, "{left} bytes are kept");
        let held = pieces.iter().enumerate().filter(|(_, piece)| !piece.is_empty());
        assert!(held.into_iter().all(|(n, piece)| piece.iter().all(|&byte| byte == n as u8)));
    }
}
