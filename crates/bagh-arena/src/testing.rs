//! For tests: the small board, solved.

use std::sync::Arc;

use bagh::Game;
use bagh_tables::{Quiet, SolveOptions, Tables, solve};
use tempfile::TempDir;

/// The tables of the small board, in a folder that lives as long as the first part.
pub(crate) fn solved_small() -> (TempDir, Arc<Tables>) {
    let game = Game::from_toml(include_str!("../../../docs/small.toml")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    solve(&game, folder.path(), SolveOptions::default(), &Quiet).unwrap();
    let tables = Tables::open(&game, folder.path()).unwrap();
    (folder, Arc::new(tables))
}
