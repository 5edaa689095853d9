//! Connections: how many there may be, and when one is given up.

use std::convert::Infallible;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use axum::response::Response;
#[cfg(unix)]
use bagh::Game;
#[cfg(unix)]
use bagh_tables::{Part, tables_game};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tower::{Service, ServiceExt};

use crate::access::Peer;
use crate::app::App;
use crate::catalogue::Catalogue;
use crate::pace::{Pace, Paced};
#[cfg(unix)]
use crate::place::Place;
use crate::settings::Limits;

/// Files that are open beside connections and tables: standard streams, the listener, the
/// runtime's own, and a few that are being written.
#[cfg(unix)]
const OTHER_FILES: usize = 64;

/// The longest head of a request. A longer one is answered with 431.
const HEAD_BYTES: usize = 16 << 10;

/// Time after which to look for the next connection if the system cannot give one.
const AFTER_TROUBLE: Duration = Duration::from_millis(50);

/// As many connections and sockets as are wanted and the system allows beside the files that are
/// open anyway. A connection that has become a socket counts as that alone.
pub fn allowed_connections(catalogue: &Catalogue, wanted: usize, sockets: usize) -> (usize, usize) {
    #[cfg(unix)]
    {
        let other = OTHER_FILES + table_files(catalogue);
        let all = wanted + sockets;
        if let Ok(allowed) = rlimit::increase_nofile_limit((all + other) as u64) {
            let left = usize::try_from(allowed).unwrap_or(usize::MAX).saturating_sub(other);
            if left < all {
                // Both get less, by the same share.
                let connections = (left as f64 * wanted as f64 / all as f64) as usize;
                return (connections.max(16), left.saturating_sub(connections).min(sockets));
            }
        }
    }
    #[cfg(not(unix))]
    let _ = catalogue;
    (wanted, sockets)
}

/// Table files that may be open at a time: each once for lookups and once for all its downloads.
/// They are those of every game, of variants that will be solved, and of those whose tables are in
/// the folder.
#[cfg(unix)]
fn table_files(catalogue: &Catalogue) -> usize {
    let variants = catalogue.variants();
    let is_asked_for = |game: &Game| {
        let mut asked_for = variants.iter().map(|variant| variant.game());
        asked_for.any(|other| (other.name(), other.captures()) == (game.name(), game.captures()))
    };
    let mut files = 0;
    for entry in catalogue.entries() {
        let usual = entry.game();
        for captures in 1..=usual.goats() {
            let Ok(game) = usual.clone().with_captures(captures) else { continue };
            let is_there = || match catalogue.place() {
                Place::Folder(_) => catalogue.place().store(&game).directory().is_dir(),
                Place::Remote(_) => false,
            };
            if captures == usual.captures() || is_asked_for(&game) || is_there() {
                let game = tables_game(&game);
                let parts = Part::all(&game).into_iter().chain(Part::plies(&game));
                files += parts.map(Part::files).sum::<usize>();
            }
        }
    }
    2 * files
}

/// Serves until told to stop, and then ends what was begun.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    app: App,
    stop: impl Future<Output = ()>,
) {
    let limits = app.limits.clone();
    let permits = Arc::new(Semaphore::new(app.connections));
    // Connections hold a receiver each: they hear when the service stops, and it hears when they
    // have all ended.
    let stopping = watch::Sender::new(());
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
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
        let router = router.clone().map_request(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Peer(peer.ip()));
            request
        });
        let connection = connection(stream, router, &limits);
        let mut stops = stopping.subscribe();
        let connections = app.metrics.connections.clone();
        connections.inc();
        tokio::spawn(async move {
            let mut connection = std::pin::pin!(connection);
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                _ = stops.changed() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = ended {
                tracing::debug!(%error, "a connection ended early");
            }
            connections.dec();
            drop((permit, stops));
        });
    }
    drop(listener);
    stopping.send_replace(());
    let _ = tokio::time::timeout(limits.farewell, stopping.closed()).await;
}

fn connection<R>(
    stream: TcpStream,
    router: R,
    limits: &Limits,
) -> http1::UpgradeableConnection<TokioIo<Paced<TcpStream>>, TowerToHyperService<R>>
where
    R: Service<Request<Incoming>, Response = Response, Error = Infallible> + Clone,
{
    // Answers are sent whole: nothing is gained by waiting for more. Where the system refuses, it
    // is only slower.
    let _ = stream.set_nodelay(true);
    let pace = Pace { idle: limits.idle, least_rate: limits.least_rate };
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(Paced::new(stream, pace)), TowerToHyperService::new(router))
        .with_upgrades()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::settings::BoardFile;

    #[test]
    fn files_of_plies_and_of_variants_in_the_folder_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        let text = include_str!("../../../docs/small.toml");
        let game = Game::from_toml(text).unwrap();
        let files = |boards| {
            let place = Place::Folder(folder.path().to_owned());
            table_files(&Catalogue::new(boards, place).unwrap())
        };
        let boards = || vec![BoardFile { game: game.clone(), text: text.to_owned() }];
        // Two captures win, two sides move in the sliding phase, and five goats are placed: values
        // after each number but the last, plies after each number but none.
        let usual = 2 * (2 * 2 + 5 + 4);
        let before = files(boards());
        assert_eq!(before, files(Vec::new()) + usual);
        std::fs::create_dir(folder.path().join("small-3")).unwrap();
        assert_eq!(files(boards()), before + usual + 2 * 2);
        // One that is to be solved has no folder yet.
        let place = Place::Folder(folder.path().to_owned());
        let catalogue = Catalogue::new(boards(), place).unwrap();
        catalogue.variant("small", Some(1)).unwrap();
        assert_eq!(table_files(&catalogue), before + usual + 2 * 2 + usual - 2 * 2);
    }
}
