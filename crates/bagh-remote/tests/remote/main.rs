//! Tables on a host that answers as it should, and on hosts that do not: what is answered is what
//! the tables in a folder say, or an error that names the address and the cause.

mod bounds;
mod host;
mod hostile;
mod same;

use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bagh::{Game, Position};
use bagh_remote::{Patience, RemoteOptions, RemoteTables};
use bagh_tables::{ProbeError, Quiet, SolveOptions, TableError, Tables, solve, solve_plies};
use tempfile::TempDir;

/// The small game.
pub fn small() -> Game {
    Game::from_toml(include_str!("../../../../docs/small.toml")).unwrap()
}

/// A folder with the small game solved.
pub fn solved() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    FOLDER.get_or_init(|| solved_with(false)).path()
}

/// A folder of its own, solved compact or not.
pub fn solved_with(compact: bool) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    solve(&small(), folder.path(), SolveOptions { compact }, &Quiet).unwrap();
    folder
}

/// A folder of its own, solved compact or not, with plies of the placement phase.
pub fn solved_with_plies(compact: bool) -> TempDir {
    let folder = solved_with(compact);
    solve_plies(&small(), folder.path(), &Quiet).unwrap();
    folder
}

/// Positions of the small game, from the start on, of both phases.
pub fn positions(game: &Game, most: usize) -> Vec<Position> {
    let mut found = vec![game.start()];
    let mut seen: std::collections::HashSet<String> = [game.obx(&game.start())].into();
    let mut at = 0;
    // From both ends, so that late positions are among them.
    while at < found.len() && found.len() < most {
        let position = if at % 2 == 0 { found[at] } else { found[found.len() - at / 2 - 1] };
        at += 1;
        for mv in game.moves(&position) {
            let after = game.after(&position, mv);
            if seen.insert(game.obx(&after)) {
                found.push(after);
            }
        }
    }
    found
}

/// Options with a cache in this folder, and with time for a busy machine.
pub fn options(cache: &Path) -> RemoteOptions {
    RemoteOptions {
        cache_folder: Some(cache.to_owned()),
        cache_bytes: 100 << 20,
        patience: Patience {
            connect: Duration::from_secs(30),
            request: Duration::from_secs(30),
            total: Duration::from_secs(60),
            attempts: 3,
            backoff: Duration::from_millis(1),
        },
        ..RemoteOptions::default()
    }
}

/// Tables at an address.
pub fn open(url: &str, options: &RemoteOptions) -> Arc<RemoteTables> {
    Arc::new(RemoteTables::open(&url.parse().unwrap(), options).unwrap())
}

/// Those of the small game.
pub fn tables(remote: &Arc<RemoteTables>) -> Result<Tables, TableError> {
    Tables::open_remote(&small(), remote.clone())
}

/// Makes sure that all answers are those of the tables in a folder.
pub fn assert_same(remote: &Tables, folder: &Path, most: usize) {
    let game = small();
    let local = Tables::open(&game, folder).unwrap();
    for position in positions(&game, most) {
        let text = game.obx(&position);
        assert_eq!(remote.probe(&position).unwrap(), local.probe(&position).unwrap(), "{text}");
        assert_eq!(remote.moves(&position).unwrap(), local.moves(&position).unwrap(), "{text}");
    }
}

/// What a look-up of the start says that cannot be answered.
pub fn failure(remote: &Arc<RemoteTables>) -> TableError {
    let failed = tables(remote).map_err(ProbeError::from).and_then(|t| t.moves(&small().start()));
    match failed {
        Err(ProbeError::Table(error)) => error,
        other => panic!("{other:?}"),
    }
}
