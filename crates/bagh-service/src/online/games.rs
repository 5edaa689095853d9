//! Games over plain HTTP: the state, the events, a stream of lines, commands.

use std::convert::Infallible;
use std::time::Duration;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bagh_online::{Command, CommandId, GameId, Names, OnlineGame, Request};
use bagh_store::Account;
use serde::Deserialize;
use serde_json::{Value, json};

use super::error::{OnlineError, Params, body};
use super::follower::Follower;
use super::identity::{Address, Maybe, Signed};
use super::schemas::{CommandAnswer, EventsAnswer, GameStateAnswer, OwnGamesAnswer, SentCommand};
use super::{Online, now};

/// A blank line after this long without an event, so that both ends notice a dead connection.
const HEARTBEAT: Duration = Duration::from_secs(15);

pub(crate) fn game_id(text: &str) -> Result<GameId, OnlineError> {
    GameId::new(text).map_err(|_| OnlineError::NotFound("game"))
}

/// Which events a client has seen.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct After {
    /// The number of the last event that was seen.
    #[serde(default)]
    after: u32,
}

/// A command as it is sent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sent {
    pub id: CommandId,
    pub command: Command,
}

/// The state of a game
#[utoipa::path(
    get,
    path = "/api/online/games/{id}",
    operation_id = "onlineGame",
    tag = "online",
    params(("id" = String, Path, description = "The identifier")),
    responses((status = 200, body = GameStateAnswer))
)]
pub(crate) async fn state(
    State(online): State<Online>,
    Path(id): Path<String>,
    Maybe(account): Maybe,
) -> Result<Json<Value>, OnlineError> {
    let id = game_id(&id)?;
    let game = seen(&online, &id, account.as_ref()).await?;
    let you = account.and_then(|account| game.side_of(&account.id));
    Ok(Json(online.game_state(&id, &game, you).await?))
}

/// A game as someone may see it: those who watch a rated game see it later.
pub(crate) async fn seen(
    online: &Online,
    id: &GameId,
    viewer: Option<&Account>,
) -> Result<OnlineGame, OnlineError> {
    let room = online.hub.room(id).await?;
    online.hub.refresh(&room).await?;
    let state = room.state.lock().await;
    let plays = viewer.is_some_and(|viewer| state.game.side_of(&viewer.id).is_some());
    state.game_at(state.visible(plays, now())).ok_or(OnlineError::NotFound("game"))
}

/// Events of a game
#[utoipa::path(
    get,
    path = "/api/online/games/{id}/events",
    operation_id = "events",
    tag = "online",
    params(("id" = String, Path, description = "The identifier"), After),
    responses((status = 200, body = EventsAnswer))
)]
pub(crate) async fn events(
    State(online): State<Online>,
    Path(id): Path<String>,
    Params(After { after }): Params<After>,
    Maybe(account): Maybe,
) -> Result<Json<Value>, OnlineError> {
    let room = online.hub.room(&game_id(&id)?).await?;
    online.hub.refresh(&room).await?;
    let state = room.state.lock().await;
    let plays = account.is_some_and(|account| state.game.side_of(&account.id).is_some());
    let events = state.between(after, state.visible(plays, now()));
    Ok(Json(json!({ "events": events.iter().map(|e| e.as_ref()).collect::<Vec<_>>() })))
}

/// The state, then each event as a line of JSON, until the game is over.
#[utoipa::path(
    get,
    path = "/api/online/games/{id}/stream",
    operation_id = "gameStream",
    tag = "online",
    params(("id" = String, Path, description = "The identifier"), After),
    responses((status = 200, description = "Lines of JSON as over the socket (`OnlineMessage`), until the game is over", body = String, content_type = "application/x-ndjson"))
)]
pub(crate) async fn stream(
    State(online): State<Online>,
    Path(id): Path<String>,
    Params(After { after }): Params<After>,
    Address(address): Address,
    Maybe(account): Maybe,
) -> Result<Response, OnlineError> {
    let id = game_id(&id)?;
    let place = online.streams.take(address)?;
    let player = account.map(|account| account.id);
    let follower = Follower::new(&online, &id, player, after).await?;
    let lines = futures_util::stream::unfold(Some((follower, place)), |state| async move {
        let (mut follower, place) = state?;
        let line = match tokio::time::timeout(HEARTBEAT, follower.next()).await {
            Err(_) => String::new(),
            Ok(Ok(Some(message))) => message,
            Ok(Ok(None)) => return None,
            Ok(Err(error)) => {
                error.log();
                return None;
            }
        };
        Some((Ok::<_, Infallible>(Bytes::from(line + "\n")), Some((follower, place))))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        // Proxies must not hold lines back.
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((headers, Body::from_stream(lines)).into_response())
}

/// Sends a command of a player
#[utoipa::path(
    post,
    path = "/api/online/games/{id}/commands",
    operation_id = "command",
    tag = "online",
    params(("id" = String, Path, description = "The identifier")),
    request_body = SentCommand,
    responses((status = 200, body = CommandAnswer))
)]
pub(crate) async fn command(
    State(online): State<Online>,
    Path(id): Path<String>,
    Signed(account): Signed,
    bytes: Bytes,
) -> Result<Json<Value>, OnlineError> {
    let Sent { id: command_id, command } = body(&bytes)?;
    online.rates.command(&account.id)?;
    let request = Request { by: account.id, id: command_id, command, lag: 0 };
    let accepted = online.command(game_id(&id)?, request).await?;
    Ok(Json(json!({ "number": accepted.number, "repeated": accepted.repeated })))
}

/// A game as a record
#[utoipa::path(
    get,
    path = "/api/online/games/{id}/record",
    operation_id = "gameRecord",
    tag = "online",
    params(("id" = String, Path, description = "The identifier")),
    responses((status = 200, description = "The record", body = String, content_type = "text/plain"))
)]
pub(crate) async fn record(
    State(online): State<Online>,
    Path(id): Path<String>,
    Maybe(account): Maybe,
) -> Result<Response, OnlineError> {
    let game = seen(&online, &game_id(&id)?, account.as_ref()).await?;
    let tiger = online.player(game.seats().tiger.as_ref()).await?;
    let goat = online.player(game.seats().goat.as_ref()).await?;
    let names = Names { tiger: tiger["name"].as_str(), goat: goat["name"].as_str() };
    let text = game.record(names).to_text();
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// A part of a list.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct Part {
    /// Games before this time, in milliseconds since 1970.
    before: Option<u64>,
    /// Only games that run, the longest wait first.
    #[serde(default)]
    running: bool,
}

/// Your games, the latest first
#[utoipa::path(
    get,
    path = "/api/online/games",
    operation_id = "onlineGames",
    tag = "online",
    params(Part),
    responses((status = 200, body = OwnGamesAnswer))
)]
pub(crate) async fn mine(
    State(online): State<Online>,
    Params(part): Params<Part>,
    Signed(account): Signed,
) -> Result<Json<Value>, OnlineError> {
    let rows = if part.running {
        online.store.running_games_of(&account.id).await?
    } else {
        online.store.games_of(&account.id, part.before.unwrap_or(u64::MAX), 50).await?
    };
    Ok(Json(json!({ "games": online.game_rows(&rows).await? })))
}
