//! What everyone can see of players: profiles, ratings over time, the best.

use axum::Json;
use axum::extract::{Path, State};
use bagh::Side;
use serde::Deserialize;
use serde_json::{Value, json};

use super::error::{OnlineError, Params};
use super::people::about;
use super::schemas::{HistoryAnswer, LeaderboardAnswer, OnlineSide, ProfileAnswer};
use super::{Online, now};

/// A player: ratings, accuracy and latest games
#[utoipa::path(
    get,
    path = "/api/online/players/{name}",
    operation_id = "profile",
    tag = "people",
    params(("name" = String, Path, description = "The name or identifier of a player")),
    responses((status = 200, body = ProfileAnswer))
)]
pub(crate) async fn profile(
    State(online): State<Online>,
    Path(name): Path<String>,
) -> Result<Json<Value>, OnlineError> {
    let account = online.find(&name).await?;
    let rows = online.store.games_of(&account.id, u64::MAX, 20).await?;
    let games = online.game_rows(&rows).await?;
    let accuracy = online.accuracy(&account).await?;
    let player = about(&online, &account).await?;
    Ok(Json(json!({ "player": player, "accuracy": accuracy, "games": games })))
}

/// A side of a game.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameSide {
    /// The game.
    #[param(example = "bagh-chal")]
    game: String,
    /// The side.
    #[param(value_type = OnlineSide, inline, example = "goat")]
    side: Side,
}

/// How a rating changed
#[utoipa::path(
    get,
    path = "/api/online/players/{name}/history",
    operation_id = "ratingHistory",
    tag = "people",
    params(("name" = String, Path, description = "The name or identifier of a player"), GameSide),
    responses((status = 200, body = HistoryAnswer))
)]
pub(crate) async fn history(
    State(online): State<Online>,
    Path(name): Path<String>,
    Params(GameSide { game, side }): Params<GameSide>,
) -> Result<Json<Value>, OnlineError> {
    let account = online.find(&name).await?;
    let points = online.store.rating_history(&account.id, &game, side, 1_000).await?;
    let points: Vec<Value> = points
        .iter()
        .map(|point| {
            json!({
                "game": point.played, "at": point.at, "rating": point.value.round(),
                "deviation": point.deviation.round(),
            })
        })
        .collect();
    Ok(Json(json!({ "history": points })))
}

/// Which list of the best players.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct Leaders {
    /// The game.
    #[param(example = "bagh-chal")]
    game: String,
    /// The side.
    #[param(value_type = OnlineSide, inline, example = "goat")]
    side: Side,
    /// The best bots instead of the best people.
    #[serde(default)]
    bots: bool,
}

/// The best players whose ratings are certain enough
#[utoipa::path(
    get,
    path = "/api/online/leaderboard",
    operation_id = "leaderboard",
    tag = "people",
    params(Leaders),
    responses((status = 200, body = LeaderboardAnswer))
)]
pub(crate) async fn leaderboard(
    State(online): State<Online>,
    Params(Leaders { game, side, bots }): Params<Leaders>,
) -> Result<Json<Value>, OnlineError> {
    let rows = online.store.leaderboard(&game, side, bots, 100).await?;
    let time = now();
    let rows: Vec<Value> = rows
        .iter()
        .map(|(name, row)| (name, row, row.now(time)))
        // The store knows how certain a rating was after the last game.
        .filter(|(_, _, rating)| !rating.is_provisional())
        .map(|(name, row, rating)| {
            json!({
                "id": row.account, "name": name, "rating": rating.value.round(),
                "deviation": rating.deviation.round(), "games": row.games,
            })
        })
        .collect();
    Ok(Json(json!({ "players": rows })))
}
