//! Connections: how many there may be, and when one is given up.

#[cfg(unix)]
use std::collections::HashSet;
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
use bagh_tables::{Part, folder_name};
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
use crate::pockets::Pockets;
use crate::settings::Limits;

/// Files that are open beside connections and tables: standard streams, the listener, the
/// runtime's own, and a few that are being written.
#[cfg(unix)]
const OTHER_FILES: usize = 64;

/// Connections to another machine that has the tables, and files of the cache.
#[cfg(unix)]
const HOST_FILES: usize = 192;

/// The longest head of a request. A longer one is answered with 431.
const HEAD_BYTES: usize = 16 << 10;

/// Time after which to look for the next connection if the system cannot give one.
const AFTER_TROUBLE: Duration = Duration::from_millis(50);

/// The least connections, even where the system allows too few files: a service without any is of
/// no use, and one that runs out of files refuses some requests.
#[cfg(unix)]
const LEAST: usize = 16;

/// As many connections and sockets as are wanted and the system allows beside the files that are
/// open anyway. A connection that has become a socket counts as that alone.
pub fn allowed_connections(
    catalogue: &Catalogue,
    pockets: &Pockets,
    wanted: usize,
    sockets: usize,
) -> (usize, usize) {
    #[cfg(unix)]
    {
        let tables = match catalogue.place() {
            Place::Folder(_) => table_files(catalogue),
            Place::Remote(_) => HOST_FILES,
        };
        let other = OTHER_FILES + tables + pockets.files();
        let most = (wanted + sockets + other) as u64;
        if let Ok(allowed) = rlimit::increase_nofile_limit(most) {
            let allowed = usize::try_from(allowed).unwrap_or(usize::MAX);
            return share_files(allowed, other, wanted, sockets);
        }
    }
    #[cfg(not(unix))]
    let _ = (catalogue, pockets);
    (wanted, sockets)
}

/// Shares out the files that the system allows: both get less, by the same share.
#[cfg(unix)]
fn share_files(allowed: usize, other: usize, wanted: usize, sockets: usize) -> (usize, usize) {
    let (left, all) = (allowed.saturating_sub(other), wanted + sockets);
    if left >= all {
        return (wanted, sockets);
    }
    let share = (left as f64 * wanted as f64 / all as f64) as usize;
    let connections = share.max(LEAST.min(wanted));
    let few = left.saturating_sub(connections).min(sockets);
    if left < connections || (sockets > 0 && few == 0) {
        tracing::warn!(
            "{allowed} open files are allowed, and tables take up to {other}: found room for \
             {connections} connections and {few} WebSockets; raise the limit (`ulimit -n`)"
        );
    }
    (connections, few)
}

/// Table files that may be open at a time: each once for lookups and once for all its downloads.
/// They are those of every game, of variants that will be solved, and of those whose tables are in
/// the folder. Games that share tables share their files.
#[cfg(unix)]
fn table_files(catalogue: &Catalogue) -> usize {
    let variants = catalogue.variants();
    let is_asked_for = |game: &Game| {
        let mut asked_for = variants.iter().map(|variant| variant.game());
        asked_for.any(|other| (other.name(), other.captures()) == (game.name(), game.captures()))
    };
    let (mut files, mut counted) = (0, HashSet::new());
    for entry in catalogue.entries() {
        let usual = entry.game();
        for captures in 1..=usual.goats() {
            let Ok(game) = usual.clone().with_captures(captures) else { continue };
            let store = catalogue.place().store(&game);
            let is_there = || store.directory().is_dir();
            let is_open = captures == usual.captures() || is_asked_for(&game) || is_there();
            if is_open && counted.insert(folder_name(&game)) {
                let has_plies = matches!(store.plies_manifest(), Ok(Some(_)));
                let plies = if has_plies { Part::plies(store.game()) } else { Vec::new() };
                let parts = Part::all(store.game()).into_iter().chain(plies);
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

    use bagh_tables::{Quiet, SolveOptions, solve, solve_plies};

    fn small() -> (Game, &'static str) {
        let text = include_str!("../../../docs/small.toml");
        (Game::from_toml(text).unwrap(), text)
    }

    #[test]
    fn files_of_plies_and_of_variants_in_the_folder_are_counted() {
        let folder = tempfile::tempdir().unwrap();
        let (game, text) = small();
        let catalogue = |boards| {
            let place = Place::Folder(folder.path().to_owned());
            Catalogue::new(boards, place, 1).unwrap()
        };
        let boards = || vec![BoardFile { game: game.clone(), text: text.to_owned() }];
        // Two captures win, two sides move in the sliding phase, and five goats are placed.
        let usual = 2 * (2 * 2 + 5);
        let before = table_files(&catalogue(boards()));
        assert_eq!(before, table_files(&catalogue(Vec::new())) + usual);
        std::fs::create_dir(folder.path().join("small-3")).unwrap();
        let more = usual + 2 * 2;
        assert_eq!(table_files(&catalogue(boards())), before + more);
        // One that is to be solved has no folder yet.
        let asked = catalogue(boards());
        asked.variant("small", Some(1)).unwrap();
        assert_eq!(table_files(&asked), before + more + usual - 2 * 2);
        // Plies count where they are: after each number of goats but none and all.
        solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
        assert_eq!(table_files(&catalogue(boards())), before + more);
        solve_plies(&game, folder.path(), &Quiet).unwrap();
        assert_eq!(table_files(&catalogue(boards())), before + more + 2 * 4);
    }

    #[test]
    fn games_that_share_tables_share_their_files() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::Folder(folder.path().to_owned());
        let catalogue = Catalogue::new(Vec::new(), place, 1).unwrap();
        let files = |name: &str| -> usize {
            let game = Game::by_name(name).unwrap();
            Part::all(&game).into_iter().map(Part::files).sum()
        };
        let own = Game::names().filter(|name| *name != "aadu-puli-fixed");
        assert_eq!(table_files(&catalogue), 2 * own.map(files).sum::<usize>());
    }

    #[test]
    fn files_are_shared_out_among_connections_and_sockets() {
        assert_eq!(share_files(50_000, 1_000, 16_384, 12_000), (16_384, 12_000));
        let (connections, sockets) = share_files(4_000, 1_000, 16_384, 12_000);
        assert_eq!(connections + sockets, 3_000);
        assert!(sockets > 1_200 && connections > sockets);
        // Connections are not more than is left, unless next to nothing is.
        for allowed in [300, 1_000, 1_017, 1_040, 1_100] {
            let (connections, sockets) = share_files(allowed, 1_000, 16_384, 12_000);
            assert!(connections >= LEAST);
            assert!(connections + sockets <= (allowed.saturating_sub(1_000)).max(LEAST));
        }
        assert_eq!(share_files(1_040, 1_000, 16_384, 12_000), (23, 17));
        assert_eq!(share_files(1_000, 1_000, 3, 0), (3, 0));
    }
}
