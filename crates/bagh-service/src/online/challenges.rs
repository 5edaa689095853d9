//! Challenges by link, to a player or to anyone; seeks.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use bagh::Side;
use bagh_online::rating::Rating;
use bagh_online::{GameId, MatchGame, OnlineGame, PlayerId, Seats, Setup};
use bagh_store::{Account, Challenge, ChallengeKind, ClosedChallenge, StoreError, secret};
use serde::Deserialize;
use serde_json::{Value, json};

use super::error::{OnlineError, body};
use super::games::game_id;
use super::hub::new_game;
use super::identity::{Maybe, Signed};
use super::keyed::{keyed_id, made_before};
use super::renewal::played;
use super::schemas::{
    AcceptedAnswer, ChallengeAnswer, ChallengeOrGameAnswer, ChallengesAnswer, DoneAnswer,
    OnlineChallengeKind, OnlineSide, OnlineTerms,
};
use super::{Online, now};

pub(crate) const MINUTE: u64 = 60_000;
/// Challenges that a player may have open.
const OPEN: u64 = 20;

/// A new challenge.
#[derive(Deserialize, utoipa::ToSchema)]
#[schema(as = NewChallenge)]
#[serde(deny_unknown_fields)]
pub(crate) struct New {
    #[schema(value_type = OnlineChallengeKind)]
    pub kind: ChallengeKind,
    #[schema(value_type = OnlineTerms)]
    pub setup: Setup,
    #[schema(value_type = Option<OnlineSide>)]
    #[serde(default)]
    pub side: Option<Side>,
    #[serde(default)]
    pub two_games: bool,
    /// The name or identifier of the player who is challenged.
    #[serde(default)]
    pub opponent: Option<String>,
    /// How far the opponent's rating may be away, for seeks.
    #[serde(default)]
    pub range: Option<u16>,
    /// Any text of up to 64 bytes that the client chose for this challenge. With it the same
    /// request may be sent again until it is answered, and makes one challenge.
    #[serde(default)]
    pub key: Option<String>,
}

/// What a new challenge led to.
pub(crate) enum Made {
    /// It waits for an opponent. If it was asked for before, it may have led to its game.
    Challenge(Box<Challenge>),
    /// A seek found an opponent at once.
    Game(GameId),
    /// It was asked for before, and declined or withdrawn since.
    Closed(Box<ClosedChallenge>),
}

/// How long a challenge stays open.
pub(crate) fn lasts(kind: ChallengeKind) -> u64 {
    match kind {
        ChallengeKind::Link => 7 * 24 * 60 * MINUTE,
        ChallengeKind::Direct => 24 * 60 * MINUTE,
        ChallengeKind::Open => 60 * MINUTE,
        // A page that waits renews it; one that has gone must not be paired for long.
        ChallengeKind::Seek => 45_000,
    }
}

impl Online {
    /// An account by its identifier or its name.
    pub(crate) async fn find(&self, text: &str) -> Result<Account, OnlineError> {
        let found = self.store.account_by_id_or_name(text).await?;
        found.ok_or(OnlineError::NotFound("player"))
    }

    /// The mean of a player's ratings in a game.
    pub(crate) async fn rating(&self, id: &PlayerId, game: &str) -> Result<f64, OnlineError> {
        let rows = self.store.ratings_of(id).await?;
        let values: Vec<f64> =
            rows.iter().filter(|row| row.game == game).map(|row| row.rating.value).collect();
        if values.is_empty() {
            return Ok(Rating::default().value);
        }
        Ok(values.iter().sum::<f64>() / values.len() as f64)
    }
}

/// The first event of the game that a challenge leads to.
fn start(
    challenge: &Challenge,
    taker: &PlayerId,
    side: Option<Side>,
) -> Result<bagh_online::Event, OnlineError> {
    // The side that the challenger gets: what either asked for, or else by lot.
    let lot = secret::random_text(1)?.as_bytes()[0] % 2 == 0;
    let by_lot = if lot { Side::Tiger } else { Side::Goat };
    let mine = challenge.side.or(side.map(Side::other)).unwrap_or(by_lot);
    let (tiger, goat) = match mine {
        Side::Tiger => (&challenge.by, taker),
        Side::Goat => (taker, &challenge.by),
    };
    let seats = Seats { tiger: Some(tiger.clone()), goat: Some(goat.clone()) };
    let part_of = challenge.two_games.then_some(MatchGame::FIRST);
    OnlineGame::create(challenge.setup.clone(), seats, part_of, now())
        .map_err(|error| OnlineError::Field("setup", error.to_string()))
}

/// Guests play unrated: their accounts cost nothing.
fn may_play(account: &Account, setup: &Setup) -> Result<(), OnlineError> {
    if setup.rated && account.is_guest() {
        return Err(OnlineError::Forbidden(
            "rated games need a name: register first, or play unrated",
        ));
    }
    Ok(())
}

/// Makes a challenge, or finds an opponent at once
#[utoipa::path(
    post,
    path = "/api/online/challenges",
    operation_id = "newChallenge",
    tag = "online",
    request_body = New,
    responses((status = 200, body = ChallengeOrGameAnswer))
)]
pub(crate) async fn create(
    State(online): State<Online>,
    Signed(account): Signed,
    bytes: Bytes,
) -> Result<Json<Value>, OnlineError> {
    match make(&online, account, body(&bytes)?).await? {
        Made::Challenge(challenge) => {
            Ok(Json(json!({ "challenge": online.challenge_json(&challenge).await? })))
        }
        Made::Game(id) => Ok(Json(json!({ "game": id }))),
        Made::Closed(_) => Err(OnlineError::Conflict(
            "the challenge with this key was declined or withdrawn; choose another key",
        )),
    }
}

/// Makes a challenge of this account.
pub(crate) async fn make(online: &Online, account: Account, new: New) -> Result<Made, OnlineError> {
    online.rates.challenge(&account)?;
    if account.bot && new.kind == ChallengeKind::Seek {
        return Err(OnlineError::Forbidden("bots are not paired with people who wait for people"));
    }
    new.setup.check().map_err(|error| OnlineError::Field("setup", error.to_string()))?;
    may_play(&account, &new.setup)?;
    let id = match &new.key {
        Some(key) => keyed_id(&account.id, new.kind, key)?,
        None => secret::random_text(10)?,
    };
    if new.key.is_some()
        && let Some(made) = made_before(online, &id, &account, &new).await?
    {
        return Ok(made);
    }
    let opponent = match (new.kind, &new.opponent) {
        (ChallengeKind::Direct, Some(name)) => Some(online.find(name).await?.id),
        (ChallengeKind::Direct, None) => {
            return Err(OnlineError::Field("opponent", "expected the name of a player".to_owned()));
        }
        (_, Some(_)) => {
            let message = "found a player, expected none for this kind".to_owned();
            return Err(OnlineError::Field("opponent", message));
        }
        (_, None) => None,
    };
    if opponent.as_ref() == Some(&account.id) {
        return Err(OnlineError::Field("opponent", "found yourself".to_owned()));
    }
    if let Some(opponent) = &opponent
        && online.store.is_blocked(&account.id, opponent).await?
    {
        return Err(OnlineError::Forbidden("this player does not take challenges from you"));
    }
    let created = now();
    if online.store.count_open_challenges(&account.id, created).await? >= OPEN {
        return Err(OnlineError::Conflict("you have too many open challenges"));
    }
    let challenge = Challenge {
        id: id.clone(),
        kind: new.kind,
        rating: online.rating(&account.id, &new.setup.game).await?,
        by: account.id.clone(),
        opponent,
        setup: new.setup.clone(),
        side: new.side,
        range: f64::from(new.range.unwrap_or(400).max(50)),
        two_games: new.two_games,
        rematch_of: None,
        created,
        expires: created + lasts(new.kind),
        game: None,
    };
    if challenge.kind == ChallengeKind::Seek {
        return seek(online, challenge).await;
    }
    match online.store.add_challenge(challenge.clone()).await {
        Ok(()) => Ok(Made::Challenge(Box::new(challenge))),
        // The same request came twice at the same moment.
        Err(StoreError::Conflict) if new.key.is_some() => {
            let made = made_before(online, &id, &account, &new).await?;
            made.ok_or(StoreError::Conflict.into())
        }
        Err(error) => Err(error.into()),
    }
}

async fn seek(online: &Online, seek: Challenge) -> Result<Made, OnlineError> {
    let (taker, side) = (seek.by.clone(), seek.side);
    let found = online.store.seek(seek.clone(), now(), move |found| {
        let wrong = |_| StoreError::Unavailable("the game cannot start".to_owned());
        let first = start(found, &taker, side).map_err(wrong)?;
        new_game(&game_id(&found.id).map_err(wrong)?, first).map_err(wrong)
    });
    match found.await? {
        Some(found) => Ok(Made::Game(game_id(&found.id)?)),
        None => Ok(Made::Challenge(Box::new(seek))),
    }
}

/// Challenges of the account and to it
#[utoipa::path(
    get,
    path = "/api/online/challenges",
    operation_id = "challenges",
    tag = "online",
    responses((status = 200, body = ChallengesAnswer))
)]
pub(crate) async fn mine(
    State(online): State<Online>,
    Signed(account): Signed,
) -> Result<Json<Value>, OnlineError> {
    let mut list = Vec::new();
    for challenge in online.store.challenges_of(&account.id, now()).await? {
        list.push(online.challenge_json(&challenge).await?);
    }
    Ok(Json(json!({ "challenges": list })))
}

async fn load(online: &Online, id: &str, who: Option<&PlayerId>) -> Result<Challenge, OnlineError> {
    let found =
        online.store.challenge(id, now()).await?.ok_or(OnlineError::NotFound("challenge"))?;
    // A challenge to one player is between the two.
    let private = found.kind == ChallengeKind::Direct;
    if private && who != Some(&found.by) && who != found.opponent.as_ref() {
        return Err(OnlineError::NotFound("challenge"));
    }
    Ok(found)
}

/// A challenge
#[utoipa::path(
    get,
    path = "/api/online/challenges/{id}",
    operation_id = "challenge",
    tag = "online",
    params(("id" = String, Path, description = "The identifier")),
    responses((status = 200, body = ChallengeAnswer))
)]
pub(crate) async fn show(
    State(online): State<Online>,
    Path(id): Path<String>,
    Maybe(account): Maybe,
) -> Result<Json<Value>, OnlineError> {
    let challenge = load(&online, &id, account.as_ref().map(|a| &a.id)).await?;
    Ok(Json(json!({ "challenge": online.challenge_json(&challenge).await? })))
}

/// Accepts a challenge; again, it gives the same game
#[utoipa::path(
    post,
    path = "/api/online/challenges/{id}/accept",
    operation_id = "acceptChallenge",
    tag = "online",
    params(("id" = String, Path, description = "The identifier")),
    responses((status = 200, body = AcceptedAnswer))
)]
pub(crate) async fn accept(
    State(online): State<Online>,
    Path(id): Path<String>,
    Signed(account): Signed,
) -> Result<Json<Value>, OnlineError> {
    Ok(Json(json!({ "game": accept_by(&online, &id, &account).await? })))
}

/// Accepts a challenge by its id.
pub(crate) async fn accept_by(
    online: &Online,
    id: &str,
    account: &Account,
) -> Result<GameId, OnlineError> {
    let challenge = match load(online, id, Some(&account.id)).await {
        Ok(challenge) => challenge,
        Err(OnlineError::NotFound(what)) => {
            let game = played(online, id, account).await.ok().flatten();
            return game.ok_or(OnlineError::NotFound(what));
        }
        Err(error) => return Err(error),
    };
    online.rates.challenge(account)?;
    if challenge.kind == ChallengeKind::Seek && challenge.by != account.id {
        let rating = online.rating(&account.id, &challenge.setup.game).await?;
        if (rating - challenge.rating).abs() > challenge.range {
            return Err(OnlineError::Forbidden(
                "this player looks for someone whose rating is nearer to their own",
            ));
        }
    }
    take(online, &challenge, account).await
}

/// Takes a challenge: its game has the challenge's id. Taken again by the same player, it gives
/// the same game.
pub(crate) async fn take(
    online: &Online,
    challenge: &Challenge,
    account: &Account,
) -> Result<GameId, OnlineError> {
    if challenge.by == account.id {
        return Err(OnlineError::Conflict("this is your own challenge"));
    }
    may_play(account, &challenge.setup)?;
    if online.store.is_blocked(&challenge.by, &account.id).await? {
        return Err(OnlineError::Forbidden("this player does not play with you"));
    }
    let id = match &challenge.game {
        Some(id) => id.clone(),
        None => {
            let id = game_id(&challenge.id)?;
            let first = start(challenge, &account.id, None)?;
            match online.store.take_challenge(&challenge.id, new_game(&id, first)?, now()).await {
                Ok(()) => return Ok(id),
                Err(StoreError::Conflict) => {
                    let again = online.store.challenge(&challenge.id, now()).await?;
                    let taken = again.and_then(|challenge| challenge.game);
                    taken.ok_or(OnlineError::NotFound("challenge"))?
                }
                Err(error) => return Err(error.into()),
            }
        }
    };
    let row = online.store.game(&id).await?.ok_or(OnlineError::NotFound("game"))?;
    if row.tiger.as_ref() == Some(&account.id) || row.goat.as_ref() == Some(&account.id) {
        Ok(id)
    } else {
        Err(OnlineError::Conflict("another player was faster"))
    }
}

/// Declines a challenge, or withdraws your own
#[utoipa::path(
    post,
    path = "/api/online/challenges/{id}/decline",
    operation_id = "declineChallenge",
    tag = "online",
    params(("id" = String, Path, description = "The identifier")),
    responses((status = 200, body = DoneAnswer))
)]
pub(crate) async fn decline(
    State(online): State<Online>,
    Path(id): Path<String>,
    Signed(account): Signed,
) -> Result<Json<Value>, OnlineError> {
    remove(&online, &id, &account).await?;
    Ok(Json(json!({})))
}

/// Declines a challenge to this account, or withdraws one of its own.
pub(crate) async fn remove(
    online: &Online,
    id: &str,
    account: &Account,
) -> Result<(), OnlineError> {
    match online.store.close_challenge(id, &account.id, now()).await? {
        true => Ok(()),
        false => Err(OnlineError::NotFound("challenge")),
    }
}
