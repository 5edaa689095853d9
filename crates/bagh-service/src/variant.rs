//! A game with a number of captures to win: its tables, as far as they are there, and what is
//! being done about the rest.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bagh::Game;
use bagh_tables::{Manifest, Store, TableError, Tables};
use tokio::sync::OnceCell;

use crate::counts::{Rows, Scan};
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

/// A game with a number of captures to win.
pub struct Variant {
    game: Game,
    built_in: bool,
    place: Place,
    tables: Mutex<Option<Arc<Tables>>>,
    work: Mutex<Work>,
    counted: [OnceCell<Rows>; Scan::ALL.len()],
    may_write: AtomicBool,
}

impl Variant {
    /// A game whose tables are in this place, or will be.
    pub fn new(game: Game, built_in: bool, place: Place) -> Variant {
        Variant {
            game,
            built_in,
            place,
            tables: Mutex::default(),
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

    /// The tables, if any part of them is there. Parts that are finished later are found, too.
    pub fn tables(&self) -> Result<Option<Arc<Tables>>, TableError> {
        let mut tables = lock(&self.tables);
        if tables.is_none() {
            *tables = match self.place.open(&self.game) {
                Ok(tables) => Some(Arc::new(tables)),
                Err(TableError::Missing { .. }) => None,
                Err(error) => return Err(error),
            };
        }
        Ok(tables.clone())
    }

    /// Whether the tables are on another machine.
    pub fn is_remote(&self) -> bool {
        self.place.remote().is_some()
    }

    /// The tables opened anew, if they are elsewhere and were replaced since these were opened:
    /// the manifest is read again.
    pub fn renewed(&self, old: &Arc<Tables>) -> Result<Option<Arc<Tables>>, TableError> {
        if !self.is_remote() || self.store().fresh_manifest()? == *old.manifest() {
            return Ok(None);
        }
        let new = Arc::new(self.place.open(&self.game)?);
        *lock(&self.tables) = Some(new.clone());
        Ok(Some(new))
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

/// A lock on plain data, which no panic can leave half changed.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
