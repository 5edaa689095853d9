//! The pocket edition of a game, to download.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, Request, State};
use axum::response::Response;
use bagh::text::count_of;
use bagh_tables::pocket::PocketFiles;
use serde::Serialize;
use utoipa::ToSchema;

use super::tables::FileAnswer;
use crate::app::App;
use crate::download;
use crate::error::{ApiError, ErrorAnswer};
use crate::query::{Query, shorten};
use crate::respond::momentary;
use crate::variant::Variant;

/// The pocket edition of a game: every value in few bytes.
#[derive(Serialize, ToSchema)]
pub struct PocketAnswer {
    /// The game.
    #[schema(example = "bagh-chal")]
    game: String,
    /// Captures that win.
    captures: u8,
    /// Bytes of all files.
    bytes: u64,
    /// The files: the stored layers, then `pocket.json`, which lists them.
    files: Vec<FileAnswer>,
}

/// The pocket edition of a game
///
/// Every value of the game in few bytes, for programs that answer without a network. A service has
/// editions only where it was started with them.
#[utoipa::path(
    get,
    path = "/api/v1/{game}/pocket",
    operation_id = "pocket",
    tag = "tables",
    params(
        ("game" = String, Path, description = "The game", example = "bagh-chal"),
        ("captures" = Option<u8>, Query, minimum = 1, maximum = 255, description = "Captures that win, if not as many as usual"),
    ),
    responses(
        (status = 200, body = PocketAnswer),
        (status = 400, body = ErrorAnswer),
        (status = 404, description = "No such game, or no edition of it", body = ErrorAnswer),
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
    let game = variant.game();
    let files = edition(&app, &variant)?.files();
    Ok(momentary(PocketAnswer {
        game: game.name().to_owned(),
        captures: game.captures(),
        bytes: files.iter().map(|file| file.length).sum(),
        files: files.iter().map(|file| FileAnswer::new(game, usual, "pocket", file)).collect(),
    }))
}

/// A file of the pocket edition, whole or in ranges
///
/// Only files that the list names. The header `Range` is understood, and `ETag` is the BLAKE3 hash.
#[utoipa::path(
    get,
    path = "/api/v1/{game}/pocket/{file}",
    operation_id = "downloadPocket",
    tag = "tables",
    params(
        ("game" = String, Path, description = "The game", example = "bagh-chal"),
        ("file" = String, Path, description = "The file", example = "pocket.json"),
        ("captures" = Option<u8>, Query, minimum = 1, maximum = 255, description = "Captures that win, if not as many as usual"),
    ),
    responses(
        (status = 200, description = "The file", body = inline(Vec<u8>), content_type = "application/octet-stream"),
        (status = 206, description = "A range of the file", body = inline(Vec<u8>), content_type = "application/octet-stream"),
        (status = 304, description = "As in the answer whose `ETag` was sent"),
        (status = 400, body = ErrorAnswer),
        (status = 404, description = "No such game, edition or file", body = ErrorAnswer),
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
    let Path((game, wanted)) = path?;
    let variant = app.catalogue.variant(&game, query.captures()?)?;
    query.finish()?;
    let edition = edition(&app, &variant)?;
    // The name is compared with those of the list, and never made into a path.
    let Some(info) = edition.file(&wanted).cloned() else {
        return Err(ApiError::NotFound {
            parameter: Some("file"),
            message: format!(
                "found `{}`, expected a file that /api/v1/{game}/pocket lists",
                shorten(&wanted)
            ),
        });
    };
    let (shared, edition, listed) = (app.clone(), edition.clone(), info.clone());
    let file = app
        .lookups
        .run(move || {
            let open = || edition.open_file(&listed);
            Ok(shared.open_files.open(edition.directory(), &listed, open)?)
        })
        .await?;
    Ok(download::respond(&app, request.method(), request.headers(), &info, file))
}

fn edition<'a>(app: &'a App, variant: &Variant) -> Result<&'a PocketFiles, ApiError> {
    let game = variant.game();
    app.pockets.of(game).ok_or_else(|| ApiError::NotFound {
        parameter: Some("game"),
        message: format!(
            "{} with {} to win: this service has no pocket edition of it",
            game.name(),
            count_of(game.captures(), "capture")
        ),
    })
}
