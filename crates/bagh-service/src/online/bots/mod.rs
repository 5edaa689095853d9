//! The paths of lichess's bot API, which bot authors know: a stream of what concerns the bot, a
//! stream for each game, and moves by a single request.
//!
//! Games have two sides instead of two colours: *white* is the side that begins, goats in Bagh Chal
//! and tigers in Aadu Puli Attam. Everything that lichess has no word for stands beside it under
//! our own names. `docs/BOTS.md` describes the API.

mod about;
mod answers;
mod challenges;
mod events;
mod games;
pub(super) mod present;
mod terms;
mod told;

use std::convert::Infallible;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bagh_store::Account;
use futures_util::Stream;
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Online;
use super::error::OnlineError;
use super::identity::Signed;
use super::schemas::BotAccountAnswer;

/// The paths of bots.
pub(super) fn paths() -> OpenApiRouter<Online> {
    OpenApiRouter::new()
        .routes(routes!(account))
        .routes(routes!(events::events))
        .routes(routes!(challenges::list))
        // The same place holds a player's name or a challenge's id, as on lichess.
        .routes(routes!(challenges::create))
        .routes(routes!(challenges::accept))
        .routes(routes!(challenges::decline))
        .routes(routes!(challenges::cancel))
        .routes(routes!(present::online))
        .routes(routes!(games::stream))
        .routes(routes!(games::play))
        .routes(routes!(games::resign))
        .routes(routes!(games::abort))
        .routes(routes!(games::draw))
        .routes(routes!(games::takeback))
        .routes(routes!(games::claim_victory))
}

/// What lichess answers when something was done.
fn done() -> Json<Value> {
    Json(json!({ "ok": true }))
}

/// Only bots move by these paths, so that people know what they play against.
fn bot(Signed(account): Signed) -> Result<Account, OnlineError> {
    if account.bot {
        return Ok(account);
    }
    Err(OnlineError::Forbidden(
        "this account is a person's, expected a bot's: the operator makes accounts of bots",
    ))
}

/// Lines of JSON as a response.
fn lines(stream: impl Stream<Item = String> + Send + 'static) -> Response {
    use futures_util::StreamExt;
    let bytes = stream.map(|line| Ok::<_, Infallible>(Bytes::from(line + "\n")));
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        // Proxies must not hold lines back.
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    (headers, Body::from_stream(bytes)).into_response()
}

/// The account behind the token.
#[utoipa::path(
    get,
    path = "/api/account",
    operation_id = "botAccount",
    tag = "bots",
    responses((status = 200, body = BotAccountAnswer))
)]
pub(super) async fn account(
    State(online): State<Online>,
    Signed(account): Signed,
) -> Result<Json<Value>, OnlineError> {
    let about = super::people::about(&online, &account).await?;
    Ok(Json(answers::named(about, &account)))
}
