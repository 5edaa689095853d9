//! Challenges that last while somebody waits, and games of challenges that have ended.

use axum::Json;
use axum::extract::{Path, State};
use bagh_online::{GameId, PlayerId};
use bagh_store::{Account, Challenge};
use serde_json::{Value, json};

use super::challenges::lasts;
use super::error::OnlineError;
use super::games::game_id;
use super::identity::Signed;
use super::schemas::ChallengeOrGameAnswer;
use super::{Online, now};

/// Lets your challenge last as long as a new one
///
/// A seek ends after 45 seconds, so pages that wait renew it every few seconds. The answer has the
/// game as soon as there is one.
#[utoipa::path(
    post,
    path = "/api/online/challenges/{id}/renew",
    operation_id = "renewChallenge",
    tag = "online",
    params(("id" = String, Path, description = "The identifier")),
    responses((status = 200, body = ChallengeOrGameAnswer))
)]
pub(crate) async fn renew(
    State(online): State<Online>,
    Path(id): Path<String>,
    Signed(account): Signed,
) -> Result<Json<Value>, OnlineError> {
    let time = now();
    online.store.note_seen(&account.id, time).await?;
    let Some(found) = load_own(&online, &id, &account, time).await? else {
        let game = played(&online, &id, &account).await?.ok_or(OnlineError::NotFound("challenge"));
        return Ok(Json(json!({ "game": game? })));
    };
    let expires = time + lasts(found.kind);
    let renewed = online.store.renew_challenge(&id, &account.id, time, expires).await?;
    let challenge = renewed.ok_or(OnlineError::NotFound("challenge"))?;
    let answer = online.challenge_json(&challenge).await?;
    Ok(Json(match &challenge.game {
        Some(game) => json!({ "challenge": answer, "game": game }),
        None => json!({ "challenge": answer }),
    }))
}

async fn load_own(
    online: &Online,
    id: &str,
    account: &Account,
    time: u64,
) -> Result<Option<Challenge>, OnlineError> {
    let found = online.store.challenge(id, time).await?;
    Ok(found.filter(|challenge| challenge.by == account.id))
}

/// The game of a challenge that may have expired since it was taken: it has the same identifier.
/// None if there is none that this account plays.
pub(crate) async fn played(
    online: &Online,
    id: &str,
    account: &Account,
) -> Result<Option<GameId>, OnlineError> {
    let id = game_id(id)?;
    let row = online.store.game(&id).await?;
    let plays = |player: &Option<PlayerId>| player.as_ref() == Some(&account.id);
    Ok(row.filter(|row| plays(&row.tiger) || plays(&row.goat)).map(|row| row.id))
}
