//! Online play: people, challenges, games and who watches them.
//!
//! The log in the store is the truth. This node keeps the games that someone follows in memory
//! ([`hub`]), brings about what happens by itself ([`duties`]), and talks to clients over a
//! WebSocket ([`socket`]) or plain HTTP ([`games`], [`challenges`], [`people`]), and to bots by
//! the paths that bot authors know ([`bots`]). The levels of the engine play along ([`house`]).
//! Any node can serve any game: nothing here is lost when the process is killed.
//!
//! `docs/ONLINE.md` describes the protocol.

mod accuracy;
mod answers;
mod bots;
mod challenges;
mod duties;
mod error;
mod games;
mod house;
mod hub;
mod identity;
mod lobby;
pub(crate) mod metrics;
mod own_data;
mod passkeys;
mod people;
mod places;
mod rates;
mod room;
mod socket;

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::Router;
use axum::routing::{get, post};
use bagh_online::{Accepted, GameId, Millis, Request};
use bagh_store::{Store, StoreError, secret};
use tower_http::catch_panic::CatchPanicLayer;

use error::OnlineError;
use hub::Hub;
use metrics::OnlineMetrics;
use places::Places;
use rates::Rates;

use crate::app::App;

/// Sockets from one address: a whole village, or a school, may share one.
const SOCKETS_FROM_ADDRESS: usize = 1_000;
/// Streams of lines, which take up an ordinary connection each: for all, and for one address.
const STREAMS: usize = 500;
const STREAMS_FROM_ADDRESS: usize = 50;
/// The largest body of a request.
const BODY: usize = 16 << 10;

/// How online play is set up.
#[derive(Clone, Debug)]
pub struct OnlineSettings {
    /// Where games are kept: `sqlite://FILE` or `postgres://…`.
    pub database: String,
    /// Whether a reverse proxy in front sets `X-Forwarded-For` and `X-Forwarded-Proto`. Without
    /// one, clients could make them up.
    pub behind_proxy: bool,
    /// Requests allowed, as a multiple of the usual limits. Load tests raise it.
    pub rate: u32,
    /// WebSockets at a time.
    pub sockets: usize,
}

impl OnlineSettings {
    /// The usual settings, with games kept here.
    pub fn new(database: impl Into<String>) -> OnlineSettings {
        OnlineSettings { database: database.into(), behind_proxy: false, rate: 1, sockets: 12_000 }
    }
}

/// Online play on this node. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Online(Arc<Shared>);

pub(crate) struct Shared {
    hub: Hub,
    store: Store,
    rates: Rates,
    metrics: OnlineMetrics,
    behind_proxy: bool,
    sockets: Arc<Places>,
    streams: Arc<Places>,
    /// How often the usual limits are allowed.
    rate: u32,
    lobby: lobby::Lobby,
    /// Hashing a password takes memory and time: a few at a time.
    hashing: tokio::sync::Semaphore,
    /// The moves that the levels are thinking about here.
    thinking: house::Thinking,
    /// Games are judged by the tables one at a time.
    judging: tokio::sync::Semaphore,
    /// The rest of the service, which has the tables.
    app: App,
}

impl std::ops::Deref for Online {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl Online {
    /// Opens the store, gives back the time that the service was down, and begins the duties of
    /// a node.
    pub(crate) async fn start(settings: &OnlineSettings, app: &App) -> Result<Online, StoreError> {
        let metrics = app.metrics.online.clone();
        let store = Store::open(&settings.database).await?;
        let node = secret::random_text(12)?;
        let rate = settings.rate.max(1);
        let online = Online(Arc::new(Shared {
            hub: Hub::new(store.clone(), node, metrics.clone()),
            store,
            rates: Rates::new(rate),
            metrics,
            behind_proxy: settings.behind_proxy,
            sockets: Places::new(settings.sockets, SOCKETS_FROM_ADDRESS * rate as usize),
            streams: Places::new(STREAMS * rate as usize, STREAMS_FROM_ADDRESS * rate as usize),
            rate,
            lobby: lobby::Lobby::default(),
            hashing: tokio::sync::Semaphore::new(2),
            thinking: house::Thinking::default(),
            judging: tokio::sync::Semaphore::new(1),
            app: app.clone(),
        }));
        house::make_accounts(&online).await?;
        online.hub.start().await.map_err(|error| StoreError::Unavailable(format!("{error:?}")))?;
        duties::begin(&online);
        Ok(online)
    }

    /// Carries out a player's command, to the end even if the player disconnects meanwhile.
    pub(crate) async fn command(
        &self,
        game: GameId,
        request: Request,
    ) -> Result<Accepted, OnlineError> {
        let online = self.clone();
        let task = tokio::spawn(async move { online.hub.command(&game, &request).await });
        task.await.map_err(|error| OnlineError::Internal(error.to_string()))?
    }

    /// The paths of online play.
    pub(crate) fn router(&self) -> Router {
        Router::new()
            .route("/api/online/me", get(people::me))
            .route("/api/online/guest", post(people::guest))
            .route("/api/online/register", post(people::register))
            .route("/api/online/login", post(people::login))
            .route("/api/online/recover", post(people::recover))
            .route("/api/online/recovery-codes", post(people::recovery_codes))
            .route("/api/online/logout", post(people::logout))
            .route("/api/online/password", post(people::password))
            .route("/api/online/passkeys", get(passkeys::list).post(passkeys::add))
            .route("/api/online/passkeys/new", post(passkeys::creation))
            .route("/api/online/passkeys/{id}/remove", post(passkeys::remove))
            .route("/api/online/passkeys/challenge", post(passkeys::request))
            .route("/api/online/passkeys/login", post(passkeys::login))
            .route("/api/online/sessions", get(own_data::sessions))
            .route("/api/online/sessions/{id}/end", post(own_data::end_session))
            .route("/api/online/tokens", post(own_data::token))
            .route("/api/online/export", get(own_data::export))
            .route("/api/online/delete", post(own_data::delete))
            .route("/api/online/blocks", get(people::blocks).post(people::block))
            .route("/api/online/players/{name}", get(people::profile))
            .route("/api/online/players/{name}/history", get(people::history))
            .route("/api/online/leaderboard", get(people::leaderboard))
            .route("/api/online/lobby", get(lobby::lobby))
            .route("/api/online/challenges", get(challenges::mine).post(challenges::create))
            .route("/api/online/challenges/{id}", get(challenges::show))
            .route("/api/online/challenges/{id}/accept", post(challenges::accept))
            .route("/api/online/challenges/{id}/decline", post(challenges::decline))
            .route("/api/online/games", get(games::mine))
            .route("/api/online/games/{id}", get(games::state))
            .route("/api/online/games/{id}/events", get(games::events))
            .route("/api/online/games/{id}/stream", get(games::stream))
            .route("/api/online/games/{id}/record", get(games::record))
            .route("/api/online/games/{id}/commands", post(games::command))
            .route("/api/online/games/{id}/rematch", post(challenges::rematch))
            .route("/api/online/bots", get(bots::present))
            .route("/api/online/socket", get(socket::socket))
            .merge(bots::router())
            .layer(axum::extract::DefaultBodyLimit::max(BODY))
            .layer(axum::middleware::from_fn_with_state(self.clone(), identity::guard))
            .layer(CatchPanicLayer::new())
            .with_state(self.clone())
    }
}

/// The time now. Everything below takes it from here.
pub(crate) fn now() -> Millis {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.unwrap_or(Duration::ZERO).as_millis() as Millis
}
