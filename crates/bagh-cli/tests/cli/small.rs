//! Small games that are solved in a moment.

use std::path::Path;

use bagh::{Game, Position};
use tempfile::TempDir;

use crate::run::{Run, bagh_in};

/// The small game of the documents.
pub const FIXED: &str = include_str!("../../../../docs/small.toml");

/// The same board with tigers that are placed one by one.
pub fn placed() -> String {
    FIXED.replace("opening = [\"A1\", \"C3\"]", "opening = \"placed\"")
}

/// A folder with a board file `small.toml`.
pub fn folder(board: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("small.toml"), board).unwrap();
    folder
}

/// A folder with a board file and its tables.
pub fn solved(board: &str) -> TempDir {
    let folder = folder(board);
    let run = small(folder.path(), &["solve"], "");
    assert_eq!(run.code, 0, "{run:?}");
    folder
}

/// Runs a command on the small game, with tables in the folder itself.
pub fn small(folder: &Path, args: &[&str], input: &str) -> Run {
    let options = ["--game", "small.toml", "--tables", "."];
    bagh_in(folder, args.iter().chain(&options), input)
}

/// Every position that play from the start can come to.
pub fn positions(game: &Game) -> Vec<Position> {
    let mut found = vec![game.start()];
    let mut seen: std::collections::HashSet<Position> = found.iter().copied().collect();
    let mut at = 0;
    while at < found.len() {
        let position = found[at];
        at += 1;
        for mv in game.moves(&position) {
            let next = game.after(&position, mv);
            if seen.insert(next) {
                found.push(next);
            }
        }
    }
    found
}

/// The tables' files, by name.
pub fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(folder.join("small-2")).unwrap();
    let mut files: Vec<(String, Vec<u8>)> = entries
        .map(|entry| entry.unwrap())
        .map(|e| (e.file_name().into_string().unwrap(), std::fs::read(e.path()).unwrap()))
        .collect();
    files.sort();
    files
}
