//! Challenges, games and players in the words of lichess.

use bagh::{Game, Side};
use bagh_online::{EndReason, Ending, GameId, OnlineGame, PlayerId, Setup, TimeControl};
use bagh_store::{Account, Challenge};
use serde_json::{Value, json};

use super::super::error::OnlineError;
use super::super::{Online, now};

/// What lichess puts where there is no clock.
const NO_CLOCK: u64 = 2_147_483_647;

/// White is the side that begins.
pub(super) fn color(game: &Game, side: Side) -> &'static str {
    if game.start().turn() == side { "white" } else { "black" }
}

/// The side of a colour, which may also be named itself.
pub(super) fn side(game: &Game, color: &str) -> Result<Option<Side>, OnlineError> {
    let first = game.start().turn();
    match color {
        "random" => Ok(None),
        "white" => Ok(Some(first)),
        "black" => Ok(Some(first.other())),
        "goat" => Ok(Some(Side::Goat)),
        "tiger" => Ok(Some(Side::Tiger)),
        other => {
            let found: String = other.chars().take(20).collect();
            let message = format!("found {found:?}, expected goat, tiger, white, black or random");
            Err(OnlineError::Field("color", message))
        }
    }
}

fn username(account: &Account) -> String {
    account.name.clone().unwrap_or_else(|| "Guest".to_owned())
}

fn title(account: &Account) -> Value {
    if account.bot { "BOT".into() } else { Value::Null }
}

/// What is told of an account, in lichess's words beside ours.
pub(super) fn named(mut about: Value, account: &Account) -> Value {
    about["username"] = username(account).into();
    about["title"] = title(account);
    about
}

/// A player in a game or a challenge.
async fn player(online: &Online, id: Option<&PlayerId>, game: &str) -> Result<Value, OnlineError> {
    let Some(id) = id else { return Ok(Value::Null) };
    let Some(account) = online.store.account(id).await? else {
        return Ok(json!({ "id": id, "name": "Deleted", "title": null }));
    };
    Ok(json!({
        "id": id,
        "name": username(&account),
        "title": title(&account),
        "rating": online.rating(id, game).await?.round(),
    }))
}

fn variant(setup: &Setup, game: &Game) -> Value {
    json!({ "key": setup.game, "name": game.title(), "captures_to_win": game.captures() })
}

fn time_control(time: TimeControl) -> Value {
    match time {
        TimeControl::Unlimited => json!({ "type": "unlimited" }),
        TimeControl::Increment { base, increment } => json!({
            "type": "clock", "limit": base, "increment": increment,
            "show": format!("{}+{increment}", f64::from(base) / 60.0),
        }),
        TimeControl::Days { days } => json!({ "type": "correspondence", "daysPerTurn": days }),
    }
}

/// Lichess's classes of speed, by the time that a game of 40 moves would take.
fn speed(time: TimeControl) -> &'static str {
    let TimeControl::Increment { base, increment } = time else { return "correspondence" };
    match base + 40 * increment {
        0..30 => "ultraBullet",
        30..180 => "bullet",
        180..480 => "blitz",
        480..1_500 => "rapid",
        _ => "classical",
    }
}

fn checked(setup: &Setup) -> Result<Game, OnlineError> {
    setup.check().map_err(|error| OnlineError::Internal(error.to_string()))
}

/// A challenge.
pub(super) async fn challenge(
    online: &Online,
    challenge: &Challenge,
    status: &str,
) -> Result<Value, OnlineError> {
    let setup = &challenge.setup;
    let game = checked(setup)?;
    Ok(json!({
        "id": challenge.id,
        "status": status,
        "challenger": player(online, Some(&challenge.by), &setup.game).await?,
        "destUser": player(online, challenge.opponent.as_ref(), &setup.game).await?,
        "variant": variant(setup, &game),
        "rated": setup.rated,
        "speed": speed(setup.time),
        "timeControl": time_control(setup.time),
        "color": challenge.side.map_or("random", |side| color(&game, side)),
        "side": challenge.side,
        "two_games": challenge.two_games,
        "rematchOf": challenge.rematch_of,
    }))
}

/// A game in the stream of events, as one of its players sees it.
pub(super) async fn game(
    online: &Online,
    id: &GameId,
    game: &OnlineGame,
    you: &PlayerId,
) -> Result<Value, OnlineError> {
    let setup = game.setup();
    let side = game.side_of(you).ok_or(OnlineError::NotFound("game"))?;
    let opponent = game.seats().get(side.other());
    let mut other = player(online, opponent, &setup.game).await?;
    other["username"] = other["name"].clone();
    let left = game.clocks().map(|clocks| clocks.shows(side, now()) / 1_000);
    let texts = game.move_texts();
    let mut answer = json!({
        "id": id,
        "gameId": id,
        "fullId": id,
        "color": color(game.game(), side),
        "side": side,
        "fen": game.game().obx(game.position()),
        "hasMoved": texts.len() >= 2,
        "isMyTurn": game.turn() == side && game.ending().is_none(),
        "lastMove": texts.last().map_or("", String::as_str),
        "opponent": other,
        "variant": variant(setup, game.game()),
        "rated": setup.rated,
        "speed": speed(setup.time),
        "secondsLeft": left,
        "compat": { "bot": true, "board": false },
    });
    if let Some(ending) = game.ending() {
        answer["status"] = json!({ "name": status(ending) });
        end(&mut answer, game, ending);
    }
    Ok(answer)
}

/// The first line of a game's stream.
pub(super) async fn game_full(
    online: &Online,
    id: &GameId,
    game: &OnlineGame,
) -> Result<Value, OnlineError> {
    let setup = game.setup();
    let first = game.game().start().turn();
    let white = player(online, game.seats().get(first), &setup.game).await?;
    let black = player(online, game.seats().get(first.other()), &setup.game).await?;
    let clock = match setup.time {
        TimeControl::Increment { base, increment } => json!({
            "initial": u64::from(base) * 1_000, "increment": u64::from(increment) * 1_000,
        }),
        _ => Value::Null,
    };
    let days = match setup.time {
        TimeControl::Days { days } => json!(days),
        _ => Value::Null,
    };
    let (goat, tiger) = match first {
        Side::Goat => (white.clone(), black.clone()),
        Side::Tiger => (black.clone(), white.clone()),
    };
    Ok(json!({
        "type": "gameFull",
        "id": id,
        "variant": variant(setup, game.game()),
        "rated": setup.rated,
        "speed": speed(setup.time),
        "clock": clock,
        "daysPerTurn": days,
        "createdAt": game.created(),
        "white": white,
        "black": black,
        "goat": goat,
        "tiger": tiger,
        "initialFen": "startpos",
        "state": game_state(game),
    }))
}

/// A further line of a game's stream: all moves and both clocks.
pub(super) fn game_state(game: &OnlineGame) -> Value {
    let first = game.game().start().turn();
    let at = now();
    let time = |side| game.clocks().map_or(NO_CLOCK, |clocks| clocks.shows(side, at));
    let increment = match game.setup().time {
        TimeControl::Increment { increment, .. } => u64::from(increment) * 1_000,
        _ => 0,
    };
    let mut state = json!({
        "type": "gameState",
        "moves": game.move_texts().join(" "),
        "ply": game.ply(),
        "obx": game.game().obx(game.position()),
        "turn": game.turn(),
        "wtime": time(first),
        "btime": time(first.other()),
        "winc": increment,
        "binc": increment,
        "wdraw": game.draw_offer() == Some(first),
        "bdraw": game.draw_offer() == Some(first.other()),
        "wtakeback": game.takeback() == Some(first),
        "btakeback": game.takeback() == Some(first.other()),
        "status": "started",
    });
    if let Some(ending) = game.ending() {
        state["status"] = status(ending).into();
        end(&mut state, game, ending);
    }
    state
}

/// Lichess's word for an end. Wins by the rules of these games are what mate is there.
fn status(ending: Ending) -> &'static str {
    match ending.reason {
        EndReason::Aborted => "aborted",
        EndReason::Resignation => "resign",
        EndReason::Timeout => "outoftime",
        EndReason::Abandonment => "timeout",
        EndReason::Agreement | EndReason::Repetition | EndReason::Length => "draw",
        // What is left are wins by the rules.
        _ => "mate",
    }
}

fn end(answer: &mut Value, game: &OnlineGame, ending: Ending) {
    answer["reason"] = ending.reason.word().into();
    answer["outcome"] = json!(ending.outcome);
    if let Some(winner) = ending.winner() {
        answer["winner"] = color(game.game(), winner).into();
    }
}
