//! What both databases implement.

use async_trait::async_trait;
use bagh::Side;
use bagh_online::{Event, EventKind, GameId, PlayerId};
use futures_util::future::BoxFuture;
use tokio::sync::broadcast;

use crate::error::StoreError;
use crate::games::GameRow;
use crate::value::{Row, Value};

/// Events to append to a log.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game as it is after the events, for lists and deadlines.
    pub row: GameRow,
    /// The number of the event that these follow: 0 for a new game.
    pub after: u32,
    /// The events, numbered on from there.
    pub events: Vec<Event>,
}

/// A hint that something has changed. Hints can be lost or come twice: the database is the truth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// A log has grown.
    Game {
        /// The game.
        id: GameId,
        /// The number of its last event.
        number: u32,
        /// The player whose turn it is, if that is what changed.
        turn: Option<PlayerId>,
    },
    /// A challenge was made, taken or withdrawn.
    Challenge {
        /// The challenge.
        id: String,
    },
    /// Keys of an account have ended: connections that they opened may have to end, too.
    Keys {
        /// The account.
        account: PlayerId,
    },
    /// Hints were missed for a while: anything may have changed.
    Anything,
}

impl Changed {
    /// The hint of an append.
    pub(crate) fn by(append: &Append) -> Changed {
        let Append { row, events, .. } = append;
        let turned = |event: &Event| {
            matches!(event.kind, EventKind::Moved { .. } | EventKind::TakenBack { .. })
        };
        let turns = row.reason.is_none() && events.iter().any(turned);
        let player = if row.turn == Side::Tiger { &row.tiger } else { &row.goat };
        let turn = player.clone().filter(|_| turns);
        Changed::Game { id: row.id.clone(), number: row.number, turn }
    }
}

/// A transaction. Statements have their parameters as `$1`, `$2` and so on.
#[async_trait]
pub trait Tx: Send {
    /// Runs a statement and gives the rows it returns.
    async fn query(&mut self, sql: &str, args: &[Value]) -> Result<Vec<Row>, StoreError>;

    /// Runs a statement and gives the number of rows it changed.
    async fn execute(&mut self, sql: &str, args: &[Value]) -> Result<u64, StoreError>;

    /// What follows a `SELECT` whose rows this transaction is about to change, so that other
    /// nodes pass them over. Empty where there is one writer only.
    fn skip_locked(&self) -> &'static str;

    /// Waits for other transactions that have taken turns by the same words, and keeps others
    /// waiting until this one ends. Nothing to wait for where there is one writer only.
    async fn take_turns(&mut self, words: &str) -> Result<(), StoreError>;

    /// What follows a `SELECT` whose rows other transactions have to wait for.
    fn for_update(&self) -> &'static str;

    /// What follows a `SELECT` whose rows must not be deleted before this transaction ends.
    fn for_key_share(&self) -> &'static str;
}

/// Something to do in a transaction. It commits unless this returns an error.
pub type Work =
    Box<dyn for<'a> FnOnce(&'a mut dyn Tx) -> BoxFuture<'a, Result<(), StoreError>> + Send>;

/// A database that a [`Store`](crate::Store) can be built on.
#[async_trait]
pub trait Database: Send + Sync {
    /// The name of the database, for messages and metrics.
    fn name(&self) -> &'static str;

    /// Does something in a transaction that may write. Once this returns, it is durable.
    async fn write(&self, work: Work) -> Result<(), StoreError>;

    /// Does something in a transaction that reads one consistent state.
    async fn read(&self, work: Work) -> Result<(), StoreError>;

    /// Appends events, together with what others append at the same time. Once this returns,
    /// they are durable.
    async fn append(&self, append: Append) -> Result<(), StoreError>;

    /// Sends a hint to all nodes.
    fn hint(&self, changed: Changed);

    /// Hints about what has changed, on this node or another.
    fn changes(&self) -> broadcast::Receiver<Changed>;
}
