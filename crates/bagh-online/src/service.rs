//! What the service brings about, rather than a player: deadlines, presence, downtime.

use bagh::Side;

use crate::Millis;
use crate::clock::{Clocks, LAG_LIMIT};
use crate::decide::MAX_EVENTS;
use crate::ending::{EndReason, Ending};
use crate::event::{Event, EventKind};
use crate::game::OnlineGame;
use crate::time_control::{DAY, TimeControl};

/// How often a player can come back in a turn without moving. One who has been away more often
/// stays marked as away until the next move, so that comings and goings do not keep an opponent
/// from claiming.
const MAX_RETURNS: u32 = 20;
/// Departures are noted in the first half of the longest log only: they must not fill it.
pub(crate) const MAX_DEPARTURES: u32 = MAX_EVENTS / 2;
/// An outage of this length keeps a game without a clock from ending because nobody moves.
const LONG_OUTAGE: Millis = DAY;

impl OnlineGame {
    /// The events of a deadline that has passed: none before [`OnlineGame::deadline`].
    pub fn expire(&self, now: Millis) -> Vec<Event> {
        let ended = self.expired(now.max(self.last_at), LAG_LIMIT);
        let kinds = ended.map(|ending| EventKind::Ended { ending, side: None, id: None });
        self.numbered(kinds.into_iter().collect(), now)
    }

    /// How the game has ended by time, if it has. Time in flight is not charged.
    pub(crate) fn expired(&self, now: Millis, in_flight: Millis) -> Option<Ending> {
        self.deadline()?;
        let arrived = now.saturating_sub(in_flight.min(self.setup.time.grace()));
        match self.clocks.as_ref().and_then(Clocks::flag_at) {
            Some(flag) => (arrived >= flag).then(|| self.flagged()),
            None => (now >= self.unmoved_until()?).then(|| self.given_up()),
        }
    }

    /// Nobody has moved for too long.
    fn given_up(&self) -> Ending {
        if self.is_underway() { Ending::draw(EndReason::Abandonment) } else { Ending::ABORTED }
    }

    /// The side to move has run out of time. Before both sides have moved that is no loss.
    fn flagged(&self) -> Ending {
        if self.is_underway() {
            Ending::win(self.turn().other(), EndReason::Timeout)
        } else {
            Ending::ABORTED
        }
    }

    /// A player's last connection is gone, and did not come back within the service's patience.
    pub fn left(&self, side: Side, now: Millis) -> Vec<Event> {
        let runs = self.ending.is_none() && self.has_started();
        if !runs || self.absence(side).is_some() || self.number >= MAX_DEPARTURES {
            return Vec::new();
        }
        let at = now.max(self.last_at);
        let claimable = self.setup.time.claim_after(false).map(|ms| at + ms);
        self.numbered(vec![EventKind::Left { side, claimable, id: None }], at)
    }

    /// A player is connected again.
    pub fn returned(&self, side: Side, now: Millis) -> Vec<Event> {
        if self.ending.is_some() {
            return Vec::new();
        }
        self.numbered(self.return_of(side).into_iter().collect(), now)
    }

    pub(crate) fn return_of(&self, side: Side) -> Option<EventKind> {
        // While the opponent thinks there is no move to make instead.
        let may = self.turn() != side || *self.returns.get(side) < MAX_RETURNS;
        (self.absence(side).is_some() && may).then_some(EventKind::Returned { side })
    }

    /// The service was down for a while: clocks, deadlines and countdowns did not run.
    ///
    /// Crediting the same outage twice, or two that overlap, gives the time once, so that a
    /// service that is interrupted while it credits games can simply start over.
    pub fn credit(&self, from: Millis, until: Millis, now: Millis) -> Vec<Event> {
        let until = until.min(now.max(self.last_at));
        // Without a clock or a countdown nothing ran but the time that a game may lie unmoved.
        let counts = self.setup.time != TimeControl::Unlimited
            || [Side::Tiger, Side::Goat].into_iter().any(|side| self.absence(side).is_some())
            || until.saturating_sub(from) >= LONG_OUTAGE;
        let runs = self.ending.is_none() && self.has_started() && counts;
        if !runs || until <= from.max(self.credited).max(self.turn_since) {
            return Vec::new();
        }
        let mut kinds = vec![EventKind::Credited { from, until }];
        // A log has an end, and an outage must not cost anyone the game.
        if self.number + 2 >= MAX_EVENTS {
            let ending = Ending::draw(EndReason::Length);
            kinds.push(EventKind::Ended { ending, side: None, id: None });
        }
        self.numbered(kinds, now)
    }
}
