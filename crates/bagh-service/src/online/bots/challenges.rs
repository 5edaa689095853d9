//! Challenges of bots: made, listed, accepted, declined.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use bagh_online::Setup;
use bagh_store::ChallengeKind;
use serde_json::{Value, json};

use super::super::challenges::{Made, New, accept_by, make, remove};
use super::super::error::OnlineError;
use super::super::identity::Signed;
use super::super::schemas::{BotChallenge, BotChallengesAnswer, BotDoneAnswer, BotTerms};
use super::super::{Online, now};
use super::about::About;
use super::terms::Terms;
use super::{answers, done};

/// Challenges a player. The answer is the challenge; the game has its id.
#[utoipa::path(
    post,
    path = "/api/challenge/{id}",
    operation_id = "botChallenge",
    tag = "bots",
    params(("id" = String, Path, description = "The name or identifier of the player who is challenged")),
    request_body(content((BotTerms = "application/x-www-form-urlencoded"), (BotTerms = "application/json"))),
    responses((status = 200, body = BotChallenge))
)]
pub(crate) async fn create(
    State(online): State<Online>,
    Path(name): Path<String>,
    Signed(account): Signed,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<Json<Value>, OnlineError> {
    let terms = Terms::read(&headers, &bytes)?;
    let game = terms.variant.clone().unwrap_or_else(|| "bagh-chal".to_owned());
    let setup = Setup { game, captures: terms.captures, time: terms.time()?, rated: terms.rated };
    let rules = setup.check().map_err(|error| OnlineError::Field("setup", error.to_string()))?;
    let side = answers::side(&rules, terms.color.as_deref().unwrap_or("random"))?;
    let new = New {
        kind: ChallengeKind::Direct,
        setup,
        side,
        two_games: false,
        opponent: Some(name),
        range: None,
        key: terms.key,
    };
    let (challenge, status) = match make(&online, account, new).await? {
        Made::Challenge(made) if made.game.is_some() => (*made, "accepted"),
        Made::Challenge(made) => (*made, "created"),
        Made::Closed(closed) => (closed.challenge, closed.closing.word()),
        Made::Game(_) => return Err(OnlineError::Internal("a seek of a bot".to_owned())),
    };
    Ok(Json(answers::challenge(&online, &challenge, status).await?))
}

/// Challenges that wait: those to the bot, and its own.
#[utoipa::path(
    get,
    path = "/api/challenge",
    operation_id = "botChallenges",
    tag = "bots",
    responses((status = 200, body = BotChallengesAnswer))
)]
pub(crate) async fn list(
    State(online): State<Online>,
    Signed(account): Signed,
) -> Result<Json<Value>, OnlineError> {
    let (mut incoming, mut outgoing) = (Vec::new(), Vec::new());
    for challenge in online.store.challenges_of(&account.id, now()).await? {
        if challenge.game.is_none() {
            let list = if challenge.by == account.id { &mut outgoing } else { &mut incoming };
            list.push(answers::challenge(&online, &challenge, "created").await?);
        }
    }
    Ok(Json(json!({ "in": incoming, "out": outgoing })))
}

/// Accepts a challenge
#[utoipa::path(
    post,
    path = "/api/challenge/{id}/accept",
    operation_id = "botAccept",
    tag = "bots",
    params(("id" = String, Path, description = "The identifier")),
    responses((status = 200, body = BotDoneAnswer))
)]
pub(crate) async fn accept(request: About) -> Result<Json<Value>, OnlineError> {
    accept_by(&request.online, &request.id, &request.account).await?;
    Ok(done())
}

/// Declines a challenge, or withdraws one of the bot's own.
#[utoipa::path(
    post,
    path = "/api/challenge/{id}/decline",
    operation_id = "botDecline",
    tag = "bots",
    params(("id" = String, Path, description = "The identifier")),
    responses((status = 200, body = BotDoneAnswer))
)]
pub(crate) async fn decline(request: About) -> Result<Json<Value>, OnlineError> {
    remove(&request.online, &request.id, &request.account).await?;
    Ok(done())
}

/// Withdraws a challenge of the bot's own, or declines one
#[utoipa::path(
    post,
    path = "/api/challenge/{id}/cancel",
    operation_id = "botCancel",
    tag = "bots",
    params(("id" = String, Path, description = "The identifier")),
    responses((status = 200, body = BotDoneAnswer))
)]
pub(crate) async fn cancel(request: About) -> Result<Json<Value>, OnlineError> {
    remove(&request.online, &request.id, &request.account).await?;
    Ok(done())
}
