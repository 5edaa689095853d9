//! A game as a bot plays it: its stream, and what the bot does.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use bagh_online::{Claim, Command, GameId, OnlineGame, Refusal, Request};
use bagh_store::{Account, secret};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::super::error::{OnlineError, Params};
use super::super::follower::Follower;
use super::super::games::game_id;
use super::super::identity::{Address, Signed};
use super::super::schemas::BotDoneAnswer;
use super::super::{Online, now};
use super::about::About;
use super::events::HEARTBEAT;
use super::{answers, bot, done, lines};

/// The whole game, then its state whenever it changes, a line each, until it is over.
#[utoipa::path(
    get,
    path = "/api/bot/game/stream/{id}",
    operation_id = "botGameStream",
    tag = "bots",
    params(("id" = String, Path, description = "The identifier")),
    responses((status = 200, description = "The whole game, then its state whenever it changes, a line of JSON each", body = String, content_type = "application/x-ndjson"))
)]
pub(crate) async fn stream(
    State(online): State<Online>,
    Path(id): Path<String>,
    Address(address): Address,
    signed: Signed,
) -> Result<Response, OnlineError> {
    let account = bot(signed)?;
    let id = game_id(&id)?;
    current(&online, &id, &account).await?;
    let place = online.streams.take(address)?;
    let follower = Follower::new(&online, &id, Some(account.id.clone()), 0).await?;
    let begun = Telling { online, id, account, follower, last: None, gone: None };
    Ok(lines(futures_util::stream::unfold((begun, place), |(mut telling, place)| async move {
        match telling.next().await {
            Ok(Some(line)) => Some((line, (telling, place))),
            Ok(None) => None,
            Err(error) => {
                error.log();
                None
            }
        }
    })))
}

/// A game as it is told to a bot.
struct Telling {
    online: Online,
    id: GameId,
    account: Account,
    follower: Follower,
    /// The state that was told last.
    last: Option<Value>,
    /// A line that says whether the opponent is there.
    gone: Option<Value>,
}

impl Telling {
    async fn next(&mut self) -> Result<Option<String>, OnlineError> {
        if let Some(line) = self.gone.take() {
            return Ok(Some(line.to_string()));
        }
        loop {
            let game = match timeout(HEARTBEAT, self.follower.next_game()).await {
                Err(_) => return Ok(Some(String::new())),
                Ok(game) => game?,
            };
            let Some(game) = game else { return Ok(None) };
            let gone = self.opponent_gone(&game);
            let Some(last) = &self.last else {
                let full = answers::game_full(&self.online, &self.id, &game).await?;
                self.last = Some(settled(&full["state"]));
                self.gone = gone.filter(|line| line["gone"] == true);
                return Ok(Some(full.to_string()));
            };
            let state = answers::game_state(&game);
            // Clocks run by themselves: they are no news.
            if *last != settled(&state) {
                self.last = Some(settled(&state));
                return Ok(Some(state.to_string()));
            }
            if let Some(line) = gone {
                return Ok(Some(line.to_string()));
            }
        }
    }

    fn opponent_gone(&self, game: &OnlineGame) -> Option<Value> {
        let side = game.side_of(&self.account.id)?.other();
        let absence = game.absence(side);
        let seconds = absence
            .and_then(|absence| absence.claimable)
            .map(|at| at.saturating_sub(now()).div_ceil(1_000));
        Some(json!({
            "type": "opponentGone", "gone": absence.is_some(), "claimWinInSeconds": seconds,
        }))
    }
}

/// A state without what changes by itself.
fn settled(state: &Value) -> Value {
    let mut state = state.clone();
    if let Some(fields) = state.as_object_mut() {
        fields.remove("wtime");
        fields.remove("btime");
    }
    state
}

/// The game as it is now, if the bot plays in it.
async fn current(
    online: &Online,
    id: &GameId,
    account: &Account,
) -> Result<OnlineGame, OnlineError> {
    let room = online.hub.room(id).await?;
    online.hub.refresh(&room).await?;
    let game = room.state.lock().await.game.clone();
    match game.side_of(&account.id) {
        Some(_) => Ok(game),
        None => Err(OnlineError::NotFound("game")),
    }
}

async fn send(
    online: &Online,
    id: &GameId,
    account: &Account,
    command: Command,
) -> Result<(), OnlineError> {
    let word = secret::random_text(12)?;
    let request = Request::new(&account.id, &word, command)
        .map_err(|error| OnlineError::Internal(error.to_string()))?;
    online.command(id.clone(), request).await.map(drop)
}

/// The position that a move is for.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct For {
    /// The number of moves before it. With this, the same move sent twice is played once.
    ply: Option<u32>,
    /// Lichess's clients may offer a draw with a move.
    #[serde(default, rename = "offeringDraw")]
    offering_draw: bool,
}

/// Plays a move. The answer comes when it is durable.
#[utoipa::path(
    post,
    path = "/api/bot/game/{id}/move/{move}",
    operation_id = "botMove",
    tag = "bots",
    params(("id" = String, Path, description = "The identifier"), ("move" = String, Path, description = "The move in OBX"), For),
    responses((status = 200, body = BotDoneAnswer))
)]
pub(crate) async fn play(
    State(online): State<Online>,
    Path((id, text)): Path<(String, String)>,
    Params(sent): Params<For>,
    signed: Signed,
) -> Result<Json<Value>, OnlineError> {
    let account = bot(signed)?;
    online.rates.bot_command(&account.id)?;
    let id = game_id(&id)?;
    let game = current(&online, &id, &account).await?;
    let ply = sent.ply.unwrap_or_else(|| {
        // Without a number, the last move sent again while the opponent thinks is a repetition.
        let repeated = game.side_of(&account.id) != Some(game.turn())
            && game.ply() > 0
            && was_played(&game, game.ply() - 1, &text);
        if repeated { game.ply() - 1 } else { game.ply() }
    });
    if game.ply() > ply && was_played(&game, ply, &text) {
        return Ok(done());
    }
    let moved = send(&online, &id, &account, Command::Move { ply, text: text.clone() }).await;
    if let Err(OnlineError::Refused(Refusal::Ply { .. })) = moved {
        // The same request may have come twice at the same moment.
        let game = current(&online, &id, &account).await?;
        if game.ply() > ply && was_played(&game, ply, &text) {
            return Ok(done());
        }
    }
    moved?;
    if sent.offering_draw {
        // The move stands, whatever becomes of the offer.
        let _ = send(&online, &id, &account, Command::OfferDraw).await;
    }
    Ok(done())
}

/// Whether a move stands at this number.
fn was_played(game: &OnlineGame, ply: u32, text: &str) -> bool {
    game.move_texts().get(ply as usize).is_some_and(|played| played.eq_ignore_ascii_case(text))
}

/// Carries out a command of a bot in its game.
async fn command(request: About, command: Command) -> Result<Json<Value>, OnlineError> {
    let About { online, id, account } = request;
    let account = bot(Signed(account))?;
    online.rates.bot_command(&account.id)?;
    let id = game_id(&id)?;
    current(&online, &id, &account).await?;
    send(&online, &id, &account, command).await?;
    Ok(done())
}

/// Gives up
#[utoipa::path(
    post,
    path = "/api/bot/game/{id}/resign",
    operation_id = "botResign",
    tag = "bots",
    params(("id" = String, Path, description = "The identifier")),
    responses((status = 200, body = BotDoneAnswer))
)]
pub(crate) async fn resign(request: About) -> Result<Json<Value>, OnlineError> {
    command(request, Command::Resign).await
}

/// Calls the game off, before both sides have moved
#[utoipa::path(
    post,
    path = "/api/bot/game/{id}/abort",
    operation_id = "botAbort",
    tag = "bots",
    params(("id" = String, Path, description = "The identifier")),
    responses((status = 200, body = BotDoneAnswer))
)]
pub(crate) async fn abort(request: About) -> Result<Json<Value>, OnlineError> {
    command(request, Command::Abort).await
}

/// Claims the win from an opponent who has left
#[utoipa::path(
    post,
    path = "/api/bot/game/{id}/claim-victory",
    operation_id = "botClaimVictory",
    tag = "bots",
    params(("id" = String, Path, description = "The identifier")),
    responses((status = 200, body = BotDoneAnswer))
)]
pub(crate) async fn claim_victory(request: About) -> Result<Json<Value>, OnlineError> {
    command(request, Command::Claim { claim: Claim::Win }).await
}

/// `yes` offers or accepts, `no` declines.
fn yes(answer: &str) -> Result<bool, OnlineError> {
    match answer {
        "yes" | "true" => Ok(true),
        "no" | "false" => Ok(false),
        other => {
            let found: String = other.chars().take(20).collect();
            Err(OnlineError::Field("answer", format!("found {found:?}, expected yes or no")))
        }
    }
}

/// Offers or accepts a draw (yes), or declines one (no)
#[utoipa::path(
    post,
    path = "/api/bot/game/{id}/draw/{answer}",
    operation_id = "botDraw",
    tag = "bots",
    params(("id" = String, Path, description = "The identifier"), ("answer" = String, Path, description = "yes or no")),
    responses((status = 200, body = BotDoneAnswer))
)]
pub(crate) async fn draw(
    State(online): State<Online>,
    Path((id, answer)): Path<(String, String)>,
    Signed(account): Signed,
) -> Result<Json<Value>, OnlineError> {
    let wanted = match yes(&answer)? {
        true => Command::OfferDraw,
        false => Command::AnswerDraw { accept: false },
    };
    command(About { online, id, account }, wanted).await
}

/// Proposes or accepts a take-back (yes), or declines one (no)
#[utoipa::path(
    post,
    path = "/api/bot/game/{id}/takeback/{answer}",
    operation_id = "botTakeback",
    tag = "bots",
    params(("id" = String, Path, description = "The identifier"), ("answer" = String, Path, description = "yes or no")),
    responses((status = 200, body = BotDoneAnswer))
)]
pub(crate) async fn takeback(
    State(online): State<Online>,
    Path((id, answer)): Path<(String, String)>,
    Signed(account): Signed,
) -> Result<Json<Value>, OnlineError> {
    let wanted = match yes(&answer)? {
        true => Command::ProposeTakeback,
        false => Command::AnswerTakeback { accept: false },
    };
    command(About { online, id, account }, wanted).await
}
