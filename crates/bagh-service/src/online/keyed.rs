//! Challenges with a key of the client's: the same request may be sent again until it is answered.
//!
//! A request may be carried out without its answer ever arriving: the connection broke, or the
//! client did not wait so long. Without a key, a client that asks again gets a second challenge.

use bagh_online::PlayerId;
use bagh_store::{Account, ChallengeKind};

use super::challenges::{Made, New};
use super::error::OnlineError;
use super::hub::derived_id;
use super::renewal::played;
use super::{Online, now};

/// The longest key, in bytes.
const LONGEST: usize = 64;

/// The identifier of the challenge that an account makes with a key.
pub(crate) fn keyed_id(
    account: &PlayerId,
    kind: ChallengeKind,
    key: &str,
) -> Result<String, OnlineError> {
    if kind == ChallengeKind::Seek {
        let message = "found one for a seek, expected none: a new seek replaces the one before";
        return Err(OnlineError::Field("key", message.to_owned()));
    }
    if key.is_empty() || key.len() > LONGEST {
        let message = format!("found {} bytes, expected 1 to {LONGEST}", key.len());
        return Err(OnlineError::Field("key", message));
    }
    Ok(derived_id(account, &format!("challenge {key}")).to_string())
}

/// What became of the challenge that an account made with a key; none if there was no such request,
/// or its challenge came to nothing and is forgotten.
pub(crate) async fn made_before(
    online: &Online,
    id: &str,
    account: &Account,
    new: &New,
) -> Result<Option<Made>, OnlineError> {
    // In this order, since a challenge that waits may be closed or lead to a game meanwhile.
    let waits = online.store.challenge(id, now()).await?;
    let closed = match &waits {
        Some(_) => None,
        None => online.store.closed_challenge(id).await?,
    };
    let known = waits.as_ref().or(closed.as_ref().map(|closed| &closed.challenge));
    if known.is_some_and(|known| (known.kind, &known.setup) != (new.kind, &new.setup)) {
        return Err(OnlineError::Conflict("this key was used for a challenge with other terms"));
    }
    if let Some(closed) = closed {
        return Ok(Some(Made::Closed(Box::new(closed))));
    }
    if let Some(waits) = waits {
        return Ok(Some(Made::Challenge(Box::new(waits))));
    }
    match played(online, id, account).await? {
        Some(_) => {
            Err(OnlineError::Conflict("this key was used for a game before; choose another"))
        }
        None => Ok(None),
    }
}
