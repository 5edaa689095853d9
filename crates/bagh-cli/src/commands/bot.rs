//! `bagh bot`: a player connected to a service as a bot.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use bagh::{Game, Side};
use bagh_arena::{ClockSetting, Failure, Player, PlayerSpec};
use bagh_bot::{
    Bot as Connected, BotError, Challenge, Connection, Opponents, Rated, Report, Rules,
};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use crate::commands::matches::{clock, side};
use crate::context::Context;
use crate::engine_args::time;
use crate::failure::{Answer, warn};
use crate::interruption::leave;
use crate::players::{Roster, failure_error};
use crate::tables_args::FolderArgs;
use crate::whole::whole;

const EXAMPLES: &str = "\
A player is 1 to 8, perfect, random, greedy, evolved, network:FILE, ugi:COMMAND LINE or obx:URL.

The operator of the service makes the account with `bagh admin token NAME --bot`, which prints the
token. The bot accepts challenges, and sends its own to players named with --challenge. It survives
restarts of the service and breaks of the network, and never plays a move twice. Ctrl-C ends it when
its games are over; a second one at once. Unfinished games are resumed at the next start.

Examples:
  $ bagh bot 5 --service https://bagh.example.org --token-file token.txt
  $ bagh bot 'ugi:python3 bot.py' --service http://localhost:8000 --games 2 --accept people
  $ bagh bot 8 --service http://localhost:8000 --challenge hunter --time 60s+1s --stop-after 10";

/// Connect a player to a service as a bot, over lichess's bot API
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Bot {
    /// The player
    #[arg(value_name = "PLAYER")]
    player: PlayerSpec,

    /// The address of the service
    #[arg(long, value_name = "URL")]
    service: String,

    /// The token of the bot's account; --token-file keeps it out of the list of processes
    #[arg(long, env = "BAGH_TOKEN", hide_env_values = true, value_name = "TOKEN")]
    token: Option<String>,

    /// A file that holds the token
    #[arg(long, value_name = "FILE", conflicts_with = "token")]
    token_file: Option<std::path::PathBuf>,

    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole::<u16>(1..=100))]
    games: u16,

    /// Whose challenges are accepted
    #[arg(long, value_name = "WHOSE", value_enum, default_value_t)]
    accept: Accept,

    /// Accept challenges to this game only; may be given several times
    #[arg(long, value_name = "NAME")]
    variant: Vec<String>,

    /// Accept clocks that start with this much time only, such as 30s..10min
    #[arg(long, value_name = "FROM..TO", value_parser = clocks)]
    clocks: Option<RangeInclusive<u32>>,

    /// Play rated games only, or unrated ones only
    #[arg(long, value_name = "yes|no", value_parser = yes)]
    rated: Option<bool>,

    /// Challenge this player whenever the bot can take another game; may be given several times
    #[arg(long, value_name = "PLAYER")]
    challenge: Vec<String>,

    /// The clock of challenges, such as 60s+1s; without one they have none
    #[arg(long, value_name = "TIME", value_parser = clock)]
    time: Option<ClockSetting>,

    /// The side that the bot plays in games that it proposes
    #[arg(long, value_name = "SIDE", value_parser = side)]
    side: Option<Side>,

    /// Time for each move in games without a clock
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "5s")]
    move_time: Duration,

    /// End after this many games
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..))]
    stop_after: Option<u64>,

    #[command(flatten)]
    tables: FolderArgs,
}

/// Whose challenges are accepted.
#[derive(ValueEnum, Clone, Copy, Debug, Default)]
enum Accept {
    /// Those of people and bots.
    #[default]
    Anyone,
    /// Those of people.
    People,
    /// Those of bots.
    Bots,
    /// None.
    None,
}

impl Bot {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        let connection = Connection::new(&self.service, &self.token()?)?;
        for name in &self.variant {
            let known = || Game::names().collect::<Vec<_>>().join(", ");
            Game::by_name(name)
                .ok_or_else(|| anyhow!("--variant: found `{name}`, expected {}", known()))?;
        }
        let service = self.service.clone();
        let (challenges, rules) = (self.challenges(&context.game)?, self.rules());
        let makers = Makers::new(self.player, self.tables);
        // What the player needs is missed now rather than in the middle of a game.
        makers.roster(&context.game)?;
        let bot = Connected::new(connection, rules, move |game, seed| makers.make(game, seed))
            .with_challenges(challenges)
            .with_stop_after(self.stop_after)
            .with_move_time(self.move_time);
        let stop = bot.stop();
        let asked = AtomicBool::new(false);
        let _ = ctrlc::set_handler(move || {
            if asked.swap(true, Ordering::Relaxed) {
                leave();
            }
            warn("ending when the games are over; Ctrl-C again ends at once");
            stop.stop();
        });
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .context("cannot start a thread")?;
        let mut failed = None;
        let ran = runtime.block_on(bot.run(|report| {
            if let Err(error) = print(context, &report) {
                failed.get_or_insert(error);
            }
        }));
        match ran {
            Err(error @ BotError::Unreachable(_)) => {
                return Err(anyhow::Error::new(error).context(format!("--service {service}")));
            }
            ran => ran?,
        }
        failed.map_or(Ok(Answer::Yes), Err)
    }
}

impl Bot {
    fn token(&self) -> Result<String> {
        match (&self.token, &self.token_file) {
            (Some(token), _) => Ok(token.clone()),
            (None, Some(path)) => std::fs::read_to_string(path)
                .with_context(|| format!("--token-file: cannot read {}", path.display())),
            (None, None) => Err(anyhow!(
                "--token: expected one, as `bagh admin token NAME --bot` prints it; or --token-file, or BAGH_TOKEN"
            )),
        }
    }

    fn rules(&self) -> Rules {
        Rules {
            games: usize::from(self.games),
            opponents: match self.accept {
                Accept::Anyone => Opponents::Anyone,
                Accept::People => Opponents::People,
                Accept::Bots => Opponents::Bots,
                Accept::None => Opponents::None,
            },
            rated: match self.rated {
                None => Rated::Either,
                Some(true) => Rated::Only,
                Some(false) => Rated::Never,
            },
            variants: self.variant.clone(),
            clock: self.clocks.clone().unwrap_or(Rules::default().clock),
        }
    }

    /// The challenges to send, in the words of the service.
    fn challenges(&self, game: &Game) -> Result<Vec<Challenge>> {
        let mut terms = vec![("variant", game.name().to_owned())];
        if Game::by_name(game.name()).is_some_and(|usual| usual.captures() != game.captures()) {
            terms.push(("captures", game.captures().to_string()));
        }
        if let Some(clock) = self.time {
            for (name, time) in [("clock.limit", clock.base), ("clock.increment", clock.increment)]
            {
                let whole = Duration::from_secs(time.as_secs());
                anyhow::ensure!(whole == time, "--time: expected whole seconds");
                terms.push((name, time.as_secs().to_string()));
            }
        }
        if let Some(rated) = self.rated {
            terms.push(("rated", rated.to_string()));
        }
        if let Some(side) = self.side {
            terms.push(("color", side.word().to_owned()));
        }
        let challenge =
            |player: &String| Challenge { player: player.clone(), terms: terms.clone() };
        Ok(self.challenge.iter().map(challenge).collect())
    }
}

/// Makes players of one name for any game, and keeps what they are made from.
struct Makers {
    spec: PlayerSpec,
    folder: FolderArgs,
    rosters: Mutex<HashMap<(String, u8), Arc<Roster>>>,
}

impl Makers {
    fn new(spec: PlayerSpec, folder: FolderArgs) -> Makers {
        Makers { spec, folder, rosters: Mutex::default() }
    }

    fn roster(&self, game: &Game) -> Result<Arc<Roster>> {
        let key = (game.name().to_owned(), game.captures());
        let mut rosters = self.rosters.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(roster) = rosters.get(&key) {
            return Ok(roster.clone());
        }
        let tables = match self.spec.needs_tables() {
            true => Some(Arc::new(self.folder.open(game)?)),
            false => None,
        };
        let roster = Arc::new(Roster::new(game, tables, [&self.spec])?);
        rosters.insert(key, roster.clone());
        Ok(roster)
    }

    fn make(&self, game: &Game, seed: u64) -> Result<Box<dyn Player>, Failure> {
        let roster = self.roster(game).map_err(|error| Failure::Broken(format!("{error:#}")))?;
        roster.make(&self.spec, seed).inspect_err(|failure| {
            warn(&failure_error(&self.spec.to_string(), failure).to_string())
        })
    }
}

fn print(context: &mut Context, report: &Report) -> Result<()> {
    if !context.json {
        return context.out.line(report.to_string());
    }
    context.out.json(&report_json(report))
}

/// A report as a line of JSON: a game that has ended, or something else with a message.
fn report_json(report: &Report) -> Value {
    let event = match report {
        Report::Ended(ended) => {
            return json!({
                "event": "ended", "game": ended.id, "side": ended.side, "opponent": ended.opponent,
                "won": ended.won, "reason": ended.reason, "plies": ended.plies,
            });
        }
        Report::Connected { .. } => "connected",
        Report::Disconnected { .. } => "disconnected",
        Report::Accepted { .. } => "accepted",
        Report::Declined { .. } => "declined",
        Report::Challenged { .. } => "challenged",
        Report::Refused { .. } => "refused",
        Report::Started { .. } => "started",
        _ => "trouble",
    };
    json!({ "event": event, "message": report.to_string() })
}

fn yes(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("expected yes or no".to_owned()),
    }
}

/// A range of times, in seconds.
fn clocks(text: &str) -> Result<RangeInclusive<u32>, String> {
    let expected = || "expected two times such as 30s..10min, the shorter first".to_owned();
    let (from, to) = text.split_once("..").ok_or_else(expected)?;
    let seconds = |text: &str| {
        let time = time(text).map_err(|_| expected())?;
        u32::try_from(time.as_secs()).map_err(|_| expected())
    };
    let (from, to) = (seconds(from)?, seconds(to)?);
    if from > to {
        return Err(expected());
    }
    Ok(from..=to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_clocks_are_read() {
        assert_eq!(clocks("30s..10min"), Ok(30..=600));
        for text in ["", "30s", "10min..30s", "..", "x..y"] {
            assert!(clocks(text).unwrap_err().contains("30s..10min"), "{text}");
        }
    }
}
