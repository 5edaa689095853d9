//! Our engine as a UGI bot.

mod commands;
mod lines;
mod search;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex};

use bagh::{History, Outcome};

use self::commands::{Go, read_position};
use self::lines::{Input, MAX_LINE, read_line};
use self::search::{Output, Search, say};
use super::options::{ServerSettings, Thinker};

/// Reads commands until `quit` or the end of the input. Whatever is malformed is answered with
/// `info string error …`; a `go` that is refused has its `bestmove none` as well, since who sent it
/// waits for one.
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
    loop {
        let done = match read_line(&mut input)? {
            Input::End => Ok(false),
            Input::TooLong => Err(format!("line: longer than {MAX_LINE} bytes").into()),
            Input::Line(line) => server.command(&line),
        };
        match done {
            Ok(true) => {}
            Ok(false) => {
                server.stop();
                return Ok(());
            }
            Err(Problem::Message(message)) => server.complain(&message)?,
            Err(Problem::Output(error)) => return Err(error),
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

struct Server<W> {
    settings: ServerSettings,
    history: History,
    output: Output<W>,
    /// What thinks, once it is needed.
    thinker: Option<Thinker>,
    search: Option<Search>,
}

impl<W: Write + Send + 'static> Server<W> {
    fn say(&self, line: &str) -> io::Result<()> {
        say(&self.output, line)
    }

    fn complain(&self, message: &str) -> io::Result<()> {
        self.say(&format!("info string error {}", message.replace('\n', " ")))
    }

    /// Carries out a command; says whether to go on.
    fn command(&mut self, line: &str) -> Result<bool, Problem> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if self.search.as_ref().is_some_and(Search::is_over) {
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
            "go" => {
                if let Err(Problem::Message(message)) = self.go(rest) {
                    self.complain(&message)?;
                    self.say("bestmove none")?;
                }
            }
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
        // A position belongs to its game. Other options leave it alone.
        if ["game", "captures"].contains(&name.to_ascii_lowercase().as_str()) {
            self.history = History::new(self.settings.game.clone(), self.settings.game.start());
        }
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
        let (history, output) = (self.history.clone(), Arc::clone(&self.output));
        self.search = Some(Search::start(thinker, history, go, output));
        Ok(())
    }

    /// Ends a search; its `bestmove` is written before this returns.
    fn stop(&mut self) {
        let Some(search) = self.search.take() else { return };
        // A search that panicked has lost its thinker; the next one gets a new one.
        self.thinker = search.stop();
    }
}
