//! The bot: follows its events, answers challenges, sends some of its own, and plays.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use bagh::Game;
use bagh_arena::{Failure, Player};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::backoff::Backoff;
use crate::connection::Connection;
use crate::error::BotError;
use crate::game::Play;
use crate::lines::Line;
use crate::protocol::{ChallengeInfo, Event, User};
use crate::report::{Ended, Report};
use crate::rules::Rules;
use crate::thinker::{Maker, Presence};

/// The pause between two challenges of the bot.
const BETWEEN_CHALLENGES: Duration = Duration::from_millis(500);
/// The pause after a challenge that was refused.
const AFTER_REFUSAL: Duration = Duration::from_secs(10);
/// Ended games that the bot remembers.
const ENDED: usize = 1_000;

/// A challenge that the bot sends whenever it has a place for another game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Challenge {
    /// The name of the player.
    pub player: String,
    /// The terms, in the words of the service: `variant`, `rated`, `clock.limit`,
    /// `clock.increment`, `color`.
    pub terms: Vec<(&'static str, String)>,
}

/// A player, connected as a bot.
pub struct Bot {
    connection: Connection,
    rules: Rules,
    maker: Arc<Maker>,
    challenges: Vec<Challenge>,
    stop_after: Option<u64>,
    move_time: Duration,
    stop: watch::Sender<bool>,
}

/// Ends a bot: no further game is begun, and [`Bot::run`] returns when all games are over.
#[derive(Clone)]
pub struct Stop(watch::Sender<bool>);

impl Stop {
    /// Asks the bot to end.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

/// Where reports go.
#[derive(Clone)]
pub(crate) struct Reporter(mpsc::UnboundedSender<Report>);

impl Reporter {
    pub fn tell(&self, report: Report) {
        let _ = self.0.send(report);
    }
}

impl Bot {
    /// A bot that plays what `maker` makes: a player for a game, from a seed.
    pub fn new(
        connection: Connection,
        rules: Rules,
        maker: impl Fn(&Game, u64) -> Result<Box<dyn Player>, Failure> + Send + Sync + 'static,
    ) -> Bot {
        Bot {
            connection,
            rules,
            maker: Arc::new(maker),
            challenges: Vec::new(),
            stop_after: None,
            move_time: Duration::from_secs(5),
            stop: watch::Sender::new(false),
        }
    }

    /// The bot, with challenges to send.
    #[must_use]
    pub fn with_challenges(mut self, challenges: Vec<Challenge>) -> Bot {
        self.challenges = challenges;
        self
    }

    /// The bot, ending after this many games.
    #[must_use]
    pub fn with_stop_after(mut self, games: Option<u64>) -> Bot {
        self.stop_after = games;
        self
    }

    /// The bot, with another time for each move of games without a clock than five seconds.
    #[must_use]
    pub fn with_move_time(mut self, time: Duration) -> Bot {
        self.move_time = time;
        self
    }

    /// What ends the bot.
    pub fn stop(&self) -> Stop {
        Stop(self.stop.clone())
    }

    /// Plays until it is stopped, and tells what happens. Fails at the beginning if the token does
    /// not open a bot's account; later trouble is reported and waited out. All players have ended
    /// when this returns.
    pub async fn run(self, mut report: impl FnMut(Report)) -> Result<(), BotError> {
        let (sender, mut reports) = mpsc::unbounded_channel();
        let reporter = Reporter(sender);
        let (presence, mut present) = mpsc::channel(1);
        let mut running = Running {
            stopped: self.stop.subscribe(),
            me: self.who_am_i(&reporter).await?,
            bot: &self,
            reporter,
            games: JoinSet::new(),
            presence,
            playing: HashSet::new(),
            given_up: HashSet::new(),
            ended: VecDeque::new(),
            waiting: HashMap::new(),
            next: 0,
            begun: 0,
            not_before: Instant::now(),
        };
        let followed = async move {
            let result = running.run().await;
            running.games.shutdown().await;
            drop(running);
            // Nothing is ever sent: this ends once no player is there any more.
            present.recv().await;
            result
        };
        tokio::pin!(followed);
        loop {
            tokio::select! {
                biased;
                Some(told) = reports.recv() => report(told),
                result = &mut followed => {
                    while let Ok(told) = reports.try_recv() {
                        report(told);
                    }
                    return result;
                }
            }
        }
    }

    /// The account of the token. A service that cannot be reached may be starting.
    async fn who_am_i(&self, reporter: &Reporter) -> Result<User, BotError> {
        let mut backoff = Backoff::default();
        for attempt in 1.. {
            match self.connection.get::<User>("api/account").await {
                Ok(me) if me.is_bot() => return Ok(me),
                Ok(me) => return Err(BotError::NotABot { name: me.name() }),
                Err(error) if error.is_temporary() && attempt < 5 => {
                    let pause = backoff.next(error.wait());
                    reporter.tell(Report::Disconnected { error: error.to_string(), pause });
                    tokio::time::sleep(pause).await;
                }
                Err(error) => return Err(error),
            }
        }
        unreachable!("the loop ends by returning")
    }
}

/// A bot that runs.
struct Running<'b> {
    bot: &'b Bot,
    me: User,
    reporter: Reporter,
    stopped: watch::Receiver<bool>,
    games: JoinSet<(String, Option<Ended>)>,
    presence: Presence,
    /// The games that are being played.
    playing: HashSet<String>,
    /// Games that the bot could not go on with since the stream of events was opened. The next
    /// stream tells of them again.
    given_up: HashSet<String>,
    /// The games that ended last. Their start may still come, on this stream or the next.
    ended: VecDeque<String>,
    /// The bot's own challenges that wait, with the player.
    waiting: HashMap<String, String>,
    /// The next challenge to send.
    next: usize,
    /// Games that have begun, or were gone on with.
    begun: u64,
    /// No challenge is sent before this.
    not_before: Instant,
}

impl Running<'_> {
    async fn run(&mut self) -> Result<(), BotError> {
        let mut backoff = Backoff::default();
        while !self.is_done() {
            match self.follow(&mut backoff).await {
                Ok(()) => {}
                Err(error) if error.is_temporary() => {
                    let pause = backoff.next(error.wait());
                    let error = error.to_string();
                    self.reporter.tell(Report::Disconnected { error, pause });
                    self.pause(pause).await;
                }
                Err(error) => return Err(error),
            }
        }
        for id in std::mem::take(&mut self.waiting).into_keys() {
            let _ = self.bot.connection.post(&format!("api/challenge/{id}/cancel"), &[]).await;
        }
        Ok(())
    }

    /// Whether no game runs and none may begin.
    fn is_done(&self) -> bool {
        self.games.is_empty() && !self.may_begin()
    }

    fn may_begin(&self) -> bool {
        !*self.stopped.borrow() && self.bot.stop_after.is_none_or(|games| self.begun < games)
    }

    /// Waits, while games go on.
    async fn pause(&mut self, pause: Duration) {
        let until = Instant::now() + pause;
        loop {
            tokio::select! {
                Some(done) = self.games.join_next(), if !self.games.is_empty() => self.over(done),
                () = tokio::time::sleep_until(until) => return,
            }
        }
    }

    fn over(&mut self, done: Result<(String, Option<Ended>), tokio::task::JoinError>) {
        let Ok((id, ended)) = done else { return };
        self.playing.remove(&id);
        let Some(ended) = ended else {
            self.given_up.insert(id);
            return;
        };
        self.ended.push_back(id);
        if self.ended.len() > ENDED {
            self.ended.pop_front();
        }
        self.reporter.tell(Report::Ended(ended));
    }

    /// Follows the stream of events until it breaks or the bot is done.
    async fn follow(&mut self, backoff: &mut Backoff) -> Result<(), BotError> {
        self.given_up.clear();
        let mut lines = self.bot.connection.stream("api/stream/event").await?;
        backoff.reset();
        self.reporter.tell(Report::Connected { name: self.me.name() });
        // Challenges and games that are there are told again at the beginning of a stream, up to
        // the first blank line. Before it, the bot may have more of both than it knows.
        self.waiting.clear();
        let mut up_to_date = false;
        loop {
            if self.is_done() {
                return Ok(());
            }
            let challenge = if up_to_date { self.challenge_at() } else { None };
            tokio::select! {
                line = lines.next_line::<Event>() => match line? {
                    Some(Line::Value(event)) => self.event(event).await?,
                    Some(Line::Blank) => up_to_date = true,
                    None => return Err(BotError::Unreachable("the stream has ended".to_owned())),
                },
                Some(done) = self.games.join_next(), if !self.games.is_empty() => self.over(done),
                () = sleep_until(challenge) => self.challenge().await?,
                Ok(()) = self.stopped.changed() => {}
            }
        }
    }

    async fn event(&mut self, event: Event) -> Result<(), BotError> {
        match event {
            Event::Challenge { challenge } if challenge.challenger.id == self.me.id => {
                let player = challenge.opponent.map(|user| user.name()).unwrap_or_default();
                self.waiting.insert(challenge.id, player);
                Ok(())
            }
            Event::Challenge { challenge } => self.decide(&challenge).await,
            Event::ChallengeDeclined { challenge } | Event::ChallengeCanceled { challenge } => {
                if let Some(player) = self.waiting.remove(&challenge.id) {
                    let reason = "the challenge was declined".to_owned();
                    self.reporter.tell(Report::Refused { player, reason });
                }
                Ok(())
            }
            Event::GameStart { game } => {
                self.waiting.remove(&game.id);
                self.begin(game.id);
                Ok(())
            }
            Event::Other => Ok(()),
        }
    }

    /// Plays a game, unless it is being played or has ended.
    fn begin(&mut self, id: String) {
        let over = self.ended.contains(&id) || self.given_up.contains(&id);
        if over || !self.playing.insert(id.clone()) {
            return;
        }
        self.begun += 1;
        let play = Play {
            connection: self.bot.connection.clone(),
            me: self.me.id.clone(),
            id: id.clone(),
            maker: self.bot.maker.clone(),
            presence: self.presence.clone(),
            move_time: self.bot.move_time,
            reporter: self.reporter.clone(),
        };
        self.games.spawn(async move { (id, play.run().await) });
    }

    async fn decide(&mut self, challenge: &ChallengeInfo) -> Result<(), BotError> {
        let (id, by) = (challenge.id.clone(), challenge.challenger.name());
        let objection = match self.may_begin() {
            true => self.bot.rules.objection(challenge, self.playing.len()),
            false => Some("the bot is about to end".to_owned()),
        };
        let (what, report) = match objection {
            None => ("accept", Report::Accepted { id: id.clone(), by }),
            Some(reason) => ("decline", Report::Declined { id: id.clone(), by, reason }),
        };
        match self.bot.connection.post(&format!("api/challenge/{id}/{what}"), &[]).await {
            Ok(_) => self.reporter.tell(report),
            // It was withdrawn meanwhile, or the service has a reason of its own.
            Err(BotError::Refused { message, .. }) => {
                self.reporter.tell(Report::Trouble { id, message });
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// When the next challenge is due; never if there is no place or no one to challenge.
    fn challenge_at(&self) -> Option<Instant> {
        let free = self.playing.len() + self.waiting.len() < self.bot.rules.games;
        let left = self
            .bot
            .stop_after
            .is_none_or(|games| self.begun + (self.waiting.len() as u64) < games);
        if self.bot.challenges.is_empty() || !free || !left || !self.may_begin() {
            return None;
        }
        Some(self.not_before)
    }

    async fn challenge(&mut self) -> Result<(), BotError> {
        let challenge = &self.bot.challenges[self.next % self.bot.challenges.len()];
        self.next += 1;
        self.not_before = Instant::now() + BETWEEN_CHALLENGES;
        let path = format!("api/challenge/{}", challenge.player);
        match self.bot.connection.post(&path, &challenge.terms).await {
            Ok(made) => {
                let id = made["id"].as_str().unwrap_or_default().to_owned();
                let player = challenge.player.clone();
                // It may have been taken at once, and its game begun.
                if !self.playing.contains(&id) {
                    self.waiting.insert(id.clone(), player.clone());
                }
                self.reporter.tell(Report::Challenged { id, player });
                Ok(())
            }
            Err(BotError::Refused { message, .. }) => {
                self.not_before = Instant::now() + AFTER_REFUSAL;
                let player = challenge.player.clone();
                self.reporter.tell(Report::Refused { player, reason: message });
                Ok(())
            }
            // The service limits challenges, and says how long to wait.
            Err(BotError::NotNow { status: 429, wait: Some(wait), .. }) => {
                self.not_before = Instant::now() + wait;
                Ok(())
            }
            // Anything else may have happened after the challenge was made. The next stream of
            // events tells whether it was.
            Err(error) => Err(error),
        }
    }
}

/// Waits for a moment, or for ever.
async fn sleep_until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}
