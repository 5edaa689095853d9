//! A player as a bot of an online service.
//!
//! The service tells a bot what happens in two kinds of streams, lines of JSON over HTTP: one for
//! everything that concerns its account, and one for each game. The bot answers with single
//! requests. These are the paths of lichess's bot API, so nothing here is particular to our
//! service but the rules of the game.
//!
//! [`Connection`] sends requests and reads streams. [`Bot::run`] follows the events: it answers
//! challenges by its [`Rules`], sends some of its own, and plays each game in a task with a
//! [player](bagh_arena::Player) on a thread of its own. What happens is told as [`Report`]s.
//!
//! Three things go wrong with bots in practice, and decide the design:
//!
//! - A stream dies silently. The service sends a blank line every few seconds; a stream without
//!   one for [`SILENCE`] counts as dead and is opened again, and begins with the whole state.
//! - A request may or may not have arrived. Moves carry the number of moves before them, and
//!   challenges a key, so they can be repeated until there is an answer.
//! - The service limits requests. Its answer says how long to wait, and the bot waits.
//!
//! ```no_run
//! use bagh_arena::players::EnginePlayer;
//! use bagh_bot::{Bot, Connection, Report, Rules};
//! use bagh_engine::Level;
//!
//! # async fn run() -> Result<(), bagh_bot::BotError> {
//! let connection = Connection::new("http://localhost:8000", "TOKEN")?;
//! let bot = Bot::new(connection, Rules::default(), |game, seed| {
//!     Ok(Box::new(EnginePlayer::level(game, Level::STRONGEST, seed)))
//! });
//! bot.run(|report: Report| println!("{report}")).await?;
//! # Ok(())
//! # }
//! ```

mod backoff;
mod bot;
mod connection;
mod error;
mod game;
mod lines;
mod places;
mod protocol;
mod random;
mod report;
mod rules;
mod running;
mod thinker;

pub use bot::{Bot, Challenge, Stop};
pub use connection::{Connection, SILENCE};
pub use error::BotError;
pub use report::{Ended, Report};
pub use rules::{Opponents, Rated, Rules};
