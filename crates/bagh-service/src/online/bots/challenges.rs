//! Challenges of bots: made, listed, accepted, declined.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use bagh_online::{Setup, TimeControl};
use bagh_store::ChallengeKind;
use serde_json::{Value, json};

use super::super::challenges::{Made, New, accept_by, make, remove};
use super::super::error::{OnlineError, body};
use super::super::identity::Signed;
use super::super::schemas::{BotChallenge, BotChallengesAnswer, BotDoneAnswer, BotTerms};
use super::super::{Online, now};
use super::{answers, done};

/// The terms of a challenge, in lichess's words.
#[derive(Default)]
pub(crate) struct Terms {
    rated: bool,
    limit: Option<u32>,
    increment: Option<u32>,
    days: Option<u32>,
    color: Option<String>,
    variant: Option<String>,
    /// Captures that win, if not as many as usual.
    captures: Option<u8>,
}

/// Reads a value of a field.
fn value<T: std::str::FromStr>(
    field: &'static str,
    text: &str,
    expected: &str,
) -> Result<T, OnlineError> {
    text.parse().map_err(|_| {
        let found: String = text.chars().take(20).collect();
        OnlineError::Field(field, format!("found {found:?}, expected {expected}"))
    })
}

impl Terms {
    /// Reads a form, as lichess's clients send it, or JSON.
    fn read(headers: &HeaderMap, bytes: &[u8]) -> Result<Terms, OnlineError> {
        let kind = headers.get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or("");
        let fields: Vec<(String, String)> = if kind.starts_with("application/json") {
            let object: serde_json::Map<String, Value> = body(bytes)?;
            let text = |value: Value| match value {
                Value::String(text) => text,
                other => other.to_string(),
            };
            object.into_iter().map(|(name, value)| (name, text(value))).collect()
        } else {
            serde_urlencoded::from_bytes(bytes)
                .map_err(|error| OnlineError::Field("body", error.to_string()))?
        };
        let mut terms = Terms::default();
        for (name, text) in fields {
            let number = "a whole number";
            match name.as_str() {
                "rated" => terms.rated = value("rated", &text, "true or false")?,
                "clock.limit" => terms.limit = Some(value("clock.limit", &text, number)?),
                "clock.increment" => {
                    terms.increment = Some(value("clock.increment", &text, number)?);
                }
                "days" => terms.days = Some(value("days", &text, number)?),
                "captures" => {
                    terms.captures = Some(value("captures", &text, "a number up to 255")?);
                }
                "color" => terms.color = Some(text),
                "variant" => terms.variant = Some(text),
                // What lichess's clients may say, and what changes nothing here.
                "keepAliveStream" | "message" | "rules" => {}
                _ => {
                    let found: String = name.chars().take(40).collect();
                    let message = format!(
                        "found {found:?}, expected rated, clock.limit, clock.increment, days, \
                         color, variant or captures"
                    );
                    return Err(OnlineError::Field("body", message));
                }
            }
        }
        Ok(terms)
    }

    fn time(&self) -> Result<TimeControl, OnlineError> {
        match (self.limit, self.increment, self.days) {
            (Some(base), increment, None) => {
                Ok(TimeControl::Increment { base, increment: increment.unwrap_or(0) })
            }
            (None, None, Some(days)) => Ok(TimeControl::Days { days }),
            (None, None, None) => Ok(TimeControl::Unlimited),
            (None, Some(_), _) => Err(OnlineError::Field(
                "clock.limit",
                "expected, since clock.increment is there".to_owned(),
            )),
            (Some(_), _, Some(_)) => {
                Err(OnlineError::Field("days", "found beside a clock, expected one".to_owned()))
            }
        }
    }
}

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
    };
    match make(&online, account, new).await? {
        Made::Challenge(made) => Ok(Json(answers::challenge(&online, &made, "created").await?)),
        Made::Game(id) => Ok(Json(json!({ "id": id, "status": "accepted" }))),
    }
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
pub(crate) async fn accept(
    State(online): State<Online>,
    Path(id): Path<String>,
    Signed(account): Signed,
) -> Result<Json<Value>, OnlineError> {
    accept_by(&online, &id, &account).await?;
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
pub(crate) async fn decline(
    State(online): State<Online>,
    Path(id): Path<String>,
    Signed(account): Signed,
) -> Result<Json<Value>, OnlineError> {
    remove(&online, &id, &account).await?;
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
pub(crate) async fn cancel(
    State(online): State<Online>,
    Path(id): Path<String>,
    Signed(account): Signed,
) -> Result<Json<Value>, OnlineError> {
    remove(&online, &id, &account).await?;
    Ok(done())
}
