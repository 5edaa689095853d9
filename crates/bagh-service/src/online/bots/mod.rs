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
mod terms;

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

use super::error::OnlineError;
use super::identity::Signed;
use super::schemas::{BotAccountAnswer, BotsAnswer};
use super::{Online, house, now};

/// A bot is present for this long after it was last seen on its stream of events.
const PRESENT: u64 = 150_000;
/// Bots in a list.
const LIST: u32 = 200;

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
        .routes(routes!(online))
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
    let mut about = super::people::about(&online, &account).await?;
    about["username"] = answers::username(&account).into();
    about["title"] = answers::title(&account);
    Ok(Json(about))
}

/// The bots that can be challenged now: those that follow their events, and the levels.
async fn all_present(online: &Online) -> Result<Vec<Account>, OnlineError> {
    let mut bots = house::accounts(online).await?;
    bots.retain(|bot| bot.banned.is_none());
    let others = online.store.bots(now().saturating_sub(PRESENT), LIST).await?;
    bots.extend(others.into_iter().filter(|bot| !house::is_house(&bot.id)));
    Ok(bots)
}

/// The bots that can be challenged, one a line.
#[utoipa::path(
    get,
    path = "/api/bot/online",
    operation_id = "botsOnline",
    tag = "bots",
    responses((status = 200, description = "A bot in each line", body = String, content_type = "application/x-ndjson"))
)]
pub(super) async fn online(State(online): State<Online>) -> Result<Response, OnlineError> {
    let mut text = Vec::new();
    for bot in all_present(&online).await? {
        text.push(answers::user(&online, &bot).await?.to_string());
    }
    Ok(lines(futures_util::stream::iter(text)))
}

/// The bots that can be challenged, with their ratings, for the page.
#[utoipa::path(
    get,
    path = "/api/online/bots",
    operation_id = "bots",
    tag = "online",
    responses((status = 200, body = BotsAnswer))
)]
pub(super) async fn present(State(online): State<Online>) -> Result<Json<Value>, OnlineError> {
    let mut list = Vec::new();
    for bot in all_present(&online).await? {
        list.push(super::people::about(&online, &bot).await?);
    }
    Ok(Json(json!({ "bots": list })))
}
