//! Messages over the WebSocket, and lines of the stream of a game.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    GameStateAnswer, LobbyAnswer, OnlineChallenge, OnlineCommand, OnlineEvent, OnlineProblem,
};

/// A message to the service.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum OnlineRequest {
    /// Send events after this number, and each new one.
    Follow {
        game: String,
        #[schema(required = false)]
        after: u32,
    },
    Unfollow {
        game: String,
    },
    /// Answered by `answer` with the same identifier.
    Command {
        game: String,
        id: String,
        command: OnlineCommand,
    },
    /// Send the lobby whenever it changes, or no longer.
    Lobby {
        on: bool,
    },
    /// Answered by `pong`.
    Ping {
        #[schema(required = false)]
        n: u64,
    },
}

/// A message from the service.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum OnlineMessage {
    /// The first message.
    Hello {
        /// The identifier of the account; none for those who only watch.
        #[schema(required = true)]
        player: Option<String>,
        #[schema(required = true)]
        name: Option<String>,
        now: u64,
    },
    /// The whole state of a game that is followed.
    State(GameStateAnswer),
    /// What has happened in a game that is followed.
    Events {
        game: String,
        now: u64,
        events: Vec<OnlineEvent>,
    },
    /// The answer to a command: the number of its event, or why it was refused.
    Answer {
        id: String,
        #[schema(nullable = false)]
        number: Option<u32>,
        /// Whether the same command was accepted before.
        #[schema(nullable = false)]
        repeated: Option<bool>,
        #[schema(nullable = false)]
        error: Option<OnlineProblem>,
    },
    /// A game of yours has started.
    Started {
        game: String,
    },
    /// It is your turn in a game that this connection does not follow.
    YourTurn {
        game: String,
    },
    /// Some of these notices were lost: look at your challenges and games again.
    Missed {},
    /// A game of yours has ended.
    Ended {
        game: String,
    },
    /// A challenge of yours, or to you, is new or has changed.
    Challenge {
        challenge: OnlineChallenge,
    },
    /// A challenge that you were told of was declined or withdrawn.
    ChallengeGone {
        challenge: String,
    },
    Lobby {
        lobby: LobbyAnswer,
    },
    Pong {
        n: u64,
        now: u64,
    },
    /// A message that was refused, or a game that can no longer be followed.
    Error {
        error: OnlineProblem,
        #[schema(nullable = false)]
        game: Option<String>,
    },
}
