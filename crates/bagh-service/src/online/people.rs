//! Accounts: guests, names, passwords, what is known about players.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use bagh_online::PlayerId;
use bagh_store::{Account, Name, secret};
use serde::Deserialize;
use serde_json::{Value, json};

use super::error::{OnlineError, body};
use super::identity::{Address, Maybe, Presented, Signed, no_session};
use super::schemas::{AccountAnswer, BlocksAnswer, DoneAnswer, RegisteredAnswer};
use super::{Online, now};

const PASSWORD: std::ops::RangeInclusive<usize> = 8..=256;

pub(crate) async fn about(online: &Online, account: &Account) -> Result<Value, OnlineError> {
    let mut ratings = Vec::new();
    for row in online.store.ratings_of(&account.id).await? {
        let rating = row.now(now());
        ratings.push(json!({
            "game": row.game, "side": row.side, "rating": rating.value.round(),
            "deviation": rating.deviation.round(), "games": row.games,
            "provisional": rating.is_provisional(), "updated": row.updated,
        }));
    }
    Ok(json!({
        "id": account.id, "name": account.name, "guest": account.is_guest(), "bot": account.bot,
        "created": account.created, "ratings": ratings,
    }))
}

/// The account that is signed in
#[utoipa::path(
    get,
    path = "/api/online/me",
    operation_id = "me",
    tag = "people",
    responses((status = 200, body = AccountAnswer))
)]
pub(crate) async fn me(
    State(online): State<Online>,
    Signed(account): Signed,
    headers: HeaderMap,
) -> Result<Response, OnlineError> {
    let cookie = online.note_seen(&account, &headers).await?;
    let mut answer = Json(json!({ "player": about(&online, &account).await? })).into_response();
    if let Some(cookie) = cookie {
        answer.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(answer)
}

/// Makes a guest account, unless there is an account already.
#[utoipa::path(
    post,
    path = "/api/online/guest",
    operation_id = "guest",
    tag = "people",
    responses((status = 200, body = AccountAnswer))
)]
pub(crate) async fn guest(
    State(online): State<Online>,
    Address(address): Address,
    Maybe(account): Maybe,
    headers: HeaderMap,
) -> Result<Response, OnlineError> {
    if let Some(account) = account {
        return Ok(Json(json!({ "player": about(&online, &account).await? })).into_response());
    }
    online.rates.new_account(&address)?;
    let id = PlayerId::new(secret::random_text(12)?)
        .map_err(|error| OnlineError::Internal(error.to_string()))?;
    online.store.create_account(&id, now()).await?;
    let account = online.store.account(&id).await?.ok_or(OnlineError::NotFound("account"))?;
    signed_in(&online, &account, &headers, json!({})).await
}

pub(crate) async fn signed_in(
    online: &Online,
    account: &Account,
    headers: &HeaderMap,
    mut answer: Value,
) -> Result<Response, OnlineError> {
    let cookie = online.new_session(&account.id, headers).await?;
    answer["player"] = about(online, account).await?;
    Ok(([(header::SET_COOKIE, cookie)], Json(answer)).into_response())
}

/// A name and a password.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NamePassword {
    name: String,
    password: String,
}

fn check_name(name: &str) -> Result<Name, OnlineError> {
    Name::new(name).map_err(|error| OnlineError::Field("name", error.to_string()))
}

impl Online {
    pub(crate) async fn hash(&self, password: String) -> Result<String, OnlineError> {
        let found = password.chars().count();
        if !PASSWORD.contains(&found) {
            let message = format!("found {found} characters, expected 8 to 256");
            return Err(OnlineError::Field("password", message));
        }
        let _permit = self.hashing.acquire().await;
        let hashed = tokio::task::spawn_blocking(move || secret::hash_password(&password)).await;
        Ok(hashed.map_err(|error| OnlineError::Internal(error.to_string()))??)
    }

    pub(crate) async fn fits(
        &self,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, OnlineError> {
        if !PASSWORD.contains(&password.chars().count()) {
            return Ok(false);
        }
        let _permit = self.hashing.acquire().await;
        // Without an account the work is the same, so that time does not tell which names exist.
        let work = move || match hash {
            Some(hash) => secret::password_fits(&password, &hash),
            None => {
                let _ = secret::hash_password(&password);
                false
            }
        };
        let fits = tokio::task::spawn_blocking(work).await;
        fits.map_err(|error| OnlineError::Internal(error.to_string()))
    }
}

/// A name, and a password unless the account has a passkey.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Registration {
    name: String,
    password: Option<String>,
}

/// Gives a guest's account a name and a password. Its games stay with it.
#[utoipa::path(
    post,
    path = "/api/online/register",
    operation_id = "register",
    tag = "people",
    request_body = Registration,
    responses((status = 200, body = RegisteredAnswer))
)]
pub(crate) async fn register(
    State(online): State<Online>,
    Address(address): Address,
    Signed(account): Signed,
    bytes: Bytes,
) -> Result<Json<Value>, OnlineError> {
    let sent: Registration = body(&bytes)?;
    if !account.is_guest() {
        return Err(OnlineError::Conflict("you have a name already"));
    }
    let name = check_name(&sent.name)?;
    online.rates.login(&address, name.key())?;
    let hash = match sent.password {
        Some(password) => Some(online.hash(password).await?),
        None if online.store.passkeys_of(&account.id).await?.is_empty() => {
            let message = "found none, expected one of 8 to 256 characters, or add a passkey first";
            return Err(OnlineError::Field("password", message.to_owned()));
        }
        None => None,
    };
    let codes = secret::new_recovery_codes()?;
    let hashes = codes.iter().map(|code| secret::key_hash(code)).collect();
    online.store.register(&account.id, &name, hash, hashes).await?;
    Ok(Json(json!({ "name": name.as_str(), "recovery_codes": codes })))
}

/// Signs in with a password
#[utoipa::path(
    post,
    path = "/api/online/login",
    operation_id = "login",
    tag = "people",
    request_body = NamePassword,
    responses((status = 200, body = AccountAnswer))
)]
pub(crate) async fn login(
    State(online): State<Online>,
    Address(address): Address,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<Response, OnlineError> {
    let sent: NamePassword = body(&bytes)?;
    let wrong = OnlineError::Forbidden("the name or the password is wrong");
    let Ok(name) = Name::new(&sent.name) else { return Err(wrong) };
    online.rates.login(&address, name.key())?;
    let account = online.store.account_by_name(&name).await?;
    let hash = account.as_ref().and_then(|account| account.password.clone());
    let fits = online.fits(sent.password, hash).await?;
    match account {
        Some(account) if fits && account.banned.is_none() => {
            signed_in(&online, &account, &headers, json!({})).await
        }
        _ => {
            online.metrics.logins_refused.inc();
            Err(wrong)
        }
    }
}

/// The old password and the new one.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPassword {
    old: String,
    new: String,
}

/// Sets a password, and ends other sessions
#[utoipa::path(
    post,
    path = "/api/online/password",
    operation_id = "password",
    tag = "people",
    request_body = NewPassword,
    responses((status = 200, body = AccountAnswer))
)]
pub(crate) async fn password(
    State(online): State<Online>,
    Address(address): Address,
    Signed(account): Signed,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<Response, OnlineError> {
    let sent: NewPassword = body(&bytes)?;
    online.rates.login(&address, account.id.as_str())?;
    if !online.fits(sent.old, account.password.clone()).await? {
        online.metrics.logins_refused.inc();
        return Err(OnlineError::Forbidden("the old password is wrong"));
    }
    let hash = online.hash(sent.new).await?;
    online.store.set_password(&account.id, hash, false).await?;
    signed_in(&online, &account, &headers, json!({})).await
}

/// Ends this session
#[utoipa::path(
    post,
    path = "/api/online/logout",
    operation_id = "logout",
    tag = "people",
    responses((status = 200, body = DoneAnswer))
)]
pub(crate) async fn logout(
    State(online): State<Online>,
    Signed(account): Signed,
    Presented(hash): Presented,
) -> Result<Response, OnlineError> {
    if let Some(hash) = hash {
        online.store.remove_key(&account.id, &hash).await?;
    }
    Ok(([(header::SET_COOKIE, no_session()?)], Json(json!({}))).into_response())
}

/// Whom to block, or no longer.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Block {
    player: String,
    block: bool,
}

/// Blocks a player, or lifts the block
#[utoipa::path(
    post,
    path = "/api/online/blocks",
    operation_id = "block",
    tag = "people",
    request_body = Block,
    responses((status = 200, body = DoneAnswer))
)]
pub(crate) async fn block(
    State(online): State<Online>,
    Signed(account): Signed,
    bytes: Bytes,
) -> Result<Json<Value>, OnlineError> {
    let sent: Block = body(&bytes)?;
    let other = online.find(&sent.player).await?;
    online.rates.challenge(&account)?;
    if sent.block && online.store.blocked_by(&account.id).await?.len() >= 1_000 {
        return Err(OnlineError::Conflict("you have blocked too many players"));
    }
    online.store.block(&account.id, &other.id, sent.block, now()).await?;
    Ok(Json(json!({})))
}

/// Whom you have blocked
#[utoipa::path(
    get,
    path = "/api/online/blocks",
    operation_id = "blocks",
    tag = "people",
    responses((status = 200, body = BlocksAnswer))
)]
pub(crate) async fn blocks(
    State(online): State<Online>,
    Signed(account): Signed,
) -> Result<Json<Value>, OnlineError> {
    let mut players = Vec::new();
    for id in online.store.blocked_by(&account.id).await? {
        players.push(online.player(Some(&id)).await?);
    }
    Ok(Json(json!({ "blocked": players })))
}
