//! A bot that runs: it follows its events, answers challenges, sends some of its own, and plays.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::{Id, JoinError, JoinSet};
use tokio::time::Instant;

use crate::backoff::Backoff;
use crate::bot::{Bot, Reporter};
use crate::error::BotError;
use crate::game::Play;
use crate::lines::Line;
use crate::places::{Asked, Places};
use crate::protocol::{ChallengeInfo, Event, Made, User};
use crate::random;
use crate::report::{Ended, Report};
use crate::thinker::Presence;

/// The pause between two challenges of the bot.
const BETWEEN_CHALLENGES: Duration = Duration::from_millis(500);
/// The pause after a challenge that was refused.
const AFTER_REFUSAL: Duration = Duration::from_secs(10);
/// The longest pause after the bot withdrew a challenge, in milliseconds. Two bots that challenge
/// each other at the same moment, and give way to each other, must not do so again and again.
const AFTER_GIVING_WAY: u64 = 2_000;

/// A bot that runs.
pub(crate) struct Running<'b> {
    bot: &'b Bot,
    me: User,
    reporter: Reporter,
    stopped: watch::Receiver<bool>,
    games: JoinSet<(String, Option<Ended>)>,
    /// The game of each task, so that one that panicked is known.
    tasks: HashMap<Id, String>,
    presence: Presence,
    places: Places,
    /// Whether the stream of events is open.
    connected: bool,
    /// Challenges to the bot that it has to answer.
    to_decide: VecDeque<ChallengeInfo>,
    /// The next challenge to send.
    next: usize,
    /// No challenge is sent before this.
    not_before: Instant,
}

impl<'b> Running<'b> {
    pub fn new(
        bot: &'b Bot,
        me: User,
        stopped: watch::Receiver<bool>,
        reporter: Reporter,
        presence: Presence,
    ) -> Running<'b> {
        Running {
            bot,
            me,
            reporter,
            stopped,
            games: JoinSet::new(),
            tasks: HashMap::new(),
            presence,
            places: Places::new(bot.rules.games, bot.stop_after),
            connected: false,
            to_decide: VecDeque::new(),
            next: 0,
            not_before: Instant::now(),
        }
    }

    pub async fn run(&mut self) -> Result<(), BotError> {
        let mut backoff = Backoff::default();
        while !self.is_done() {
            match self.follow(&mut backoff).await {
                Ok(()) => {}
                Err(error) if error.is_temporary() => {
                    self.connected = false;
                    let pause = backoff.next(error.wait());
                    let error = error.to_string();
                    self.reporter.tell(Report::Disconnected { error, pause });
                    self.pause(pause).await;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Ends all games that are still there.
    pub async fn shut_down(mut self) {
        self.games.shutdown().await;
    }

    fn is_stopped(&self) -> bool {
        *self.stopped.borrow()
    }

    /// Whether no game runs and none may begin. A bot that was stopped waits for games that an
    /// opponent may have agreed to, but not for a service that it cannot reach.
    fn is_done(&self) -> bool {
        match self.is_stopped() {
            true => self.places.is_idle() || (self.places.playing() == 0 && !self.connected),
            false => self.places.playing() == 0 && self.places.is_full(),
        }
    }

    /// Waits, while games go on, but not when the bot is stopped.
    async fn pause(&mut self, pause: Duration) {
        let until = Instant::now() + pause;
        loop {
            tokio::select! {
                Some(done) = self.games.join_next_with_id(), if !self.games.is_empty() => {
                    self.over(done);
                }
                Ok(()) = self.stopped.changed() => return,
                () = tokio::time::sleep_until(until) => return,
            }
        }
    }

    fn over(&mut self, done: Result<(Id, (String, Option<Ended>)), JoinError>) {
        match done {
            Ok((task, (id, ended))) => {
                self.tasks.remove(&task);
                match ended {
                    Some(ended) => {
                        self.places.ended(id);
                        self.reporter.tell(Report::Ended(ended));
                    }
                    None => self.places.given_up(id),
                }
            }
            Err(error) => {
                let Some(id) = self.tasks.remove(&error.id()) else { return };
                let message = format!("the bot made a mistake: {error}");
                self.reporter.tell(Report::Trouble { id: id.clone(), message });
                self.places.given_up(id);
            }
        }
    }

    /// Follows the stream of events until it breaks or the bot is done.
    async fn follow(&mut self, backoff: &mut Backoff) -> Result<(), BotError> {
        self.places.stream_begins();
        // They are told again.
        self.to_decide.clear();
        let mut lines = self.bot.connection.stream("api/stream/event").await?;
        backoff.reset();
        self.connected = true;
        self.reporter.tell(Report::Connected { name: self.me.name() });
        loop {
            // Challenges and games that are there are told at the beginning of a stream, up to the
            // first blank line. Before it the bot does not know which places it has.
            if self.places.is_up_to_date() {
                self.settle().await?;
            }
            if self.is_done() {
                return Ok(());
            }
            let challenge = self.challenge_at();
            tokio::select! {
                line = lines.next_line::<Event>() => match line? {
                    Some(Line::Value(event)) => self.event(event),
                    Some(Line::Blank) => self.places.is_told(),
                    None => return Err(BotError::Unreachable("the stream has ended".to_owned())),
                },
                Some(done) = self.games.join_next_with_id(), if !self.games.is_empty() => {
                    self.over(done);
                }
                () = sleep_until(challenge) => self.challenge().await?,
                Ok(()) = self.stopped.changed() => {}
            }
        }
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::Challenge { challenge } if challenge.challenger.id == self.me.id => {
                self.places.is_waiting(&challenge.id);
            }
            Event::Challenge { challenge } => self.to_decide.push_back(challenge),
            Event::ChallengeDeclined { challenge } | Event::ChallengeCanceled { challenge } => {
                self.to_decide.retain(|other| other.id != challenge.id);
                if self.places.closed(&challenge.id) {
                    let player = challenge.opponent.map(|user| user.name()).unwrap_or_default();
                    self.refused(player, "the challenge was declined".to_owned());
                }
            }
            Event::GameStart { game } => self.begin(game.id),
            Event::Other => {}
        }
    }

    /// Plays a game, unless it is being played or has ended.
    fn begin(&mut self, id: String) {
        self.to_decide.retain(|challenge| challenge.id != id);
        if !self.places.begins(&id) {
            return;
        }
        let play = Play {
            connection: self.bot.connection.clone(),
            me: self.me.id.clone(),
            id: id.clone(),
            maker: self.bot.maker.clone(),
            presence: self.presence.clone(),
            move_time: self.bot.move_time,
            reporter: self.reporter.clone(),
        };
        let task = self.games.spawn({
            let id = id.clone();
            async move { (id, play.run().await) }
        });
        self.tasks.insert(task.id(), id);
    }

    /// Does what comes before anything new: requests without an answer are sent again, and
    /// challenges to the bot answered.
    async fn settle(&mut self) -> Result<(), BotError> {
        while let Some(id) = self.places.accepted().cloned() {
            self.accept(&id).await?;
        }
        if self.is_stopped() {
            self.withdraw().await?;
        }
        while let Some(challenge) = self.to_decide.pop_front() {
            self.decide(&challenge).await?;
        }
        Ok(())
    }

    async fn decide(&mut self, challenge: &ChallengeInfo) -> Result<(), BotError> {
        let (id, by) = (challenge.id.clone(), challenge.challenger.name());
        match self.objection(challenge).await? {
            None => {
                if self.accept(&id).await? {
                    self.reporter.tell(Report::Accepted { id, by });
                }
            }
            Some(reason) => {
                if self.answer(&id, "decline").await? {
                    self.reporter.tell(Report::Declined { id, by, reason });
                }
            }
        }
        Ok(())
    }

    /// Why a challenge is declined; nothing if there is a place for its game. A player who is there
    /// comes before those whom the bot has challenged and who may never answer.
    async fn objection(&mut self, challenge: &ChallengeInfo) -> Result<Option<String>, BotError> {
        if let Some(reason) = self.bot.rules.objection(challenge) {
            return Ok(Some(reason));
        }
        if self.is_stopped() {
            return Ok(Some("the bot is about to end".to_owned()));
        }
        while !self.places.is_free() {
            let Some(own) = self.places.any_waiting() else {
                return Ok(Some(self.places.no_place()));
            };
            self.cancel(&own).await?;
            let pause = Duration::from_millis(random::number() % AFTER_GIVING_WAY);
            self.not_before = Instant::now() + BETWEEN_CHALLENGES + pause;
        }
        Ok(None)
    }

    /// Accepts a challenge and begins its game, which has the challenge's id. Returns whether it
    /// was still there.
    async fn accept(&mut self, id: &str) -> Result<bool, BotError> {
        self.places.accept(id);
        let accepted = self.answer(id, "accept").await?;
        match accepted {
            true => self.begin(id.to_owned()),
            false => drop(self.places.closed(id)),
        }
        Ok(accepted)
    }

    /// Answers a challenge to the bot. Returns whether it was still there.
    async fn answer(&mut self, id: &str, what: &str) -> Result<bool, BotError> {
        match self.bot.connection.command(&format!("api/challenge/{id}/{what}")).await {
            Ok(_) => Ok(true),
            // It was withdrawn meanwhile, or the service has a reason of its own.
            Err(BotError::Refused { message, .. }) => {
                self.reporter.tell(Report::Trouble { id: id.to_owned(), message });
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    /// Withdraws a challenge of the bot's. It may have come to something meanwhile, which the bot
    /// then asks for.
    async fn cancel(&mut self, id: &str) -> Result<(), BotError> {
        match self.bot.connection.command(&format!("api/challenge/{id}/cancel")).await {
            Ok(_) => drop(self.places.closed(id)),
            Err(BotError::Refused { .. }) => self.places.is_in_doubt(id),
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Withdraws all challenges of the bot's. Those that were taken have become games.
    async fn withdraw(&mut self) -> Result<(), BotError> {
        loop {
            while let Some(asked) = self.places.unanswered().cloned() {
                tokio::time::sleep_until(self.not_before).await;
                self.ask(&asked).await?;
            }
            let Some(id) = self.places.any_waiting() else { return Ok(()) };
            self.cancel(&id).await?;
        }
    }

    /// When the next challenge is due; never if there is no place or no one to challenge.
    fn challenge_at(&self) -> Option<Instant> {
        let again = self.places.unanswered().is_some();
        let another = !self.bot.challenges.is_empty() && self.places.is_free();
        let due = self.places.is_up_to_date() && !self.is_stopped() && (again || another);
        due.then_some(self.not_before)
    }

    /// Sends the next challenge, or one again that was not answered.
    async fn challenge(&mut self) -> Result<(), BotError> {
        self.not_before = Instant::now() + BETWEEN_CHALLENGES;
        let asked = self.places.unanswered().cloned().unwrap_or_else(|| {
            let which = self.next % self.bot.challenges.len();
            self.next += 1;
            self.places.ask(which, random::key())
        });
        self.ask(&asked).await
    }

    /// Asks for a challenge, or what came of it. Without an answer its place stays taken, and it is
    /// asked for again.
    async fn ask(&mut self, asked: &Asked) -> Result<(), BotError> {
        let challenge = &self.bot.challenges[asked.which];
        let player = challenge.player.clone();
        let mut form = challenge.terms.clone();
        form.push(("key", asked.key.clone()));
        match self.bot.connection.post::<Made>(&format!("api/challenge/{player}"), &form).await {
            Ok(Made { id, status }) => match status.as_str() {
                "accepted" => {
                    self.places.came_to_nothing(asked);
                    self.begin(id);
                }
                "declined" | "canceled" => {
                    self.places.came_to_nothing(asked);
                    self.refused(player, format!("the challenge was {status}"));
                }
                _ => {
                    self.places.waits(asked, id.clone());
                    self.reporter.tell(Report::Challenged { id, player });
                }
            },
            Err(BotError::Refused { message, .. }) => {
                self.places.came_to_nothing(asked);
                self.not_before = Instant::now() + AFTER_REFUSAL;
                self.refused(player, message);
            }
            // The service limits challenges, and says how long to wait.
            Err(BotError::NotNow { status: 429, wait, .. }) => {
                self.not_before = Instant::now() + wait.unwrap_or(AFTER_REFUSAL);
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    fn refused(&self, player: String, reason: String) {
        self.reporter.tell(Report::Refused { player, reason });
    }
}

/// Waits for a moment, or for ever.
async fn sleep_until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}
