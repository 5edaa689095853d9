//! Classes of work do not starve each other.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use bagh::Game;
use bagh_tables::{Quiet, SolveOptions, solve};
use tokio::sync::oneshot;
use tower::ServiceExt;

use crate::app::App;
use crate::catalogue::Catalogue;
use crate::place::Place;
use crate::pockets::Pockets;
use crate::routes::routes;
use crate::settings::{Limits, Settings};
use crate::workers::Workers;

fn service(folder: &Path) -> (App, Router) {
    service_within(folder, Limits::default())
}

fn service_within(folder: &Path, limits: Limits) -> (App, Router) {
    let game = Game::by_name("kaooa").unwrap();
    solve(&game, folder, SolveOptions::default(), &Quiet).unwrap();
    let catalogue = Catalogue::new(Vec::new(), Place::Folder(folder.to_owned()), 1).unwrap();
    let settings = Settings { limits, ..Settings::new(folder) };
    let app = App::new(catalogue, Pockets::default(), &settings);
    (app.clone(), routes(app))
}

async fn status(router: &Router, path: &str) -> StatusCode {
    let request = Request::builder().uri(path).header("host", "localhost");
    let request = request.body(Body::empty()).unwrap();
    router.clone().oneshot(request).await.unwrap().status()
}

/// Gives a class this many pieces of work that end when the sender is dropped.
fn occupy(app: &App, class: fn(&App) -> &Workers, pieces: usize) -> mpsc::Sender<()> {
    let (sender, receiver) = mpsc::channel::<()>();
    let receiver = Arc::new(std::sync::Mutex::new(receiver));
    for _ in 0..pieces {
        let (app, receiver) = (app.clone(), receiver.clone());
        tokio::spawn(async move {
            let wait = move || {
                let _ = receiver.lock().unwrap().recv();
                Ok(())
            };
            let _ = class(&app).run(wait).await;
        });
    }
    sender
}

async fn until(what: impl Fn() -> bool) {
    while !what() {
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
}

#[tokio::test]
async fn lookups_do_not_wait_for_what_takes_longer() {
    let folder = tempfile::tempdir().unwrap();
    let (app, router) = service(folder.path());
    let game = Game::by_name("kaooa").unwrap();
    let start = game.obx(&game.start()).replace(' ', "+");
    let classes: [fn(&App) -> &Workers; 7] = [
        |app| &app.pieces,
        |app| &app.lines,
        |app| &app.counts,
        |app| &app.searches,
        |app| &app.levels,
        |app| &app.judging,
        |app| &app.downloads,
    ];
    let held: Vec<_> = classes.iter().map(|class| occupy(&app, *class, 64)).collect();
    until(|| classes.iter().all(|class| class(&app).waiting() > 0)).await;
    let probe = format!("/api/v1/kaooa/probe?position={start}");
    assert_eq!(status(&router, &probe).await, StatusCode::OK);
    assert_eq!(status(&router, "/api/v1/kaooa/stats").await, StatusCode::OK);
    assert_eq!(status(&router, "/healthz").await, StatusCode::OK);
    drop(held);
}

/// The answer to positions that are asked for at once.
async fn batch(router: Router, positions: Vec<String>) -> StatusCode {
    let body = serde_json::json!({ "positions": positions }).to_string();
    let request = Request::builder()
        .method("POST")
        .uri("/api/v1/kaooa/probe")
        .header("host", "localhost")
        .header("content-type", "application/json");
    router.oneshot(request.body(Body::from(body)).unwrap()).await.unwrap().status()
}

/// A class of work.
type Class = fn(&App) -> &Workers;

/// A piece of work of a class: tells when it has its turn, which ends when the sender is dropped.
fn turn(app: &App, class: Class) -> (oneshot::Receiver<()>, mpsc::Sender<()>) {
    let (told, has_begun) = oneshot::channel();
    let (held, end) = mpsc::channel::<()>();
    let app = app.clone();
    tokio::spawn(async move {
        let wait = move || {
            let _ = told.send(());
            let _ = end.recv();
            Ok(())
        };
        let _ = class(&app).run(wait).await;
    });
    (has_begun, held)
}

/// How many turns a request takes, after each of which others of its class have theirs.
async fn turns_of<F: Future<Output = StatusCode> + Send + 'static>(
    class: Class,
    blocks: usize,
    request: impl FnOnce(Router) -> F,
) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let workers = std::thread::available_parallelism().map_or(1, |n| n.get());
    let limits = Limits { blocks, batches: workers + 1, ..Limits::default() };
    let (app, router) = service_within(folder.path(), limits);
    // All workers are busy.
    let mut busy = Vec::new();
    for _ in 0..workers {
        let (has_begun, held) = turn(&app, class);
        has_begun.await.unwrap();
        busy.push(held);
    }
    // As many batches beside it, so that it has no more than one worker at a time.
    let others = u32::try_from(workers).unwrap();
    let _others = app.batches.try_acquire_many(others).unwrap();
    let request = tokio::spawn(request(router));
    until(|| class(&app).waiting() == 1).await;
    let mut turns = 0;
    while !request.is_finished() {
        // One that comes after the request, and has its turn after the piece that is next.
        let (has_begun, held) = turn(&app, class);
        until(|| class(&app).waiting() == 2).await;
        busy.pop();
        has_begun.await.unwrap();
        busy.push(held);
        turns += 1;
        until(|| class(&app).waiting() == 1 || request.is_finished()).await;
    }
    assert_eq!(request.await.unwrap(), StatusCode::OK);
    turns
}

#[tokio::test]
async fn others_have_their_turn_between_the_pieces_of_a_line() {
    let game = Game::by_name("kaooa").unwrap();
    let start = game.obx(&game.start()).replace(' ', "+");
    let path = format!("/api/v1/kaooa/line?position={start}");
    let ask = |router| async move { status(&router, &path).await };
    let turns = turns_of(|app| &app.lines, 1, ask).await;
    assert!(turns >= 2, "{turns} turns for a line from the first move on");
}

#[tokio::test]
async fn others_have_their_turn_between_the_pieces_of_a_batch() {
    let game = Game::by_name("kaooa").unwrap();
    // A game in which one goat after the other is placed: their positions are in many tables.
    let mut position = game.start();
    let mut positions = vec![game.obx(&position)];
    for ply in 0..60 {
        let moves: Vec<_> = game.moves(&position).collect();
        let Some(mv) = moves.get(ply % moves.len().max(1)) else { break };
        position = game.after(&position, *mv);
        positions.push(game.obx(&position));
    }
    let ask = |router| batch(router, positions.clone());
    let pieces: Class = |app| &app.pieces;
    let (few, many) = (turns_of(pieces, 1_000, ask).await, turns_of(pieces, 1, ask).await);
    assert!(many >= few + 5, "{few} turns with large pieces, {many} with small ones");
}

#[tokio::test]
async fn those_who_wait_for_a_count_hold_no_worker() {
    let folder = tempfile::tempdir().unwrap();
    let (app, router) = service(folder.path());
    // One is at work, and seven wait.
    let held = occupy(&app, |app| &app.counts, 8);
    until(|| app.counts.waiting() == 7).await;
    let path = "/api/v1/kaooa/stats/cross";
    let asked: Vec<_> = (0..30)
        .map(|_| {
            let router = router.clone();
            tokio::spawn(async move { status(&router, path).await })
        })
        .collect();
    // All thirty wait for one count: one place in the queue.
    until(|| app.counts.waiting() > 7 || asked.iter().any(|a| a.is_finished())).await;
    assert_eq!(app.counts.waiting(), 8);
    assert_eq!(app.lookups.waiting(), 0);
    drop(held);
    for one in asked {
        assert_eq!(one.await.unwrap(), StatusCode::OK);
    }
}

#[tokio::test]
async fn downloads_leave_connections_for_lookups() {
    let folder = tempfile::tempdir().unwrap();
    let (app, router) = service(folder.path());
    let game = Game::by_name("kaooa").unwrap();
    let start = game.obx(&game.start()).replace(' ', "+");
    let file = "/api/v1/kaooa/tables/sliding-00-tiger.bagh";
    assert_eq!(status(&router, file).await, StatusCode::OK);
    assert_eq!(app.download_places.available_permits(), app.connections / 2);
    let all = u32::try_from(app.connections / 2).unwrap();
    let held = app.download_places.clone().acquire_many_owned(all).await.unwrap();
    assert_eq!(status(&router, file).await, StatusCode::SERVICE_UNAVAILABLE);
    let probe = format!("/api/v1/kaooa/probe?position={start}");
    assert_eq!(status(&router, &probe).await, StatusCode::OK);
    drop(held);
    assert_eq!(status(&router, file).await, StatusCode::OK);
}

#[tokio::test]
async fn downloads_of_one_file_share_one_open_file() {
    let folder = tempfile::tempdir().unwrap();
    let (app, _) = service(folder.path());
    let variant = app.catalogue.variant("kaooa", None).unwrap();
    let (store, manifest) = (variant.store(), variant.manifest().unwrap().unwrap());
    let infos: Vec<_> = manifest.files().take(2).collect();
    let open = |number: usize| {
        let info = infos[number];
        app.open_files.open(store.directory(), info, || store.open_file(info)).unwrap()
    };
    let first = open(0);
    assert!(Arc::ptr_eq(&first, &open(0)));
    assert!(!Arc::ptr_eq(&first, &open(1)));
    let weak = Arc::downgrade(&first);
    drop(first);
    assert!(weak.upgrade().is_none(), "closed after its last download");
}

#[test]
fn running_out_of_open_files_is_a_matter_of_time() {
    use crate::error::ApiError;
    use bagh_tables::TableError;
    let table = |source| TableError::Io { doing: "open", path: "table".into(), source };
    let busy = ApiError::from(table(std::io::Error::from_raw_os_error(24)));
    assert!(cfg!(not(unix)) || matches!(busy, ApiError::Busy(_)));
    let other = ApiError::from(table(std::io::ErrorKind::PermissionDenied.into()));
    assert!(matches!(other, ApiError::Internal(_)));
}
