//! Connections: how many there may be, and when one is given up.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

use crate::app::App;
use crate::settings::Limits;

/// Files that are open beside connections: tables that are being read, and the system's own.
const OTHER_FILES: u64 = 256;

/// The longest head of a request. A longer one is answered with 431.
const HEAD_BYTES: usize = 16 << 10;

/// Time after which to look for the next connection if the system cannot give one.
const AFTER_TROUBLE: Duration = Duration::from_millis(50);

/// As many connections as are wanted and the system allows.
fn connections(wanted: usize) -> usize {
    #[cfg(unix)]
    {
        let files = wanted as u64 + OTHER_FILES;
        if let Ok(allowed) = rlimit::increase_nofile_limit(files) {
            let allowed = allowed.saturating_sub(OTHER_FILES).max(16);
            return wanted.min(usize::try_from(allowed).unwrap_or(wanted));
        }
    }
    wanted
}

/// Serves until told to stop, and then ends what was begun.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    app: App,
    stop: impl Future<Output = ()>,
) {
    let limits = app.limits.clone();
    let permits = Arc::new(Semaphore::new(connections(limits.connections)));
    let graceful = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let stream = match accepted {
            Ok((stream, _)) => stream,
            Err(error) => {
                // The client has gone already, or there are too many open files.
                tracing::debug!(%error, "cannot accept a connection");
                tokio::time::sleep(AFTER_TROUBLE).await;
                continue;
            }
        };
        let Ok(permit) = permits.clone().try_acquire_owned() else {
            // Too many: this one is closed.
            app.metrics.refused.inc();
            continue;
        };
        let connection = connection(stream, router.clone(), &limits);
        let connection = graceful.watch(connection);
        let connections = app.metrics.connections.clone();
        connections.inc();
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
            connections.dec();
            drop(permit);
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(limits.farewell, graceful.shutdown()).await;
}

/// A stream that is given up if nothing comes or can be sent for long.
type Stream = TokioIo<std::pin::Pin<Box<TimeoutStream<TcpStream>>>>;

fn connection(
    stream: TcpStream,
    router: Router,
    limits: &Limits,
) -> http1::Connection<Stream, TowerToHyperService<Router>> {
    // Answers are sent whole: nothing is gained by waiting for more. Where the system refuses, it
    // is only slower.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_read_timeout(Some(limits.idle));
    stream.set_write_timeout(Some(limits.idle));
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(router))
}
