//! What is solved, and its files to download.

use std::fs::File;
use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, Request, State};
use axum::response::Response;
use bagh::Game;
use bagh_tables::{Part, Status, TableFileInfo, tables_game};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::download;
use crate::error::{ApiError, ErrorAnswer, is_out_of_files};
use crate::query::{Query, shorten};
use crate::respond::{json_text, momentary};
use crate::tables_state::{SolveState, TablesState};
use crate::variant::{Variant, Work};

/// What is solved of a game.
#[derive(Serialize, ToSchema)]
pub struct TablesAnswer {
    /// The game.
    #[schema(example = "bagh-chal")]
    game: String,
    /// Captures that win.
    captures: u8,
    /// How far it is.
    state: SolveState,
    /// Why it failed.
    #[schema(required = true)]
    reason: Option<String>,
    /// Whether layers are left out that can be worked out from others.
    #[schema(required = true)]
    compact: Option<bool>,
    /// How much of the work is done, from 0 to 1.
    progress: f64,
    /// Seconds until all is solved, about.
    #[schema(required = true)]
    seconds_left: Option<f64>,
    /// Bytes of all files so far.
    bytes: u64,
    /// A hash of the rules that the tables belong to.
    #[schema(required = true)]
    rules: Option<String>,
    /// Whether there is a pocket edition to download.
    pocket: bool,
    /// The parts, in the order in which they are solved.
    parts: Vec<PartAnswer>,
}

/// A part of the solution.
#[derive(Serialize, ToSchema)]
pub struct PartAnswer {
    /// Its name: `sliding-CC` after CC captures, `placement-PP` after PP goats were placed, or
    /// `opening`.
    #[schema(example = "sliding-04")]
    name: String,
    /// How far it is; never `failed`.
    state: SolveState,
    /// Its files; none until it is ready, where left out, and where tables are on another machine.
    files: Vec<FileAnswer>,
}

/// A file to download.
#[derive(Serialize, ToSchema)]
pub struct FileAnswer {
    /// Its name.
    #[schema(example = "sliding-04-tiger.bagh")]
    name: String,
    /// Its length in bytes.
    length: u64,
    /// Its BLAKE3 hash.
    blake3: String,
    /// Where to download it, whole or in ranges.
    #[schema(example = "/api/v1/bagh-chal/tables/sliding-04-tiger.bagh")]
    url: String,
}

impl FileAnswer {
    /// A file of a game, below this part of its paths. `usual` are the captures that usually win.
    pub fn new(game: &Game, usual: u8, part: &str, info: &TableFileInfo) -> FileAnswer {
        let query = match game.captures() == usual {
            true => String::new(),
            false => format!("?captures={}", game.captures()),
        };
        FileAnswer {
            name: info.name.clone(),
            length: info.length,
            blake3: info.blake3.clone(),
            url: format!("/api/v1/{}/{part}/{}{query}", game.name(), info.name),
        }
    }
}

impl TablesAnswer {
    fn new(variant: &Variant, usual: u8, pocket: bool) -> Result<TablesAnswer, ApiError> {
        let game = variant.game();
        let status = match variant.store().status() {
            // That says nothing of the tables, and will pass.
            Err(error) if is_out_of_files(&error) => return Err(error.into()),
            status => status,
        };
        let TablesState { state, reason } = TablesState::with(variant, &status);
        let status = status.ok();
        let manifest = status.as_ref().and_then(Status::manifest);
        let (progress, seconds_left, current) = match (state, variant.work()) {
            (SolveState::Ready, _) => (1.0, None, None),
            (_, Work::Solving(tracker)) => {
                (tracker.share(), tracker.seconds_left(), tracker.part())
            }
            _ => (0.0, None, None),
        };
        let file = |info: &TableFileInfo| FileAnswer::new(game, usual, "tables", info);
        let part = |part: Part| {
            let name = part.name();
            let is_there = status.as_ref().is_some_and(|status| status.has(part));
            let finished = manifest.and_then(|m| m.part(part)).filter(|_| is_there);
            let state = match (finished, state) {
                (Some(_), _) => SolveState::Ready,
                _ if current == Some(part) => SolveState::Solving,
                (None, SolveState::Solving | SolveState::Waiting) => SolveState::Waiting,
                _ => SolveState::Unsolved,
            };
            let here = finished.filter(|_| !variant.is_remote());
            let files = here.map(|f| f.files.iter().map(file).collect()).unwrap_or_default();
            PartAnswer { name, state, files }
        };
        let there = manifest.iter().flat_map(|manifest| &manifest.parts).filter(|finished| {
            let part = Part::from_name(&tables_game(game), &finished.name);
            status.as_ref().zip(part).is_some_and(|(status, part)| status.has(part))
        });
        let bytes = there.flat_map(|part| &part.files).map(|file| file.length);
        Ok(TablesAnswer {
            game: game.name().to_owned(),
            captures: game.captures(),
            state,
            progress,
            seconds_left,
            compact: manifest.map(|m| m.compact),
            bytes: bytes.fold(0, u64::saturating_add),
            rules: manifest.map(|m| m.rules.clone()),
            pocket,
            parts: Part::all(&tables_game(game)).into_iter().map(part).collect(),
            reason,
        })
    }
}

/// What is solved of a game, and how far the rest is
#[utoipa::path(
    get,
    path = "/api/v1/{game}/tables",
    operation_id = "tables",
    tag = "tables",
    params(
        ("game" = String, Path, description = "The game", example = "bagh-chal"),
        ("captures" = Option<u8>, Query, minimum = 1, maximum = 255, description = "Captures that win, if not as many as usual"),
    ),
    responses(
        (status = 200, body = TablesAnswer),
        (status = 400, body = ErrorAnswer),
        (status = 404, description = "No such game", body = ErrorAnswer),
        (status = 503, description = "Busy: ask again", body = ErrorAnswer),
    )
)]
pub async fn list(
    State(app): State<App>,
    game: Result<Path<String>, PathRejection>,
    RawQuery(raw): RawQuery,
) -> Result<Response, ApiError> {
    let mut query = Query::parse(raw.as_deref())?;
    let name = game?.0;
    let usual = app.catalogue.entry(&name)?.game().captures();
    let variant = app.catalogue.variant(&name, query.captures()?)?;
    query.finish()?;
    let pocket = app.pockets.of(variant.game()).is_some();
    let (told, host) = (variant.clone(), variant.host().map(|host| &host.lookups));
    let tell = move || TablesAnswer::new(&told, usual, pocket);
    let answer = app.lookups.read_tables(host, tell).await?;
    Ok(momentary(answer))
}

/// A file of the tables, whole or in ranges
///
/// Only files that the list names, and `manifest.json`. The header `Range` is understood, and
/// `ETag` is the BLAKE3 hash.
#[utoipa::path(
    get,
    path = "/api/v1/{game}/tables/{file}",
    operation_id = "download",
    tag = "tables",
    params(
        ("game" = String, Path, description = "The game", example = "bagh-chal"),
        ("file" = String, Path, description = "The file", example = "placement-01.bagh"),
        ("captures" = Option<u8>, Query, minimum = 1, maximum = 255, description = "Captures that win, if not as many as usual"),
    ),
    responses(
        (status = 200, description = "The file; the manifest is JSON", content(
            (inline(Vec<u8>) = "application/octet-stream"),
            (inline(serde_json::Value) = "application/json"),
        )),
        (status = 206, description = "A range of the file", content(
            (inline(Vec<u8>) = "application/octet-stream"),
            (inline(serde_json::Value) = "application/json"),
        )),
        (status = 304, description = "As in the answer whose `ETag` was sent"),
        (status = 400, body = ErrorAnswer),
        (status = 404, description = "No such game or file", body = ErrorAnswer),
        (status = 416, description = "No such range", body = ErrorAnswer),
        (status = 503, description = "Busy: ask again", body = ErrorAnswer),
    )
)]
pub async fn download(
    State(app): State<App>,
    path: Result<Path<(String, String)>, PathRejection>,
    RawQuery(raw): RawQuery,
    request: Request,
) -> Result<Response, ApiError> {
    let mut query = Query::parse(raw.as_deref())?;
    let Path((game, file)) = path?;
    let variant = app.catalogue.variant(&game, query.captures()?)?;
    query.finish()?;
    let (wanted, files, asked) = (file.clone(), app.clone(), variant.clone());
    let host = variant.host().map(|host| &host.lookups);
    let found = app
        .lookups
        .read_tables(host, move || {
            let variant = &asked;
            let Some(manifest) = variant.manifest()? else { return Ok(None) };
            if wanted == MANIFEST {
                return Ok(Some(Found::Manifest(manifest.to_text())));
            }
            // The name is compared with those that the game has, and never made into a path.
            let Some(info) = manifest.file(&wanted) else { return Ok(None) };
            if variant.is_remote() {
                return Err(ApiError::NotFound {
                    parameter: Some("file"),
                    message: format!(
                        "{}: this service reads tables from another machine, and has no files to download",
                        info.name
                    ),
                });
            }
            let store = variant.store();
            let open = || store.open_file(info);
            let file = files.open_files.open(store.directory(), info, open)?;
            Ok(Some(Found::Table(info.clone(), file)))
        })
        .await?;
    match found {
        Some(Found::Table(info, file)) => {
            Ok(download::respond(&app, request.method(), request.headers(), &info, file))
        }
        Some(Found::Manifest(text)) => Ok(json_text(request.headers(), text)),
        None => Err(ApiError::NotFound {
            parameter: Some("file"),
            message: format!(
                "found `{}`, expected a file that /api/v1/{game}/tables lists",
                shorten(&file)
            ),
        }),
    }
}

/// What a name stands for.
enum Found {
    Manifest(String),
    Table(TableFileInfo, Arc<File>),
}

const MANIFEST: &str = "manifest.json";
