//! Answers with their cache policy: exact answers may be cached, all others may not.

use axum::Json;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::error::ApiError;

/// Exact answers never change; a day is long enough to be of use, and short enough for the
/// service to learn new words.
const EXACT: HeaderValue = HeaderValue::from_static("public, max-age=86400");
/// Board files may change, so clients ask each time, and get the answer again only if it did.
const CHECKED: HeaderValue = HeaderValue::from_static("public, no-cache");
const MOMENTARY: HeaderValue = HeaderValue::from_static("no-store");

/// An exact answer about a game: it changes only if the game does, and built-in games never do.
/// A client that has it already is told so.
pub fn exact(
    asked: &HeaderMap,
    built_in: bool,
    answer: &impl Serialize,
) -> Result<Response, ApiError> {
    let body = serde_json::to_vec(answer).map_err(|e| ApiError::Internal(e.to_string()))?;
    let tag = format!("W/\"{}\"", &blake3::hash(&body).to_hex()[..16]);
    let tag = HeaderValue::from_str(&tag).map_err(|e| ApiError::Internal(e.to_string()))?;
    let cache = if built_in { EXACT } else { CHECKED };
    let headers = [(header::CACHE_CONTROL, cache), (header::ETAG, tag.clone())];
    if is_known(asked, tag.to_str().unwrap_or_default()) {
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    let json = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    Ok((headers, json, body).into_response())
}

/// A JSON document that may change, with a tag by which a client sees whether it did.
pub fn json_text(asked: &HeaderMap, text: String) -> Response {
    let tag = format!("\"{}\"", blake3::hash(text.as_bytes()).to_hex());
    let Ok(tag) = HeaderValue::from_str(&tag) else { return momentary(text) };
    let headers = [(header::CACHE_CONTROL, CHECKED), (header::ETAG, tag.clone())];
    if is_known(asked, tag.to_str().unwrap_or_default()) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    let json = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    (headers, json, text).into_response()
}

/// An answer that holds for this moment.
pub fn momentary(answer: impl Serialize) -> Response {
    ([(header::CACHE_CONTROL, MOMENTARY)], Json(answer)).into_response()
}

/// The same for an answer that is JSON already.
pub fn momentary_text(json: Vec<u8>) -> Response {
    let kind = HeaderValue::from_static("application/json");
    ([(header::CACHE_CONTROL, MOMENTARY), (header::CONTENT_TYPE, kind)], json).into_response()
}

/// An answer that may be another one after some seconds.
pub fn for_now(answer: impl Serialize, seconds: Option<u32>) -> Response {
    let mut response = momentary(answer);
    if let Some(seconds) = seconds {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

/// Whether `If-None-Match` names this tag.
pub fn is_known(asked: &HeaderMap, tag: &str) -> bool {
    let weak = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    asked
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|known| known.trim() == "*" || weak(known) == weak(tag))
}
