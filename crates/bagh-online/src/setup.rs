//! What is played, and who sits where.

use bagh::{Game, Side};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::id::PlayerId;
use crate::time_control::TimeControl;

/// The terms of a game, fixed when it is created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The name of a built-in game, such as `bagh-chal`.
    pub game: String,
    /// Captures that win for the tigers, where they differ from the game's own number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captures: Option<u8>,
    /// How time is kept.
    pub time: TimeControl,
    /// Whether the result counts for ratings.
    #[serde(default)]
    pub rated: bool,
}

impl Setup {
    /// An unrated game with its usual number of captures.
    pub fn new(game: impl Into<String>, time: TimeControl) -> Setup {
        Setup { game: game.into(), captures: None, time, rated: false }
    }

    /// The same terms, rated.
    pub fn rated(mut self) -> Setup {
        self.rated = true;
        self
    }

    /// Checks the terms, and gives the game that is played.
    pub fn check(&self) -> Result<Game, SetupError> {
        let game = Game::by_name(&self.game).ok_or_else(|| SetupError::Game {
            found: self.game.chars().take(40).collect(),
            expected: Game::names().collect::<Vec<_>>().join(", "),
        })?;
        let range = |field, found, allowed: std::ops::RangeInclusive<u32>| {
            if allowed.contains(&found) {
                return Ok(());
            }
            let (from, to) = allowed.into_inner();
            Err(SetupError::Range { field, found, from, to })
        };
        match self.time {
            TimeControl::Unlimited if self.rated => return Err(SetupError::RatedWithoutClock),
            TimeControl::Unlimited => {}
            TimeControl::Increment { base, increment } => {
                range("time.base", base, TimeControl::BASE)?;
                range("time.increment", increment, TimeControl::INCREMENT)?;
            }
            TimeControl::Days { days } => range("time.days", days, TimeControl::DAYS)?,
        }
        match self.captures {
            None => Ok(game),
            Some(captures) if captures == game.captures() => Ok(game),
            Some(_) if self.rated => Err(SetupError::RatedCaptures { usual: game.captures() }),
            Some(captures) => {
                range("captures", u32::from(captures), 1..=u32::from(game.goats()))?;
                Ok(game.with_captures(captures).expect("the range was checked"))
            }
        }
    }
}

/// Terms that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[allow(missing_docs)] // The messages say what the fields mean.
pub enum SetupError {
    /// There is no such game.
    #[error("game: found {found:?}, expected one of {expected}")]
    Game { found: String, expected: String },
    /// A number is out of range.
    #[error("{field}: found {found}, expected {from} to {to}")]
    Range { field: &'static str, found: u32, from: u32, to: u32 },
    /// A rated game needs a clock.
    #[error(
        "rated: found a rated game without a clock, expected a clock; play unrated or set time"
    )]
    RatedWithoutClock,
    /// A rated game has the usual number of captures.
    #[error("captures: rated games are played to {usual}; leave the field out or play unrated")]
    RatedCaptures { usual: u8 },
    /// A player sits on both sides.
    #[error("seats: found the same player on both sides, expected two players")]
    SamePlayer,
}

/// Who plays which side.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seats {
    /// The player of the tigers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tiger: Option<PlayerId>,
    /// The player of the goats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goat: Option<PlayerId>,
}

impl Seats {
    /// A player on a side, and the other seat free.
    pub fn one(side: Side, player: &PlayerId) -> Seats {
        let mut seats = Seats::default();
        seats.seat(side, player.clone());
        seats
    }

    /// The player of a side.
    pub fn get(&self, side: Side) -> Option<&PlayerId> {
        match side {
            Side::Tiger => self.tiger.as_ref(),
            Side::Goat => self.goat.as_ref(),
        }
    }

    /// The side of a player.
    pub fn side_of(&self, player: &PlayerId) -> Option<Side> {
        [Side::Tiger, Side::Goat].into_iter().find(|&side| self.get(side) == Some(player))
    }

    /// Whether both sides have a player.
    pub fn are_full(&self) -> bool {
        self.tiger.is_some() && self.goat.is_some()
    }

    /// The same players on the other sides.
    pub fn swapped(&self) -> Seats {
        Seats { tiger: self.goat.clone(), goat: self.tiger.clone() }
    }

    pub(crate) fn seat(&mut self, side: Side, player: PlayerId) {
        match side {
            Side::Tiger => self.tiger = Some(player),
            Side::Goat => self.goat = Some(player),
        }
    }
}
