//! Our engine as a UGI bot, told anything.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use bagh::Game;
use bagh_arena::ugi::{ServerSettings, serve};
use bagh_engine::{Level, Strength};

/// What begins the lines of a bot.
const WORDS: [&str; 7] = ["id", "option", "ugiok", "readyok", "info", "bestmove", "response"];

/// Output that can be read later.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whatever a bot is told, it says lines of the protocol, answers `isready`, and has a `bestmove`
/// for a search, but never two.
pub fn ugi(text: &str) {
    // Options that take memory, threads or files do so as they are told.
    let takes = |line: &&str| {
        let line = line.to_lowercase();
        ["hash", "threads", "network", "tables"].iter().any(|option| line.contains(option))
    };
    // Few searches: they take long.
    let lines: Vec<&str> = text.lines().filter(|line| !takes(line)).take(40).collect();
    let mut settings =
        ServerSettings::new(Game::bagh_chal().clone(), Strength::Level(Level::WEAKEST));
    settings.hash = 1;
    let output = Shared::default();
    serve(settings, lines.join("\n").as_bytes(), output.clone()).expect("memory takes all lines");
    let said = String::from_utf8(output.0.lock().expect("no panic").clone()).expect("text");
    let first = |line: &str| line.split_whitespace().next().unwrap_or_default().to_owned();
    for line in said.lines() {
        assert!(WORDS.contains(&first(line).as_str()), "{line}");
    }
    // Nothing after `quit` is read.
    let told: Vec<String> =
        lines.iter().map(|line| first(line)).take_while(|word| word != "quit").collect();
    let told = |wanted: &str| told.iter().filter(|word| *word == wanted).count();
    let said = |wanted: &str| said.lines().filter(|line| first(line) == wanted).count();
    assert_eq!(said("readyok"), told("isready"));
    assert_eq!(said("bestmove").min(1), told("go").min(1));
    assert!(said("bestmove") <= told("go"));
}
