//! A program that speaks UGI, as a player.

use std::time::{Duration, Instant};

use bagh::{Game, History, Position, Side};

use super::process::{NoLine, Process};
use crate::answer::legal_move;
use crate::openings::move_texts;
use crate::player::{Choice, Failure, ForfeitKind, Player};
use crate::time::Budget;

/// How long a program may take to start and say `ugiok`, or to say `readyok`.
const READY_TIME: Duration = Duration::from_secs(10);

/// Lines that a program may write before it answers.
const MAX_LINES: usize = 10_000;

/// What a program said of itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Handshake {
    /// After `id name`.
    pub name: Option<String>,
    /// After `id author`.
    pub author: Option<String>,
    /// The names of its options.
    pub options: Vec<String>,
}

/// A program that speaks UGI on standard input and output.
pub struct UgiPlayer {
    game: Game,
    label: String,
    process: Process,
    /// What it said of itself.
    pub handshake: Handshake,
}

impl UgiPlayer {
    /// Starts a program by its command line, and agrees on the game with it.
    pub fn start(game: &Game, command_line: &str) -> Result<UgiPlayer, Failure> {
        let words = shlex::split(command_line).unwrap_or_default();
        let process = Process::start(&words).map_err(|error| {
            let message = format!("cannot start `{command_line}`: {error}");
            Failure::forfeit(ForfeitKind::Crash, message)
        })?;
        let mut player = UgiPlayer {
            game: game.clone(),
            label: format!("ugi:{command_line}"),
            process,
            handshake: Handshake::default(),
        };
        player.shake_hands()?;
        Ok(player)
    }

    fn shake_hands(&mut self) -> Result<(), Failure> {
        self.process.send("ugi");
        let deadline = Instant::now() + READY_TIME;
        let mut count = 0;
        loop {
            let line = self.expect("ugiok", deadline, count)?;
            count += 1;
            let mut words = line.split_whitespace();
            match (words.next(), words.next()) {
                (Some("ugiok"), _) => break,
                (Some("id"), Some("name")) => self.handshake.name = Some(rest(&line, 2)),
                (Some("id"), Some("author")) => self.handshake.author = Some(rest(&line, 2)),
                (Some("option"), Some("name")) => {
                    let name = rest(&line, 2);
                    let name = name.split(" type ").next().unwrap_or_default().to_owned();
                    self.handshake.options.push(name);
                }
                _ => {}
            }
        }
        self.set_option("Game", self.game.name());
        if Game::by_name(self.game.name()).is_none_or(|g| g.captures() != self.game.captures()) {
            self.set_option("Captures", &self.game.captures().to_string());
        }
        self.wait_until_ready()
    }

    /// Sets an option of the program.
    pub fn set_option(&self, name: &str, value: &str) {
        self.process.send(&format!("setoption name {name} value {value}"));
    }

    /// Waits until the program has done what it was told.
    pub fn wait_until_ready(&mut self) -> Result<(), Failure> {
        self.process.send("isready");
        self.wait_for("readyok", READY_TIME).map(drop)
    }

    /// The lines up to the next one that begins with this word, and that one.
    pub fn wait_for(&mut self, word: &str, wait: Duration) -> Result<Vec<String>, Failure> {
        let deadline = Instant::now() + wait;
        let mut lines = Vec::new();
        loop {
            let line = self.expect(word, deadline, lines.len())?;
            let is_last = line.split_whitespace().next() == Some(word);
            lines.push(line);
            if is_last {
                return Ok(lines);
            }
        }
    }

    /// Sends any line, for checks.
    pub fn send(&self, line: &str) {
        self.process.send(line);
    }

    /// Ends the program politely, and says whether it ended by itself.
    pub fn quit(mut self) -> bool {
        self.process.send("quit");
        let ended = (0..20).any(|_| self.process.ending().is_some());
        self.process.kill();
        ended
    }

    /// The next line, `count` lines after the question. `wanted` is what should have come.
    fn expect(&mut self, wanted: &str, deadline: Instant, count: usize) -> Result<String, Failure> {
        self.timed_line(wanted, deadline, count).map(|(_, line)| line)
    }

    /// The same, with the moment at which it came.
    fn timed_line(
        &mut self,
        wanted: &str,
        deadline: Instant,
        count: usize,
    ) -> Result<(Instant, String), Failure> {
        if count == MAX_LINES {
            let message = format!("wrote {MAX_LINES} lines and no {wanted}");
            return Err(self.forfeit(ForfeitKind::Protocol, message));
        }
        self.process.line(deadline).map_err(|no_line| self.failure(no_line, wanted))
    }

    fn failure(&mut self, no_line: NoLine, wanted: &str) -> Failure {
        let (kind, message) = match no_line {
            NoLine::Interrupted => return Failure::Interrupted,
            NoLine::Timeout => (ForfeitKind::Stall, format!("did not say {wanted}")),
            NoLine::TooLong => (ForfeitKind::Protocol, "wrote a line without an end".to_owned()),
            NoLine::Ended => {
                let how = self.process.ending().unwrap_or("its output was closed".to_owned());
                (ForfeitKind::Crash, format!("ended before it said {wanted} ({how})"))
            }
        };
        self.forfeit(kind, message)
    }

    fn forfeit(&self, kind: ForfeitKind, message: String) -> Failure {
        Failure::Forfeit { kind, message, said: self.said() }
    }
}

impl Player for UgiPlayer {
    fn name(&self) -> String {
        self.label.clone()
    }

    fn is_per_game(&self) -> bool {
        false
    }

    fn said(&self) -> String {
        self.process.said()
    }

    fn new_game(&mut self) -> Result<(), Failure> {
        self.process.send("uginewgame");
        self.wait_until_ready()
    }

    fn choose(&mut self, history: &History, budget: &Budget) -> Result<Choice, Failure> {
        // An answer to an earlier question comes too late.
        self.process.drain();
        self.process.send(&position_command(history));
        self.process.send(&go_command(history, budget));
        let asked = Instant::now();
        let deadline = asked + budget.stall_limit(history.position().turn());
        let mut count = 0;
        loop {
            let (at, line) = self.timed_line("bestmove", deadline, count)?;
            count += 1;
            let mut words = line.split_whitespace();
            if words.next() != Some("bestmove") {
                continue;
            }
            let time = Some(at.saturating_duration_since(asked));
            let Some(word) = words.next() else {
                let message = "said bestmove without a move".to_owned();
                return Err(self.forfeit(ForfeitKind::Protocol, message));
            };
            return legal_move(history.game(), history.position(), word)
                .map(|mv| Choice { mv, time })
                .map_err(|(kind, message)| self.forfeit(kind, message));
        }
    }
}

/// The rest of a line after this many words.
fn rest(line: &str, words: usize) -> String {
    line.split_whitespace().skip(words).collect::<Vec<_>>().join(" ")
}

/// The `position` command for a game.
pub(crate) fn position_command(history: &History) -> String {
    let game = history.game();
    let mut line = match *history.start() == game.start() {
        true => "position startpos".to_owned(),
        false => format!("position fen {}", short_obx(game, history.start())),
    };
    if !history.is_empty() {
        line += " moves ";
        line += &move_texts(history).join(" ");
    }
    line
}

/// OBX without the last move, which is not known to the position.
fn short_obx(game: &Game, position: &Position) -> String {
    game.obx(position).split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// The `go` command for a budget. Player 1 is the side that begins the game.
pub(crate) fn go_command(history: &History, budget: &Budget) -> String {
    let mut line = "go".to_owned();
    let first = history.game().start().turn();
    let ms = |time: Duration| time.as_millis();
    if let Some(clocks) = &budget.clocks {
        let [one, two] = [first, first.other()].map(|side: Side| ms(clocks.left(side)));
        let increment = ms(clocks.increment);
        line += &format!(" p1time {one} p2time {two} p1inc {increment} p2inc {increment}");
    }
    if let Some(time) = budget.move_time {
        line += &format!(" movetime {}", ms(time));
    }
    if let Some(nodes) = budget.nodes {
        line += &format!(" nodes {nodes}");
    }
    if let Some(depth) = budget.depth {
        line += &format!(" depth {depth}");
    }
    if line == "go" {
        // A bot without any limit would think forever.
        line += " movetime 1000";
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{ClockSetting, Clocks};

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn go_tells_all_limits_and_player_1_is_the_side_that_begins() {
        let mut clocks = Clocks::new(ClockSetting { base: 3000 * MS, increment: 50 * MS });
        clocks.set(Side::Tiger, 9000 * MS);
        let go = |game: &Game, budget: Budget| {
            go_command(&History::new(game.clone(), game.start()), &budget)
        };
        let clock = Budget { clocks: Some(clocks), ..Budget::default() };
        assert_eq!(go(Game::bagh_chal(), clock), "go p1time 3000 p2time 9000 p1inc 50 p2inc 50");
        assert_eq!(go(Game::aadu_puli(), clock), "go p1time 9000 p2time 3000 p1inc 50 p2inc 50");
        let limits = Budget { nodes: Some(7), depth: Some(3), ..Budget::move_time(20 * MS) };
        assert_eq!(go(Game::bagh_chal(), limits), "go movetime 20 nodes 7 depth 3");
        let all = Budget { clocks: Some(clocks), ..limits };
        assert_eq!(
            go(Game::bagh_chal(), all),
            "go p1time 3000 p2time 9000 p1inc 50 p2inc 50 movetime 20 nodes 7 depth 3"
        );
        assert_eq!(go(Game::bagh_chal(), Budget::default()), "go movetime 1000");
    }
}
