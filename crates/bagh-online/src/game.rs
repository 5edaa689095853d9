//! The state of an online game.

use std::collections::BTreeMap;

use bagh::{Game, History, Position, Side};

use crate::Millis;
use crate::apply::LogError;
use crate::clock::{Clocks, LagQuota};
use crate::ending::Ending;
use crate::event::{Event, EventKind, LOG_VERSION};
use crate::id::{CommandId, PlayerId};
use crate::pair::MatchGame;
use crate::setup::{Seats, Setup, SetupError};

/// A value for each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Both<T> {
    tiger: T,
    goat: T,
}

impl<T> Both<T> {
    pub(crate) fn get(&self, side: Side) -> &T {
        match side {
            Side::Tiger => &self.tiger,
            Side::Goat => &self.goat,
        }
    }

    pub(crate) fn get_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Tiger => &mut self.tiger,
            Side::Goat => &mut self.goat,
        }
    }
}

impl<T: Copy> Both<T> {
    pub(crate) fn same(value: T) -> Both<T> {
        Both { tiger: value, goat: value }
    }
}

/// A player who is away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Absence {
    /// Since when.
    pub since: Millis,
    /// From when on the opponent can claim the game, where that is possible.
    pub claimable: Option<Millis>,
}

/// The state of an online game: a pure function of its log.
#[derive(Clone, Debug)]
pub struct OnlineGame {
    pub(crate) setup: Setup,
    pub(crate) seats: Seats,
    pub(crate) part_of: Option<MatchGame>,
    pub(crate) created: Millis,
    pub(crate) history: History,
    /// The number of the last event, and its time.
    pub(crate) number: u32,
    pub(crate) last_at: Millis,
    /// When the turn began. Time credited for an outage moves this forward.
    pub(crate) turn_since: Millis,
    pub(crate) clocks: Option<Clocks>,
    pub(crate) lag_quota: Both<LagQuota>,
    /// The most moves that ever stood in this game. A ply earns its increment once, whatever is
    /// taken back.
    pub(crate) furthest: u32,
    /// The end of the last outage that was credited.
    pub(crate) credited: Millis,
    pub(crate) draw_offer: Option<Side>,
    /// The ply at which each side last offered a draw.
    pub(crate) last_offer: Both<Option<u32>>,
    pub(crate) takeback: Option<Side>,
    /// What each side did since the last move, apart from moving.
    pub(crate) asides: Both<u32>,
    pub(crate) absent: Both<Option<Absence>>,
    /// How often each player has come back since the last move.
    pub(crate) returns: Both<u32>,
    pub(crate) accepted: BTreeMap<(Side, CommandId), u32>,
    pub(crate) ending: Option<Ending>,
}

impl OnlineGame {
    /// The log of a new game, which is its first event. The caller draws lots where a player
    /// does not choose a side.
    pub fn create(
        setup: Setup,
        seats: Seats,
        part_of: Option<MatchGame>,
        now: Millis,
    ) -> Result<Event, SetupError> {
        setup.check()?;
        if seats.are_full() && seats.tiger == seats.goat {
            return Err(SetupError::SamePlayer);
        }
        let kind = EventKind::Created { version: LOG_VERSION, setup, seats, part_of };
        Ok(Event { number: 1, at: now, kind })
    }

    /// The state that a log leads to.
    pub fn replay<'e>(log: impl IntoIterator<Item = &'e Event>) -> Result<OnlineGame, LogError> {
        let mut log = log.into_iter();
        let mut game = OnlineGame::begin(log.next().ok_or(LogError::Empty)?)?;
        for event in log {
            game.apply(event)?;
        }
        Ok(game)
    }

    pub(crate) fn begin(first: &Event) -> Result<OnlineGame, LogError> {
        let EventKind::Created { version, setup, seats, part_of } = &first.kind else {
            return Err(LogError::NotCreated);
        };
        if *version != LOG_VERSION {
            return Err(LogError::Version { found: *version });
        }
        if first.number != 1 {
            return Err(LogError::Number { found: first.number, expected: 1 });
        }
        let game = setup.check()?;
        let start = game.start();
        Ok(OnlineGame {
            setup: setup.clone(),
            seats: seats.clone(),
            part_of: part_of.clone(),
            created: first.at,
            history: History::new(game, start),
            number: 1,
            last_at: first.at,
            turn_since: first.at,
            clocks: setup.time.initial().map(Clocks::new),
            lag_quota: Both::same(LagQuota::new(setup.time)),
            furthest: 0,
            credited: 0,
            draw_offer: None,
            last_offer: Both::default(),
            takeback: None,
            asides: Both::default(),
            absent: Both::default(),
            returns: Both::default(),
            accepted: BTreeMap::new(),
            ending: None,
        }
        .with_running_clock(first.at))
    }

    /// The terms.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Who sits where.
    pub fn seats(&self) -> &Seats {
        &self.seats
    }

    /// The match that this game is part of.
    pub fn part_of(&self) -> Option<&MatchGame> {
        self.part_of.as_ref()
    }

    /// The game that is played.
    pub fn game(&self) -> &Game {
        self.history.game()
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.history.position()
    }

    /// The moves so far.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// How many moves have been played and not taken back.
    pub fn ply(&self) -> u32 {
        self.history.len() as u32
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        self.position().turn()
    }

    /// The number of the last event.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// When the game was created.
    pub fn created(&self) -> Millis {
        self.created
    }

    /// When the last event happened.
    pub fn last_at(&self) -> Millis {
        self.last_at
    }

    /// When the turn began, without the time of outages that was credited.
    pub fn turn_since(&self) -> Millis {
        self.turn_since
    }

    /// The clocks, if the game has any.
    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// Whether both seats are taken.
    pub fn has_started(&self) -> bool {
        self.seats.are_full()
    }

    /// The side whose draw offer stands.
    pub fn draw_offer(&self) -> Option<Side> {
        self.draw_offer
    }

    /// The side whose request for a take-back stands.
    pub fn takeback(&self) -> Option<Side> {
        self.takeback
    }

    /// Since when a player is away, if so.
    pub fn absence(&self, side: Side) -> Option<Absence> {
        *self.absent.get(side)
    }

    /// How the game ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The side of a player, if the player has a seat.
    pub fn side_of(&self, player: &PlayerId) -> Option<Side> {
        self.seats.side_of(player)
    }

    /// Whether both sides have moved at some time: from then on the game has a result.
    pub fn is_underway(&self) -> bool {
        self.furthest >= 2
    }

    /// When something happens by itself: a flag falls, a game without first moves is aborted, or
    /// one without a clock is given up since nobody moves any more. Call [`OnlineGame::expire`]
    /// then.
    pub fn deadline(&self) -> Option<Millis> {
        if self.ending.is_some() || !self.has_started() {
            return None;
        }
        let flag = self.clocks.as_ref().and_then(Clocks::flag_at);
        flag.map(|at| at.saturating_add(self.setup.time.grace())).or_else(|| self.unmoved_until())
    }

    /// While no clock runs: when the game ends unless somebody moves.
    pub(crate) fn unmoved_until(&self) -> Option<Millis> {
        let limit = self.setup.time.unmoved(self.is_underway())?;
        Some(self.turn_since.saturating_add(limit))
    }
}

impl PartialEq for OnlineGame {
    /// Whether everything that the log determines is the same.
    fn eq(&self, other: &OnlineGame) -> bool {
        self.snapshot() == other.snapshot()
            && self.created == other.created
            && self.turn_since == other.turn_since
            && self.lag_quota == other.lag_quota
            && self.furthest == other.furthest
            && self.credited == other.credited
            && self.last_offer == other.last_offer
            && self.asides == other.asides
            && self.returns == other.returns
            && self.accepted == other.accepted
    }
}

impl Eq for OnlineGame {}
