//! Which events a player's command leads to.

use bagh::{GameResult, Outcome, Phase, Position, REPETITIONS, Reason, Side};

use crate::Millis;
use crate::clock::LAG_LIMIT;
use crate::command::{Claim, Command, Request};
use crate::ending::{EndReason, Ending};
use crate::event::{Event, EventKind};
use crate::game::OnlineGame;
use crate::refusal::Refusal;
use crate::service::MAX_DEPARTURES;

/// After a draw offer the same side waits this many plies before the next.
const OFFER_INTERVAL: u32 = 10;
/// Phrases, offers and gifts of time by one side between two moves.
const MAX_ASIDES: u32 = 6;
/// The longest log. Two players who agree could otherwise play for ever; a game that gets here
/// is a draw.
pub(crate) const MAX_EVENTS: u32 = 5_000;

/// What a command leads to: events to append, and the answer to its sender.
///
/// There can be events although the answer is a refusal: a move that arrives after the flag fell
/// ends the game on time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Events to append, in order; they are numbered on from the last one.
    pub events: Vec<Event>,
    /// What to answer once the events are stored.
    pub answer: Result<Accepted, Refusal>,
}

/// A command that was accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accepted {
    /// The number of the event that it led to.
    pub number: u32,
    /// Whether it had been accepted before.
    pub repeated: bool,
}

impl OnlineGame {
    /// Decides on a player's command.
    pub fn decide(&self, request: &Request, now: Millis) -> Decision {
        let side = self.side_of(&request.by);
        if let Some(&number) = side.and_then(|side| self.accepted.get(&(side, request.id.clone())))
        {
            let answer = Ok(Accepted { number, repeated: true });
            return Decision { events: Vec::new(), answer };
        }
        let now = now.max(self.last_at);
        let in_flight = match request.command {
            Command::Move { .. } if side == Some(self.turn()) => self.given_back(request.lag),
            // The move of the side to move may be on its way.
            _ => LAG_LIMIT,
        };
        if let Some(ending) = self.expired(now, in_flight) {
            let events =
                self.numbered(vec![EventKind::Ended { ending, side: None, id: None }], now);
            let answer = Err(Refusal::Over { reason: ending.reason });
            return Decision { events, answer };
        }
        match self.kinds(request, side, now) {
            Ok(mut kinds) => {
                let answer =
                    Ok(Accepted { number: self.number.saturating_add(1), repeated: false });
                if !matches!(kinds.last(), Some(EventKind::Ended { .. })) {
                    kinds.extend(side.and_then(|side| self.return_by(side, &request.command)));
                }
                Decision { events: self.numbered(kinds, now), answer }
            }
            Err(refusal) => Decision { events: Vec::new(), answer: Err(refusal) },
        }
    }

    /// A player who acts is here, whatever the service had heard.
    fn return_by(&self, side: Side, command: &Command) -> Option<EventKind> {
        match command {
            Command::Leave => None,
            Command::Move { .. } => {
                self.absence(side).is_some().then_some(EventKind::Returned { side })
            }
            _ => self.return_of(side),
        }
    }

    /// The part of a measured delay that the side to move gets back.
    fn given_back(&self, lag: Millis) -> Millis {
        if self.setup.time.is_real_time() { self.lag_quota.get(self.turn()).allows(lag) } else { 0 }
    }

    pub(crate) fn numbered(&self, kinds: Vec<EventKind>, now: Millis) -> Vec<Event> {
        let at = now.max(self.last_at);
        (self.number.saturating_add(1)..)
            .zip(kinds)
            .map(|(number, kind)| Event { number, at, kind })
            .collect()
    }

    fn kinds(
        &self,
        request: &Request,
        side: Option<Side>,
        now: Millis,
    ) -> Result<Vec<EventKind>, Refusal> {
        if let Some(ending) = self.ending {
            return Err(Refusal::Over { reason: ending.reason });
        }
        if let Command::TakeSeat { side: wanted } = request.command {
            return self.take_seat(request, wanted).map(|kind| vec![kind]);
        }
        let side = side.ok_or(Refusal::NotAPlayer)?;
        let id = request.id.clone();
        let end =
            |ending| vec![EventKind::Ended { ending, side: Some(side), id: Some(id.clone()) }];
        if request.command == Command::Abort {
            return if self.is_underway() {
                Err(Refusal::TooLateToAbort)
            } else {
                Ok(end(Ending::ABORTED))
            };
        }
        if !self.has_started() {
            return Err(Refusal::NotStarted);
        }
        // A game has a result once both sides have moved.
        let settles = matches!(
            request.command,
            Command::OfferDraw | Command::AnswerDraw { accept: true } | Command::Claim { .. }
        );
        if settles && !self.is_underway() {
            return Err(Refusal::NotUnderway);
        }
        let id = id.clone();
        match &request.command {
            Command::TakeSeat { .. } | Command::Abort => unreachable!("handled above"),
            Command::Move { ply, text } => self.play(request, side, *ply, text, now),
            Command::Resign if !self.is_underway() => Ok(end(Ending::ABORTED)),
            Command::Resign => Ok(end(Ending::win(side.other(), EndReason::Resignation))),
            Command::OfferDraw if self.draw_offer == Some(side.other()) => {
                Ok(end(Ending::draw(EndReason::Agreement)))
            }
            Command::OfferDraw => {
                self.check_draw_offer(side)?;
                Ok(vec![EventKind::DrawOffered { side, id }])
            }
            Command::AnswerDraw { .. } if self.draw_offer != Some(side.other()) => {
                Err(Refusal::NoOffer)
            }
            Command::AnswerDraw { accept: true } => Ok(end(Ending::draw(EndReason::Agreement))),
            Command::AnswerDraw { accept: false } => Ok(vec![EventKind::DrawDeclined { side, id }]),
            Command::ProposeTakeback if self.takeback == Some(side.other()) => {
                Ok(vec![self.take_back(side, id)])
            }
            Command::ProposeTakeback => {
                self.check_takeback(side)?;
                Ok(vec![EventKind::TakebackProposed { side, id }])
            }
            Command::AnswerTakeback { .. } if self.takeback != Some(side.other()) => {
                Err(Refusal::NoOffer)
            }
            Command::AnswerTakeback { accept: true } => Ok(vec![self.take_back(side, id)]),
            Command::AnswerTakeback { accept: false } => {
                Ok(vec![EventKind::TakebackDeclined { side, id }])
            }
            Command::GiveTime => {
                let ms = self.gift(side, now)?;
                Ok(vec![EventKind::TimeGiven { side, ms, id }])
            }
            Command::Claim { claim } => {
                self.check_claim(side, now)?;
                Ok(end(match claim {
                    Claim::Win => Ending::win(side, EndReason::Abandonment),
                    Claim::Draw => Ending::draw(EndReason::Abandonment),
                }))
            }
            Command::Leave => {
                if self.number >= MAX_DEPARTURES {
                    return Err(Refusal::TooMany);
                }
                let claimable = self.setup.time.claim_after(true).map(|ms| now + ms);
                match self.absence(side) {
                    Some(absence) if absence.claimable <= claimable => Err(Refusal::TooMany),
                    _ => Ok(vec![EventKind::Left { side, claimable, id: Some(id) }]),
                }
            }
            Command::Say { phrase } => {
                self.check_asides(side)?;
                Ok(vec![EventKind::Said { side, phrase: *phrase, id }])
            }
        }
    }

    fn take_seat(&self, request: &Request, wanted: Option<Side>) -> Result<EventKind, Refusal> {
        if let Some(side) = self.side_of(&request.by) {
            return Err(Refusal::AlreadySeated { side });
        }
        let free = |side: &Side| self.seats.get(*side).is_none();
        let side = match wanted {
            Some(side) => Some(side).filter(free),
            None => [Side::Goat, Side::Tiger].into_iter().find(free),
        };
        let side = side.ok_or(Refusal::SeatTaken)?;
        Ok(EventKind::SeatTaken { side, player: request.by.clone(), id: request.id.clone() })
    }

    fn play(
        &self,
        request: &Request,
        side: Side,
        ply: u32,
        text: &str,
        now: Millis,
    ) -> Result<Vec<EventKind>, Refusal> {
        if ply != self.ply() {
            return Err(Refusal::Ply { found: ply, expected: self.ply() });
        }
        if side != self.turn() {
            return Err(Refusal::NotYourTurn { turn: self.turn() });
        }
        let position = self.position();
        let mv = self
            .game()
            .parse_move(position, text)
            .map_err(|e| Refusal::IllegalMove { message: e.to_string() })?;
        let after = self.game().after(position, mv);
        let lag = match self.clocks.as_ref().and_then(|c| c.running.map(|_| c.since)) {
            Some(since) => self.given_back(request.lag).min(now.saturating_sub(since)),
            None => 0,
        };
        let text = self.game().move_text(position, mv);
        let mut kinds = vec![EventKind::Moved { ply, text, id: request.id.clone(), lag }];
        let too_long =
            || (self.number + 2 >= MAX_EVENTS).then_some(Ending::draw(EndReason::Length));
        if let Some(ending) = self.result_of(&after).map(Ending::from).or_else(too_long) {
            kinds.push(EventKind::Ended { ending, side: None, id: None });
        }
        Ok(kinds)
    }

    /// The result if this position came next, with repetition.
    fn result_of(&self, after: &Position) -> Option<GameResult> {
        let game = self.game();
        game.result(after).or_else(|| {
            let stood = self.history.before().iter().filter(|p| *p == after).count()
                + usize::from(self.position() == after)
                + 1;
            (game.phase(after) == Phase::Sliding && stood >= REPETITIONS)
                .then_some(GameResult { outcome: Outcome::Draw, reason: Reason::Repetition })
        })
    }

    fn check_draw_offer(&self, side: Side) -> Result<(), Refusal> {
        if self.draw_offer == Some(side) {
            return Err(Refusal::OfferStands);
        }
        if let Some(last) = *self.last_offer.get(side) {
            let at_ply = last.saturating_add(OFFER_INTERVAL);
            if self.ply() < at_ply {
                return Err(Refusal::OfferTooSoon { at_ply });
            }
        }
        self.check_asides(side)
    }

    fn check_takeback(&self, side: Side) -> Result<(), Refusal> {
        if self.setup.rated {
            return Err(Refusal::RatedTakeback);
        }
        if self.takeback == Some(side) {
            return Err(Refusal::OfferStands);
        }
        if self.ply() < self.plies_back(side) {
            return Err(Refusal::NothingToTakeBack);
        }
        self.check_asides(side)
    }

    /// How many plies it takes to take back the last move of a side.
    fn plies_back(&self, side: Side) -> u32 {
        if self.turn() == side { 2 } else { 1 }
    }

    /// The event of agreeing to the opponent's request.
    fn take_back(&self, side: Side, id: crate::id::CommandId) -> EventKind {
        let ply = self.ply().saturating_sub(self.plies_back(side.other()));
        EventKind::TakenBack { ply, side, id }
    }

    fn gift(&self, side: Side, now: Millis) -> Result<Millis, Refusal> {
        let (Some(ms), Some(clocks)) = (self.setup.time.gift(), &self.clocks) else {
            return Err(Refusal::NoClock);
        };
        if clocks.shows(side.other(), now) + ms > self.setup.time.ceiling() {
            return Err(Refusal::ClockFull);
        }
        self.check_asides(side)?;
        Ok(ms)
    }

    fn check_claim(&self, side: Side, now: Millis) -> Result<(), Refusal> {
        let absence = self.absence(side.other()).ok_or(Refusal::OpponentPresent)?;
        let claimable = absence.claimable.ok_or(Refusal::NotClaimable)?;
        if now < claimable {
            return Err(Refusal::ClaimTooSoon { claimable, remaining: claimable - now });
        }
        Ok(())
    }

    fn check_asides(&self, side: Side) -> Result<(), Refusal> {
        if *self.asides.get(side) >= MAX_ASIDES { Err(Refusal::TooMany) } else { self.check_room() }
    }

    fn check_room(&self) -> Result<(), Refusal> {
        if self.number + 10 >= MAX_EVENTS { Err(Refusal::TooMany) } else { Ok(()) }
    }
}
