//! Challenges and games.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    OnlineEndReason, OnlineGameRow, OnlineOutcome, OnlinePhrase, OnlinePlayer, OnlinePlayers,
    OnlineSide, OnlineTerms,
};

/// How an opponent is found.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnlineChallengeKind {
    Link,
    Direct,
    Open,
    Seek,
}

/// A challenge. The game that it leads to has its identifier.
#[derive(Serialize, ToSchema)]
pub struct OnlineChallenge {
    id: String,
    kind: OnlineChallengeKind,
    by: OnlinePlayer,
    #[schema(required = true)]
    opponent: Option<OnlinePlayer>,
    setup: OnlineTerms,
    /// The side of the challenger; by lot if there is none.
    #[schema(required = true)]
    side: Option<OnlineSide>,
    rating: f64,
    two_games: bool,
    #[schema(required = true)]
    rematch_of: Option<String>,
    created: u64,
    expires: u64,
    /// The game that it led to.
    #[schema(required = true)]
    game: Option<String>,
}

/// A challenge.
#[derive(Serialize, ToSchema)]
pub struct ChallengeAnswer {
    challenge: OnlineChallenge,
}

/// A challenge that waits, or the game that it led to at once.
#[derive(Serialize, ToSchema)]
pub struct ChallengeOrGameAnswer {
    #[schema(nullable = false)]
    challenge: Option<OnlineChallenge>,
    game: Option<String>,
}

/// Challenges of the account and to it.
#[derive(Serialize, ToSchema)]
pub struct ChallengesAnswer {
    challenges: Vec<OnlineChallenge>,
}

/// The game that a challenge led to.
#[derive(Serialize, ToSchema)]
pub struct AcceptedAnswer {
    game: String,
}

/// What is going on.
#[derive(Serialize, ToSchema)]
pub struct LobbyAnswer {
    /// Open challenges.
    challenges: Vec<OnlineChallenge>,
    /// Games to watch.
    games: Vec<OnlineGameRow>,
    /// How many games run.
    playing: u64,
    /// How many people are here.
    here: u64,
}

/// Games of an account.
#[derive(Serialize, ToSchema)]
pub struct OwnGamesAnswer {
    games: Vec<OnlineGameRow>,
}

/// Identifiers of players by side.
#[derive(Serialize, ToSchema)]
pub struct OnlineSeats {
    #[schema(nullable = false)]
    tiger: Option<String>,
    #[schema(nullable = false)]
    goat: Option<String>,
}

/// The match of two games that a game is part of.
#[derive(Serialize, ToSchema)]
pub struct OnlineMatch {
    /// The first game; none if this is it.
    #[schema(nullable = false)]
    first: Option<String>,
}

/// What either side had left, in milliseconds, when the running clock was started at `since`.
#[derive(Serialize, ToSchema)]
pub struct OnlineClocks {
    tiger: u64,
    goat: u64,
    #[schema(required = true)]
    running: Option<OnlineSide>,
    since: u64,
}

/// A player who is away.
#[derive(Serialize, ToSchema)]
pub struct OnlineAway {
    side: OnlineSide,
    since: u64,
    /// From when on the opponent can claim the game.
    #[schema(nullable = false)]
    claimable: Option<u64>,
}

/// How a game ended.
#[derive(Serialize, ToSchema)]
pub struct OnlineEnding {
    /// None if the game was aborted.
    #[schema(required = true)]
    outcome: Option<OnlineOutcome>,
    reason: OnlineEndReason,
}

/// The state of a game after an event.
#[derive(Serialize, ToSchema)]
pub struct OnlineState {
    /// The number of the last event.
    number: u32,
    at: u64,
    setup: OnlineTerms,
    seats: OnlineSeats,
    #[serde(rename = "match")]
    #[schema(nullable = false)]
    part_of: Option<OnlineMatch>,
    /// In OBX.
    position: String,
    moves: Vec<String>,
    /// The number of moves, which the next one carries.
    ply: u32,
    turn: OnlineSide,
    turn_since: u64,
    /// The most moves that ever stood.
    furthest: u32,
    /// The end of the last outage that was credited.
    #[schema(nullable = false)]
    credited: Option<u64>,
    #[schema(nullable = false)]
    clocks: Option<OnlineClocks>,
    #[schema(nullable = false)]
    deadline: Option<u64>,
    #[schema(nullable = false)]
    draw_offer: Option<OnlineSide>,
    #[schema(nullable = false)]
    takeback: Option<OnlineSide>,
    #[schema(nullable = false)]
    absent: Option<Vec<OnlineAway>>,
    #[schema(nullable = false)]
    ending: Option<OnlineEnding>,
}

/// A game as someone sees it.
#[derive(Serialize, ToSchema)]
pub struct GameStateAnswer {
    game: String,
    /// The side that you play.
    #[schema(required = true)]
    you: Option<OnlineSide>,
    now: u64,
    /// How many milliseconds ago the game was as you see it, for those who watch a rated one.
    delay: u64,
    players: OnlinePlayers,
    state: OnlineState,
}

/// How a match of two games stands.
#[derive(Serialize, ToSchema)]
pub struct MatchAnswer {
    /// The first game and the second one; none where that has not begun.
    games: Vec<Option<String>>,
    /// The player who had the tigers in the first game, and the other one.
    scores: Vec<MatchScoreAnswer>,
    /// Whether both games are over.
    over: bool,
    /// The player who won, once both games are over and unless all is equal.
    #[schema(required = true)]
    winner: Option<String>,
}

/// What a player has from the games of a match.
#[derive(Serialize, ToSchema)]
pub struct MatchScoreAnswer {
    player: String,
    /// Games won, where a grand win counts twelve.
    wins: u32,
    /// Goats captured when playing the tigers. They break ties.
    captures: u32,
}

/// What a player asks for.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum OnlineCommand {
    TakeSeat {
        #[schema(nullable = false)]
        side: Option<OnlineSide>,
    },
    /// A move in OBX, for the position after this many moves.
    Move {
        ply: u32,
        #[serde(rename = "move")]
        text: String,
    },
    OfferDraw,
    AnswerDraw {
        accept: bool,
    },
    ProposeTakeback,
    AnswerTakeback {
        accept: bool,
    },
    GiveTime,
    Resign,
    Abort,
    Claim {
        claim: OnlineClaim,
    },
    Leave,
    Say {
        phrase: OnlinePhrase,
    },
}

/// What is claimed from an opponent who has left.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OnlineClaim {
    Win,
    Draw,
}

/// A command with the client's identifier for it.
#[derive(Serialize, ToSchema)]
pub struct SentCommand {
    /// The same identifier gets the same answer, and takes effect once.
    #[schema(example = "m1")]
    id: String,
    command: OnlineCommand,
}

/// A command that was accepted.
#[derive(Serialize, ToSchema)]
pub struct CommandAnswer {
    /// The number of the event.
    number: u32,
    /// Whether the same command was accepted before.
    repeated: bool,
}
