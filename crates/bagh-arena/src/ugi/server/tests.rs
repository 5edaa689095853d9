//! Conversations with the bot.

use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bagh::{Game, History, Outcome, Position};
use bagh_engine::{Level, Strength};

use super::lines::MAX_LINE;
use super::{ServerSettings, serve};
use crate::openings::Opening;
use crate::testing::solved_small;

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
            let limited = ["go depth 4", "go movetime 20", "go p1time"];
            self.answers += usize::from(limited.iter().any(|start| line.starts_with(start)));
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
    let strongest = Strength::Level(Level::STRONGEST);
    talk_to(ServerSettings::new(Game::bagh_chal().clone(), strongest), commands)
}

fn talk_to(settings: ServerSettings, commands: &str) -> Vec<String> {
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
    assert!(lines.iter().any(|l| l.starts_with("option name Game type combo default bagh-chal")));
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
fn searches_end_by_clocks_and_times() {
    for go in ["go movetime 20", "go p1time 200 p2time 200 p1inc 1 p2inc 1", "go p1time 1 p2time 1"]
    {
        for game in ["bagh-chal", "aadu-puli"] {
            let lines = talk(&format!("setoption name Game value {game}\n{go}\n"));
            assert!(lines.last().unwrap().starts_with("bestmove "), "{go}: {lines:?}");
            assert!(!lines.last().unwrap().ends_with("none"), "{go}: {lines:?}");
        }
    }
}

#[test]
fn only_options_of_the_rules_end_the_game() {
    let after = |option: &str| {
        let option = format!("setoption name {option}\n");
        talk(&format!("position startpos moves C1\n{option}query p1turn\n"))
    };
    for option in ["Strength value 3", "Threads value 2", "Hash value 8", "Seed value 4"] {
        assert_eq!(after(option), ["response false"], "{option}");
    }
    for option in ["Game value bagh-chal", "captures value 3"] {
        assert_eq!(after(option), ["response true"], "{option}");
    }
}

/// Output that fails in the middle of a search.
struct Failing(Shared);

impl Write for Failing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        assert!(!bytes.starts_with(b"info depth"), "a fault of the program");
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_search_that_panics_is_answered() {
    let shared = Shared::default();
    let input = Patient {
        lines: "go depth 4\nisready\ngo depth 4\nquit\n".lines(),
        waiting: Vec::new(),
        answers: 0,
        output: shared.clone(),
    };
    let settings =
        ServerSettings::new(Game::bagh_chal().clone(), Strength::Level(Level::STRONGEST));
    serve(settings, io::BufReader::new(input), Failing(shared.clone())).unwrap();
    let text = String::from_utf8(shared.0.lock().unwrap().clone()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("info string error go: "), "{text}");
    assert_eq!(lines[1..3], ["bestmove none", "readyok"]);
    assert_eq!(lines[4..], ["bestmove none"], "the next search has its answer, too");
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
fn the_ends_of_games_are_told() {
    // Player 1 has the goats in Bagh Chal, and the tigers in Aadu Puli Attam.
    let shuffled = "D4E4 A1B1 E4D4 B1A1 ".repeat(2);
    let draw = format!("obx T3T/GGGGG/GGGGG/GGGG1/TGG1T g g0 c4 moves {shuffled}");
    let out_of_goats = Game::aadu_puli().obx(&lost_by_goats());
    for (game, position, result) in [
        ("bagh-chal", "obx TTGG1/TTGG1/GGG2/GG1G1/5 t g10 c0", "p1win"),
        ("bagh-chal", "obx T3T/5/2G2/5/T3T g g14 c5", "p2win"),
        ("aadu-puli", &format!("obx {out_of_goats}"), "p1win"),
        ("bagh-chal", &draw, "draw"),
    ] {
        let game = format!("setoption name Game value {game}\n");
        let asked = "query gameover\nquery result\ngo depth 4\n";
        let lines = talk(&format!("{game}position {position}\n{asked}"));
        assert_eq!(lines[..2], ["response true".to_owned(), format!("response {result}")]);
        assert!(lines[2].starts_with("info string error go: the game is over"), "{lines:?}");
        assert_eq!(lines[3..], ["bestmove none"]);
    }
}

/// A position of Aadu Puli Attam in which the tigers have won.
fn lost_by_goats() -> Position {
    let game = Game::aadu_puli();
    let plays = (0..).map(|seed| Opening::random(game, seed, 300).history);
    let won = |history: &History| {
        history.result().is_some_and(|result| result.outcome == Outcome::TigerWin)
    };
    *plays.into_iter().find(won).expect("random goats lose").position()
}

#[test]
fn wins_are_told_in_moves() {
    // One capture wins, and one is there.
    let lines = talk("position obx TG2T/5/5/5/T3T t g15 c4\ngo depth 4\n");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 ")), "{lines:?}");
    let commands = "position obx TG2T/5/5/5/T2GT g g14 c4\ngo depth 4\n";
    let lines = talk(commands);
    assert!(lines.iter().any(|line| line.contains(" score mate -")), "{lines:?}");
}

#[test]
fn networks_and_tables_are_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.network");
    let built_in =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../bagh-engine/networks/bagh-chal.network");
    std::fs::copy(built_in, &file).unwrap();
    let go = "position startpos moves B1\ngo depth 4\n";
    let with = |name: &str, value: &Path| {
        talk(&format!("setoption name {name} value {}\n{go}", value.display()))
    };
    assert_eq!(with("Network", &file).last().unwrap(), "bestmove A1C1");
    std::fs::write(&file, "no network").unwrap();
    for lines in [with("Network", &file), with("Tables", &folder.path().join("absent"))] {
        assert!(lines[0].starts_with("info string error option "), "{lines:?}");
        assert_eq!(lines[1..], ["bestmove none"]);
    }
    let (folder, tables) = solved_small();
    let settings = ServerSettings::new(tables.game().clone(), Strength::Perfect);
    let tables = format!("setoption name Tables value {}\n", folder.path().display());
    let lines = talk_to(settings, &format!("{tables}position startpos\ngo depth 4\n"));
    assert!(lines[1].starts_with("bestmove "), "{lines:?}");
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
        let mut lines = talk(&format!("{line}\nisready\n"));
        assert!(lines[0].starts_with("info string error "), "{line}: {lines:?}");
        // Who sends `go` waits for a move.
        if line.starts_with("go") {
            assert_eq!(lines.remove(1), "bestmove none", "{line}");
        }
        assert_eq!(lines[1..], ["readyok"], "{line}");
    }
    let long = "x".repeat(MAX_LINE as usize + 5);
    let lines = talk(&format!("{long}\nisready\n"));
    assert!(lines[0].contains("longer than") && lines[1] == "readyok", "{lines:?}");
    assert!(talk("setoption name Strength value perfect\ngo depth 1\n")[0].contains("Tables"));
}

#[test]
fn every_strength_says_what_it_found() {
    for strength in 1..8 {
        let commands =
            format!("setoption name Strength value {strength}\nposition startpos\ngo depth 4\n");
        let lines = talk(&commands);
        let (best, infos) = lines.split_last().unwrap();
        assert!(best.starts_with("bestmove "), "{lines:?}");
        for word in ["info depth ", " nodes ", " time ", " score cp ", " pv "] {
            assert!(infos.last().unwrap().contains(word), "{word}: {lines:?}");
        }
    }
    let (folder, tables) = solved_small();
    let mut settings = ServerSettings::new(tables.game().clone(), Strength::Perfect);
    settings.tables = Some(folder.path().to_owned());
    let lines = talk_to(settings, "position startpos\ngo depth 4\n");
    assert!(lines[0].starts_with("info depth 1 nodes ") && lines[0].contains(" score cp 0 pv "));
    assert!(lines[1].starts_with("bestmove "), "{lines:?}");
}

#[test]
fn levels_keep_the_limits_of_a_search() {
    let deepest = |go: &str| {
        let level = "setoption name Strength value 7\nposition startpos\n";
        let lines = talk(&format!("{level}go depth 4{go}\n"));
        let depth = |line: &String| line.split(' ').nth(2)?.parse::<u32>().ok();
        lines.iter().filter(|line| line.starts_with("info depth")).filter_map(depth).max()
    };
    assert_eq!(deepest(""), Some(4));
    assert!(deepest(" nodes 1") < Some(4));
}
