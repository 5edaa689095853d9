//! `bagh bot-check`: whether a bot keeps to the protocol and the rules.

use std::time::{Duration, Instant};

use anyhow::Result;
use bagh::{Game, History, Position};
use bagh_arena::{
    Budget, ClockSetting, Clocks, Failure, ForfeitKind, Opening, Player, PlayerSpec, UgiPlayer,
};
use clap::Args;
use serde::Serialize;

use super::matches::complete_tables;
use crate::context::Context;
use crate::engine_args::time;
use crate::failure::{Answer, printable, warn};
use crate::interruption::leave_when_interrupted;
use crate::players::Roster;
use crate::tables_args::FolderArgs;
use crate::whole::whole;

/// How long a bot may take to answer a command that needs no thought.
const PROMPT: Duration = Duration::from_secs(5);

const EXAMPLES: &str = "\
Checks that the bot starts, keeps to the protocol, obeys the rules in unusual positions of each
game, keeps its time, stops on `stop` and goes on after it, ignores commands that it does not know,
and ends. One line for each point says what was sent and what came back. The exit code is 1 if a
point fails.

Bagh Chal and Aadu Puli Attam are both checked; --game checks that game only. A program without the
option Game is asked about Bagh Chal alone, and so is an address, which cannot say what it plays.

Examples:
  $ bagh bot-check 'ugi:bagh ugi --strength 3' --positions 20
  $ bagh bot-check greedy --positions 20 --json
  $ bagh bot-check 'ugi:python3 bot.py'";

/// Check that a bot speaks the protocol, obeys the rules and keeps its time
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct BotCheck {
    /// Who is checked: ugi:COMMAND LINE, obx:URL or any other player
    #[arg(value_name = "PLAYER")]
    player: PlayerSpec,

    /// Positions of each game to ask for a move in
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole::<u32>(1..=100_000))]
    positions: u32,

    /// Time for each move
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "50ms")]
    move_time: Duration,

    /// How much later than its time an answer may come
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "250ms")]
    margin: Duration,

    #[command(flatten)]
    tables: FolderArgs,
}

/// One point.
#[derive(Serialize, Debug)]
struct Point {
    check: String,
    ok: bool,
    sent: String,
    received: String,
}

/// What a check of a point found: what came back, or why it failed.
type Found = Result<String, Failure>;

impl BotCheck {
    pub fn run(self, context: &mut Context) -> Result<Answer> {
        leave_when_interrupted()?;
        let mut all_ok = true;
        let mut report = |context: &mut Context, check: &str, sent: &str, found: Found| {
            let (ok, received) = match found {
                Ok(received) => (true, received),
                Err(Failure::Forfeit { kind, message, said }) if !said.is_empty() => (
                    false,
                    format!("{kind}: {message}; its last output: {}", said.replace('\n', " | ")),
                ),
                Err(failure) => (false, failure.to_string()),
            };
            all_ok &= ok;
            let point = Point { check: check.to_owned(), ok, sent: sent.to_owned(), received };
            print(context, &point)
        };
        let mut other_game = match self.player {
            PlayerSpec::Obx(_) => None,
            _ => (!context.is_game_given).then(|| Game::aadu_puli().clone()),
        };
        if let PlayerSpec::Ugi(command) = &self.player {
            let started = UgiPlayer::start(&context.game, command);
            let found = match &started {
                Ok(bot) => Ok(introduction(bot)),
                Err(failure) => Err(failure.clone()),
            };
            report(context, "starts", "ugi", found)?;
            let Ok(mut bot) = started else { return Ok(Answer::No) };
            let has_option = |bot: &UgiPlayer, wanted: &str| {
                bot.handshake.options.iter().any(|name| name == wanted)
            };
            let has_captures = has_option(&bot, "Captures");
            other_game = other_game.filter(|_| has_option(&bot, "Game"));
            let found = bot.new_game().map(|()| "readyok".to_owned());
            report(context, "new game", "uginewgame, isready", found)?;
            bot.send("certainly-no-command 1 2 3");
            let found = bot.wait_until_ready().map(|()| "readyok".to_owned());
            report(context, "unknown commands", "certainly-no-command 1 2 3, isready", found)?;
            let sent = "position startpos, go infinite, isready, stop";
            let found = stops(&mut bot, &context.game);
            let has_stopped = found.is_ok();
            report(context, "stop", sent, found)?;
            if has_stopped {
                let sent = "stop, isready, position startpos, go depth 1";
                let found = goes_on(&mut bot, &context.game);
                report(context, "after stop", sent, found)?;
            }
            let found = match bot.quit() {
                true => Ok("ended".to_owned()),
                false => Err(Failure::Broken("is still running after 2 s".to_owned())),
            };
            report(context, "quit", "quit", found)?;
            let found = UgiPlayer::start(&context.game, command).map(|bot| introduction(&bot));
            report(context, "starts again", "ugi", found)?;
            if has_captures && let Some((game, position)) = beyond_captures(&context.game) {
                let sent = format!("option Captures {}, {}", game.captures(), game.obx(&position));
                let found = UgiPlayer::start(&game, command)
                    .and_then(|mut bot| self.answers(&mut bot, &History::new(game, position)))
                    .map(|_| "a legal move".to_owned());
                report(context, "captures", &sent, found)?;
            }
        }
        for game in [Some(context.game.clone()), other_game].into_iter().flatten() {
            let roster = match self.roster(&game) {
                // Some of our players play one game, or have the tables of one.
                Err(error) if game.name() != context.game.name() => {
                    warn(&format!("{} is not checked: {error:#}", game.name()));
                    continue;
                }
                roster => roster?,
            };
            let sent =
                format!("{} positions, {} ms each", self.positions, self.move_time.as_millis());
            let check = format!("rules of {}", game.name());
            match roster.make(&self.player, 1) {
                Ok(mut player) => {
                    let found = self.obeys(&game, &mut *player);
                    report(context, &check, &sent, found)?;
                    if let PlayerSpec::Ugi(_) = self.player {
                        let found = self.reads_positions(&game, &mut *player);
                        let check = format!("positions of {}", game.name());
                        report(context, &check, "position fen, as --openings does", found)?;
                    }
                    let found = self.keeps_clock(&game, &mut *player);
                    report(
                        context,
                        &format!("clock at {}", game.name()),
                        "a clock of 500 ms",
                        found,
                    )?;
                }
                Err(failure) => report(context, &check, &sent, Err(failure))?,
            }
        }
        Ok(if all_ok { Answer::Yes } else { Answer::No })
    }

    /// What makes the player, if it plays this game.
    fn roster(&self, game: &Game) -> Result<Roster> {
        let tables = complete_tables(&self.tables, game, self.player.needs_tables())?;
        Roster::new(game, tables, [&self.player])
    }

    /// Asks for a move in many positions; every answer must be legal and in time.
    fn obeys(&self, game: &Game, player: &mut dyn Player) -> Found {
        let mut slowest = Duration::ZERO;
        for number in 0..self.positions {
            let history = odd_position(game, u64::from(number));
            slowest = slowest.max(self.answers(player, &history)?);
        }
        Ok(format!("all moves legal, the slowest after {} ms", slowest.as_millis()))
    }

    /// Asks for a move in positions that are set up, with and without moves after them.
    fn reads_positions(&self, game: &Game, player: &mut dyn Player) -> Found {
        let positions = self.positions.min(20);
        for number in 0..positions {
            let odd = odd_position(game, u64::from(number) + 1);
            let mut history = History::new(game.clone(), *odd.position());
            self.answers(player, &history)?;
            if let Some(mv) = game.moves(odd.position()).next()
                && history.play(mv).is_ok()
                && history.result().is_none()
            {
                self.answers(player, &history)?;
            }
        }
        Ok(format!("legal moves in all {positions}"))
    }

    /// Asks for a move, which must be legal and in time, and says how long it took.
    fn answers(&self, player: &mut dyn Player, history: &History) -> Result<Duration, Failure> {
        let game = history.game();
        player.new_game()?;
        let asked = Instant::now();
        let choice = player.choose(history, &Budget::move_time(self.move_time))?;
        let time = choice.time.unwrap_or_else(|| asked.elapsed());
        if time > self.move_time + self.margin {
            let message = format!(
                "took {} ms of {} ms in {}",
                time.as_millis(),
                self.move_time.as_millis(),
                game.obx(history.position())
            );
            return Err(Failure::forfeit(ForfeitKind::Time, message));
        }
        if !game.is_legal(history.position(), choice.mv) {
            let message = format!("in {}", game.obx(history.position()));
            return Err(Failure::forfeit(ForfeitKind::IllegalMove, message));
        }
        Ok(time)
    }

    /// Asks for moves with a short clock.
    fn keeps_clock(&self, game: &Game, player: &mut dyn Player) -> Found {
        let base = Duration::from_millis(500);
        let budget = Budget {
            clocks: Some(Clocks::new(ClockSetting { base, increment: Duration::ZERO })),
            ..Budget::default()
        };
        let history = odd_position(game, 1);
        player.new_game()?;
        let asked = Instant::now();
        let choice = player.choose(&history, &budget)?;
        let time = choice.time.unwrap_or_else(|| asked.elapsed());
        if time > base + self.margin {
            let message = format!("took {} ms of 500 ms", time.as_millis());
            return Err(Failure::forfeit(ForfeitKind::Time, message));
        }
        Ok(format!("answered after {} ms", time.as_millis()))
    }
}

/// A position from random play, later in the game the larger the number; positions with few moves
/// are preferred.
fn odd_position(game: &Game, number: u64) -> History {
    let plies = (number * 7 % 83) as usize;
    let mut best = Opening::start(game).history;
    for attempt in 0..8 {
        let mut history = Opening::random(game, number << 8 | attempt, plies).history;
        while history.result().is_some() {
            history.undo();
        }
        let moves = |history: &History| game.move_count(history.position());
        if best.is_empty() || moves(&history) < moves(&best) {
            best = history;
        }
    }
    best
}

/// The game with one capture more to win, and a position in which it would be over without that:
/// a bot that passes the option over has no move there.
fn beyond_captures(game: &Game) -> Option<(Game, Position)> {
    let longer = game.clone().with_captures(game.captures() + 1).ok()?;
    let found = (0..500).find_map(|seed| {
        let played = Opening::random(&longer, seed, 120).history;
        let mut positions = played.before().iter();
        positions.find(|position| position.captured() == game.captures()).copied()
    })?;
    Some((longer, found))
}

fn introduction(bot: &UgiPlayer) -> String {
    let name = bot.handshake.name.as_deref().unwrap_or("no name");
    let author = bot.handshake.author.as_deref().unwrap_or("an unknown author");
    match bot.handshake.options.is_empty() {
        true => format!("{name} by {author}, no options"),
        false => format!("{name} by {author}, options {}", bot.handshake.options.join(", ")),
    }
}

/// Whether a search that has no limit ends by `stop` with a legal move, and `isready` is answered
/// meanwhile or after it.
fn stops(bot: &mut UgiPlayer, game: &Game) -> Found {
    bot.send("position startpos");
    bot.send("go infinite");
    std::thread::sleep(Duration::from_millis(100));
    bot.send("isready");
    bot.send("stop");
    let lines = bot.wait_for("bestmove", PROMPT)?;
    if !lines.iter().any(|line| line == "readyok") {
        bot.wait_for("readyok", PROMPT)?;
    }
    legal_answer(game, lines)
}

/// Whether `stop` without a search is passed over, and the next search has its answer.
fn goes_on(bot: &mut UgiPlayer, game: &Game) -> Found {
    bot.send("stop");
    bot.send("isready");
    let lines = bot.wait_for("readyok", PROMPT)?;
    if let Some(line) = lines.iter().find(|line| line.starts_with("bestmove")) {
        let message = format!("said {line} without a search");
        return Err(Failure::forfeit(ForfeitKind::Protocol, message));
    }
    bot.send("position startpos");
    bot.send("go depth 1");
    let lines = bot.wait_for("bestmove", PROMPT)?;
    legal_answer(game, lines)
}

/// The last of these lines, if its move is legal at the start.
fn legal_answer(game: &Game, mut lines: Vec<String>) -> Found {
    let answer = lines.pop().unwrap_or_default();
    let text = answer.split_whitespace().nth(1).unwrap_or_default();
    match game.parse_move(&game.start(), text) {
        Ok(_) => Ok(answer),
        Err(error) => Err(Failure::forfeit(ForfeitKind::IllegalMove, format!("{answer}: {error}"))),
    }
}

fn print(context: &mut Context, point: &Point) -> Result<()> {
    if context.json {
        context.out.json(point)?;
    } else {
        let verdict = if point.ok { "ok  " } else { "FAIL" };
        let line = format!("{verdict} {}: sent {}: {}", point.check, point.sent, point.received);
        context.out.line(printable(&line))?;
    }
    context.out.flush()
}
