//! `bagh play`.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use crate::run::{bagh_in, program};

/// A game that is typed in, in a directory of its own, and what was printed.
struct Game {
    directory: tempfile::TempDir,
}

impl Game {
    fn new() -> Game {
        Game { directory: tempfile::tempdir().unwrap() }
    }

    #[track_caller]
    fn play(&self, args: &[&str], typed: &[&str]) -> String {
        let args = ["play"].iter().chain(args);
        bagh_in(self.directory.path(), args, &typed.join("\n")).fine()
    }

    fn file(&self, name: &str) -> String {
        fs::read_to_string(self.directory.path().join(name)).unwrap()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.directory.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

#[test]
fn moves_are_played_and_taken_back() {
    let text = Game::new().play(&[], &["B1", "a1xc1", "undo", "moves", "help", "quit"]);
    assert!(text.contains("the tigers move, 19 goats in hand, 0 of 5 captured"), "{text}");
    assert!(text.contains("the goats move, 19 goats in hand, 1 of 5 captured"), "{text}");
    assert!(text.contains("taken back: A1C1"), "{text}");
    assert!(text.contains("jumps to C1 and captures the goat on B1"), "{text}");
    assert!(text.contains("save FILE"), "{text}");
}

#[test]
fn mistakes_are_explained_and_the_game_goes_on() {
    let text = Game::new().play(&[], &["Z9", "A1", "undo", "load", "save", "quit x", "C3"]);
    for part in [
        "no point is called Z9",
        "A1 is occupied",
        "nothing to take back",
        "load: expected the name of a file",
        "save: expected the name of a file",
        "quit: found `x` after it",
        "1. C3 *",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn a_game_that_is_not_saved_is_printed() {
    for end in [&["C3", "A1A2"][..], &["C3", "A1A2", "quit"]] {
        let text = Game::new().play(&[], end);
        assert!(text.contains("this game is not saved; here is its record:"), "{text}");
        assert!(text.ends_with("1. C3 A1A2 *\n"), "{text}");
    }
    let text = Game::new().play(&[], &["quit"]);
    assert!(!text.contains("not saved"), "{text}");
}

#[test]
fn games_are_saved_and_loaded() {
    let game = Game::new();
    let text = game.play(&[], &["C3", "A1A2", "save one.bagh", "quit"]);
    assert!(text.contains("saved to one.bagh") && !text.contains("not saved"), "{text}");
    assert!(game.file("one.bagh").ends_with("1. C3 A1A2 *\n"));
    let text = game.play(&[], &["load one.bagh", "B1", "save"]);
    assert!(text.contains("saved to one.bagh"), "{text}");
    assert!(game.file("one.bagh").ends_with("1. C3 A1A2 2. B1 *\n"));
    assert_eq!(game.names(), ["one.bagh"]);
    let text = game.play(&[], &["E2", "load one.bagh"]);
    assert!(text.contains("1. E2 *"), "the game before is printed: {text}");
}

#[test]
fn with_a_record_every_move_is_saved() {
    let game = Game::new();
    game.play(&["--record", "game.bagh"], &["C3", "A1A2", "undo"]);
    assert!(game.file("game.bagh").ends_with("1. C3 *\n"));
    let text = game.play(&["--record", "game.bagh"], &["A1B1", "resign"]);
    assert!(text.contains("the tigers win: a player gave up"), "{text}");
    assert!(game.file("game.bagh").contains("[Reason \"resignation\"]"));
    assert!(game.file("game.bagh").ends_with("1. C3 A1B1 tiger-win\n"));
    let text = game.play(&["--record", "game.bagh"], &["E2", "undo", "E2"]);
    assert!(text.contains("the game is over, the tigers win"), "{text}");
    assert!(game.file("game.bagh").ends_with("1. C3 A1B1 2. E2 *\n"));
}

#[test]
fn a_record_begins_anywhere_and_goes_on_where_it_was() {
    let game = Game::new();
    let position = "T1G1T/5/5/5/T3T t g19 c0 mC1 1";
    game.play(&["--record", "game.bagh", position], &["A1A2"]);
    assert!(game.file("game.bagh").contains("[Position \"T1G1T/5/5/5/T3T t g19 c0"));
    let args = ["play", "--record", "game.bagh", position];
    let error = bagh_in(game.directory.path(), args, "").refused();
    assert!(error.contains("found a game in the file"), "{error}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_game_is_printed() {
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};

    let mut child = crate::run::program()
        .arg("play")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Kept open: the end of the input would end the game in peace.
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"C3\n").unwrap();
    let mut seen = Vec::new();
    let mut stdout = child.stdout.take().unwrap();
    // The program waits for the tigers' move once it has asked for it.
    while !seen.ends_with(b"tiger>") {
        let mut byte = [0];
        stdout.read_exact(&mut byte).unwrap();
        seen.extend(byte);
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.ends_with("1. C3 *\n"), "{told}");
}

#[test]
fn what_is_no_record_is_never_replaced() {
    let game = Game::new();
    let path = game.directory.path().join("notes.txt");
    fs::write(&path, "my notes").unwrap();
    let text = game.play(&[], &["C3", "save notes.txt", "quit"]);
    assert!(text.contains("not saved: notes.txt is there already"), "{text}");
    assert!(text.ends_with("1. C3 *\n"), "{text}");
    let args = ["play", "--record", "notes.txt"];
    let error = bagh_in(game.directory.path(), args, "C3\n").refused();
    assert!(error.contains("notes.txt is not a record"), "{error}");
    assert_eq!(game.file("notes.txt"), "my notes");
    assert_eq!(game.names(), ["notes.txt"]);
}

#[test]
fn another_game_is_never_replaced() {
    let game = Game::new();
    game.play(&[], &["C3", "save one.bagh"]);
    let text = game.play(&[], &["C2", "save one.bagh"]);
    assert!(text.contains("not saved: one.bagh holds another game"), "{text}");
    assert!(game.file("one.bagh").ends_with("1. C3 *\n"));
    let text = game.play(&[], &["C3", "A1A2", "save one.bagh"]);
    assert!(text.contains("saved to one.bagh"), "a game that goes on may: {text}");
}

#[test]
fn notes_of_a_loaded_game_are_kept() {
    let game = Game::new();
    let record = "[Game \"bagh-chal\"]\n[Goats \"Maya\"]\n\n\
                  {warm day} 1. C3 {solid} (1. B1 {loses a goat} A1C1) 1... A1A2 2. C2 *\n";
    fs::write(game.directory.path().join("one.bagh"), record).unwrap();
    game.play(&["--record", "one.bagh"], &["undo", "E2"]);
    let text = game.file("one.bagh");
    for part in ["[Goats \"Maya\"]", "{warm day}", "{solid}", "(1. B1 {loses a goat}", "2. E2 *"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("C2"), "{text}");
}

#[test]
fn draws_are_agreed_on() {
    let game = Game::new();
    let text = game.play(&[], &["draw", "no", "C3", "draw", "yes", "undo", "quit"]);
    assert!(text.contains("do the tigers agree on a draw?"), "{text}");
    assert!(text.contains("no draw: the game goes on"), "{text}");
    assert!(text.contains("draw: the players agreed on a draw"), "{text}");
    assert!(text.contains("taken back: the game goes on"), "{text}");
}

#[test]
fn the_third_time_is_a_draw() {
    let position = "TGGGT/GGGGG/GG1GG/GGGGG/TGG1T g g0 c1";
    let to_and_fro = ["C2C3", "E5D5", "C3C2", "D5E5"].repeat(2);
    let text = Game::new().play(&[position], &to_and_fro);
    assert!(text.contains("this position has stood before: the third time is a draw"), "{text}");
    assert!(text.contains("\ndraw: the same position stood for the third time\nover>"), "{text}");
    assert!(text.contains("[Reason \"repetition\"]"), "{text}");
}

#[test]
fn grand_wins_are_celebrated() {
    let dandee = "TGGGG/GTGGG/GGTGG/GGGTG/1GGGG g g0 c0";
    let text = Game::new().play(&[dandee], &["A4A5"]);
    assert!(
        text.contains("★ ★ ★  A GRAND WIN FOR THE GOATS  ★ ★ ★\nthe goats win: Dandee"),
        "{text}"
    );
    let locked = "TTGGG/1TGGG/GGGGG/GGGGG/GGGGT t g0 c0";
    let text = Game::new().play(&[locked], &["A1A2"]);
    assert!(text.contains("A GRAND WIN FOR THE TIGERS"), "{text}");
}

#[test]
fn any_game_is_played() {
    let text = Game::new().play(&["--game", "aadu-puli"], &["B0", "B22", "B3", "quit"]);
    assert!(text.contains("1 tiger and 14 goats in hand"), "{text}");
    assert!(text.contains("[Game \"aadu-puli\"]"), "{text}");
}

#[test]
fn json_is_for_programs() {
    let text = Game::new().play(&["--json"], &["C3", "bad", "resign"]);
    let values: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(values.len(), 5, "{text}");
    assert_eq!(values[1]["position"], "T3T/5/2G2/5/T3T t g19 c0 mC3 1");
    assert!(values[2]["error"]["message"].as_str().unwrap().contains("bad"));
    assert_eq!(values[3]["result"]["reason"], "resignation");
    assert!(values[4]["record"].as_str().unwrap().ends_with("1. C3 goat-win\n"));
}

#[test]
fn no_typing_crashes_it() {
    let game = Game::new();
    let long = "x".repeat(10 << 20);
    let text = game.play(&[], &["\0", &long, "बाघ", "\u{1b}[2J", "C3", "quit"]);
    assert!(text.contains("line 2: found more than 4096 bytes"), "{text}");
    assert!(!text.contains('\u{1b}'), "{text}");
    assert!(text.ends_with("1. C3 *\n"), "{text}");
}

/// The second program to save finds the first one's moves in the file, and leaves them there.
#[test]
fn two_games_in_one_file_do_not_overwrite_each_other() {
    let game = Game::new();
    let path = game.directory.path().join("game.bagh");
    let mut first = program()
        .args(["play", "--record", "game.bagh"])
        .current_dir(game.directory.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut typed = first.stdin.take().unwrap();
    typed.write_all(b"C3\n").unwrap();
    while !path.exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    game.play(&["--record", "game.bagh"], &["A1A2", "E2"]);
    let others = game.file("game.bagh");
    assert!(others.contains("1. C3 A1A2 2. E2 *"), "{others}");
    typed.write_all(b"A1B1\nsave other.bagh\nE3\n").unwrap();
    drop(typed);
    let printed = first.wait_with_output().unwrap();
    let text = String::from_utf8(printed.stdout).unwrap();
    assert!(text.contains("not saved: another program has written to game.bagh"), "{text}");
    assert_eq!(game.file("game.bagh"), others);
    assert!(game.file("other.bagh").contains("1. C3 A1B1 2. E3 *"));
}

/// Both begin with a file that is not there.
#[test]
fn a_file_that_appears_in_the_meantime_is_not_overwritten() {
    let game = Game::new();
    let mut first = program()
        .args(["play", "--record", "game.bagh"])
        .current_dir(game.directory.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Something is printed once the file was looked for.
    let mut printed = BufReader::new(first.stdout.take().unwrap());
    let mut text = String::new();
    printed.read_line(&mut text).unwrap();
    game.play(&["--record", "game.bagh"], &["E2"]);
    first.stdin.take().unwrap().write_all(b"C3\n").unwrap();
    printed.read_to_string(&mut text).unwrap();
    first.wait().unwrap();
    assert!(text.contains("not saved: another program has written to game.bagh"), "{text}");
    assert!(text.contains("here is its record") && text.contains("1. C3 *"), "{text}");
    assert!(game.file("game.bagh").contains("1. E2 *"));
}
