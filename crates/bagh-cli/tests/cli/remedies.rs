//! What to do about an error: commands that can be typed as they stand, and only where the program
//! words its messages.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use bagh::Game;
use bagh_tables::{Part, Progress, SolveError, SolveOptions, solve};

use crate::run::bagh_in;
use crate::small::{FIXED, folder};

/// Stops a solve after some parts.
struct StopAfter(AtomicUsize);

impl Progress for StopAfter {
    fn begin(&self, _: u64, _: u64) {}
    fn start(&self, _: Part) {}
    fn advance(&self, _: u64) {}
    fn finish(&self, _: Part, _: u64) {
        self.0.fetch_sub(1, Relaxed);
    }
    fn is_stopped(&self) -> bool {
        self.0.load(Relaxed) == 0
    }
}

/// A folder with a board, and in `t` tables of it that are not complete.
fn unfinished(compact: bool) -> tempfile::TempDir {
    let folder = folder(FIXED);
    let game = Game::from_toml(FIXED).unwrap();
    let stop = StopAfter(AtomicUsize::new(3));
    let solved = solve(&game, &folder.path().join("t"), SolveOptions { compact }, &stop);
    assert!(matches!(solved, Err(SolveError::Stopped)));
    folder
}

#[test]
fn tables_that_are_not_complete_are_finished_by_the_command_that_is_named() {
    for compact in [false, true] {
        let folder = unfinished(compact);
        let kind = if compact { " --compact" } else { "" };
        let command = format!("`bagh solve --game small.toml{kind} --tables t`");
        let commands: [&[&str]; 8] = [
            &["exam", "random"],
            &["puzzles"],
            &["train", "--out", "n"],
            &["pocket", "make", "--out", "p"],
            &["match", "perfect", "random"],
            &["match", "random", "random", "--adjudicate"],
            &["play", "--level", "perfect"],
            &["bot-check", "perfect"],
        ];
        for args in commands {
            let args = args.iter().chain(&["--game", "small.toml", "--tables", "t"]);
            let error = bagh_in(folder.path(), args.clone(), "").refused();
            let told = error.contains("are not complete") && error.contains(&command);
            assert!(told, "{:?}: {error}", args.collect::<Vec<_>>());
        }
        // It does finish them.
        let args = command.trim_matches('`').split(' ').skip(1);
        let solved = bagh_in(folder.path(), args.chain(["--yes"]), "");
        assert_eq!(solved.code, 0, "{solved:?}");
        let exam = ["exam", "random", "--positions", "8", "--game", "small.toml", "--tables", "t"];
        bagh_in(folder.path(), exam, "").fine();
    }
}

/// All Rust files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// Libraries do not know which program shows their errors: Python has no `bagh solve`.
#[test]
fn errors_of_libraries_name_no_commands() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(crates).unwrap() {
        let source = entry.unwrap().path().join("src");
        // The command line itself; in Python's words `bagh solve` is the other way to get tables.
        if source.ends_with("bagh-cli/src") || source.ends_with("bagh-python/src") {
            continue;
        }
        for path in sources(&source) {
            let text = std::fs::read_to_string(&path).unwrap();
            for attribute in text.split("#[error(").skip(1) {
                let attribute = attribute.split(")]").next().unwrap();
                if attribute.contains("`bagh ") {
                    found.push(format!("{}: {attribute}", path.display()));
                }
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
