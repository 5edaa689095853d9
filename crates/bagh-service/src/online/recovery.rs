//! Recovery codes: for those who have forgotten the password, since there is no e-mail.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use bagh_store::{Name, secret};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Online;
use super::error::{OnlineError, body};
use super::identity::{Address, Signed};
use super::passkeys::{Assertion, owner};
use super::people::signed_in;
use super::schemas::{AccountAnswer, CodesAnswer};

/// A recovery code, and the password to set.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Recovery {
    name: String,
    code: String,
    password: String,
}

/// Sets a password with a recovery code, and signs in
#[utoipa::path(
    post,
    path = "/api/online/recover",
    operation_id = "recover",
    tag = "people",
    request_body = Recovery,
    responses((status = 200, body = AccountAnswer))
)]
pub(crate) async fn recover(
    State(online): State<Online>,
    Address(address): Address,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<Response, OnlineError> {
    let sent: Recovery = body(&bytes)?;
    let wrong = OnlineError::Forbidden("the name or the recovery code is wrong");
    let Ok(name) = Name::new(&sent.name) else { return Err(wrong) };
    online.rates.login(&address, name.key())?;
    let hash = online.hash(sent.password).await?;
    let Some(account) = online.store.account_by_name(&name).await? else { return Err(wrong) };
    if !online.store.use_recovery_code(&account.id, &secret::key_hash(&sent.code)).await? {
        online.metrics.logins_refused.inc();
        return Err(wrong);
    }
    // Somebody who needs a recovery code may have lost more than the password.
    online.store.set_password(&account.id, hash, true).await?;
    let left = online.store.recovery_codes_left(&account.id).await?;
    signed_in(&online, &account, &headers, json!({ "recovery_codes_left": left })).await
}

/// The password, or a passkey's answer to a challenge of `passkeys/challenge`: it has to be the
/// owner who asks.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Proof {
    password: Option<String>,
    passkey: Option<Assertion>,
}

/// Replaces the recovery codes.
#[utoipa::path(
    post,
    path = "/api/online/recovery-codes",
    operation_id = "recoveryCodes",
    tag = "people",
    request_body = Proof,
    responses((status = 200, body = CodesAnswer))
)]
pub(crate) async fn recovery_codes(
    State(online): State<Online>,
    Address(address): Address,
    Signed(account): Signed,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<Json<Value>, OnlineError> {
    match body(&bytes)? {
        Proof { password: Some(password), passkey: None } => {
            online.rates.login(&address, account.id.as_str())?;
            if !online.fits(password, account.password.clone()).await? {
                online.metrics.logins_refused.inc();
                return Err(OnlineError::Forbidden("the password is wrong"));
            }
        }
        Proof { password: None, passkey: Some(passkey) } => {
            if owner(&online, &address, &headers, passkey).await?.id != account.id {
                return Err(OnlineError::Forbidden("the passkey belongs to another account"));
            }
        }
        _ => {
            let message = "expected either this or `passkey`".to_owned();
            return Err(OnlineError::Field("password", message));
        }
    }
    if account.is_guest() {
        return Err(OnlineError::Forbidden("recovery codes need a name: register first"));
    }
    let codes = secret::new_recovery_codes()?;
    let hashes = codes.iter().map(|code| secret::key_hash(code)).collect();
    online.store.set_recovery_codes(&account.id, hashes).await?;
    Ok(Json(json!({ "recovery_codes": codes })))
}
