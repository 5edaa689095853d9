//! Whether this node is alive, as it and the others know it, and the outages that games have to
//! get back.
//!
//! An outage is stored once. A game gets its time back when somebody next looks at it: when it is
//! read, decided on, or due. So the service answers at once after an outage, however many games
//! run.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use bagh_online::{Event, Millis, OnlineGame};
use bagh_store::{Outage, SignOfLife, Store};
use tokio::sync::watch;
use tokio::time::timeout;

use super::error::OnlineError;
use super::metrics::OnlineMetrics;
use super::now;

/// Without a sign of life for this long, the service counts as having been down. It is several
/// times as long as the pause between two signs, so that a busy node does not count as a dead one.
pub(crate) const OUTAGE: Millis = 3_000;
/// The same after a node could not reach the store: then a gap is known to be an outage.
const KNOWN_OUTAGE: Millis = 1_000;
/// What clocks get beside the outage itself, since players have to connect again. The page tries
/// about as often while it follows a game.
const RECONNECT: Millis = 6_000;
/// A node that is the only one and has no game in memory tells of itself this seldom: memory
/// cards of small computers wear out.
const QUIET: Millis = 10_000;
/// A sign of life that takes longer has failed.
const PATIENCE: Duration = Duration::from_secs(4);
/// One of several nodes that has not reached the store for this long sends its clients elsewhere.
const OUT_OF_TOUCH: Millis = 6_000;
/// Outages are forgotten after this time. Every game with a clock has been looked at by then.
const REMEMBERED: Millis = 60 * 86_400_000;
/// And so are all but the latest ones: a service that crashes again and again must not fill the
/// database with them.
const LATEST: u32 = 1_000;
/// Other nodes may note an outage this long after it ended.
const LATE: Millis = 60_000;

/// Signs of life, and outages.
pub(crate) struct Life {
    store: Store,
    node: String,
    /// When this node was last known to be alive.
    alive: AtomicU64,
    /// When it last told the store.
    told: AtomicU64,
    /// How often the store was out of reach since then.
    trouble: AtomicU32,
    outages: Mutex<BTreeSet<Outage>>,
    out_of_touch: watch::Sender<bool>,
    metrics: OnlineMetrics,
}

impl Life {
    pub fn new(store: Store, node: String, metrics: OnlineMetrics) -> Life {
        Life {
            store,
            node,
            alive: AtomicU64::new(0),
            told: AtomicU64::new(0),
            trouble: AtomicU32::new(0),
            outages: Mutex::default(),
            out_of_touch: watch::Sender::new(false),
            metrics,
        }
    }

    /// What this node is called in the store.
    pub fn node(&self) -> &str {
        &self.node
    }

    /// Whether no other node can use the store.
    fn is_alone(&self) -> bool {
        self.store.kind() == "sqlite"
    }

    /// Whether this node has lost touch with the store, and others may not have.
    pub fn out_of_touch(&self) -> watch::Receiver<bool> {
        self.out_of_touch.subscribe()
    }

    /// Refuses what needs clocks that can be trusted: this node has to be in touch with the store,
    /// or else there may be an outage that it does not know.
    pub fn check(&self) -> Result<(), OnlineError> {
        let fresh = self.trouble.load(Ordering::Relaxed) == 0
            && now().saturating_sub(self.alive.load(Ordering::Relaxed)) < OUTAGE;
        fresh.then_some(()).ok_or_else(|| OnlineError::Unavailable("no sign of life".to_owned()))
    }

    /// The store could not be reached: clocks cannot be trusted until the next sign of life.
    pub fn had_trouble(&self) {
        self.trouble.fetch_add(1, Ordering::Relaxed);
    }

    /// The first sign of life of this node. A database in a file has no other node, so however
    /// short the time since the last sign was, the service was down.
    pub async fn start(&self) -> Result<(), OnlineError> {
        let patience = if self.is_alone() { 0 } else { KNOWN_OUTAGE };
        self.tell(None, patience, false).await.map(drop)
    }

    /// Tells the store that this node is still alive; seldom where `quiet`. True if there may be
    /// more to do: games have to get time back, or other nodes took this one for dead.
    pub async fn go_on(&self, quiet: bool) -> Result<bool, OnlineError> {
        let trouble = self.trouble.load(Ordering::Relaxed);
        let patience = if trouble > 0 { KNOWN_OUTAGE } else { OUTAGE };
        let before = self.alive.load(Ordering::Relaxed);
        // Of several nodes, others may have been alive.
        let last = self.is_alone().then_some(before);
        let told = timeout(PATIENCE, self.tell(last, patience, quiet)).await.unwrap_or_else(|_| {
            Err(OnlineError::Unavailable("the database does not answer".to_owned()))
        });
        let silence = now().saturating_sub(before);
        let relaxed = Ordering::Relaxed;
        if told.is_ok() {
            // Trouble that came meanwhile is left for the next time.
            let _ = self.trouble.compare_exchange(trouble, 0, relaxed, relaxed);
            self.out_of_touch.send_if_modified(std::mem::take);
        } else {
            self.had_trouble();
            let out = !self.is_alone() && silence > OUT_OF_TOUCH;
            self.out_of_touch.send_if_modified(|was| !std::mem::replace(was, out) && out);
        }
        told.map(|news| news || silence > OUTAGE)
    }

    /// Gives a sign of life. If no node was alive for longer than the patience, that was an outage.
    /// True if there are outages that this node did not know.
    async fn tell(
        &self,
        last: Option<Millis>,
        patience: Millis,
        quiet: bool,
    ) -> Result<bool, OnlineError> {
        let at = now();
        let was_down = last.is_none_or(|last| at.saturating_sub(last) > patience);
        let told = at.saturating_sub(self.told.load(Ordering::Relaxed)) < QUIET;
        let mut news = false;
        if was_down || !quiet || !told {
            let (node, here) = (self.node.clone(), self.metrics.sockets.get().unsigned_abs());
            let known = self.known();
            let sign = SignOfLife { node, at, here, last, patience, known };
            let learned = self.store.come_alive(sign).await?;
            if let Some(Outage { from, until }) = learned.ended {
                tracing::info!(from, until, "an outage has ended; clocks get its time back");
                self.metrics.outages.inc();
                self.metrics.outage_seconds.inc_by(until.saturating_sub(from) as f64 / 1e3);
            }
            news = self.remember(learned.outages);
            self.told.store(at, Ordering::Relaxed);
        }
        self.alive.store(at, Ordering::Relaxed);
        Ok(news)
    }

    fn outages(&self) -> std::sync::MutexGuard<'_, BTreeSet<Outage>> {
        self.outages.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// Outages that ended before this are known here.
    fn known(&self) -> Millis {
        self.outages().last().map_or(0, |latest| latest.until.saturating_sub(LATE))
    }

    fn remember(&self, outages: Vec<Outage>) -> bool {
        let mut known = self.outages();
        let before = known.len();
        known.extend(outages);
        known.len() > before
    }

    /// Looks for outages that other nodes have noted. True if there are new ones.
    pub async fn learn(&self) -> Result<bool, OnlineError> {
        let outages = self.store.outages(self.known()).await?;
        Ok(self.remember(outages))
    }

    /// Forgets outages that no running game can have to get back.
    pub async fn forget_old(&self) -> Result<(), OnlineError> {
        let before = now().saturating_sub(REMEMBERED);
        self.outages().retain(|outage| outage.until >= before);
        Ok(self.store.forget_outages(before, LATEST).await?)
    }

    /// A game with the time of outages given back, and the events of that. None if it has all.
    pub fn owed(&self, game: &OnlineGame) -> Result<Option<(OnlineGame, Vec<Event>)>, OnlineError> {
        let since = Outage { until: game.turn_since(), from: 0 };
        let outages: Vec<Outage> = self.outages().range(since..).copied().collect();
        let time = now();
        let credit = |game: &OnlineGame, outage: &Outage| {
            game.credit(outage.from.saturating_sub(RECONNECT), outage.until, time)
        };
        if outages.iter().all(|outage| credit(game, outage).is_empty()) {
            return Ok(None);
        }
        let (mut next, mut events) = (game.clone(), Vec::new());
        for outage in &outages {
            for event in credit(&next, outage) {
                next.apply(&event)?;
                events.push(event);
            }
        }
        Ok(Some((next, events)))
    }
}
