//! What a bot tells of itself.

use std::fmt;
use std::time::Duration;

use bagh::Side;

/// Something that happened.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Report {
    /// The bot follows its events.
    Connected {
        /// Its name.
        name: String,
    },
    /// The connection broke and is tried again.
    Disconnected {
        /// Why.
        error: String,
        /// After this long.
        pause: Duration,
    },
    /// A challenge was accepted.
    Accepted {
        /// Its id, and that of the game.
        id: String,
        /// Who challenged.
        by: String,
    },
    /// A challenge was declined.
    Declined {
        /// Its id.
        id: String,
        /// Who challenged.
        by: String,
        /// Why.
        reason: String,
    },
    /// The bot challenged a player.
    Challenged {
        /// The id of the challenge.
        id: String,
        /// The player.
        player: String,
    },
    /// A challenge of the bot came to nothing.
    Refused {
        /// The player.
        player: String,
        /// Why.
        reason: String,
    },
    /// A game has begun, or is gone on with.
    Started {
        /// Its id.
        id: String,
        /// The side of the bot.
        side: Side,
        /// The opponent.
        opponent: String,
        /// Moves that stand already.
        ply: u32,
    },
    /// Something went wrong in a game that goes on.
    Trouble {
        /// The game.
        id: String,
        /// What.
        message: String,
    },
    /// A game has ended.
    Ended(Ended),
}

/// The end of a game.
#[derive(Clone, Debug)]
pub struct Ended {
    /// The game.
    pub id: String,
    /// The side of the bot.
    pub side: Side,
    /// The opponent.
    pub opponent: String,
    /// Whether the bot won; nothing for a draw or an aborted game.
    pub won: Option<bool>,
    /// Why it ended.
    pub reason: String,
    /// How many moves were played.
    pub plies: u32,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Report::Connected { name } => write!(f, "connected as {name}"),
            Report::Disconnected { error, pause } => {
                write!(f, "disconnected: {error}; trying again in {:.1} s", pause.as_secs_f64())
            }
            Report::Accepted { id, by } => write!(f, "{id}: accepted a challenge of {by}"),
            Report::Declined { id, by, reason } => {
                write!(f, "{id}: declined a challenge of {by}: {reason}")
            }
            Report::Challenged { id, player } => write!(f, "{id}: challenged {player}"),
            Report::Refused { player, reason } => {
                write!(f, "{player} does not play: {reason}")
            }
            Report::Started { id, side, opponent, ply } => match ply {
                0 => write!(f, "{id}: playing {side} against {opponent}"),
                _ => write!(f, "{id}: playing {side} against {opponent}, {ply} moves played"),
            },
            Report::Trouble { id, message } => write!(f, "{id}: {message}"),
            Report::Ended(ended) => {
                let result = match ended.won {
                    Some(true) => "won",
                    Some(false) => "lost",
                    None => "no winner",
                };
                let Ended { id, opponent, reason, plies, .. } = ended;
                write!(f, "{id}: {result} against {opponent} after {plies} moves ({reason})")
            }
        }
    }
}
