//! What players ask for.

use bagh::Side;
use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::id::{CommandId, IdError, PlayerId};
use crate::no_fields::no_fields;
use crate::phrase::Phrase;

/// Something a player wants to do, as it comes over the wire.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Sit down on a free seat.
    TakeSeat {
        /// The side; any free one if none is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
    },
    /// Play a move.
    Move {
        /// The number of moves played before this one. A move sent for another position, such
        /// as a premove that waited for a connection, is refused.
        ply: u32,
        /// The move in OBX: `C1`, `A1B1`.
        #[serde(rename = "move")]
        text: String,
    },
    /// Offer a draw, or accept the opponent's offer.
    #[serde(deserialize_with = "no_fields")]
    OfferDraw,
    /// Answer the opponent's draw offer.
    AnswerDraw {
        /// Whether to accept.
        accept: bool,
    },
    /// Ask to take back your last move, or accept the opponent's request.
    #[serde(deserialize_with = "no_fields")]
    ProposeTakeback,
    /// Answer the opponent's request.
    AnswerTakeback {
        /// Whether to accept.
        accept: bool,
    },
    /// Give the opponent more time.
    #[serde(deserialize_with = "no_fields")]
    GiveTime,
    /// Give up.
    #[serde(deserialize_with = "no_fields")]
    Resign,
    /// Call the game off, before both sides have moved.
    #[serde(deserialize_with = "no_fields")]
    Abort,
    /// Claim the game after the opponent has been away long enough.
    Claim {
        /// What is claimed.
        claim: Claim,
    },
    /// Leave on purpose: the opponent may claim sooner.
    #[serde(deserialize_with = "no_fields")]
    Leave,
    /// Say something.
    Say {
        /// What.
        phrase: Phrase,
    },
}

/// What a player claims from an opponent who has left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// The win.
    Win,
    /// A draw, for the generous.
    Draw,
}

/// A command with its sender and its identifier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Who sends it. The service has authenticated this player.
    pub by: PlayerId,
    /// The sender's identifier for it.
    pub id: CommandId,
    /// What is asked for.
    pub command: Command,
    /// Network delay to give back for a move, as the service measured it. Never a client's claim.
    pub lag: Millis,
}

impl Request {
    /// A request without lag.
    pub fn new(by: &PlayerId, id: &str, command: Command) -> Result<Request, IdError> {
        Ok(Request { by: by.clone(), id: CommandId::new(id)?, command, lag: 0 })
    }

    /// The same request with the lag that the service measured.
    pub fn with_lag(mut self, lag: Millis) -> Request {
        self.lag = lag;
        self
    }
}
