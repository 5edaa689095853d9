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
mod describe;
mod duties;
mod error;
mod export;
mod follower;
mod games;
mod house;
mod hub;
mod identity;
mod keyed;
mod lag;
mod life;
mod limits;
mod lobby;
mod lock;
mod matches;
pub(crate) mod metrics;
mod own_data;
mod passkeys;
mod people;
mod places;
mod presence;
mod profiles;
mod rates;
mod recovery;
mod rematch;
mod renewal;
mod room;
mod schemas;
mod socket;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::Router;
use axum::middleware::from_fn_with_state;
use bagh_online::{Accepted, GameId, Millis, Request};
use bagh_store::{Store, StoreError, secret};
use tower_http::catch_panic::CatchPanicLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use error::OnlineError;
use hub::Hub;
use metrics::OnlineMetrics;
use places::Places;
use rates::Rates;

use crate::app::App;

pub(crate) use describe::document;

/// Sockets from one address: a whole village, or a school, may share one.
const SOCKETS_FROM_ADDRESS: usize = 1_000;
/// Streams of lines, which take up an ordinary connection each: for all, and for one address.
const STREAMS: usize = 500;
const STREAMS_FROM_ADDRESS: usize = 50;
/// Exports of accounts at the same time.
const EXPORTS: usize = 4;

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
    /// How long those who watch a rated game wait for its events.
    pub watch_delay: Duration,
    /// The pause between two looks whether players are still connected.
    pub sweep: Duration,
    /// The pause between two pings of a WebSocket, of which three in a row need an answer: phones
    /// in the hills are slow.
    pub ping: Duration,
    /// A connection that takes nothing for this long is given up.
    pub patience: Duration,
}

impl OnlineSettings {
    /// The usual settings, with games kept here.
    pub fn new(database: impl Into<String>) -> OnlineSettings {
        OnlineSettings {
            database: database.into(),
            behind_proxy: false,
            rate: 1,
            sockets: 12_000,
            watch_delay: Duration::from_secs(10),
            sweep: Duration::from_secs(5),
            ping: Duration::from_secs(25),
            patience: Duration::from_secs(15),
        }
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
    /// The bots that were seen last.
    bots: bots::present::Seen,
    /// Hashing a password takes memory and time: a few at a time.
    hashing: tokio::sync::Semaphore,
    /// The moves that the levels are thinking about here.
    thinking: house::Thinking,
    /// What is stored about people is put together for a few of them at a time.
    exporting: Arc<tokio::sync::Semaphore>,
    /// What is known of games that the tables have not judged.
    marking: accuracy::Marking,
    /// How long those who watch a rated game wait, in milliseconds.
    watch_delay: Millis,
    /// The pause between two pings, and how long a connection may take nothing.
    ping: Duration,
    patience: Duration,
    /// The rest of the service, which has the tables.
    app: App,
    /// Keeps other services from the same file.
    _lock: Option<File>,
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
        let watch_delay = settings.watch_delay.as_millis() as Millis;
        let lock = match settings.database.strip_prefix("sqlite://") {
            Some(file) if !file.is_empty() => lock::hold(Path::new(file)).await?,
            _ => None,
        };
        let store = Store::open(&settings.database).await?;
        let node = secret::random_text(12)?;
        let rate = settings.rate.max(1);
        let online = Online(Arc::new(Shared {
            hub: Hub::new(store.clone(), node, metrics.clone(), watch_delay),
            store,
            rates: Rates::new(rate),
            metrics: metrics.clone(),
            behind_proxy: settings.behind_proxy,
            sockets: Places::new("sockets", settings.sockets, SOCKETS_FROM_ADDRESS * rate as usize),
            streams: Places::told(
                "streams",
                // Most connections are left for requests, however few there may be.
                (STREAMS * rate as usize).min((app.connections / 4).max(1)),
                STREAMS_FROM_ADDRESS * rate as usize,
                metrics.streams.clone(),
            ),
            rate,
            lobby: lobby::Lobby::new(metrics.notices_lost.clone()),
            bots: bots::present::Seen::default(),
            hashing: tokio::sync::Semaphore::new(2),
            thinking: house::Thinking::default(),
            exporting: Arc::new(tokio::sync::Semaphore::new(EXPORTS)),
            marking: accuracy::Marking::default(),
            watch_delay,
            ping: settings.ping,
            patience: settings.patience,
            app: app.clone(),
            _lock: lock,
        }));
        house::make_accounts(&online).await?;
        online
            .hub
            .life
            .start()
            .await
            .map_err(|error| StoreError::Unavailable(format!("{error:?}")))?;
        duties::begin(&online, settings.sweep);
        Ok(online)
    }

    /// Carries out a player's command, to the end even if the player disconnects meanwhile.
    pub(crate) async fn command(
        &self,
        game: GameId,
        request: Request,
    ) -> Result<Accepted, OnlineError> {
        let (online, arrived) = (self.clone(), now());
        let task = tokio::spawn(async move { online.hub.command(&game, &request, arrived).await });
        task.await.map_err(|error| OnlineError::Internal(error.to_string()))?
    }

    /// The paths of online play.
    pub(crate) fn router(&self) -> Router {
        paths()
            .split_for_parts()
            .0
            .layer(from_fn_with_state(self.clone(), limits::arrived))
            .layer(from_fn_with_state(self.clone(), identity::guard))
            .layer(from_fn_with_state(self.clone(), limits::within))
            .layer(CatchPanicLayer::new())
            .with_state(self.clone())
    }
}

/// The paths of online play, each with its description.
fn paths() -> OpenApiRouter<Online> {
    OpenApiRouter::new()
        .routes(routes!(people::me))
        .routes(routes!(people::guest))
        .routes(routes!(people::register))
        .routes(routes!(people::login))
        .routes(routes!(recovery::recover))
        .routes(routes!(recovery::recovery_codes))
        .routes(routes!(people::logout))
        .routes(routes!(people::password))
        .routes(routes!(passkeys::list, passkeys::add))
        .routes(routes!(passkeys::creation))
        .routes(routes!(passkeys::remove))
        .routes(routes!(passkeys::request))
        .routes(routes!(passkeys::login))
        .routes(routes!(own_data::sessions))
        .routes(routes!(own_data::end_session))
        .routes(routes!(own_data::token))
        .routes(routes!(export::export))
        .routes(routes!(own_data::delete))
        .routes(routes!(people::blocks, people::block))
        .routes(routes!(profiles::profile))
        .routes(routes!(profiles::history))
        .routes(routes!(profiles::leaderboard))
        .routes(routes!(lobby::lobby))
        .routes(routes!(challenges::mine, challenges::create))
        .routes(routes!(challenges::show))
        .routes(routes!(challenges::accept))
        .routes(routes!(challenges::decline))
        .routes(routes!(renewal::renew))
        .routes(routes!(games::mine))
        .routes(routes!(games::state))
        .routes(routes!(games::events))
        .routes(routes!(games::stream))
        .routes(routes!(games::record))
        .routes(routes!(matches::result))
        .routes(routes!(games::command))
        .routes(routes!(rematch::rematch))
        .routes(routes!(bots::present::present))
        .routes(routes!(socket::socket))
        .merge(bots::paths())
}

/// The time now. Everything below takes it from here.
pub(crate) fn now() -> Millis {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.unwrap_or(Duration::ZERO).as_millis() as Millis
}
