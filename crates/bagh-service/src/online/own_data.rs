//! What an account has stored, for its owner: sessions and tokens, and its deletion.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bagh_store::{Account, Key, KeyKind, secret};
use serde::Deserialize;
use serde_json::{Value, json};

use super::error::{OnlineError, body};
use super::identity::{Presented, Signed, no_session};
use super::schemas::{DoneAnswer, SessionsAnswer, TokenAnswer};
use super::{Online, now};

/// Sessions and tokens of an account.
const KEYS: usize = 50;

/// Enough of a hash to name a key without giving away anything.
fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}

/// Sessions and tokens of the account
#[utoipa::path(
    get,
    path = "/api/online/sessions",
    operation_id = "sessions",
    tag = "people",
    responses((status = 200, body = SessionsAnswer))
)]
pub(crate) async fn sessions(
    State(online): State<Online>,
    Signed(account): Signed,
    Presented(hash): Presented,
) -> Result<Json<Value>, OnlineError> {
    Ok(Json(json!({ "sessions": online.sessions(&account, hash.as_deref()).await? })))
}

impl Online {
    /// The sessions and tokens of an account; `hash` is the key that asks.
    pub(crate) async fn sessions(
        &self,
        account: &Account,
        hash: Option<&str>,
    ) -> Result<Vec<Value>, OnlineError> {
        let keys = self.store.keys_of(&account.id).await?;
        Ok(keys
            .iter()
            .map(|key| {
                json!({
                    "id": short(&key.hash), "kind": key.kind, "label": key.label,
                    "created": key.created, "expires": key.expires,
                    "this": hash == Some(&key.hash),
                })
            })
            .collect())
    }
}

/// Ends a session or token
#[utoipa::path(
    post,
    path = "/api/online/sessions/{id}/end",
    operation_id = "endSession",
    tag = "people",
    params(("id" = String, Path, description = "The identifier")),
    responses((status = 200, body = DoneAnswer))
)]
pub(crate) async fn end_session(
    State(online): State<Online>,
    Path(id): Path<String>,
    Signed(account): Signed,
) -> Result<Json<Value>, OnlineError> {
    let keys = online.store.keys_of(&account.id).await?;
    let key = keys.iter().find(|key| short(&key.hash) == id);
    let key = key.ok_or(OnlineError::NotFound("session"))?;
    online.store.remove_key(&account.id, &key.hash).await?;
    Ok(Json(json!({})))
}

/// What a token is for.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewToken {
    label: String,
}

/// Makes a token for a program
#[utoipa::path(
    post,
    path = "/api/online/tokens",
    operation_id = "newToken",
    tag = "people",
    request_body = NewToken,
    responses((status = 200, body = TokenAnswer))
)]
pub(crate) async fn token(
    State(online): State<Online>,
    Signed(account): Signed,
    bytes: Bytes,
) -> Result<Json<Value>, OnlineError> {
    let sent: NewToken = body(&bytes)?;
    if account.is_guest() {
        return Err(OnlineError::Forbidden("tokens need a name: register first"));
    }
    if online.store.keys_of(&account.id).await?.len() >= KEYS {
        return Err(OnlineError::Conflict("you have too many sessions and tokens: end some"));
    }
    let token = secret::new_key()?;
    let label = sent.label.chars().filter(|c| !c.is_control()).take(60).collect();
    let (hash, account) = (secret::key_hash(&token), account.id);
    let key = Key { hash, account, kind: KeyKind::Token, label, created: now(), expires: None };
    online.store.add_key(key).await?;
    Ok(Json(json!({ "token": token })))
}

/// A deletion is confirmed by the name, or by `guest`.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Confirm {
    confirm: String,
}

/// Deletes the account and everything about it except its games
#[utoipa::path(
    post,
    path = "/api/online/delete",
    operation_id = "deleteAccount",
    tag = "people",
    request_body = Confirm,
    responses((status = 200, body = DoneAnswer))
)]
pub(crate) async fn delete(
    State(online): State<Online>,
    Signed(account): Signed,
    bytes: Bytes,
) -> Result<Response, OnlineError> {
    let sent: Confirm = body(&bytes)?;
    let expected = account.name.as_deref().unwrap_or("guest");
    if sent.confirm != expected {
        let message = "expected your name, or \"guest\" if you have none".to_owned();
        return Err(OnlineError::Field("confirm", message));
    }
    online.store.delete_account(&account.id, now()).await?;
    Ok(([(header::SET_COOKIE, no_session()?)], Json(json!({}))).into_response())
}
