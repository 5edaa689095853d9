//! Passkeys: adding one to an account, signing in with it, removing it.
//!
//! A request for a challenge leaves the challenge in the store for five minutes, so that any node
//! can check the answer, and an answer uses its challenge up. [`verify`] checks what
//! authenticators say; nothing there touches the store.

mod public_key;
mod verify;

use std::net::IpAddr;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use bagh_online::PlayerId;
use bagh_store::{Account, Passkey, StoreError, secret};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde_json::{Value, json};

use super::error::{OnlineError, body};
use super::identity::{Address, Signed};
use super::people::signed_in;
use super::schemas::{
    AccountAnswer, DoneAnswer, PasskeyAnswer, PasskeyOptionsAnswer, PasskeysAnswer,
};
use super::{Online, now};
use verify::Site;

/// How long a challenge is good for.
const CHALLENGE: u64 = 5 * 60_000;
/// Passkeys of an account.
const MOST: usize = 20;

impl Online {
    /// A new challenge in base64url, for an account that adds a passkey or for anyone.
    async fn challenge(&self, account: Option<&PlayerId>) -> Result<String, OnlineError> {
        let challenge = secret::new_key()?;
        let hash = secret::key_hash(&challenge);
        self.store.add_passkey_challenge(&hash, account, now() + CHALLENGE).await?;
        Ok(URL_SAFE_NO_PAD.encode(challenge))
    }

    async fn use_challenge(
        &self,
        challenge: &str,
        account: Option<&PlayerId>,
    ) -> Result<(), OnlineError> {
        let hash = secret::key_hash(challenge);
        match self.store.take_passkey_challenge(&hash, account, now()).await? {
            true => Ok(()),
            false => Err(OnlineError::Forbidden(
                "the challenge has expired or was used already: ask for another one",
            )),
        }
    }

    /// The passkeys of an account, as its owner sees them.
    pub(crate) async fn passkeys(&self, account: &Account) -> Result<Vec<Value>, OnlineError> {
        let passkeys = self.store.passkeys_of(&account.id).await?;
        Ok(passkeys.iter().map(about).collect())
    }
}

fn about(passkey: &Passkey) -> Value {
    json!({
        "id": passkey.id, "label": passkey.label, "created": passkey.created,
        "used": passkey.used,
    })
}

/// The passkeys of the account
#[utoipa::path(
    get,
    path = "/api/online/passkeys",
    operation_id = "passkeys",
    tag = "people",
    responses((status = 200, body = PasskeysAnswer))
)]
pub(crate) async fn list(
    State(online): State<Online>,
    Signed(account): Signed,
) -> Result<Json<Value>, OnlineError> {
    Ok(Json(json!({ "passkeys": online.passkeys(&account).await? })))
}

/// What a browser needs to make a passkey: `PublicKeyCredentialCreationOptionsJSON`.
#[utoipa::path(
    post,
    path = "/api/online/passkeys/new",
    operation_id = "newPasskey",
    tag = "people",
    responses((status = 200, body = PasskeyOptionsAnswer))
)]
pub(crate) async fn creation(
    State(online): State<Online>,
    Address(address): Address,
    Signed(account): Signed,
    headers: HeaderMap,
) -> Result<Json<Value>, OnlineError> {
    let site = Site::of(&headers)?;
    online.rates.passkey(&address)?;
    let passkeys = online.store.passkeys_of(&account.id).await?;
    let known: Vec<Value> =
        passkeys.iter().map(|p| json!({ "type": "public-key", "id": p.id })).collect();
    let name = account.name.as_deref().unwrap_or("Guest");
    let algorithms: Vec<Value> = public_key::ALGORITHMS
        .iter()
        .map(|alg| json!({ "type": "public-key", "alg": alg }))
        .collect();
    Ok(Json(json!({ "options": {
        "challenge": online.challenge(Some(&account.id)).await?,
        "rp": { "id": site.name(), "name": "Bagh" },
        "user": {
            "id": URL_SAFE_NO_PAD.encode(account.id.as_str()), "name": name, "displayName": name,
        },
        "pubKeyCredParams": algorithms,
        "timeout": CHALLENGE,
        "excludeCredentials": known,
        // There is no name to type: the authenticator itself knows whose key it is.
        "authenticatorSelection": {
            "residentKey": "required", "requireResidentKey": true,
            "userVerification": "required",
        },
        "attestation": "none",
    }})))
}

/// A passkey that a browser has made. Bytes are in base64url.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPasskey {
    label: String,
    client_data: String,
    attestation: String,
}

/// Adds a passkey that a browser has made
#[utoipa::path(
    post,
    path = "/api/online/passkeys",
    operation_id = "addPasskey",
    tag = "people",
    request_body = NewPasskey,
    responses((status = 200, body = PasskeyAnswer))
)]
pub(crate) async fn add(
    State(online): State<Online>,
    Address(address): Address,
    Signed(account): Signed,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<Json<Value>, OnlineError> {
    let sent: NewPasskey = body(&bytes)?;
    let site = Site::of(&headers)?;
    online.rates.login(&address, account.id.as_str())?;
    let client_data = decoded("client_data", &sent.client_data)?;
    let challenge = site.client_data(&client_data, "webauthn.create")?;
    let made = site.attestation(&decoded("attestation", &sent.attestation)?)?;
    online.use_challenge(&challenge, Some(&account.id)).await?;
    if online.store.passkeys_of(&account.id).await?.len() >= MOST {
        return Err(OnlineError::Conflict("you have too many passkeys: remove one first"));
    }
    let label: String = sent.label.chars().filter(|c| !c.is_control()).take(60).collect();
    let passkey = Passkey {
        id: URL_SAFE_NO_PAD.encode(&made.id),
        account: account.id,
        public_key: URL_SAFE_NO_PAD.encode(&made.public_key),
        counter: made.counter,
        label,
        created: now(),
        used: None,
    };
    let answer = about(&passkey);
    match online.store.add_passkey(passkey).await {
        Err(StoreError::Conflict) => Err(OnlineError::Conflict("this passkey is known already")),
        other => {
            other?;
            Ok(Json(json!({ "passkey": answer })))
        }
    }
}

/// Removes a passkey
#[utoipa::path(
    post,
    path = "/api/online/passkeys/{id}/remove",
    operation_id = "removePasskey",
    tag = "people",
    params(("id" = String, Path, description = "The identifier")),
    responses((status = 200, body = DoneAnswer))
)]
pub(crate) async fn remove(
    State(online): State<Online>,
    Path(id): Path<String>,
    Signed(account): Signed,
) -> Result<Json<Value>, OnlineError> {
    let passkeys = online.store.passkeys_of(&account.id).await?;
    if !passkeys.iter().any(|passkey| passkey.id == id) {
        return Err(OnlineError::NotFound("passkey"));
    }
    if passkeys.len() == 1 && !account.is_guest() && account.password.is_none() {
        return Err(OnlineError::Conflict(
            "this passkey is the only key to the account: add another one, or set a password \
             with a recovery code, first",
        ));
    }
    online.store.remove_passkey(&account.id, &id).await?;
    Ok(Json(json!({})))
}

/// What a browser needs to sign in: `PublicKeyCredentialRequestOptionsJSON`.
#[utoipa::path(
    post,
    path = "/api/online/passkeys/challenge",
    operation_id = "passkeyChallenge",
    tag = "people",
    responses((status = 200, body = PasskeyOptionsAnswer))
)]
pub(crate) async fn request(
    State(online): State<Online>,
    Address(address): Address,
    headers: HeaderMap,
) -> Result<Json<Value>, OnlineError> {
    let site = Site::of(&headers)?;
    online.rates.passkey(&address)?;
    Ok(Json(json!({ "options": {
        "challenge": online.challenge(None).await?,
        "rpId": site.name(),
        "timeout": CHALLENGE,
        "userVerification": "required",
    }})))
}

/// A challenge that an authenticator has signed. Bytes are in base64url.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Assertion {
    id: String,
    client_data: String,
    authenticator_data: String,
    signature: String,
    /// The identifier of the account, as the authenticator has kept it.
    user_handle: Option<String>,
}

/// Signs in with a passkey
#[utoipa::path(
    post,
    path = "/api/online/passkeys/login",
    operation_id = "passkeyLogin",
    tag = "people",
    request_body = Assertion,
    responses((status = 200, body = AccountAnswer))
)]
pub(crate) async fn login(
    State(online): State<Online>,
    Address(address): Address,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<Response, OnlineError> {
    let account = owner(&online, &address, &headers, body(&bytes)?).await?;
    signed_in(&online, &account, &headers, json!({})).await
}

/// The account whose passkey has signed a challenge.
pub(crate) async fn owner(
    online: &Online,
    address: &IpAddr,
    headers: &HeaderMap,
    sent: Assertion,
) -> Result<Account, OnlineError> {
    online.rates.login(address, &secret::key_hash(&sent.id))?;
    let owner = verify_assertion(online, headers, sent).await;
    if let Err(OnlineError::Forbidden(_)) = owner {
        online.metrics.logins_refused.inc();
    }
    owner
}

async fn verify_assertion(
    online: &Online,
    headers: &HeaderMap,
    sent: Assertion,
) -> Result<Account, OnlineError> {
    let site = Site::of(headers)?;
    let client_data = decoded("client_data", &sent.client_data)?;
    let challenge = site.client_data(&client_data, "webauthn.get")?;
    let authenticator_data = decoded("authenticator_data", &sent.authenticator_data)?;
    let signature = decoded("signature", &sent.signature)?;
    let user_handle = sent.user_handle.as_deref().map(|h| decoded("user_handle", h)).transpose()?;
    online.use_challenge(&challenge, None).await?;

    let unknown =
        OnlineError::Forbidden("this passkey is not known here; it may have been removed");
    let Some(passkey) = online.store.passkey(&sent.id).await? else { return Err(unknown) };
    let public_key = URL_SAFE_NO_PAD
        .decode(&passkey.public_key)
        .map_err(|error| OnlineError::Internal(format!("a stored passkey: {error}")))?;
    let counter = site.assertion(&authenticator_data, &client_data, &signature, &public_key)?;
    if user_handle.is_some_and(|handle| handle != passkey.account.as_str().as_bytes()) {
        return Err(OnlineError::Forbidden("the passkey belongs to another account"));
    }
    let Some(account) = online.store.account(&passkey.account).await? else { return Err(unknown) };
    if account.banned.is_some() {
        return Err(OnlineError::Forbidden("this account was banned by the operator"));
    }
    if !online.store.use_passkey(&passkey.id, counter, now()).await? {
        return Err(OnlineError::Forbidden(
            "the passkey has not counted on: it may have been copied. Sign in by another way, \
             and remove it",
        ));
    }
    Ok(account)
}

fn decoded(field: &'static str, text: &str) -> Result<Vec<u8>, OnlineError> {
    URL_SAFE_NO_PAD
        .decode(text)
        .map_err(|error| OnlineError::Field(field, format!("expected base64url: {error}")))
}
