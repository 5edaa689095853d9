//! Why a command was refused.

use bagh::Side;
use serde::Serialize;
use thiserror::Error;

use crate::Millis;
use crate::ending::EndReason;

/// Why a command was refused. Nothing changed.
///
/// In JSON the kind is the field `key`, which programs and translations go by.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize)]
#[serde(tag = "key", rename_all = "kebab-case")]
#[non_exhaustive]
#[allow(missing_docs)] // The messages say what the fields mean.
pub enum Refusal {
    /// The game has ended.
    #[error("the game is over ({})", reason.word())]
    Over { reason: EndReason },
    /// The second player has not come yet.
    #[error("the game has not started: a seat is still free")]
    NotStarted,
    /// Before both sides have moved, a game has no result.
    #[error("both sides have to move first; until then you can abort the game")]
    NotUnderway,
    /// The sender has no seat.
    #[error("only the two players can do this")]
    NotAPlayer,
    /// The sender has a seat already.
    #[error("you already play the {side}s in this game")]
    AlreadySeated { side: Side },
    /// The seat, or every seat, is taken.
    #[error("the seat is taken")]
    SeatTaken,
    /// It is the opponent's turn.
    #[error("it is the {turn}s' turn")]
    NotYourTurn { turn: Side },
    /// The move was made for another position.
    #[error("ply: found {found}, expected {expected}; look at the position and move again")]
    Ply { found: u32, expected: u32 },
    /// The rules do not allow the move.
    #[error("move: {message}")]
    IllegalMove { message: String },
    /// There is no offer to answer.
    #[error("there is no offer to answer")]
    NoOffer,
    /// The same offer stands already.
    #[error("your offer stands already")]
    OfferStands,
    /// A declined draw offer cannot be repeated at once.
    #[error("you can offer a draw again at ply {at_ply}")]
    OfferTooSoon { at_ply: u32 },
    /// There is no move of the sender to take back.
    #[error("you have no move to take back")]
    NothingToTakeBack,
    /// Rated moves stand.
    #[error("moves of rated games cannot be taken back")]
    RatedTakeback,
    /// Both sides have moved.
    #[error("the game can be aborted before both sides have moved; you can resign")]
    TooLateToAbort,
    /// There is no clock to add time to.
    #[error("this game has no clock")]
    NoClock,
    /// The opponent's clock is full.
    #[error("the opponent's clock cannot be raised further")]
    ClockFull,
    /// The opponent is here.
    #[error("the opponent has not left")]
    OpponentPresent,
    /// The opponent may still come back.
    #[error("the opponent may come back; you can claim in {} s", remaining.div_ceil(1000))]
    ClaimTooSoon { claimable: Millis, remaining: Millis },
    /// Correspondence games cannot be claimed.
    #[error("games with days for each move cannot be claimed; the clock decides")]
    NotClaimable,
    /// Too many phrases or too many comings and goings.
    #[error("enough for this move; try again after the next one")]
    TooMany,
}

impl Refusal {
    /// The kind of refusal, as in JSON.
    pub const fn key(&self) -> &'static str {
        match self {
            Refusal::Over { .. } => "over",
            Refusal::NotStarted => "not-started",
            Refusal::NotUnderway => "not-underway",
            Refusal::NotAPlayer => "not-a-player",
            Refusal::AlreadySeated { .. } => "already-seated",
            Refusal::SeatTaken => "seat-taken",
            Refusal::NotYourTurn { .. } => "not-your-turn",
            Refusal::Ply { .. } => "ply",
            Refusal::IllegalMove { .. } => "illegal-move",
            Refusal::NoOffer => "no-offer",
            Refusal::OfferStands => "offer-stands",
            Refusal::OfferTooSoon { .. } => "offer-too-soon",
            Refusal::NothingToTakeBack => "nothing-to-take-back",
            Refusal::RatedTakeback => "rated-takeback",
            Refusal::TooLateToAbort => "too-late-to-abort",
            Refusal::NoClock => "no-clock",
            Refusal::ClockFull => "clock-full",
            Refusal::OpponentPresent => "opponent-present",
            Refusal::ClaimTooSoon { .. } => "claim-too-soon",
            Refusal::NotClaimable => "not-claimable",
            Refusal::TooMany => "too-many",
        }
    }
}
