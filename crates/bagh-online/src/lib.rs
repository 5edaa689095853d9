//! Online games of Bagh as event logs.
//!
//! A game between two people is a list of [`Event`]s, numbered from 1. The state of the game,
//! [`OnlineGame`], is a pure function of that list: this crate does no I/O, starts no threads and
//! never reads a clock, so a server, a browser and an exported record agree on every game.
//!
//! A player sends a [`Command`]. [`OnlineGame::decide`] either accepts it, which yields the next
//! events, or refuses it with a typed [`Refusal`]. Nothing has happened until those events are
//! stored: the caller appends them to the log, with the number of the first one as the guard
//! against a concurrent append, and only then applies them.
//!
//! ```
//! use bagh::Side;
//! use bagh_online::{Command, OnlineGame, PlayerId, Request, Seats, Setup, TimeControl};
//!
//! // Maya opens a game of Bagh Chal with five minutes each and takes the goats.
//! let (maya, tenzin) = (PlayerId::new("maya").unwrap(), PlayerId::new("tenzin").unwrap());
//! let setup = Setup::new("bagh-chal", TimeControl::minutes(5, 3));
//! let seats = Seats::one(Side::Goat, &maya);
//! let mut log = vec![OnlineGame::create(setup, seats, None, 1_000).unwrap()];
//! let mut game = OnlineGame::replay(&log).unwrap();
//!
//! // A command is decided on, its events are stored, and then applied.
//! let mut send = |game: &mut OnlineGame, by: &PlayerId, id, command, now| {
//!     let decision = game.decide(&Request::new(by, id, command).unwrap(), now);
//!     for event in &decision.events {
//!         game.apply(event).unwrap();
//!         log.push(event.clone());
//!     }
//!     decision.answer
//! };
//! send(&mut game, &tenzin, "a", Command::TakeSeat { side: None }, 2_000).unwrap();
//!
//! // A move names the ply it answers. Sent twice, it is played once.
//! let c1 = Command::Move { ply: 0, text: "C1".into() };
//! let first = send(&mut game, &maya, "b", c1.clone(), 3_000).unwrap();
//! let again = send(&mut game, &maya, "b", c1, 4_000).unwrap();
//! assert_eq!((first.number, again.number, again.repeated), (3, 3, true));
//!
//! // Out of turn it is refused, and nothing changes.
//! let refusal = send(&mut game, &maya, "c", Command::Move { ply: 1, text: "B1".into() }, 5_000);
//! assert_eq!(refusal.unwrap_err().key(), "not-your-turn");
//!
//! // The log alone gives the same state anywhere.
//! assert_eq!(OnlineGame::replay(&log).unwrap(), game);
//! assert_eq!(game.ply(), 1);
//! ```
//!
//! | module | what it holds |
//! | --- | --- |
//! | `setup`, `time_control` | what is played, and how time is kept |
//! | `event`, `command`, `refusal` | what happened, what players ask for, why they do not get it |
//! | `game`, `apply`, `decide` | the state, how events change it, which events a command leads to |
//! | `clock`, `service` | running clocks; what the service does: deadlines, presence, downtime |
//! | `ending` | how games end |
//! | `pair` | matches of two games with sides swapped, and rematches |
//! | `snapshot`, `export` | the state as JSON, and the game as a [`bagh::record::Record`] |
//! | [`rating`] | Glicko-2, for each side of each game |
#![forbid(unsafe_code)]

mod apply;
mod clock;
mod command;
mod decide;
mod ending;
mod event;
mod export;
mod game;
mod id;
mod no_fields;
mod pair;
mod phrase;
pub mod rating;
mod refusal;
mod service;
mod setup;
mod snapshot;
mod time_control;

pub use apply::LogError;
pub use clock::Clocks;
pub use command::{Claim, Command, Request};
pub use decide::{Accepted, Decision};
pub use ending::{EndReason, Ending};
pub use event::{Event, EventKind, LOG_VERSION};
pub use export::Names;
pub use game::{Absence, OnlineGame};
pub use id::{CommandId, GameId, IdError, PlayerId};
pub use pair::{MatchGame, MatchResult, MatchScore};
pub use phrase::Phrase;
pub use refusal::Refusal;
pub use setup::{Seats, Setup, SetupError};
pub use snapshot::Snapshot;
pub use time_control::TimeControl;

/// Milliseconds: a moment since the Unix epoch, or a span. Always supplied by the caller.
pub type Millis = u64;
