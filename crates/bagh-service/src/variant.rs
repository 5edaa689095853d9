//! A game with a number of captures to win: its tables, as far as they are there, and what is
//! being done about the rest.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bagh::Game;
use bagh_tables::{Manifest, Store, TableError, Tables, folder_name};
use tokio::sync::OnceCell;

use crate::counts::{Rows, Scan};
use crate::host_workers::HostWorkers;
use crate::place::Place;
use crate::tracker::Tracker;

/// What is done about tables that are not whole.
#[derive(Clone, Debug, Default)]
pub enum Work {
    /// Nothing: solving it was not requested.
    #[default]
    None,
    /// Its turn will come.
    Waiting,
    /// They are being made.
    Solving(Arc<Tracker>),
    /// Another program is making them.
    Elsewhere,
    /// They are whole.
    Done,
    /// It was tried, and could not be done.
    Failed(String),
}

/// Tables that are open.
#[derive(Clone)]
struct Opened {
    tables: Arc<Tables>,
    /// When they were opened, or when that was last tried again.
    at: Instant,
}

/// The least time between two requests for the manifest on another machine.
const COMPARE_AGAIN: Duration = Duration::from_secs(2);
/// The least time until tables whose plies could not be read are opened anew.
const OPEN_AGAIN: Duration = Duration::from_secs(5);

/// A game with a number of captures to win.
pub struct Variant {
    game: Game,
    built_in: bool,
    place: Place,
    /// Who waits for the host of its tables, if they are on another machine.
    host: Option<Arc<HostWorkers>>,
    tables: Mutex<Option<Opened>>,
    /// Held while tables are opened: others wait for that.
    opens: Mutex<()>,
    /// When tables on another machine were last compared with the manifest there, since they did
    /// not fit. Held meanwhile.
    compared: Mutex<Option<Instant>>,
    work: Mutex<Work>,
    counted: [OnceCell<Rows>; Scan::ALL.len()],
    may_write: AtomicBool,
}

impl Variant {
    /// A game whose tables are in this place, or will be.
    pub fn new(
        game: Game,
        built_in: bool,
        place: Place,
        host: Option<Arc<HostWorkers>>,
    ) -> Variant {
        Variant {
            game,
            built_in,
            place,
            host,
            tables: Mutex::default(),
            opens: Mutex::default(),
            compared: Mutex::default(),
            work: Mutex::default(),
            counted: Default::default(),
            may_write: AtomicBool::new(false),
        }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whether the program brings the game. If not, its rules may change with its file.
    pub fn is_built_in(&self) -> bool {
        self.built_in
    }

    /// The folder of the tables.
    pub fn store(&self) -> Store {
        self.place.store(&self.game)
    }

    /// Who waits for the host of its tables, if they are on another machine.
    pub fn host(&self) -> Option<&HostWorkers> {
        self.host.as_deref()
    }

    /// The tables, if any part of them is there. Parts that are finished later are found, too.
    pub fn tables(&self) -> Result<Option<Arc<Tables>>, TableError> {
        let opened = lock(&self.tables).clone();
        let old = match opened {
            Some(Opened { tables, at }) if !is_to_be_opened_anew(&tables, at) => {
                return Ok(Some(tables));
            }
            old => old.map(|old| old.tables),
        };
        if let Some(not_at_hand) = self.not_at_hand() {
            return old.map_or(Err(not_at_hand), |old| Ok(Some(old)));
        }
        // Without the other lock, which those take who need only what is open.
        let _one = lock(&self.opens);
        if let Some(Opened { tables, at }) = lock(&self.tables).clone()
            && !is_to_be_opened_anew(&tables, at)
        {
            return Ok(Some(tables));
        }
        if let Some(old) = old {
            // Values are told as long as plies cannot be, and what is at hand stays there.
            let opened = match self.store().plies_manifest() {
                Ok(_) => self.place.open(&self.game),
                Err(error) => Err(error),
            };
            if let Ok(tables) = opened {
                return Ok(Some(self.set_tables(tables)));
            }
            *lock(&self.tables) = Some(Opened { tables: old.clone(), at: Instant::now() });
            return Ok(Some(old));
        }
        match self.place.open(&self.game) {
            Ok(tables) => Ok(Some(self.set_tables(tables))),
            Err(TableError::Missing { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn set_tables(&self, tables: Tables) -> Arc<Tables> {
        if let Some(error) = tables.plies_trouble() {
            tracing::warn!(%error, "plies cannot be read; values are told without them");
        }
        let tables = Arc::new(tables);
        *lock(&self.tables) = Some(Opened { tables: tables.clone(), at: Instant::now() });
        tables
    }

    /// Whether answers lack plies that there may be.
    pub fn lacks_plies(&self) -> bool {
        let opened = lock(&self.tables);
        opened.as_ref().is_some_and(|opened| opened.tables.plies_trouble().is_some())
    }

    /// The error of those who must not wait for the host, where there is one.
    fn not_at_hand(&self) -> Option<TableError> {
        self.place.remote()?.not_at_hand(&folder_name(&self.game))
    }

    /// Whether the tables are on another machine.
    pub fn is_remote(&self) -> bool {
        self.place.remote().is_some()
    }

    /// The tables opened anew, if they are elsewhere and were replaced since these were opened.
    /// If these do not fit what is there (`differ`), the manifest is asked for again; otherwise the
    /// one that was asked for a minute ago at most is good enough.
    pub fn renewed(
        &self,
        old: &Arc<Tables>,
        differ: bool,
    ) -> Result<Option<Arc<Tables>>, TableError> {
        if !self.is_remote() {
            return Ok(None);
        }
        let newer = || {
            let opened = lock(&self.tables);
            opened.as_ref().map(|now| now.tables.clone()).filter(|now| !Arc::ptr_eq(now, old))
        };
        if let Some(newer) = newer() {
            return Ok(Some(newer));
        }
        let manifest = match differ {
            true => self.fresh_manifest()?,
            false => Some(self.store().manifest()?),
        };
        if manifest.is_none_or(|manifest| manifest == *old.manifest()) {
            return Ok(newer());
        }
        if let Some(not_at_hand) = self.not_at_hand() {
            return Err(not_at_hand);
        }
        let _one = lock(&self.opens);
        match newer() {
            Some(newer) => Ok(Some(newer)),
            None => Ok(Some(self.set_tables(self.place.open(&self.game)?))),
        }
    }

    /// The manifest on another machine as it is now; none if it was asked for a moment ago.
    fn fresh_manifest(&self) -> Result<Option<Manifest>, TableError> {
        if let Some(not_at_hand) = self.not_at_hand() {
            return Err(not_at_hand);
        }
        let mut compared = lock(&self.compared);
        if compared.is_some_and(|at| at.elapsed() < COMPARE_AGAIN) {
            return Ok(None);
        }
        let manifest = self.store().fresh_manifest();
        *compared = Some(Instant::now());
        manifest.map(Some)
    }

    /// What is finished at this moment.
    pub fn manifest(&self) -> Result<Option<Manifest>, TableError> {
        match self.store().manifest() {
            Ok(manifest) => Ok(Some(manifest)),
            Err(TableError::Missing { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// What was counted of it, once it is.
    pub fn counted(&self, scan: Scan) -> &OnceCell<Rows> {
        &self.counted[scan as usize]
    }

    /// Whether files may be put beside the tables: only where the service solves.
    pub fn may_write(&self) -> bool {
        self.may_write.load(Relaxed)
    }

    /// Lets files be put beside the tables.
    pub fn let_write(&self) {
        self.may_write.store(true, Relaxed);
    }

    /// What is being done.
    pub fn work(&self) -> Work {
        lock(&self.work).clone()
    }

    /// Notes what is being done.
    pub fn set_work(&self, work: Work) {
        *lock(&self.work) = work;
    }
}

/// Whether tables that are open are to be opened anew: their plies could not be read, which may
/// have passed.
fn is_to_be_opened_anew(tables: &Tables, at: Instant) -> bool {
    tables.plies_trouble().is_some() && at.elapsed() >= OPEN_AGAIN
}

/// A lock on plain data, which no panic can leave half changed.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
