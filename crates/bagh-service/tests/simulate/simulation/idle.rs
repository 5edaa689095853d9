//! Sockets on which nothing happens, and what they cost.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

use super::network::Socket;
use super::nodes::Nodes;

/// Handshakes at the same time.
const AT_ONCE: usize = 64;
/// How long the sockets stay. A node pings them meanwhile.
const STAY: Duration = Duration::from_secs(60);

/// What idle sockets cost: bytes of the node's memory without them, as soon as they are open, and
/// after they have been pinged for a while.
pub struct Idle {
    pub before: u64,
    pub opened: u64,
    pub stayed: u64,
    /// Sockets that were still open then.
    pub open: usize,
}

/// Opens this many sockets to a node on SQLite and leaves them alone.
pub fn idle(sockets: usize) -> Idle {
    #[cfg(unix)]
    let _ = rlimit::increase_nofile_limit(sockets as u64 + 100);
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite://{}", folder.path().join("idle.db").display());
    let nodes = Nodes::start(vec![database]);
    let address = nodes.addresses.read().expect("addresses")[0].expect("a node");
    let before = nodes.memory();
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    runtime.block_on(async {
        let turns = Arc::new(Semaphore::new(AT_ONCE));
        let opening: Vec<_> = (0..sockets)
            .map(|_| {
                let turns = turns.clone();
                tokio::spawn(async move {
                    let _turn = turns.acquire().await;
                    Socket::open(address, None).await.expect("a socket opens")
                })
            })
            .collect();
        let mut open = Vec::new();
        for socket in opening {
            let mut socket = socket.await.expect("a socket opens");
            // Reading answers pings; it ends when the socket is closed.
            open.push(tokio::spawn(async move { while socket.next().await.is_ok() {} }));
        }
        let opened = nodes.memory();
        tokio::time::sleep(STAY).await;
        let still = open.iter().filter(|reading| !reading.is_finished()).count();
        Idle { before, opened, stayed: nodes.memory(), open: still }
    })
}
