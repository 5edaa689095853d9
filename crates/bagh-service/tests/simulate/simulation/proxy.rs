//! A way from a node to PostgreSQL that can be cut off for a while.

use std::net::SocketAddr;
use std::path::PathBuf;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, UnixStream};
use tokio::runtime::Runtime;
use tokio::sync::watch;

/// Passes connections to a port on to the socket of a server.
pub struct Proxy {
    pub address: SocketAddr,
    cut: watch::Sender<bool>,
}

impl Proxy {
    pub fn start(runtime: &Runtime, socket: PathBuf) -> Proxy {
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).expect("a port");
        let address = listener.local_addr().expect("its address");
        let cut = watch::Sender::new(false);
        let is_cut = cut.subscribe();
        runtime.spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let Ok(server) = UnixStream::connect(&socket).await else { continue };
                let (from_client, to_client) = client.into_split();
                let (from_server, to_server) = server.into_split();
                tokio::spawn(pass_on(from_client, to_server, is_cut.clone()));
                tokio::spawn(pass_on(from_server, to_client, is_cut.clone()));
            }
        });
        Proxy { address, cut }
    }

    /// Passes nothing on, or all again.
    pub fn cut(&self, cut: bool) {
        self.cut.send_replace(cut);
    }
}

async fn pass_on(
    mut from: impl AsyncReadExt + Unpin,
    mut to: impl AsyncWriteExt + Unpin,
    mut is_cut: watch::Receiver<bool>,
) {
    let mut buffer = vec![0; 64 << 10];
    while let Ok(length @ 1..) = from.read(&mut buffer).await {
        if is_cut.wait_for(|cut| !cut).await.is_err() {
            return;
        }
        if to.write_all(&buffer[..length]).await.is_err() {
            return;
        }
    }
}
