//! What the service says, as far as a bot needs it. Unknown fields are skipped.

use bagh::{Game, Side};
use serde::Deserialize;

use crate::error::BotError;

/// A line of the stream of events.
#[derive(Deserialize, Debug)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(crate) enum Event {
    Challenge {
        challenge: ChallengeInfo,
    },
    ChallengeCanceled {
        challenge: ChallengeInfo,
    },
    ChallengeDeclined {
        challenge: ChallengeInfo,
    },
    GameStart {
        game: GameInfo,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize, Debug, Clone)]
pub(crate) struct ChallengeInfo {
    pub id: String,
    pub challenger: User,
    #[serde(rename = "destUser")]
    pub opponent: Option<User>,
    pub variant: Variant,
    #[serde(default)]
    pub rated: bool,
    #[serde(rename = "timeControl")]
    pub time: Time,
}

/// The answer to a challenge of the bot's.
#[derive(Deserialize, Debug)]
pub(crate) struct Made {
    pub id: String,
    /// `created`, or what came of it if it was asked for before.
    #[serde(default)]
    pub status: String,
}

#[derive(Deserialize, Debug, Clone, Default)]
pub(crate) struct User {
    #[serde(default)]
    pub id: String,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    pub title: Option<String>,
}

impl User {
    /// What the player is called. Guests have no name.
    pub fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| "Guest".to_owned())
    }

    pub fn is_bot(&self) -> bool {
        self.title.as_deref() == Some("BOT")
    }
}

#[derive(Deserialize, Debug, Clone)]
pub(crate) struct Variant {
    pub key: String,
    #[serde(default)]
    pub captures_to_win: Option<u8>,
}

impl Variant {
    /// The game, if it is one that we know.
    pub fn game(&self) -> Option<Game> {
        let game = Game::by_name(&self.key)?;
        match self.captures_to_win {
            Some(captures) => game.with_captures(captures).ok(),
            None => Some(game),
        }
    }
}

/// The time control of a challenge.
#[derive(Deserialize, Debug, Clone)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(crate) enum Time {
    Clock {
        limit: u32,
    },
    Correspondence,
    #[serde(other)]
    Unlimited,
}

#[derive(Deserialize, Debug, Clone)]
pub(crate) struct GameInfo {
    #[serde(rename = "gameId")]
    pub id: String,
}

/// A line of the stream of a game.
#[derive(Deserialize, Debug)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(crate) enum GameLine {
    GameFull(Box<GameFull>),
    GameState(State),
    OpponentGone {
        gone: bool,
        #[serde(rename = "claimWinInSeconds")]
        claim: Option<u64>,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize, Debug)]
pub(crate) struct GameFull {
    pub variant: Variant,
    #[serde(default)]
    pub white: User,
    #[serde(default)]
    pub black: User,
    #[serde(default, rename = "initialFen")]
    pub initial: Option<String>,
    #[serde(default)]
    pub clock: Option<serde_json::Value>,
    pub state: State,
}

#[derive(Deserialize, Debug, Clone)]
pub(crate) struct State {
    pub moves: String,
    pub wtime: u64,
    pub btime: u64,
    #[serde(default)]
    pub winc: u64,
    #[serde(default)]
    pub wdraw: bool,
    #[serde(default)]
    pub bdraw: bool,
    #[serde(default)]
    pub wtakeback: bool,
    #[serde(default)]
    pub btakeback: bool,
    pub status: String,
    #[serde(default)]
    pub winner: Option<String>,
    #[serde(default)]
    pub reason: Option<String>,
}

impl State {
    pub fn is_over(&self) -> bool {
        !matches!(self.status.as_str(), "started" | "created")
    }
}

/// A game that the bot plays in.
pub(crate) struct Seat {
    pub game: Game,
    pub side: Side,
    pub opponent: User,
    pub has_clock: bool,
}

impl GameFull {
    /// Where the bot sits. White is the side that begins.
    pub fn seat(&self, me: &str) -> Result<Seat, BotError> {
        let unknown = || BotError::Protocol(format!("a game of {:?}", self.variant.key));
        let game = self.variant.game().ok_or_else(unknown)?;
        if self.initial.as_deref().is_some_and(|initial| initial != "startpos") {
            return Err(BotError::Protocol("a game that begins with another position".to_owned()));
        }
        let first = game.start().turn();
        let (side, opponent) = if self.white.id == me {
            (first, self.black.clone())
        } else if self.black.id == me {
            (first.other(), self.white.clone())
        } else {
            return Err(BotError::Protocol("a game without the bot".to_owned()));
        };
        Ok(Seat { game, side, opponent, has_clock: self.clock.is_some() })
    }
}
