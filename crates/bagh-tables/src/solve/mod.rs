//! Solving a game: part after part, each written as soon as it is finished.

mod estimate;
mod layer;
mod pace;
mod run;
mod sliding;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bagh::Game;
use thiserror::Error;

pub(crate) use self::estimate::part_bytes;
pub(crate) use self::layer::herds;
pub use self::pace::Pace;
use self::run::Run;
use crate::compression::Effort;
use crate::error::TableError;
use crate::file::codes::planes;
use crate::file::placement::packing_bytes;
use crate::limits::{TooLarge, check_classes};
use crate::manifest::Manifest;
use crate::parts::Part;
use crate::place::moves::move_bytes;
use crate::slide::class;
use crate::space::Space;
use crate::store::{Store, tables_game};

/// How to solve.
#[derive(Clone, Copy, Debug, Default)]
pub struct SolveOptions {
    /// Leave out what can be worked out quickly from the rest, and compress hard.
    pub compact: bool,
}

impl SolveOptions {
    fn effort(self) -> Effort {
        if self.compact { Effort::Hard } else { Effort::Quick }
    }
}

/// Hears how solving goes on.
pub trait Progress: Sync {
    /// Work in all, and how much of it was done by an earlier run.
    fn begin(&self, work: u64, done_before: u64);
    /// A part begins.
    fn start(&self, part: Part);
    /// Some work is done.
    fn advance(&self, work: u64);
    /// A part is finished, and its files are written.
    fn finish(&self, part: Part, bytes: u64);
    /// Whether to stop soon, with [`SolveError::Stopped`]. What is finished stays.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Progress that is not reported.
pub struct Quiet;

impl Progress for Quiet {
    fn begin(&self, _: u64, _: u64) {}
    fn start(&self, _: Part) {}
    fn advance(&self, _: u64) {}
    fn finish(&self, _: Part, _: u64) {}
}

/// Why solving stopped.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A table could not be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The game is too large to be solved.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Lines are longer than the format can hold.
    #[error("this game has forced lines of more than 2,046 plies, more than tables can hold")]
    TooManyPlies,
    /// Lines are longer than tables of plies can hold.
    #[error(
        "plies: found lines of {found} plies in the sliding phase, expected at most {most}: tables of plies cannot hold longer ones"
    )]
    LinesTooLong {
        /// Plies of the longest line.
        found: u16,
        /// The most plies that can be held.
        most: u16,
    },
    /// Plies were asked for before the values were solved.
    #[error(
        "plies: found unfinished values in {folder}, expected all of them: solve the values first"
    )]
    NoValues {
        /// The folder.
        folder: String,
    },
    /// [`Progress::is_stopped`] said so.
    #[error("solving was stopped: it goes on from what is finished")]
    Stopped,
    /// The tables in the folder are of the other kind.
    #[error("the tables in {folder} are {found}, and cannot be finished as the other kind")]
    OtherKind {
        /// The folder.
        folder: String,
        /// What they are.
        found: &'static str,
    },
}

/// What a run did.
#[derive(Clone, Debug)]
pub struct Solved {
    /// All that is finished.
    pub manifest: Manifest,
    /// How many parts this run solved.
    pub parts: usize,
    /// Where the time went.
    pub times: Times,
}

/// Where the time went, in seconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Times {
    /// Solving.
    pub solving: f64,
    /// Putting in order and compressing.
    pub packing: f64,
    /// Waiting for files to be written.
    pub writing: f64,
}

/// What solving takes, as far as it can be told beforehand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Positions in the index space.
    pub positions: u64,
    /// Bytes of memory at the most.
    pub memory: u64,
    /// Bytes on disk, about.
    pub disk: u64,
    /// Time of one processor before the first part, about.
    pub set_up: Duration,
    /// Time of one processor for each part, about, in the order in which they are solved. Several
    /// processors share the work.
    pub times: Vec<Duration>,
}

/// What solving a game takes. Whether the game can be solved at all is asked apart: see
/// [`check_solvable`].
pub fn needs(space: &Space, options: SolveOptions) -> Needs {
    let game = space.game();
    let parts = Part::all(game);
    let layer = layer_bytes(space);
    let sliding = (0..game.captures())
        .map(|captured| class::bytes(space, u32::from(game.goats() - captured)))
        .max()
        .unwrap_or(0);
    // Layers, the compressed layer that is being written and the one that is being made, plans, what
    // codebooks are made of, and room for threads.
    let bytes = |part: &Part| estimate::part_bytes(space, *part, options);
    let packed = parts.iter().map(bytes).max().unwrap_or(0);
    let threads = rayon::current_num_threads() as u64;
    let packing = if options.compact { 0 } else { packing_bytes(game, threads) };
    let memory =
        (layer + sliding).max(2 * layer) + 2 * packed + move_bytes(space) + packing + (256 << 20);
    let times = parts.iter().map(|p| Duration::from_nanos(p.work(space, options.compact)));
    Needs {
        positions: parts.iter().map(|p| p.positions(space)).sum(),
        memory,
        disk: parts.iter().map(bytes).sum(),
        set_up: Duration::from_nanos(estimate::set_up(space)),
        times: times.collect(),
    }
}

/// Refuses games that are too large for the solver, whatever the machine.
pub fn check_solvable(space: &Space) -> Result<(), TooLarge> {
    check_classes(space)
}

fn layer_bytes(space: &Space) -> u64 {
    let bits = space.free().max(9);
    ((space.blocks() as u64) << (bits - 3)) * u64::from(planes(space.game().captures()))
}

/// Solves a game into a folder, going on from what is finished there. A game that shares the tables
/// of another one has that one solved: see [`tables_game`].
pub fn solve(
    game: &Game,
    tables: &Path,
    options: SolveOptions,
    progress: &dyn Progress,
) -> Result<Solved, SolveError> {
    solve_space(&Arc::new(Space::new(&tables_game(game))?), tables, options, progress)
}

/// The same for a game whose index space is at hand. The game must have tables of its own: see
/// [`tables_game`].
pub fn solve_space(
    space: &Arc<Space>,
    tables: &Path,
    options: SolveOptions,
    progress: &dyn Progress,
) -> Result<Solved, SolveError> {
    let game = space.game();
    let store = Store::new(game, tables);
    if store.game().name() != game.name() {
        return solve(store.game(), tables, options, progress);
    }
    check_classes(space)?;
    store.create()?;
    let _lock = store.lock()?;
    let manifest = match store.manifest() {
        Ok(manifest) if manifest.compact != options.compact => {
            return Err(SolveError::OtherKind {
                folder: store.directory().display().to_string(),
                found: if manifest.compact { "compact" } else { "not compact" },
            });
        }
        Ok(manifest) => manifest,
        Err(TableError::Missing { .. }) => Manifest::new(game, options.compact),
        Err(error) => return Err(error.into()),
    };
    let run = Run { space, store, options, progress, manifest, solved: 0, times: Times::default() };
    match planes(game.captures()) {
        2 => run.run::<2>(),
        3 => run.run::<3>(),
        4 => run.run::<4>(),
        _ => run.run::<5>(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;
    use crate::manifest::TableFileInfo;
    use crate::testing::{Folder, small_games};

    /// Stops after a number of reports.
    struct Stopping {
        left: AtomicUsize,
    }

    impl Progress for Stopping {
        fn begin(&self, _: u64, _: u64) {}
        fn start(&self, _: Part) {}
        fn advance(&self, _: u64) {
            let _ = self.left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1));
        }
        fn finish(&self, _: Part, _: u64) {}
        fn is_stopped(&self) -> bool {
            self.left.load(Relaxed) == 0
        }
    }

    #[test]
    fn what_was_stopped_goes_on_and_ends_the_same() {
        for (number, game) in small_games(4, 7..=8, 703).into_iter().enumerate() {
            let options = SolveOptions { compact: number % 2 == 1 };
            let (whole, pieces) = (Folder::new(), Folder::new());
            let expected = solve(&game, whole.path(), options, &Quiet).unwrap().manifest;
            let mut stops = 0;
            let found = loop {
                let progress = Stopping { left: AtomicUsize::new(2 + 7 * stops) };
                match solve(&game, pieces.path(), options, &progress) {
                    Ok(solved) => break solved.manifest,
                    Err(SolveError::Stopped) => stops += 1,
                    Err(error) => panic!("{error}"),
                }
            };
            assert!(stops > 1, "{stops}");
            let files = |manifest: &Manifest| -> Vec<TableFileInfo> {
                manifest.parts.iter().flat_map(|part| part.files.clone()).collect()
            };
            assert_eq!(format!("{:?}", files(&found)), format!("{:?}", files(&expected)));
        }
    }
}
