//! What authenticators answer, checked as Web Authentication level 3 asks (sections 7.1, 7.2).
//!
//! Attestation is neither asked for nor looked at: any authenticator will do. A person has to be
//! there and to be verified by the device (a finger, a face, a PIN), since a passkey stands for
//! a name and a password.

use std::net::IpAddr;

use axum::http::uri::Authority;
use axum::http::{HeaderMap, header};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use serde::Deserialize;

use super::public_key::PublicKey;
use crate::online::error::OnlineError;

const PRESENT: u8 = 0x01;
const VERIFIED: u8 = 0x04;
const MAY_BE_BACKED_UP: u8 = 0x08;
const IS_BACKED_UP: u8 = 0x10;
const HAS_CREDENTIAL: u8 = 0x40;
const HAS_EXTENSIONS: u8 = 0x80;
/// The longest identifier of a credential, by the standard.
const LONGEST_ID: usize = 1023;

/// The site that passkeys are for: the host that the request was sent to.
pub(super) struct Site {
    /// The host with its port, as the browser sees it.
    authority: String,
    /// The name alone.
    name: String,
}

/// A passkey that was just made.
#[derive(Debug, PartialEq)]
pub(super) struct Made {
    pub(super) id: Vec<u8>,
    /// COSE.
    pub(super) public_key: Vec<u8>,
    pub(super) counter: u32,
}

/// What the browser says of the ceremony.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClientData {
    #[serde(rename = "type")]
    kind: String,
    challenge: String,
    origin: String,
    #[serde(default)]
    cross_origin: bool,
}

/// The envelope of a new passkey; its statement is not looked at.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Attestation {
    auth_data: ciborium::Value,
}

struct AuthenticatorData<'a> {
    flags: u8,
    counter: u32,
    /// What follows: the credential, extensions.
    rest: &'a [u8],
}

fn bad<T>(field: &'static str, message: impl Into<String>) -> Result<T, OnlineError> {
    Err(OnlineError::Field(field, message.into()))
}

impl Site {
    /// The site that a request was sent to.
    pub(super) fn of(headers: &HeaderMap) -> Result<Site, OnlineError> {
        let host = headers.get(header::HOST).and_then(|value| value.to_str().ok());
        let Some(authority) = host.and_then(|host| host.parse::<Authority>().ok()) else {
            return bad("host", "expected the name of the service");
        };
        let name = authority.host().to_ascii_lowercase();
        if name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok() {
            return bad(
                "host",
                format!("found {name}; passkeys need a name: open the page by its name"),
            );
        }
        Ok(Site { authority: authority.as_str().to_ascii_lowercase(), name })
    }

    /// The name that passkeys are bound to.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    fn is_local(&self) -> bool {
        self.name == "localhost" || self.name.ends_with(".localhost")
    }

    /// Checks what the browser says, and returns the challenge that was signed.
    pub(super) fn client_data(&self, bytes: &[u8], kind: &str) -> Result<String, OnlineError> {
        let field = "client_data";
        let data: ClientData = match serde_json::from_slice(bytes) {
            Ok(data) => data,
            Err(error) => return bad(field, error.to_string()),
        };
        if data.kind != kind {
            return bad(field, format!("type: expected {kind}"));
        }
        let host = match data.origin.split_once("://") {
            Some(("https", host)) => Some(host),
            // Browsers make passkeys without TLS for this machine only.
            Some(("http", host)) if self.is_local() => Some(host),
            _ => None,
        };
        let same = host.is_some_and(|host| host.eq_ignore_ascii_case(&self.authority));
        if !same || data.cross_origin {
            return bad(field, "origin: expected a page of this site, over HTTPS");
        }
        let challenge = URL_SAFE_NO_PAD.decode(&data.challenge).ok();
        match challenge.and_then(|bytes| String::from_utf8(bytes).ok()) {
            Some(challenge) => Ok(challenge),
            None => bad(field, "challenge: expected one of this service"),
        }
    }

    /// Checks what an authenticator says beside its signature.
    fn authenticator_data<'a>(
        &self,
        field: &'static str,
        bytes: &'a [u8],
    ) -> Result<AuthenticatorData<'a>, OnlineError> {
        let Some((hash, rest)) = bytes.split_first_chunk::<32>() else {
            return bad(field, "found too few bytes of authenticator data");
        };
        let Some(([flags, counter @ ..], rest)) = rest.split_first_chunk::<5>() else {
            return bad(field, "found too few bytes of authenticator data");
        };
        if digest(&SHA256, self.name.as_bytes()).as_ref() != hash {
            return bad(field, format!("found a passkey of another site, expected {}", self.name));
        }
        if flags & PRESENT == 0 || flags & VERIFIED == 0 {
            return bad(field, "expected a person whom the device has verified (UP and UV flags)");
        }
        if flags & IS_BACKED_UP != 0 && flags & MAY_BE_BACKED_UP == 0 {
            return bad(field, "found a backup of a passkey that cannot be backed up");
        }
        Ok(AuthenticatorData { flags: *flags, counter: u32::from_be_bytes(*counter), rest })
    }

    /// Takes a new passkey out of its envelope.
    pub(super) fn attestation(&self, bytes: &[u8]) -> Result<Made, OnlineError> {
        let field = "attestation";
        let envelope: Attestation = match ciborium::from_reader(bytes) {
            Ok(envelope) => envelope,
            Err(error) => return bad(field, format!("expected CBOR with authData: {error}")),
        };
        let Some(data) = envelope.auth_data.as_bytes() else {
            return bad(field, "authData: expected bytes");
        };
        let AuthenticatorData { flags, counter, rest } = self.authenticator_data(field, data)?;
        if flags & HAS_CREDENTIAL == 0 {
            return bad(field, "found no credential");
        }
        // The model of the authenticator, which does not matter, and the length of the identifier.
        let Some(([_model @ .., high, low], rest)) = rest.split_first_chunk::<18>() else {
            return bad(field, "found too few bytes of a credential");
        };
        let length = usize::from(u16::from_be_bytes([*high, *low]));
        let Some((id, rest)) = rest.split_at_checked(length) else {
            return bad(field, "found too few bytes of a credential");
        };
        if id.is_empty() || id.len() > LONGEST_ID {
            return bad(
                field,
                format!("found an identifier of {length} bytes, expected 1 to 1023"),
            );
        }
        let mut after = rest;
        let key: ciborium::Value = match ciborium::from_reader(&mut after) {
            Ok(key) => key,
            Err(error) => return bad(field, format!("public key: expected CBOR: {error}")),
        };
        if let Err(problem) = PublicKey::read(&key) {
            return bad(field, format!("public key: {problem}"));
        }
        if flags & HAS_EXTENSIONS == 0 && !after.is_empty() {
            return bad(field, "found bytes after the public key");
        }
        let public_key = rest[..rest.len() - after.len()].to_vec();
        Ok(Made { id: id.to_vec(), public_key, counter })
    }

    /// Checks a signature, and returns how many the authenticator has counted.
    pub(super) fn assertion(
        &self,
        authenticator_data: &[u8],
        client_data: &[u8],
        signature: &[u8],
        public_key: &[u8],
    ) -> Result<u32, OnlineError> {
        let data = self.authenticator_data("authenticator_data", authenticator_data)?;
        let stored =
            |problem: String| OnlineError::Internal(format!("a stored passkey: {problem}"));
        let key: ciborium::Value =
            ciborium::from_reader(public_key).map_err(|e| stored(e.to_string()))?;
        let key = PublicKey::read(&key).map_err(stored)?;
        let hash = digest(&SHA256, client_data);
        let message = [authenticator_data, hash.as_ref()].concat();
        match key.has_signed(&message, signature) {
            true => Ok(data.counter),
            false => Err(OnlineError::Forbidden("the signature of the passkey is wrong")),
        }
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
