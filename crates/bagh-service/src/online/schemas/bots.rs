//! What bots are answered, in the words of lichess.

use serde::Serialize;
use utoipa::ToSchema;

use super::{OnlineAccount, OnlineRating, OnlineSide};

/// Bots that can be challenged.
#[derive(Serialize, ToSchema)]
pub struct BotsAnswer {
    bots: Vec<OnlineAccount>,
}

/// The account of a bot, in the words of lichess and ours.
#[derive(Serialize, ToSchema)]
pub struct BotAccountAnswer {
    id: String,
    #[schema(required = true)]
    name: Option<String>,
    username: String,
    /// `BOT`, or none for a person.
    #[schema(required = true)]
    title: Option<String>,
    guest: bool,
    bot: bool,
    created: u64,
    ratings: Vec<OnlineRating>,
}

/// It was done.
#[derive(Serialize, ToSchema)]
pub struct BotDoneAnswer {
    ok: bool,
}

/// A challenge in the words of lichess: see docs/BOTS.md.
#[derive(Serialize, ToSchema)]
pub struct BotChallenge {
    id: String,
    /// `created`, or, when asked for again by its key, what became of it: `accepted`,
    /// `declined` or `canceled`.
    #[schema(example = "created")]
    status: String,
    #[schema(value_type = Object)]
    challenger: serde_json::Value,
    #[schema(required = true, value_type = Option<Object>)]
    #[serde(rename = "destUser")]
    dest_user: Option<serde_json::Value>,
    #[schema(value_type = Object)]
    variant: serde_json::Value,
    rated: bool,
    speed: String,
    #[schema(value_type = Object)]
    #[serde(rename = "timeControl")]
    time_control: serde_json::Value,
    color: String,
    #[schema(required = true)]
    side: Option<OnlineSide>,
    two_games: bool,
    #[schema(required = true)]
    #[serde(rename = "rematchOf")]
    rematch_of: Option<String>,
}

/// Challenges that wait: those to the bot, and its own.
#[derive(Serialize, ToSchema)]
pub struct BotChallengesAnswer {
    r#in: Vec<BotChallenge>,
    out: Vec<BotChallenge>,
}

/// The terms of a challenge by a bot, as a form or as JSON.
#[derive(Serialize, ToSchema)]
pub struct BotTerms {
    #[schema(nullable = false)]
    rated: Option<bool>,
    #[serde(rename = "clock.limit")]
    #[schema(nullable = false)]
    limit: Option<u32>,
    #[serde(rename = "clock.increment")]
    #[schema(nullable = false)]
    increment: Option<u32>,
    #[schema(nullable = false)]
    days: Option<u32>,
    /// goat, tiger, white, black or random.
    #[schema(nullable = false)]
    color: Option<String>,
    /// The name of the game.
    #[schema(nullable = false, example = "bagh-chal")]
    variant: Option<String>,
    #[schema(nullable = false)]
    captures: Option<u8>,
    /// Any text of up to 64 bytes that the bot chose for this challenge. With it the same request
    /// may be sent again until it is answered, and makes one challenge.
    #[schema(nullable = false)]
    key: Option<String>,
}
