//! The bots that can be challenged now.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use bagh_store::Account;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use super::super::error::OnlineError;
use super::super::schemas::BotsAnswer;
use super::super::{Online, house, now, people};
use super::{answers, lines};

/// A bot is present for this long after it was last seen on its stream of events.
const PRESENT: u64 = 150_000;
/// Bots in a list.
const LIST: u32 = 200;
/// How long a look at the store serves those who ask: anyone may, and each bot takes a look.
const FRESH: Duration = Duration::from_secs(1);

/// Bots, with what is told of them.
type Bots = Arc<Vec<(Account, Value)>>;

/// The bots that were seen last by someone who asked, and when.
#[derive(Default)]
pub(crate) struct Seen(Mutex<Option<(Instant, Bots)>>);

/// The bots that can be challenged: those that follow their events, and the levels.
async fn all(online: &Online) -> Result<Bots, OnlineError> {
    let mut seen = online.bots.0.lock().await;
    if let Some((at, bots)) = &*seen
        && at.elapsed() < FRESH
    {
        return Ok(bots.clone());
    }
    let mut accounts = house::accounts(online).await?;
    accounts.retain(|bot| bot.banned.is_none());
    let others = online.store.bots(now().saturating_sub(PRESENT), LIST).await?;
    accounts.extend(others.into_iter().filter(|bot| !house::is_house(&bot.id)));
    let mut bots = Vec::new();
    for bot in accounts {
        let about = people::about(online, &bot).await?;
        bots.push((bot, about));
    }
    let bots = Arc::new(bots);
    *seen = Some((Instant::now(), bots.clone()));
    Ok(bots)
}

/// The bots that can be challenged, one a line.
#[utoipa::path(
    get,
    path = "/api/bot/online",
    operation_id = "botsOnline",
    tag = "bots",
    responses((status = 200, description = "A bot in each line", body = String, content_type = "application/x-ndjson"))
)]
pub(crate) async fn online(State(online): State<Online>) -> Result<Response, OnlineError> {
    let text: Vec<String> = all(&online)
        .await?
        .iter()
        .map(|(bot, about)| answers::named(about.clone(), bot).to_string())
        .collect();
    Ok(lines(futures_util::stream::iter(text)))
}

/// The bots that can be challenged, with their ratings, for the page.
#[utoipa::path(
    get,
    path = "/api/online/bots",
    operation_id = "bots",
    tag = "online",
    responses((status = 200, body = BotsAnswer))
)]
pub(crate) async fn present(State(online): State<Online>) -> Result<Json<Value>, OnlineError> {
    let list: Vec<Value> = all(&online).await?.iter().map(|(_, about)| about.clone()).collect();
    Ok(Json(json!({ "bots": list })))
}
