//! Sockets on which nothing happens, and what they cost.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

use super::network::Socket;
use super::nodes::Nodes;

/// Handshakes at the same time.
const AT_ONCE: usize = 64;
/// What a node needs to come to rest.
const REST: Duration = Duration::from_secs(5);

/// Opens this many sockets to a node on SQLite, and gives its memory before and with them.
pub fn idle(sockets: usize) -> [u64; 2] {
    #[cfg(unix)]
    let _ = rlimit::increase_nofile_limit(sockets as u64 + 100);
    let folder = tempfile::tempdir().expect("a folder");
    let database = format!("sqlite://{}", folder.path().join("idle.db").display());
    let nodes = Nodes::start(&database, 1);
    let address = nodes.addresses.read().expect("addresses")[0].expect("a node");
    let before = nodes.memory();
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    let open = runtime.block_on(async {
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
            open.push(socket.await.expect("a socket opens"));
        }
        tokio::time::sleep(REST).await;
        open
    });
    let with_them = nodes.memory();
    drop(open);
    [before, with_them]
}
