//! Accounts and what belongs to them.

use serde::Serialize;
use utoipa::ToSchema;

use super::{OnlineAccount, OnlineChallenge, OnlineEvent, OnlineGameRow, OnlinePlayer, OnlineSide};

/// The account that is signed in.
#[derive(Serialize, ToSchema)]
pub struct AccountAnswer {
    player: OnlineAccount,
    /// After a recovery: the codes that are left.
    #[schema(nullable = false)]
    recovery_codes_left: Option<u64>,
}

/// A name that was kept.
#[derive(Serialize, ToSchema)]
pub struct RegisteredAnswer {
    name: String,
    /// Shown once.
    recovery_codes: Vec<String>,
}

/// New recovery codes.
#[derive(Serialize, ToSchema)]
pub struct CodesAnswer {
    recovery_codes: Vec<String>,
}

/// A session of a browser or a token of a program.
#[derive(Serialize, ToSchema)]
pub struct OnlineKey {
    id: String,
    kind: OnlineKeyKind,
    label: String,
    created: u64,
    #[schema(required = true)]
    expires: Option<u64>,
    /// Whether the request came by it.
    this: bool,
}

/// What a key is for.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnlineKeyKind {
    Session,
    Token,
}

/// Sessions and tokens.
#[derive(Serialize, ToSchema)]
pub struct SessionsAnswer {
    sessions: Vec<OnlineKey>,
}

/// A new token, shown once.
#[derive(Serialize, ToSchema)]
pub struct TokenAnswer {
    token: String,
}

/// A passkey.
#[derive(Serialize, ToSchema)]
pub struct OnlinePasskey {
    /// The identifier of the credential, in base64url.
    id: String,
    label: String,
    created: u64,
    /// When it last signed in.
    #[schema(required = true)]
    used: Option<u64>,
}

/// The passkeys of an account.
#[derive(Serialize, ToSchema)]
pub struct PasskeysAnswer {
    passkeys: Vec<OnlinePasskey>,
}

/// A passkey that was added.
#[derive(Serialize, ToSchema)]
pub struct PasskeyAnswer {
    passkey: OnlinePasskey,
}

/// Options for `navigator.credentials`, as Web Authentication defines them in JSON.
#[derive(Serialize, ToSchema)]
pub struct PasskeyOptionsAnswer {
    #[schema(value_type = Object)]
    options: serde_json::Value,
}

/// How accurately a side of a game was played, by the tables.
#[derive(Serialize, ToSchema)]
pub struct OnlineAccuracy {
    game: String,
    side: OnlineSide,
    games: u64,
    moves: u64,
    /// Moves that could have lost value.
    could_err: u64,
    /// Those of them that lost none.
    keeping: u64,
    /// The share of moves that lost no value, among those that could have.
    #[schema(required = true)]
    accuracy: Option<f64>,
    /// Positions with one right move among several.
    only_moves: u64,
    only_found: u64,
}

/// A rating after a game, in an export.
#[derive(Serialize, ToSchema)]
pub struct ExportedRating {
    game: String,
    side: OnlineSide,
    /// The identifier of the game that was played.
    played: String,
    at: u64,
    rating: f64,
    deviation: f64,
}

/// A game with its log, in an export.
#[derive(Serialize, ToSchema)]
pub struct ExportedGame {
    game: String,
    events: Vec<OnlineEvent>,
}

/// Everything that is stored about an account.
#[derive(Serialize, ToSchema)]
pub struct ExportAnswer {
    player: OnlineAccount,
    seen: u64,
    sessions: Vec<OnlineKey>,
    passkeys: Vec<OnlinePasskey>,
    ratings: Vec<ExportedRating>,
    accuracy: Vec<OnlineAccuracy>,
    /// Identifiers of players who are blocked.
    blocks: Vec<String>,
    recovery_codes_left: u64,
    /// Challenges by the account and to it.
    challenges: Vec<OnlineChallenge>,
    games: Vec<ExportedGame>,
}

/// Players who are blocked.
#[derive(Serialize, ToSchema)]
pub struct BlocksAnswer {
    blocked: Vec<OnlinePlayer>,
}

/// A profile.
#[derive(Serialize, ToSchema)]
pub struct ProfileAnswer {
    player: OnlineAccount,
    accuracy: Vec<OnlineAccuracy>,
    /// The latest games.
    games: Vec<OnlineGameRow>,
}

/// A rating after a game.
#[derive(Serialize, ToSchema)]
pub struct RatingPointAnswer {
    /// The identifier of the game that was played.
    game: String,
    at: u64,
    rating: f64,
    deviation: f64,
}

/// How a rating changed.
#[derive(Serialize, ToSchema)]
pub struct HistoryAnswer {
    history: Vec<RatingPointAnswer>,
}

/// A player among the best.
#[derive(Serialize, ToSchema)]
pub struct LeaderAnswer {
    id: String,
    #[schema(required = true)]
    name: Option<String>,
    rating: f64,
    deviation: f64,
    games: u64,
}

/// The best players.
#[derive(Serialize, ToSchema)]
pub struct LeaderboardAnswer {
    players: Vec<LeaderAnswer>,
}
