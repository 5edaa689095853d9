//! Best play from a position on.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;
use bagh_tables::answer::LineAnswer;

use crate::app::App;
use crate::error::{ApiError, ErrorAnswer};
use crate::look_up::{self, Line};
use crate::query::{self, FormatWord, Query};
use crate::respond::{exact, for_now};

/// Best play from a position on
///
/// To the end of the game, or to where a draw settles. Each move is the first of the best moves
/// that a look-up lists.
#[utoipa::path(
    get,
    path = "/api/v1/{game}/line",
    operation_id = "line",
    tag = "positions",
    params(
        ("game" = String, Path, description = "The game", example = "bagh-chal"),
        ("position" = String, Query, description = "The position, in OBX or another notation", example = "T1G1T/5/5/5/T3T t g19 c0 mC1 1"),
        ("captures" = Option<u8>, Query, minimum = 1, maximum = 255, description = "Captures that win, if not as many as usual"),
        ("from" = Option<FormatWord>, Query, description = "The notation; detected if left out"),
    ),
    responses(
        (status = 200, body = LineAnswer),
        (status = 304, description = "As in the answer whose `ETag` was sent"),
        (status = 400, body = ErrorAnswer),
        (status = 403, description = "Asked by a page of another origin", body = ErrorAnswer),
        (status = 404, description = "No such game", body = ErrorAnswer),
        (status = 503, description = "Busy: ask again", body = ErrorAnswer),
    )
)]
pub async fn line(
    State(app): State<App>,
    game: Result<Path<String>, PathRejection>,
    RawQuery(raw): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let mut query = Query::parse(raw.as_deref())?;
    let variant = app.catalogue.variant(&game?.0, query.captures()?)?;
    let text = query.need("position", "T3T/5/5/5/T3T+g+g20+c0")?;
    let format = query.from()?;
    query.finish()?;
    let read = query::position(variant.game(), "position", &text, format)?;
    let host = variant.host().map(|host| &host.pieces);
    let mut begun = None;
    let answer = loop {
        let (looked, read) = (variant.clone(), read.clone());
        // Others have their turn after each piece: a line takes as long as a hundred lookups.
        let piece = move || look_up::line(&looked, &read, begun.as_ref());
        match app.lines.read_tables(host, piece).await? {
            Line::Over(answer) => break answer,
            Line::Begun(next) => begun = Some(next),
        }
    };
    app.metrics.probed(variant.game(), answer.known, answer.moves.len() + 1);
    match &answer.unknown {
        None if variant.lacks_plies() => Ok(for_now(&answer, None)),
        None => exact(&headers, variant.is_built_in(), &answer),
        Some(why) => Ok(for_now(&answer, look_up::ask_again(why))),
    }
}
