//! What happened.

use bagh::Side;
use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::ending::Ending;
use crate::id::{CommandId, PlayerId};
use crate::pair::MatchGame;
use crate::phrase::Phrase;
use crate::setup::{Seats, Setup};

/// The version of the JSON that logs are stored in. It stands in the first event of each log.
pub const LOG_VERSION: u32 = 1;

/// Something that happened in a game.
///
/// The JSON is stable: fields and types are added, never renamed.
///
/// ```
/// use bagh_online::Event;
///
/// let text = r#"{"number":3,"at":3000,"type":"moved","ply":0,"move":"C1","id":"b"}"#;
/// let event: Event = serde_json::from_str(text).unwrap();
/// assert_eq!(serde_json::to_string(&event).unwrap(), text);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// Its place in the log, from 1.
    pub number: u32,
    /// When it happened. Never before the event that precedes it.
    pub at: Millis,
    /// What happened.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum EventKind {
    /// The game was created; always the first event, and never another one.
    Created {
        /// The version of the log.
        version: u32,
        /// The terms.
        setup: Setup,
        /// Who sits where from the beginning.
        seats: Seats,
        /// The match that this game is part of.
        #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
        part_of: Option<MatchGame>,
    },
    /// A player sat down.
    SeatTaken {
        /// On which side.
        side: Side,
        /// Who.
        player: PlayerId,
        /// The command.
        id: CommandId,
    },
    /// A move was played.
    Moved {
        /// How many moves were played before.
        ply: u32,
        /// The move in OBX.
        #[serde(rename = "move")]
        text: String,
        /// The command.
        id: CommandId,
        /// Network delay that was not charged to the clock.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag: Millis,
    },
    /// A draw was offered.
    DrawOffered {
        /// By whom.
        side: Side,
        /// The command.
        id: CommandId,
    },
    /// A draw offer was declined.
    DrawDeclined {
        /// By whom.
        side: Side,
        /// The command.
        id: CommandId,
    },
    /// A take-back was proposed.
    TakebackProposed {
        /// By whom.
        side: Side,
        /// The command.
        id: CommandId,
    },
    /// A take-back was declined.
    TakebackDeclined {
        /// By whom.
        side: Side,
        /// The command.
        id: CommandId,
    },
    /// Moves were taken back. Clocks with an increment keep what they show.
    TakenBack {
        /// The number of moves that are left.
        ply: u32,
        /// Who agreed to it.
        side: Side,
        /// The command.
        id: CommandId,
    },
    /// A player gave the opponent time.
    TimeGiven {
        /// Who gave it.
        side: Side,
        /// How much.
        ms: Millis,
        /// The command.
        id: CommandId,
    },
    /// A player said something.
    Said {
        /// Who.
        side: Side,
        /// What.
        phrase: Phrase,
        /// The command.
        id: CommandId,
    },
    /// A player went away.
    Left {
        /// Who.
        side: Side,
        /// From when on the opponent can claim the game, where that is possible.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        claimable: Option<Millis>,
        /// The command, if the player left on purpose.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<CommandId>,
    },
    /// A player came back.
    Returned {
        /// Who.
        side: Side,
    },
    /// The service was down; clocks did not run.
    Credited {
        /// The beginning of the outage.
        from: Millis,
        /// Its end.
        until: Millis,
    },
    /// The game is over; always the last event.
    Ended {
        /// How.
        #[serde(flatten)]
        ending: Ending,
        /// The side that brought it about by a command, such as the one that resigned.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
        /// That command.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<CommandId>,
    },
}

pub(crate) fn is_zero(ms: &Millis) -> bool {
    *ms == 0
}
