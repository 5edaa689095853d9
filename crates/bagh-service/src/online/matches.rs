//! Matches of two games with sides swapped.

use axum::Json;
use axum::extract::{Path, State};
use bagh_online::{MatchGame, MatchResult};
use serde_json::{Value, json};

use super::Online;
use super::error::OnlineError;
use super::games::{game_id, seen};
use super::hub::derived_id;
use super::identity::Maybe;
use super::schemas::MatchAnswer;

/// How the match stands that a game is part of
///
/// A grand win counts twelve, and goats captured break ties.
#[utoipa::path(
    get,
    path = "/api/online/games/{id}/match",
    operation_id = "matchResult",
    tag = "online",
    params(("id" = String, Path, description = "The identifier of either game")),
    responses((status = 200, body = MatchAnswer))
)]
pub(crate) async fn result(
    State(online): State<Online>,
    Path(id): Path<String>,
    Maybe(account): Maybe,
) -> Result<Json<Value>, OnlineError> {
    let viewer = account.as_ref();
    let id = game_id(&id)?;
    let game = seen(&online, &id, viewer).await?;
    let Some(MatchGame { first }) = game.part_of() else {
        return Err(OnlineError::NotFound("match"));
    };
    let (first_id, first) = match first {
        Some(first) => (first.clone(), seen(&online, first, viewer).await?),
        None => (id, game),
    };
    let second_id = derived_id(&first_id, "second");
    let second = match seen(&online, &second_id, viewer).await {
        Ok(second) => Some(second),
        Err(OnlineError::NotFound(_)) => None,
        Err(error) => return Err(error),
    };
    let result = MatchResult::new(&first, second.as_ref())
        .ok_or_else(|| OnlineError::Internal("games of different matches".to_owned()))?;
    let scores = [(&result.first, result.first_score), (&result.second, result.second_score)];
    Ok(Json(json!({
        "games": [Some(first_id), second.map(|_| second_id)],
        "scores": scores.map(|(player, score)| {
            json!({ "player": player, "wins": score.wins, "captures": score.captures })
        }),
        "over": result.over,
        "winner": result.winner,
    })))
}
