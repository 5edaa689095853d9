//! Our engine as a UGI bot.

use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use bagh::notation::{self, ReadOptions};
use bagh::{Game, History, Move, Outcome, Side};
use bagh_engine::{Limits, Observer, Score, SearchOptions, SearchReport};

use super::options::{ServerSettings, Thinker};
use crate::time::{Budget, ClockSetting, Clocks};

/// The longest line that is read, in bytes.
const MAX_LINE: u64 = 1 << 20;

/// Plies of a line of play that are shown.
const SHOWN_PLIES: usize = 16;

/// Where lines are written, by the search and by the reader of commands.
type Output<W> = Arc<Mutex<W>>;

/// Reads commands until `quit` or the end of the input. Whatever is malformed is answered with
/// `info string error …`.
pub fn serve<W: Write + Send + 'static>(
    settings: ServerSettings,
    mut input: impl BufRead,
    output: W,
) -> io::Result<()> {
    let history = History::new(settings.game.clone(), settings.game.start());
    let mut server = Server {
        settings,
        history,
        output: Arc::new(Mutex::new(output)),
        thinker: None,
        search: None,
    };
    let mut line = Vec::new();
    loop {
        line.clear();
        let count = (&mut input).take(MAX_LINE).read_until(b'\n', &mut line)?;
        if count == 0 {
            server.stop();
            return Ok(());
        }
        if line.last() != Some(&b'\n') && count as u64 == MAX_LINE {
            server.say(&format!("info string error line: longer than {MAX_LINE} bytes"))?;
            skip_line(&mut input)?;
            continue;
        }
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        match server.command(&text) {
            Ok(true) => {}
            Ok(false) => {
                server.stop();
                return Ok(());
            }
            Err(Problem::Message(message)) => {
                server.say(&format!("info string error {}", message.replace('\n', " ")))?;
            }
            Err(Problem::Output(error)) => return Err(error),
        }
    }
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let block = input.fill_buf()?;
        if block.is_empty() {
            return Ok(());
        }
        let end = block.iter().position(|&byte| byte == b'\n');
        let count = end.map_or(block.len(), |at| at + 1);
        input.consume(count);
        if end.is_some() {
            return Ok(());
        }
    }
}

/// Why a command was not carried out.
enum Problem {
    Message(String),
    Output(io::Error),
}

impl From<String> for Problem {
    fn from(message: String) -> Problem {
        Problem::Message(message)
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Problem {
        Problem::Output(error)
    }
}

/// A search that is under way.
struct Running {
    stop: Arc<AtomicBool>,
    /// Set before `bestmove` is written: a client that reads it may send the next command at once,
    /// while the thread is still ending.
    answered: Arc<AtomicBool>,
    thread: JoinHandle<Thinker>,
}

impl Running {
    /// Whether the search has given its answer, or has panicked.
    fn is_over(&self) -> bool {
        self.answered.load(Ordering::Acquire) || self.thread.is_finished()
    }
}

struct Server<W> {
    settings: ServerSettings,
    history: History,
    output: Output<W>,
    /// What thinks, once it is needed.
    thinker: Option<Thinker>,
    search: Option<Running>,
}

impl<W: Write + Send + 'static> Server<W> {
    fn say(&self, line: &str) -> io::Result<()> {
        say(&self.output, line)
    }

    /// Carries out a command; says whether to go on.
    fn command(&mut self, line: &str) -> Result<bool, Problem> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if self.search.as_ref().is_some_and(Running::is_over) {
            self.stop();
        }
        let is_busy = self.search.is_some();
        match word {
            "" => {}
            "quit" => return Ok(false),
            "stop" => self.stop(),
            "isready" => self.say("readyok")?,
            "setoption" | "position" | "go" | "uginewgame" if is_busy => {
                let message = format!("{word}: a search is running, send stop first");
                return Err(message.into());
            }
            "ugi" => self.introduce()?,
            "setoption" => self.set_option(rest)?,
            "uginewgame" => {
                self.thinker = None;
                self.history = History::new(self.settings.game.clone(), self.settings.game.start());
            }
            "position" => self.history = read_position(&self.settings.game, rest)?,
            "go" => self.go(rest)?,
            "query" => self.query(rest)?,
            _ => {
                let shown: String = word.chars().take(40).collect();
                let expected =
                    "ugi, isready, setoption, uginewgame, position, go, stop, query or quit";
                return Err(format!("command: found `{shown}`, expected {expected}").into());
            }
        }
        Ok(true)
    }

    fn introduce(&self) -> io::Result<()> {
        self.say(&format!("id name Bagh {}", env!("CARGO_PKG_VERSION")))?;
        self.say("id author the Bagh authors")?;
        for line in self.settings.describe() {
            self.say(&line)?;
        }
        self.say("ugiok")
    }

    fn set_option(&mut self, rest: &str) -> Result<(), Problem> {
        let expected = "setoption: expected `name NAME value VALUE`";
        let rest = rest.strip_prefix("name ").ok_or_else(|| expected.to_owned())?;
        let (name, value) = match rest.split_once(" value") {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (rest.trim(), ""),
        };
        self.settings.set(name, value)?;
        self.thinker = None;
        self.history = History::new(self.settings.game.clone(), self.settings.game.start());
        Ok(())
    }

    fn query(&self, what: &str) -> Result<(), Problem> {
        let result = self.history.result();
        let first = self.settings.game.start().turn();
        let answer = match what {
            "gameover" => result.is_some().to_string(),
            "p1turn" => (self.history.position().turn() == first).to_string(),
            "result" => match result.map(|result| result.outcome) {
                None => "none".to_owned(),
                Some(Outcome::Draw) => "draw".to_owned(),
                Some(outcome) if outcome.winner() == Some(first) => "p1win".to_owned(),
                Some(_) => "p2win".to_owned(),
            },
            _ => return Err("query: expected gameover, p1turn or result".to_owned().into()),
        };
        Ok(self.say(&format!("response {answer}"))?)
    }

    fn go(&mut self, rest: &str) -> Result<(), Problem> {
        let go = Go::parse(rest, self.settings.game.start().turn())?;
        if let Some(result) = self.history.result() {
            return Err(format!("go: the game is over: {}", result.reason.sentence()).into());
        }
        let thinker = match self.thinker.take() {
            Some(thinker) => thinker,
            None => self.settings.thinker()?,
        };
        let (stop, answered) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let (output, history) = (Arc::clone(&self.output), self.history.clone());
        let (stop_flag, answered_flag) = (Arc::clone(&stop), Arc::clone(&answered));
        let thread = std::thread::spawn(move || {
            think(thinker, &history, &go, &stop_flag, &answered_flag, &output)
        });
        self.search = Some(Running { stop, answered, thread });
        Ok(())
    }

    /// Ends a search; its `bestmove` is written before this returns.
    fn stop(&mut self) {
        let Some(running) = self.search.take() else { return };
        running.stop.store(true, Ordering::Relaxed);
        // A search that panicked has lost its thinker; the next one gets a new one.
        self.thinker = running.thread.join().ok();
    }
}

fn say<W: Write>(output: &Output<W>, line: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{line}")?;
    output.flush()
}

/// Searches, and writes `info` and `bestmove`.
fn think<W: Write + Send>(
    mut thinker: Thinker,
    history: &History,
    go: &Go,
    stop: &AtomicBool,
    answered: &AtomicBool,
    output: &Output<W>,
) -> Thinker {
    let (position, before) = (history.position(), history.before());
    let side = position.turn();
    let limits =
        Limits { depth: go.budget.depth, nodes: go.budget.nodes, time: go.budget.allotment(side) };
    let chosen = match &mut thinker {
        Thinker::Engine(engine) => {
            let observe = |report: &SearchReport| {
                let _ = say(output, &info(history, report));
            };
            let options = SearchOptions {
                limits,
                before,
                stop: Some(stop),
                observer: Some(Observer(&observe)),
                ..SearchOptions::default()
            };
            engine.search(position, options).best()
        }
        Thinker::Level(player) => player.choose(position, before, Some(stop)),
        Thinker::Perfect(perfect) => perfect.choose(position, before).unwrap_or_else(|error| {
            let _ = say(output, &format!("info string error tables: {error}"));
            history.game().moves(position).next()
        }),
    };
    while go.is_infinite && !stop.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let text = chosen.map(|mv| history.game().move_text(position, mv));
    answered.store(true, Ordering::Release);
    let _ = say(output, &format!("bestmove {}", text.unwrap_or("none".to_owned())));
    thinker
}

/// The `info` line of a search.
fn info(history: &History, report: &SearchReport) -> String {
    let (game, side) = (history.game(), history.position().turn());
    let mut line = format!(
        "info depth {} nodes {} time {}",
        report.depth,
        report.nodes,
        report.time.as_millis()
    );
    if let Some(best) = report.lines.first() {
        line += &format!(" score {} pv", score_text(best.score, side));
        let mut position = *history.position();
        for &mv in best.moves.iter().take(SHOWN_PLIES) {
            line.push(' ');
            line += &game.move_text(&position, mv);
            position = game.after(&position, mv);
        }
    }
    line
}

/// A score for the side to move: `cp` in hundredths of a goat, `mate` in moves of that side.
fn score_text(score: Score, side: Side) -> String {
    match score.forced_win() {
        Some((winner, plies)) => {
            let moves = (plies + 1) / 2;
            format!("mate {}", if winner == side { moves } else { -moves })
        }
        None => {
            let captures = (score.expected_captures().unwrap_or_default() * 100.0).round() as i64;
            format!("cp {}", if side == Side::Tiger { captures } else { -captures })
        }
    }
}

/// Reads what follows `position`.
fn read_position(game: &Game, rest: &str) -> Result<History, String> {
    let (start, moves) = match rest.split_once("moves") {
        Some((start, moves)) => (start.trim(), moves),
        None => (rest.trim(), ""),
    };
    let start = match start.split_once(char::is_whitespace) {
        None if start == "startpos" => game.start(),
        Some(("fen" | "obx", text)) => {
            let read = notation::read(game, text.trim(), &ReadOptions::default());
            read.map_err(|error| format!("position: {error}"))?.position
        }
        _ => return Err("position: expected `startpos`, `fen OBX` or `obx OBX`".to_owned()),
    };
    let mut history = History::new(game.clone(), start);
    for word in moves.split_whitespace() {
        let mv: Move = game
            .parse_move(history.position(), word)
            .map_err(|error| format!("position: moves: {error}"))?;
        history.play(mv).map_err(|error| format!("position: moves: {word}: {error}"))?;
    }
    Ok(history)
}

/// What follows `go`.
#[derive(Debug)]
struct Go {
    budget: Budget,
    is_infinite: bool,
}

impl Go {
    fn parse(rest: &str, first: Side) -> Result<Go, String> {
        let mut go = Go { budget: Budget::default(), is_infinite: rest.is_empty() };
        let (mut times, mut increments) = ([None; 2], [Duration::ZERO; 2]);
        let mut words = rest.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                go.is_infinite = true;
                continue;
            }
            let value = words.next().unwrap_or_default();
            let number: u64 = value
                .parse()
                .map_err(|_| format!("go: {word}: found `{value}`, expected a whole number"))?;
            let time = Duration::from_millis(number);
            match word {
                "p1time" => times[0] = Some(time),
                "p2time" => times[1] = Some(time),
                "p1inc" => increments[0] = time,
                "p2inc" => increments[1] = time,
                "movetime" => go.budget.move_time = Some(time),
                "nodes" => go.budget.nodes = Some(number.max(1)),
                "depth" => go.budget.depth = Some(number.clamp(1, 60) as u32),
                _ => {
                    return Err(format!(
                        "go: found `{word}`, expected p1time, p2time, p1inc, p2inc, movetime, nodes, depth or infinite"
                    ));
                }
            }
        }
        if times.iter().any(Option::is_some) {
            let base = times.into_iter().flatten().max().unwrap_or_default();
            let increment = increments.into_iter().min().unwrap_or_default();
            let mut clocks = Clocks::new(ClockSetting { base, increment });
            for (side, time) in [first, first.other()].into_iter().zip(times) {
                clocks.set(side, time.unwrap_or(base));
            }
            go.budget.clocks = Some(clocks);
        }
        Ok(go)
    }
}

#[cfg(test)]
mod tests {
    use bagh_engine::{Level, Strength};

    use super::*;

    /// What is written that can be read later.
    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Input that waits, before it ends, for an answer to every `go` that has a limit.
    struct Patient<'c> {
        lines: std::str::Lines<'c>,
        waiting: Vec<u8>,
        answers: usize,
        output: Shared,
    }

    impl Read for Patient<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.waiting.is_empty() {
                while self.output.answers() < self.answers {
                    std::thread::sleep(Duration::from_millis(1));
                }
                let Some(line) = self.lines.next() else { return Ok(0) };
                self.answers += usize::from(line.starts_with("go depth 4"));
                self.waiting = format!("{line}\n").into_bytes();
            }
            let count = self.waiting.len().min(buffer.len());
            buffer[..count].copy_from_slice(&self.waiting[..count]);
            self.waiting.drain(..count);
            Ok(count)
        }
    }

    impl Shared {
        fn answers(&self) -> usize {
            let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
            text.lines().filter(|line| line.starts_with("bestmove")).count()
        }
    }

    fn talk(commands: &str) -> Vec<String> {
        let settings =
            ServerSettings::new(Game::bagh_chal().clone(), Strength::Level(Level::STRONGEST));
        let shared = Shared::default();
        let (lines, output) = (commands.lines(), shared.clone());
        let input = Patient { lines, waiting: Vec::new(), answers: 0, output };
        serve(settings, io::BufReader::new(input), shared.clone()).unwrap();
        let bytes = shared.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn it_introduces_itself() {
        let lines = talk("ugi\nisready\nquit\n");
        assert!(lines[0].starts_with("id name Bagh"));
        assert!(
            lines.iter().any(|l| l.starts_with("option name Game type combo default bagh-chal"))
        );
        assert_eq!(lines[lines.len() - 2..], ["ugiok", "readyok"]);
    }

    #[test]
    fn it_takes_the_goat() {
        for position in ["position fen TG2T/5/5/5/T3T t g19 c0", "position startpos moves B1"] {
            let lines = talk(&format!("{position}\ngo depth 4\nquit\n"));
            assert_eq!(lines.last().unwrap(), "bestmove A1C1", "{lines:?}");
            let info = lines.iter().rev().nth(1).unwrap();
            for word in ["info depth 4", " nodes ", " time ", " score cp ", " pv A1C1"] {
                assert!(info.contains(word), "{info}");
            }
        }
    }

    #[test]
    fn infinite_searches_end_by_stop() {
        let lines = talk("position startpos\ngo infinite\nisready\ngo depth 1\nstop\nquit\n");
        assert!(lines.contains(&"readyok".to_owned()));
        assert!(lines.iter().any(|l| l.starts_with("info string error go: a search is running")));
        assert_eq!(lines.iter().filter(|l| l.starts_with("bestmove")).count(), 1);
    }

    #[test]
    fn the_next_command_may_follow_the_answer_at_once() {
        let one = "position startpos moves B1\ngo depth 4\n";
        let lines = talk(&one.repeat(300));
        assert!(!lines.iter().any(|l| l.contains("error")), "{lines:?}");
        assert_eq!(lines.iter().filter(|l| l.starts_with("bestmove")).count(), 300);
    }

    #[test]
    fn queries_are_answered() {
        let lines = talk(
            "query gameover\nquery p1turn\nquery result\nposition startpos moves C1\nquery p1turn\n",
        );
        assert_eq!(lines[..3], ["response false", "response true", "response none"]);
        assert_eq!(lines[3], "response false");
        let lines = talk("setoption name Game value aadu-puli\nquery p1turn\n");
        assert_eq!(lines, ["response true"]);
    }

    #[test]
    fn whatever_is_malformed_is_answered() {
        let bad = [
            "hello",
            "position",
            "position fen x",
            "position startpos moves Z9",
            "go fast",
            "go depth",
            "go nodes -1",
            "setoption",
            "setoption name Colour value red",
            "setoption name Threads value 0",
            "setoption name Strength value 9",
            "query weather",
            "setoption name Game value chess",
            "\u{0}\u{1}",
            "go movetime 99999999999999999999",
        ];
        for line in bad {
            let lines = talk(&format!("{line}\nisready\n"));
            assert_eq!(lines.len(), 2, "{line}: {lines:?}");
            assert!(lines[0].starts_with("info string error "), "{line}: {lines:?}");
            assert_eq!(lines[1], "readyok");
        }
        let long = "x".repeat(MAX_LINE as usize + 5);
        let lines = talk(&format!("{long}\nisready\n"));
        assert!(lines[0].contains("longer than") && lines[1] == "readyok", "{lines:?}");
        assert!(talk("setoption name Strength value perfect\ngo depth 1\n")[0].contains("Tables"));
    }
}
