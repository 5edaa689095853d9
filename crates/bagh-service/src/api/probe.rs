//! What positions are worth.

use axum::body::{Body, to_bytes};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use bagh::notation::Format;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::answers::ProbeAnswer;
use crate::app::App;
use crate::error::{ApiError, ErrorAnswer};
use crate::look_up;
use crate::query::{self, Query};
use crate::respond::{exact, for_now, momentary};
use crate::workers::COME_BACK;

/// What a position is worth, and each of its moves
///
/// Exact if `known`; such answers may be kept. If the part of the solution that would answer is
/// not finished, `known` is false, `unknown` says why, and `Retry-After` says when to ask again.
#[utoipa::path(
    get,
    path = "/api/v1/{game}/probe",
    operation_id = "probe",
    tag = "positions",
    params(
        ("game" = String, Path, description = "The game", example = "bagh-chal"),
        ("position" = String, Query, description = "The position, in OBX or another notation", example = "T3T/5/5/5/T3T g g20 c0 - 0"),
        ("captures" = Option<u8>, Query, description = "Captures that win, if not as many as usual"),
        ("from" = Option<String>, Query, description = "The notation, if its shape does not tell"),
    ),
    responses(
        (status = 200, body = ProbeAnswer),
        (status = 304, description = "As in the answer whose `ETag` was sent"),
        (status = 400, body = ErrorAnswer),
        (status = 404, description = "No such game", body = ErrorAnswer),
        (status = 503, description = "Busy: ask again", body = ErrorAnswer),
    )
)]
pub async fn one(
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
    let looked = variant.clone();
    let answer = app.workers.run(move || look_up::probe(&looked, &read, true)).await?;
    app.metrics.probed(variant.game(), answer.known, 1);
    match &answer.unknown {
        None => exact(&headers, variant.is_built_in(), &answer),
        Some(why) => Ok(for_now(&answer, why.ask_again())),
    }
}

/// Positions that are asked for at once.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Positions {
    /// Up to 1,000 positions.
    #[schema(example = json!(["T3T/5/5/5/T3T g g20 c0 - 0", "T1G1T/5/5/5/T3T t g19 c0 mC1 1"]))]
    positions: Vec<String>,
    /// Captures that win, if not as many as usual.
    captures: Option<u8>,
    /// The notation of the positions, if their shape does not tell.
    from: Option<String>,
    /// Whether to tell of the moves, too: yes if left out.
    moves: Option<bool>,
}

/// What the positions are worth, in the same order.
#[derive(Serialize, ToSchema)]
pub struct ProbeAnswers {
    /// An answer for each position.
    answers: Vec<ProbeAnswer>,
}

/// What many positions are worth
///
/// Up to 1,000 positions at once, answered in the same order.
#[utoipa::path(
    post,
    path = "/api/v1/{game}/probe",
    operation_id = "probeMany",
    tag = "positions",
    params(("game" = String, Path, description = "The game", example = "bagh-chal")),
    request_body = Positions,
    responses(
        (status = 200, body = ProbeAnswers),
        (status = 400, body = ErrorAnswer),
        (status = 404, description = "No such game", body = ErrorAnswer),
        (status = 413, description = "The body is too large", body = ErrorAnswer),
        (status = 415, description = "The body is not JSON", body = ErrorAnswer),
        (status = 503, description = "Busy: ask again", body = ErrorAnswer),
    )
)]
pub async fn many(
    State(app): State<App>,
    game: Result<Path<String>, PathRejection>,
    RawQuery(raw): RawQuery,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    Query::parse(raw.as_deref())?.finish()?;
    let entry = app.catalogue.entry(&game?.0)?;
    is_json(&headers)?;
    // Before the body is read: bodies take memory, and may be long in coming.
    let _place = app.batches.try_acquire().map_err(|_| ApiError::Busy(COME_BACK))?;
    let body = tokio::time::timeout(app.limits.head, read(&headers, body, app.limits.body));
    let body = body.await.map_err(|_| ApiError::TooSlow)??;
    let Positions { positions, captures, from, moves } =
        serde_json::from_slice(&body).map_err(|e| ApiError::parameter("body", e.to_string()))?;
    if positions.is_empty() || positions.len() > app.limits.positions {
        return Err(ApiError::parameter(
            "positions",
            format!("found {}, expected 1 to {}", positions.len(), app.limits.positions),
        ));
    }
    let variant = app.catalogue.variant(entry.game().name(), captures)?;
    let format: Option<Format> = from.as_deref().map(query::format_of).transpose()?;
    let looked = variant.clone();
    let answers = app
        .workers
        .run(move || {
            let read = positions.iter().enumerate().map(|(number, text)| {
                query::position(looked.game(), &format!("positions[{number}]"), text, format)
            });
            // All are read before the first is looked up: bad ones cost little.
            let read = read.collect::<Result<Vec<_>, _>>()?;
            let answer = |read| look_up::probe(&looked, read, moves.unwrap_or(true));
            read.iter().map(answer).collect::<Result<Vec<_>, _>>()
        })
        .await?;
    let known = answers.iter().filter(|answer| answer.known).count();
    app.metrics.probed(variant.game(), true, known);
    app.metrics.probed(variant.game(), false, answers.len() - known);
    Ok(momentary(ProbeAnswers { answers }))
}

/// The whole body, if it is not too large.
async fn read(headers: &HeaderMap, body: Body, most: usize) -> Result<bytes::Bytes, ApiError> {
    let length = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    if length.and_then(|text| text.parse::<u64>().ok()).is_some_and(|n| n > most as u64) {
        return Err(ApiError::BodyTooLarge(most));
    }
    to_bytes(body, most).await.map_err(|error| {
        let source = std::error::Error::source(&error);
        match source.is_some_and(|s| s.is::<http_body_util::LengthLimitError>()) {
            true => ApiError::BodyTooLarge(most),
            false => ApiError::parameter("body", "it ended before it was whole: send it again"),
        }
    })
}

/// Refuses bodies that do not say that they are JSON.
fn is_json(headers: &HeaderMap) -> Result<(), ApiError> {
    let found = headers.get(header::CONTENT_TYPE).map(|v| String::from_utf8_lossy(v.as_bytes()));
    let found = found.unwrap_or_default();
    let kind = found.split(';').next().unwrap_or_default().trim();
    match kind.eq_ignore_ascii_case("application/json") {
        true => Ok(()),
        false => Err(ApiError::MediaType(query::shorten(&found))),
    }
}
