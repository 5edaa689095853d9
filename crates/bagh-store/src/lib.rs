//! Where online games are kept: SQLite in a file, or PostgreSQL for many nodes.
//!
//! A [`Store`] holds the event logs of [`bagh_online`], and around them what a site needs:
//! accounts, sessions and tokens, ratings, blocks, challenges, deadlines, and which nodes are
//! alive. It knows nothing of HTTP.
//!
//! ```
//! use bagh::Side;
//! use bagh_online::{GameId, OnlineGame, PlayerId, Seats, Setup, TimeControl};
//! use bagh_store::{Append, GameRow, Store, StoreError};
//!
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! # let folder = tempfile::tempdir().unwrap();
//! # let url = format!("sqlite://{}", folder.path().join("games.db").display());
//! let store = Store::open(&url).await?;
//! let maya = PlayerId::new("maya").unwrap();
//! let (setup, seats) = (Setup::new("bagh-chal", TimeControl::Unlimited), Seats::one(Side::Goat, &maya));
//! let first = OnlineGame::create(setup, seats, None, 1_000).unwrap();
//! let game = OnlineGame::replay([&first]).unwrap();
//!
//! // An append names the event it follows. It is durable when it returns.
//! let id = GameId::new("g1").unwrap();
//! let append = || Append { row: GameRow::of(&id, &game), after: 0, events: vec![first.clone()] };
//! store.append(append()).await?;
//!
//! // The same place in the log is given away once.
//! assert!(matches!(store.append(append()).await, Err(StoreError::Conflict)));
//! assert_eq!(store.events(&id, 0).await?, [first]);
//! # Ok::<(), StoreError>(())
//! # }).unwrap();
//! ```
//!
//! # How it is built
//!
//! [`Database`] is the trait that both databases implement: transactions, grouped appends, and
//! hints about new events. [`Store`] is built on it and has one method for each thing a site does.
//!
//! The two databases are driven by `rusqlite` and `tokio-postgres` rather than by one library for
//! both. What they do differently is what matters here: SQLite has one writer, so one thread
//! groups all writes into transactions; PostgreSQL has many, so appends are pipelined in batches
//! and rows are claimed with `FOR UPDATE SKIP LOCKED`. Each has its own migrations, run when the
//! store is opened. The statements that [`Store`] shares between them are plain SQL that both
//! define in the same way, and one suite of tests runs on both.
//!
//! An append is acknowledged when it would survive a loss of power: SQLite runs with a
//! write-ahead log and `synchronous = FULL`, PostgreSQL with its default `synchronous_commit`.
#![forbid(unsafe_code)]

mod accounts;
mod admin;
mod bots;
mod challenges;
mod closed_challenges;
mod database;
mod error;
mod games;
mod hints;
mod keys;
mod marks;
mod name;
mod nodes;
mod passkeys;
mod postgres;
mod ratings;
pub mod secret;
mod sqlite;
mod store;
#[cfg(feature = "testing")]
pub mod testing;
mod tls;
mod value;

pub use accounts::Account;
pub use admin::{DUMP_VERSION, DumpLine};
pub use challenges::{Challenge, ChallengeKind};
pub use closed_challenges::{ClosedChallenge, Closing};
pub use database::{Append, Changed, Database, Tx};
pub use error::StoreError;
pub use games::GameRow;
pub use keys::{Key, KeyKind};
pub use marks::{Mark, MarkRow};
pub use name::{Name, NameError};
pub use nodes::{Learned, Outage, SignOfLife};
pub use passkeys::Passkey;
pub use ratings::{RatedGame, RatingPoint, RatingRow};
pub use store::Store;
pub use value::{Row, Value};
