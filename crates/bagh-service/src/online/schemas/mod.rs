//! The answers of online play as the description of the API has them.
//!
//! Answers are put together as JSON where they are made. These types say what is in them; the
//! tests of online play compare every answer that they get with this description.
#![allow(dead_code, reason = "the types are only described, never made")]

mod bots;
mod events;
mod games;
mod messages;
mod people;

use serde::Serialize;
use utoipa::ToSchema;

pub use bots::*;
pub use events::*;
pub use games::*;
pub use messages::*;
pub use people::*;

/// A side of the board.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnlineSide {
    Tiger,
    Goat,
}

/// How a game ended.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnlineOutcome {
    TigerWin,
    Draw,
    GoatWin,
}

/// Why a game ended.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnlineEndReason {
    Captures,
    TigersTrapped,
    Dandee,
    LockedGoats,
    Repetition,
    Resignation,
    Agreement,
    Timeout,
    Abandonment,
    Length,
    Aborted,
}

/// How time is kept.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum OnlineTime {
    /// No clock.
    Unlimited,
    /// Seconds for the game, and more for each move.
    Increment { base: u32, increment: u32 },
    /// Days for each move.
    Days { days: u32 },
}

/// The terms of a game.
#[derive(Serialize, ToSchema)]
pub struct OnlineTerms {
    /// The name of the game.
    #[schema(example = "bagh-chal")]
    game: String,
    /// Captures that win, where they are not the usual ones.
    #[schema(nullable = false)]
    captures: Option<u8>,
    time: OnlineTime,
    /// Whether the result counts for ratings.
    #[schema(required = false)]
    rated: bool,
}

/// A player.
#[derive(Serialize, ToSchema)]
pub struct OnlinePlayer {
    /// What logs call the player.
    id: String,
    /// None for a guest and for an account that was deleted.
    #[schema(required = true)]
    name: Option<String>,
    #[schema(nullable = false)]
    guest: Option<bool>,
    /// Whether a program plays.
    #[schema(nullable = false)]
    bot: Option<bool>,
    /// On this side of this game, where it rests on any game.
    #[schema(nullable = false)]
    rating: Option<f64>,
    /// Whether the rating is uncertain yet.
    #[schema(nullable = false)]
    provisional: Option<bool>,
    /// Whether the account was deleted.
    #[schema(nullable = false)]
    deleted: Option<bool>,
}

/// The players of a game.
#[derive(Serialize, ToSchema)]
pub struct OnlinePlayers {
    #[schema(required = true)]
    tiger: Option<OnlinePlayer>,
    #[schema(required = true)]
    goat: Option<OnlinePlayer>,
}

/// A rating on a side of a game (Glicko-2).
#[derive(Serialize, ToSchema)]
pub struct OnlineRating {
    game: String,
    side: OnlineSide,
    rating: f64,
    deviation: f64,
    /// Rated games.
    games: u64,
    provisional: bool,
    /// Milliseconds since 1970, as all times.
    updated: u64,
}

/// An account as everyone sees it.
#[derive(Serialize, ToSchema)]
pub struct OnlineAccount {
    id: String,
    #[schema(required = true)]
    name: Option<String>,
    guest: bool,
    bot: bool,
    created: u64,
    ratings: Vec<OnlineRating>,
}

/// It was done.
#[derive(Serialize, ToSchema)]
pub struct DoneAnswer {}

/// A game in a list.
#[derive(Serialize, ToSchema)]
pub struct OnlineGameRow {
    game: String,
    setup: OnlineTerms,
    players: OnlinePlayers,
    ply: u32,
    turn: OnlineSide,
    created: u64,
    updated: u64,
    #[schema(required = true)]
    deadline: Option<u64>,
    #[schema(required = true)]
    outcome: Option<OnlineOutcome>,
    /// None while the game runs.
    #[schema(required = true)]
    reason: Option<OnlineEndReason>,
}

/// What was refused, and why.
#[derive(Serialize, ToSchema)]
pub struct OnlineErrorAnswer {
    error: OnlineProblem,
}

/// Why a request was refused.
#[derive(Serialize, ToSchema)]
pub struct OnlineProblem {
    /// For programs.
    #[schema(example = "not-signed-in")]
    code: String,
    /// For people.
    message: String,
    /// The field that is wrong.
    #[schema(nullable = false)]
    field: Option<String>,
    /// The limit that was met.
    #[schema(nullable = false)]
    key: Option<String>,
    /// Seconds after which the same may succeed.
    #[schema(nullable = false)]
    seconds: Option<u64>,
    /// Why the game does not allow the command.
    #[schema(nullable = false)]
    refusal: Option<OnlineRefusal>,
}

/// Why a game does not allow a command.
#[derive(Serialize, ToSchema)]
#[serde(tag = "key", rename_all = "kebab-case")]
pub enum OnlineRefusal {
    Over {
        reason: OnlineEndReason,
    },
    NotStarted,
    /// Before both sides have moved, a game has no result.
    NotUnderway,
    NotAPlayer,
    AlreadySeated {
        side: OnlineSide,
    },
    SeatTaken,
    NotYourTurn {
        turn: OnlineSide,
    },
    /// The move was made for another position.
    Ply {
        found: u32,
        expected: u32,
    },
    IllegalMove {
        message: String,
    },
    NoOffer,
    OfferStands,
    OfferTooSoon {
        at_ply: u32,
    },
    NothingToTakeBack,
    RatedTakeback,
    TooLateToAbort,
    NoClock,
    ClockFull,
    OpponentPresent,
    ClaimTooSoon {
        /// From when on the game can be claimed.
        claimable: u64,
        /// Milliseconds until then.
        remaining: u64,
    },
    NotClaimable,
    /// Enough phrases for this move.
    TooMany,
}
