//! Solving in the background what is not solved yet.

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use bagh::Game;
use bagh_tables::{Part, Progress, Quiet, SolveError, SolveOptions, TableError, solve};

use crate::catalogue::Catalogue;
use crate::counts::{self, Scan};
use crate::error::without_folders;
use crate::settings::Settings;
use crate::tracker::Tracker;
use crate::variant::{Variant, Work};

/// The built-in games that are solved unasked, in order of usefulness. Board files come after the
/// first two; the others are small.
const FIRST: [&str; 2] = ["bagh-chal", "aadu-puli"];
const LAST: [&str; 3] = ["kaooa", "len-choa", "pulijudamu"];

/// How long to wait for another program that is solving the same game.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// Watches over the solving: knows how much room there is, and reports to the operator.
pub trait Overseer: Send + Sync {
    /// Why this game cannot be solved here, if it cannot: memory or disk are lacking.
    fn lacking(&self, game: &Game, tables: &Path) -> Option<String> {
        let _ = (game, tables);
        None
    }

    /// A solve begins: who hears of its progress?
    fn begin(&self, game: &Game) -> Box<dyn Progress> {
        let _ = game;
        Box::new(Quiet)
    }

    /// A solve has ended, or cannot begin.
    fn end(&self, game: &Game, result: Result<(), &str>) {
        let _ = (game, result);
    }
}

/// An overseer for whom there is always room, and which reports nothing.
pub struct Unwatched;

impl Overseer for Unwatched {}

/// The games to solve, in order of usefulness.
pub fn queue(catalogue: &Catalogue, settings: &Settings) -> Vec<Arc<Variant>> {
    let names = |names: &[&str]| {
        names.iter().filter_map(|name| catalogue.variant(name, None).ok()).collect::<Vec<_>>()
    };
    let also = settings.also.iter();
    let also = also.filter_map(|g| catalogue.variant(g.name(), Some(g.captures())).ok());
    let boards = settings.boards.iter();
    let boards = boards.filter_map(|b| catalogue.variant(b.game.name(), None).ok());
    let mut queue = names(&FIRST);
    queue.extend(also);
    queue.extend(boards);
    queue.extend(names(&LAST));
    let mut unique: Vec<Arc<Variant>> = Vec::new();
    for variant in queue {
        if !unique.iter().any(|v| Arc::ptr_eq(v, &variant)) {
            unique.push(variant);
        }
    }
    unique
}

/// Solves the games one after the other, in a thread of its own. It ends with the program: what
/// is finished is kept, and the next solve goes on from there.
pub fn start(
    queue: Vec<Arc<Variant>>,
    settings: &Settings,
    overseer: Arc<dyn Overseer>,
) -> std::io::Result<()> {
    for variant in &queue {
        variant.set_work(Work::Waiting);
        variant.let_write();
    }
    let (folder, threads) = (settings.tables.clone(), settings.threads);
    let work = move || {
        for variant in &queue {
            let work = match one(variant, &folder, threads, overseer.as_ref()) {
                Ok(()) => Work::Done,
                Err(why) => {
                    overseer.end(variant.game(), Err(&why.for_people));
                    Work::Failed(why.for_all)
                }
            };
            variant.set_work(work);
        }
        // Counts that would keep the first client waiting; where one fails, its request says why.
        for variant in &queue {
            for scan in Scan::ALL {
                if let Ok(Some(rows)) = counts::count(variant, scan) {
                    let _ = variant.counted(scan).set(rows);
                }
            }
        }
    };
    thread::Builder::new().name("solver".to_owned()).spawn(work).map(drop)
}

/// Why a game is not solved.
struct Why {
    /// With the folders of this machine.
    for_people: String,
    /// Without.
    for_all: String,
}

impl From<String> for Why {
    fn from(text: String) -> Why {
        Why { for_people: text.clone(), for_all: text }
    }
}

impl From<TableError> for Why {
    fn from(error: TableError) -> Why {
        Why { for_people: error.to_string(), for_all: without_folders(&error) }
    }
}

/// Makes the tables of one game whole.
fn one(
    variant: &Variant,
    folder: &Path,
    threads: Option<usize>,
    overseer: &dyn Overseer,
) -> Result<(), Why> {
    let game = variant.game();
    loop {
        let status = variant.store().status()?;
        if status.is_whole() {
            return Ok(());
        }
        if let Some(lacking) = overseer.lacking(game, folder) {
            return Err(lacking.into());
        }
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.unwrap_or(0)) // One for each processor.
            .thread_name(|number| format!("solver-{number}"))
            .build()
            .map_err(|error| error.to_string())?;
        let tracker = Arc::new(Tracker::default());
        variant.set_work(Work::Solving(tracker.clone()));
        // Tables that were begun compact go on so.
        let options = SolveOptions { compact: status.manifest().is_some_and(|m| m.compact) };
        let solved = {
            let both = Both { tracker: &tracker, told: overseer.begin(game) };
            pool.install(|| solve(game, folder, options, &both))
        };
        match solved {
            Ok(_) => {
                overseer.end(game, Ok(()));
                return Ok(());
            }
            Err(SolveError::Table(TableError::Locked { .. })) => {
                variant.set_work(Work::Elsewhere);
                thread::sleep(LOOK_AGAIN);
            }
            Err(SolveError::Table(error)) => return Err(error.into()),
            Err(error) => return Err(error.to_string().into()),
        }
    }
}

/// Progress for the page and for the terminal.
struct Both<'a> {
    tracker: &'a Tracker,
    told: Box<dyn Progress>,
}

impl Progress for Both<'_> {
    fn begin(&self, work: u64, done_before: u64) {
        self.tracker.begin(work, done_before);
        self.told.begin(work, done_before);
    }

    fn start(&self, part: Part) {
        self.tracker.start(part);
        self.told.start(part);
    }

    fn advance(&self, work: u64) {
        self.tracker.advance(work);
        self.told.advance(work);
    }

    fn finish(&self, part: Part, bytes: u64) {
        self.tracker.finish(part, bytes);
        self.told.finish(part, bytes);
    }
}
