//! What happens in games.

use serde::Serialize;
use utoipa::ToSchema;

use super::{OnlineEndReason, OnlineMatch, OnlineOutcome, OnlineSeats, OnlineSide, OnlineTerms};

/// Something that happened in a game.
#[derive(Serialize, ToSchema)]
pub struct OnlineEvent {
    /// Its place in the log, from 1.
    number: u32,
    /// Milliseconds since 1970.
    at: u64,
    #[serde(flatten)]
    kind: OnlineEventKind,
}

/// What happened. `id` is the identifier of the command that brought it about.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum OnlineEventKind {
    /// The first event, and never another one.
    Created {
        /// The version of the log.
        version: u32,
        setup: OnlineTerms,
        seats: OnlineSeats,
        #[serde(rename = "match")]
        #[schema(nullable = false)]
        part_of: Option<OnlineMatch>,
    },
    SeatTaken {
        side: OnlineSide,
        player: String,
        id: String,
    },
    Moved {
        /// How many moves were played before.
        ply: u32,
        /// In OBX.
        #[serde(rename = "move")]
        text: String,
        id: String,
        /// Network delay that was not charged to the clock.
        #[schema(nullable = false)]
        lag: Option<u64>,
    },
    DrawOffered {
        side: OnlineSide,
        id: String,
    },
    DrawDeclined {
        side: OnlineSide,
        id: String,
    },
    TakebackProposed {
        side: OnlineSide,
        id: String,
    },
    TakebackDeclined {
        side: OnlineSide,
        id: String,
    },
    TakenBack {
        /// The number of moves that are left.
        ply: u32,
        side: OnlineSide,
        id: String,
    },
    TimeGiven {
        /// Who gave it.
        side: OnlineSide,
        ms: u64,
        id: String,
    },
    Said {
        side: OnlineSide,
        phrase: OnlinePhrase,
        id: String,
    },
    Left {
        side: OnlineSide,
        /// From when on the opponent can claim the game, where that is possible.
        #[schema(nullable = false)]
        claimable: Option<u64>,
        /// If the player left on purpose.
        #[schema(nullable = false)]
        id: Option<String>,
    },
    Returned {
        side: OnlineSide,
    },
    /// The service was down; clocks did not run.
    Credited {
        from: u64,
        until: u64,
    },
    /// The last event.
    Ended {
        /// None if the game was aborted.
        #[schema(required = true)]
        outcome: Option<OnlineOutcome>,
        reason: OnlineEndReason,
        /// The side that brought it about by a command.
        #[schema(nullable = false)]
        side: Option<OnlineSide>,
        #[schema(nullable = false)]
        id: Option<String>,
    },
}

/// Something that a player can say.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnlinePhrase {
    Hello,
    GoodLuck,
    WellPlayed,
    NiceMove,
    Oops,
    Thinking,
    BackSoon,
    BadConnection,
    Thanks,
    Sorry,
    GoodGame,
    PlayAgain,
    Goodbye,
}

/// Events of a game.
#[derive(Serialize, ToSchema)]
pub struct EventsAnswer {
    events: Vec<OnlineEvent>,
}
