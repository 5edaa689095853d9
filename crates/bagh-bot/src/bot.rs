//! The bot: a player, its rules, and the challenges that it sends.

use std::sync::Arc;
use std::time::Duration;

use bagh::Game;
use bagh_arena::{Failure, Player};
use tokio::sync::{mpsc, watch};

use crate::backoff::Backoff;
use crate::connection::Connection;
use crate::error::BotError;
use crate::protocol::User;
use crate::report::Report;
use crate::rules::Rules;
use crate::running::Running;
use crate::thinker::Maker;

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
    pub(crate) connection: Connection,
    pub(crate) rules: Rules,
    pub(crate) maker: Arc<Maker>,
    pub(crate) challenges: Vec<Challenge>,
    pub(crate) stop_after: Option<u64>,
    pub(crate) move_time: Duration,
    stop: watch::Sender<bool>,
}

/// Ends a bot: it accepts no challenge any more and withdraws its own, and [`Bot::run`] returns
/// when all games are over, those that an opponent had already agreed to among them.
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
        let me = self.who_am_i(&reporter).await?;
        let mut running = Running::new(&self, me, self.stop.subscribe(), reporter, presence);
        let followed = async move {
            let result = running.run().await;
            running.shut_down().await;
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
