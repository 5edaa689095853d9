//! Rematches with sides swapped.

use axum::Json;
use axum::extract::{Path, State};
use bagh_online::OnlineGame;
use bagh_store::{Account, Challenge, ChallengeKind, StoreError};
use serde_json::{Value, json};

use super::challenges::{MINUTE, take};
use super::error::OnlineError;
use super::games::game_id;
use super::hub::derived_id;
use super::identity::Signed;
use super::renewal::played;
use super::schemas::ChallengeOrGameAnswer;
use super::{Online, now};

/// Offers a rematch with sides swapped, or takes the opponent's offer.
#[utoipa::path(
    post,
    path = "/api/online/games/{id}/rematch",
    operation_id = "rematch",
    tag = "online",
    params(("id" = String, Path, description = "The identifier")),
    responses((status = 200, body = ChallengeOrGameAnswer))
)]
pub(crate) async fn rematch(
    State(online): State<Online>,
    Path(id): Path<String>,
    Signed(account): Signed,
) -> Result<Json<Value>, OnlineError> {
    let id = game_id(&id)?;
    online.rates.challenge(&account)?;
    let room = online.hub.room(&id).await?;
    online.hub.refresh(&room).await?;
    let game = room.state.lock().await.game.clone();
    let side =
        game.side_of(&account.id).ok_or(OnlineError::Forbidden("you did not play this game"))?;
    let first = game.rematch(now()).ok_or(OnlineError::Conflict("the game is not over"))?;
    let next = OnlineGame::replay([&first])?;
    let challenge_id = derived_id(&id, "rematch").to_string();
    // The rematch that came about stays, when the offer of it has long expired.
    if let Some(game) = played(&online, &challenge_id, &account).await? {
        return Ok(Json(json!({ "game": game })));
    }
    if let Some(offer) = online.store.challenge(&challenge_id, now()).await? {
        return answer_offer(&online, offer, &account).await;
    }
    let created = now();
    let opponent = game.seats().get(side.other()).cloned();
    if let Some(opponent) = &opponent
        && online.store.is_blocked(&account.id, opponent).await?
    {
        return Err(OnlineError::Forbidden("this player does not play with you"));
    }
    let offer = Challenge {
        id: challenge_id.clone(),
        kind: ChallengeKind::Direct,
        rating: online.rating(&account.id, &game.setup().game).await?,
        side: next.side_of(&account.id),
        by: account.id.clone(),
        opponent,
        setup: game.setup().clone(),
        range: 0.0,
        two_games: game.part_of().is_some(),
        rematch_of: Some(id),
        created,
        expires: created + 10 * MINUTE,
        game: None,
    };
    let answer = online.challenge_json(&offer).await?;
    match online.store.add_challenge(offer).await {
        Ok(()) => Ok(Json(json!({ "challenge": answer }))),
        // The opponent, or the same player on another device, has offered it in the same moment.
        Err(StoreError::Conflict) => {
            let offer = online.store.challenge(&challenge_id, now()).await?;
            let offer = offer.ok_or(OnlineError::NotFound("challenge"))?;
            answer_offer(&online, offer, &account).await
        }
        Err(error) => Err(error.into()),
    }
}

/// Takes an offer of the opponent; one's own stands.
async fn answer_offer(
    online: &Online,
    offer: Challenge,
    account: &Account,
) -> Result<Json<Value>, OnlineError> {
    if offer.by == account.id {
        let answer = online.challenge_json(&offer).await?;
        return Ok(Json(json!({ "challenge": answer, "game": offer.game })));
    }
    let game = take(online, &offer, account).await?;
    Ok(Json(json!({ "game": game })))
}
