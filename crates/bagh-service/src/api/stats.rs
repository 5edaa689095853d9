//! What the tables hold, counted.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use bagh_tables::answer::Unknown;
use bagh_tables::stats::{self, ClassRow};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::counts::{self, CrossRow, DistanceRow, LongestRow, Scan};
use crate::error::{ApiError, ErrorAnswer};
use crate::look_up::{ask_again, why_not};
use crate::query::Query;
use crate::respond::{exact, for_now, momentary};
use crate::tables_state::{SolveState, TablesState};

/// The classes of positions that are solved.
#[derive(Serialize, ToSchema)]
pub struct ClassesAnswer {
    /// The game.
    game: String,
    /// Captures that win.
    captures: u8,
    /// Whether all classes are there.
    complete: bool,
    /// The classes, in the order in which games come to them; all counts are up to symmetry, and
    /// include positions that no play reaches.
    classes: Vec<ClassRow>,
}

/// Positions by value, for every class
#[utoipa::path(
    get,
    path = "/api/v1/{game}/stats",
    operation_id = "stats",
    tag = "statistics",
    params(
        ("game" = String, Path, description = "The game", example = "bagh-chal"),
        ("captures" = Option<u8>, Query, minimum = 1, maximum = 255, description = "Captures that win, if not as many as usual"),
    ),
    responses(
        (status = 200, body = ClassesAnswer),
        (status = 400, body = ErrorAnswer),
        (status = 404, description = "No such game", body = ErrorAnswer),
    )
)]
pub async fn classes(
    State(app): State<App>,
    game: Result<Path<String>, PathRejection>,
    RawQuery(raw): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let mut query = Query::parse(raw.as_deref())?;
    let variant = app.catalogue.variant(&game?.0, query.captures()?)?;
    query.finish()?;
    let (built_in, asked) = (variant.is_built_in(), variant.clone());
    let answer = app
        .lookups
        .read_tables(variant.host().map(|host| &host.lookups), move || {
            let variant = &asked;
            let (game, store) = (variant.game(), variant.store());
            let status = store.status();
            let complete = TablesState::with(variant, &status).state == SolveState::Ready;
            let status = status?;
            let rows = status.manifest().map(|manifest| stats::rows(store.game(), manifest));
            let classes = rows.unwrap_or_default();
            let (captures, game) = (game.captures(), game.name().to_owned());
            Ok(ClassesAnswer { game, captures, complete, classes })
        })
        .await?;
    match answer.complete {
        true => exact(&headers, built_in, &answer),
        false => Ok(momentary(&answer)),
    }
}

/// Counts that take a look at every position of the sliding phase.
#[derive(Serialize, ToSchema)]
pub struct ScanAnswer<T> {
    /// The game.
    game: String,
    /// Captures that win.
    captures: u8,
    /// Whether the sliding phase is solved. If not, `unknown` says why.
    known: bool,
    /// What was counted.
    rows: Vec<T>,
    /// Why it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown: Option<Unknown>,
}

/// Boards of the sliding phase by the outcome with either side to move
#[utoipa::path(
    get,
    path = "/api/v1/{game}/stats/cross",
    operation_id = "statsCross",
    tag = "statistics",
    params(
        ("game" = String, Path, description = "The game", example = "bagh-chal"),
        ("captures" = Option<u8>, Query, minimum = 1, maximum = 255, description = "Captures that win, if not as many as usual"),
    ),
    responses(
        (status = 200, body = ScanAnswer<CrossRow>),
        (status = 304, description = "As in the answer whose `ETag` was sent"),
        (status = 400, body = ErrorAnswer),
        (status = 403, description = "Asked by a page of another origin", body = ErrorAnswer),
        (status = 404, description = "No such game", body = ErrorAnswer),
        (status = 503, description = "Busy: ask again", body = ErrorAnswer),
    )
)]
pub async fn cross(
    State(app): State<App>,
    game: Result<Path<String>, PathRejection>,
    RawQuery(raw): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    scan(&app, game, raw, &headers, Scan::Cross).await
}

/// Wins of the sliding phase by how many plies they take
#[utoipa::path(
    get,
    path = "/api/v1/{game}/stats/distances",
    operation_id = "statsDistances",
    tag = "statistics",
    params(
        ("game" = String, Path, description = "The game", example = "bagh-chal"),
        ("captures" = Option<u8>, Query, minimum = 1, maximum = 255, description = "Captures that win, if not as many as usual"),
    ),
    responses(
        (status = 200, body = ScanAnswer<DistanceRow>),
        (status = 304, description = "As in the answer whose `ETag` was sent"),
        (status = 400, body = ErrorAnswer),
        (status = 403, description = "Asked by a page of another origin", body = ErrorAnswer),
        (status = 404, description = "No such game", body = ErrorAnswer),
        (status = 503, description = "Busy: ask again", body = ErrorAnswer),
    )
)]
pub async fn distances(
    State(app): State<App>,
    game: Result<Path<String>, PathRejection>,
    RawQuery(raw): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    scan(&app, game, raw, &headers, Scan::Distances).await
}

/// The longest wins of the sliding phase, each with a position
#[utoipa::path(
    get,
    path = "/api/v1/{game}/stats/longest",
    operation_id = "statsLongest",
    tag = "statistics",
    params(
        ("game" = String, Path, description = "The game", example = "bagh-chal"),
        ("captures" = Option<u8>, Query, minimum = 1, maximum = 255, description = "Captures that win, if not as many as usual"),
    ),
    responses(
        (status = 200, body = ScanAnswer<LongestRow>),
        (status = 304, description = "As in the answer whose `ETag` was sent"),
        (status = 400, body = ErrorAnswer),
        (status = 403, description = "Asked by a page of another origin", body = ErrorAnswer),
        (status = 404, description = "No such game", body = ErrorAnswer),
        (status = 503, description = "Busy: ask again", body = ErrorAnswer),
    )
)]
pub async fn longest(
    State(app): State<App>,
    game: Result<Path<String>, PathRejection>,
    RawQuery(raw): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    scan(&app, game, raw, &headers, Scan::Longest).await
}

/// Answers with counts that are made once and then kept.
async fn scan(
    app: &App,
    game: Result<Path<String>, PathRejection>,
    raw: Option<String>,
    headers: &HeaderMap,
    scan: Scan,
) -> Result<Response, ApiError> {
    let mut query = Query::parse(raw.as_deref())?;
    let variant = app.catalogue.variant(&game?.0, query.captures()?)?;
    query.finish()?;
    let rows = counts::rows(app, &variant, scan).await?;
    let game = variant.game();
    let (known, unknown) = match &rows {
        Some(_) => (true, None),
        None => (false, Some(why_not(&variant, None))),
    };
    let answer = ScanAnswer {
        game: game.name().to_owned(),
        captures: game.captures(),
        known,
        rows: rows.iter().flat_map(|rows| rows.iter()).collect(),
        unknown,
    };
    match &answer.unknown {
        None => exact(headers, variant.is_built_in(), &answer),
        Some(why) => Ok(for_now(&answer, ask_again(why))),
    }
}
