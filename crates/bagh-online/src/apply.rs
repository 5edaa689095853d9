//! How events change the state.

use bagh::Side;
use thiserror::Error;

use crate::Millis;
use crate::event::{Event, EventKind, LOG_VERSION};
use crate::game::{Absence, Both, OnlineGame};
use crate::id::CommandId;
use crate::setup::SetupError;
use crate::time_control::TimeControl;

/// A log that cannot have come from this crate. State is left as it was before the event.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[allow(missing_docs)] // The messages say what the fields mean.
pub enum LogError {
    /// There is no event.
    #[error("the log is empty")]
    Empty,
    /// The first event is another one.
    #[error("event 1: expected `created`")]
    NotCreated,
    /// A later event creates the game again.
    #[error("event {number}: the game was created already")]
    CreatedAgain { number: u32 },
    /// The log was written by a newer program.
    #[error("version: found {found}, expected {LOG_VERSION}")]
    Version { found: u32 },
    /// The terms cannot be played.
    #[error("event 1: {0}")]
    Setup(#[from] SetupError),
    /// An event is missing or stands twice.
    #[error("number: found {found}, expected {expected}")]
    Number { found: u32, expected: u32 },
    /// An event is older than the one before.
    #[error("event {number}: it is earlier than the event before it")]
    Time { number: u32 },
    /// Something follows the end.
    #[error("event {number}: the game was over")]
    AfterEnd { number: u32 },
    /// A move is not legal, or stands at another ply.
    #[error("event {number}: {message}")]
    Move { number: u32, message: String },
    /// An event does not fit the state.
    #[error("event {number}: it does not fit the game at this point")]
    Unfit { number: u32 },
}

impl OnlineGame {
    /// Applies the next event.
    pub fn apply(&mut self, event: &Event) -> Result<(), LogError> {
        let number = event.number;
        let expected = self.number.saturating_add(1);
        if number != expected {
            return Err(LogError::Number { found: number, expected });
        }
        if event.at < self.last_at {
            return Err(LogError::Time { number });
        }
        if self.ending.is_some() {
            return Err(LogError::AfterEnd { number });
        }
        self.apply_kind(event)?;
        self.number = number;
        self.last_at = event.at;
        Ok(())
    }

    fn apply_kind(&mut self, event: &Event) -> Result<(), LogError> {
        let (number, at) = (event.number, event.at);
        let unfit = LogError::Unfit { number };
        match &event.kind {
            EventKind::Created { .. } => return Err(LogError::CreatedAgain { number }),
            EventKind::SeatTaken { side, player, id } => {
                if self.seats.get(*side).is_some() || self.side_of(player).is_some() {
                    return Err(unfit);
                }
                self.seats.seat(*side, player.clone());
                self.accept(*side, id, number);
                self.turn_since = at;
                self.run_clock(at);
            }
            EventKind::Moved { ply, text, id, lag } => {
                if !self.has_started() || *ply != self.ply() {
                    return Err(unfit);
                }
                let mover = self.turn();
                let mv = self
                    .game()
                    .parse_move(self.position(), text)
                    .map_err(|e| LogError::Move { number, message: e.to_string() })?;
                self.history
                    .play(mv)
                    .map_err(|e| LogError::Move { number, message: e.to_string() })?;
                self.accept(mover, id, number);
                self.moved(mover, at, *lag);
            }
            EventKind::DrawOffered { side, id } => {
                self.draw_offer = Some(*side);
                *self.last_offer.get_mut(*side) = Some(self.ply());
                self.aside(*side, id, number);
            }
            EventKind::DrawDeclined { side, id } => {
                self.draw_offer = None;
                self.aside(*side, id, number);
            }
            EventKind::TakebackProposed { side, id } => {
                self.takeback = Some(*side);
                self.aside(*side, id, number);
            }
            EventKind::TakebackDeclined { side, id } => {
                self.takeback = None;
                self.aside(*side, id, number);
            }
            EventKind::TakenBack { ply, side, id } => {
                if *ply >= self.ply() {
                    return Err(unfit);
                }
                while self.ply() > *ply {
                    self.history.undo();
                }
                self.accept(*side, id, number);
                self.charge(at, 0);
                self.new_turn(at);
            }
            EventKind::TimeGiven { side, ms, id } => {
                self.clocks.as_mut().ok_or(unfit)?.add(side.other(), *ms);
                self.aside(*side, id, number);
            }
            EventKind::Said { side, id, .. } => self.aside(*side, id, number),
            EventKind::Left { side, claimable, id } => {
                *self.absent.get_mut(*side) = Some(Absence { since: at, claimable: *claimable });
                if let Some(id) = id {
                    self.accept(*side, id, number);
                }
            }
            EventKind::Returned { side } => {
                *self.absent.get_mut(*side) = None;
                *self.returns.get_mut(*side) += 1;
            }
            EventKind::Credited { from, until } => self.credited(*from, (*until).min(at)),
            EventKind::Ended { ending, side, id } => {
                self.charge(at, 0);
                if let Some(clocks) = &mut self.clocks {
                    clocks.running = None;
                }
                if let (Some(side), Some(id)) = (side, id) {
                    self.accept(*side, id, number);
                }
                self.draw_offer = None;
                self.takeback = None;
                self.ending = Some(*ending);
            }
        }
        Ok(())
    }

    fn accept(&mut self, side: Side, id: &CommandId, number: u32) {
        self.accepted.insert((side, id.clone()), number);
    }

    fn aside(&mut self, side: Side, id: &CommandId, number: u32) {
        *self.asides.get_mut(side) += 1;
        self.accept(side, id, number);
    }

    fn charge(&mut self, at: Millis, lag: Millis) {
        if let Some(clocks) = &mut self.clocks {
            clocks.charge(at, lag);
        }
    }

    fn moved(&mut self, mover: Side, at: Millis, lag: Millis) {
        self.charge(at, lag);
        let earned = self.ply() > self.furthest;
        self.furthest = self.furthest.max(self.ply());
        let time = self.setup.time;
        let quota = self.lag_quota.get_mut(mover);
        *quota = quota.after_move(lag, time);
        if let Some(clocks) = &mut self.clocks {
            if let TimeControl::Days { .. } = time {
                clocks.set(mover, time.initial().unwrap_or(0));
            } else if earned && clocks.running.is_some() {
                clocks.add(mover, time.increment());
            }
        }
        self.new_turn(at);
    }

    /// Begins the turn of the side that is now to move. Offers end with the position they were
    /// made in, except that a player's own move leaves that player's draw offer standing.
    fn new_turn(&mut self, at: Millis) {
        self.takeback = None;
        if self.draw_offer == Some(self.turn()) {
            self.draw_offer = None;
        }
        self.asides = Both::default();
        self.returns = Both::default();
        self.turn_since = at;
        // Correspondence players have their days for every turn, whatever was taken back.
        let turn = self.turn();
        if let (TimeControl::Days { .. }, Some(clocks)) = (self.setup.time, &mut self.clocks) {
            clocks.raise(turn, self.setup.time.initial().unwrap_or(0));
        }
        self.run_clock(at);
    }

    pub(crate) fn with_running_clock(mut self, at: Millis) -> OnlineGame {
        self.run_clock(at);
        self
    }

    /// Starts the clock of the side to move, if clocks run yet.
    fn run_clock(&mut self, at: Millis) {
        let running = match self.setup.time {
            TimeControl::Unlimited => false,
            TimeControl::Increment { .. } => self.furthest >= 2,
            TimeControl::Days { .. } => self.has_started(),
        };
        let turn = self.turn();
        if let Some(clocks) = &mut self.clocks {
            clocks.running = running.then_some(turn);
            clocks.since = at;
        }
    }

    /// Takes an outage out of everything that was running, except for the part of it that was
    /// taken out before.
    fn credited(&mut self, from: Millis, until: Millis) {
        let from = from.max(self.credited);
        let shift = |since: &mut Millis| {
            let by = until.saturating_sub(from.max(*since));
            *since += by;
            by
        };
        shift(&mut self.turn_since);
        if let Some(clocks) = &mut self.clocks
            && clocks.running.is_some()
        {
            shift(&mut clocks.since);
        }
        for side in [Side::Tiger, Side::Goat] {
            if let Some(absence) = self.absent.get_mut(side) {
                let by = shift(&mut absence.since);
                absence.claimable = absence.claimable.map(|at| at.saturating_add(by));
            }
        }
        self.credited = self.credited.max(until);
    }
}
