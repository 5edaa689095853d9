//! Everything that is stored about an account, for its owner.

use std::collections::VecDeque;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bagh_online::{Millis, PlayerId};
use bagh_store::{Account, GameRow};
use serde_json::{Value, json};
use tokio::sync::OwnedSemaphorePermit;

use super::error::OnlineError;
use super::identity::Signed;
use super::people::about;
use super::schemas::ExportAnswer;
use super::{Online, now};

/// Games that are looked up at a time.
const PAGE: u32 = 200;
/// Points of the history of a rating.
const POINTS: u32 = 100_000;

/// Everything that is stored about an account.
#[utoipa::path(
    get,
    path = "/api/online/export",
    operation_id = "exportAccount",
    tag = "people",
    responses((status = 200, body = ExportAnswer))
)]
pub(crate) async fn export(
    State(online): State<Online>,
    Signed(account): Signed,
) -> Result<Response, OnlineError> {
    let place = online.exporting.clone().try_acquire_owned();
    let place = place.map_err(|_| OnlineError::TooMany("exports", 10))?;
    let all_but_games = all_but_games(&online, &account).await?.to_string();
    // There may be thousands of games: they are sent as they are read.
    let begin = all_but_games.strip_suffix('}').unwrap_or_default().to_owned() + ",\"games\":[";
    let games = Games {
        online,
        player: account.id,
        before: Millis::MAX,
        rows: VecDeque::new(),
        text: Some(begin),
        any: false,
        _place: place,
    };
    let parts = futures_util::stream::unfold(Some(games), |games| async move {
        let mut games = games?;
        match games.next().await {
            Ok(Some(text)) => Some((Ok(Bytes::from(text)), Some(games))),
            Ok(None) => Some((Ok(Bytes::from("]}")), None)),
            // What was sent is no JSON then, and cannot be taken for all there is.
            Err(error) => {
                error.log();
                Some((Err(std::io::Error::other("the export was cut off")), None))
            }
        }
    });
    Ok(([(header::CONTENT_TYPE, "application/json")], Body::from_stream(parts)).into_response())
}

/// The games of an account as they are sent, one after another.
struct Games {
    online: Online,
    player: PlayerId,
    /// Games from this time on have been read.
    before: Millis,
    rows: VecDeque<GameRow>,
    /// What comes first.
    text: Option<String>,
    /// Whether a game was sent.
    any: bool,
    _place: OwnedSemaphorePermit,
}

impl Games {
    async fn next(&mut self) -> Result<Option<String>, OnlineError> {
        if let Some(text) = self.text.take() {
            return Ok(Some(text));
        }
        let store = &self.online.store;
        if self.rows.is_empty() {
            self.rows = store.games_of(&self.player, self.before, PAGE).await?.into();
            self.before = self.rows.back().map_or(0, |row| row.created);
        }
        let Some(row) = self.rows.pop_front() else { return Ok(None) };
        let game = json!({ "game": row.id, "events": store.events(&row.id, 0).await? });
        let comma = if std::mem::replace(&mut self.any, true) { "," } else { "" };
        Ok(Some(format!("{comma}{game}")))
    }
}

async fn all_but_games(online: &Online, account: &Account) -> Result<Value, OnlineError> {
    let mut history = Vec::new();
    for row in online.store.ratings_of(&account.id).await? {
        let points = online.store.rating_history(&account.id, &row.game, row.side, POINTS).await?;
        history.extend(points.iter().map(|point| {
            json!({
                "game": row.game, "side": row.side, "played": point.played, "at": point.at,
                "rating": point.value, "deviation": point.deviation,
            })
        }));
    }
    let mut challenges = Vec::new();
    for challenge in online.store.challenges_of(&account.id, now()).await? {
        challenges.push(online.challenge_json(&challenge).await?);
    }
    Ok(json!({
        "player": about(online, account).await?,
        "seen": account.seen,
        "sessions": online.sessions(account, None).await?,
        "passkeys": online.passkeys(account).await?,
        "ratings": history,
        "accuracy": online.accuracy(account).await?,
        "blocks": online.store.blocked_by(&account.id).await?,
        "recovery_codes_left": online.store.recovery_codes_left(&account.id).await?,
        "challenges": challenges,
    }))
}
