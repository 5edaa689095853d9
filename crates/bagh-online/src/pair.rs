//! Matches of two games with sides swapped, and rematches.

use bagh::Side;
use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::event::Event;
use crate::game::OnlineGame;
use crate::id::{GameId, PlayerId};
use crate::setup::{Seats, Setup};

/// The place of a game in a match of two.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchGame {
    /// The first game of the match; none in the first game itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<GameId>,
}

impl MatchGame {
    /// The first game.
    pub const FIRST: MatchGame = MatchGame { first: None };

    /// Whether another game follows.
    pub fn is_first(&self) -> bool {
        self.first.is_none()
    }
}

impl OnlineGame {
    /// The first event of a rematch with sides swapped, once this game is over.
    pub fn rematch(&self, now: Millis) -> Option<Event> {
        self.ending?;
        let part_of = self.part_of.as_ref().map(|_| MatchGame::FIRST);
        // A match begins with the sides it began with the other way round.
        let seats = match &self.part_of {
            Some(game) if !game.is_first() => self.seats.clone(),
            _ => self.seats.swapped(),
        };
        self.next(seats, part_of, now)
    }

    /// The first event of the second game of a match, once the first one is over.
    pub fn second_of_match(&self, this: &GameId, now: Millis) -> Option<Event> {
        self.ending?.outcome?;
        self.part_of.as_ref().filter(|game| game.is_first())?;
        self.next(self.seats.swapped(), Some(MatchGame { first: Some(this.clone()) }), now)
    }

    fn next(&self, seats: Seats, part_of: Option<MatchGame>, now: Millis) -> Option<Event> {
        if !seats.are_full() {
            return None;
        }
        let setup: Setup = self.setup.clone();
        OnlineGame::create(setup, seats, part_of, now).ok()
    }
}

/// What a player has from the games of a match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize)]
pub struct MatchScore {
    /// Games won, where a grand win counts twelve.
    pub wins: u32,
    /// Goats captured when playing the tigers. They break ties.
    pub captures: u32,
}

/// How a match stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MatchResult {
    /// The player who had the tigers in the first game.
    pub first: PlayerId,
    /// That player's score.
    pub first_score: MatchScore,
    /// The other player.
    pub second: PlayerId,
    /// The other player's score.
    pub second_score: MatchScore,
    /// Whether both games are over.
    pub over: bool,
    /// The winner, once both games are over and unless all is equal.
    pub winner: Option<PlayerId>,
}

impl MatchResult {
    /// The result of a match from its first game and, once it exists, its second one. None if
    /// the games are not those of one match or seats are free.
    pub fn new(first: &OnlineGame, second: Option<&OnlineGame>) -> Option<MatchResult> {
        if second.is_some_and(|second| second.seats != first.seats.swapped()) {
            return None;
        }
        let players = [first.seats.tiger.clone()?, first.seats.goat.clone()?];
        let mut scores = [MatchScore::default(); 2];
        for game in std::iter::once(first).chain(second) {
            let index = |side| usize::from(game.seats.get(side) == Some(&players[1]));
            if let Some(ending) = game.ending
                && let Some(side) = ending.winner()
            {
                scores[index(side)].wins += u32::from(ending.worth());
            }
            scores[index(Side::Tiger)].captures += u32::from(game.position().captured());
        }
        let over = first.ending.is_some() && second.is_some_and(|game| game.ending.is_some());
        let winner = match scores[0].cmp(&scores[1]) {
            _ if !over => None,
            std::cmp::Ordering::Greater => Some(players[0].clone()),
            std::cmp::Ordering::Less => Some(players[1].clone()),
            std::cmp::Ordering::Equal => None,
        };
        let [first, second] = players;
        let [first_score, second_score] = scores;
        Some(MatchResult { first, first_score, second, second_score, over, winner })
    }
}
