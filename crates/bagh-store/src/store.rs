//! The store: what a site does, on either database.

use std::path::Path;
use std::sync::{Arc, Mutex};

use futures_util::future::BoxFuture;
use tokio::sync::broadcast;

use crate::database::{Append, Changed, Database, Tx};
use crate::error::StoreError;
use crate::postgres::Postgres;
use crate::sqlite::Sqlite;

/// A store of online games and the people who play them. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    database: Arc<dyn Database>,
}

impl Store {
    /// Opens the store at an address, `sqlite://FILE` or `postgres://…`, and brings its schema up
    /// to date.
    pub async fn open(address: &str) -> Result<Store, StoreError> {
        if let Some(path) = address.strip_prefix("sqlite://") {
            if path.is_empty() {
                return Err(StoreError::Address(
                    "found no file, expected sqlite://FILE".to_owned(),
                ));
            }
            return Store::open_file(Path::new(path)).await;
        }
        if address.starts_with("postgres://") || address.starts_with("postgresql://") {
            let database = Postgres::open(address).await?;
            return Ok(Store { database: Arc::new(database) });
        }
        // The address may hold a password, so only its beginning is shown.
        let scheme: String = address.chars().take_while(|c| *c != ':').take(20).collect();
        Err(StoreError::Address(format!(
            "found an address that begins with {scheme:?}, expected sqlite://FILE or postgres://USER@HOST/NAME"
        )))
    }

    /// Opens the store at an address as [`Store::open`] does, but does not make a file: where
    /// there is none, the address is wrong.
    pub async fn open_existing(address: &str) -> Result<Store, StoreError> {
        if let Some(path) = address.strip_prefix("sqlite://").filter(|path| !path.is_empty())
            && !Path::new(path).is_file()
        {
            return Err(StoreError::Address(format!(
                "found no file {path}, expected the database of a service that has run"
            )));
        }
        Store::open(address).await
    }

    /// Opens the SQLite store in a file, and makes the file if there is none.
    pub async fn open_file(path: &Path) -> Result<Store, StoreError> {
        let path = path.to_owned();
        let sqlite = tokio::task::spawn_blocking(move || Sqlite::open(&path))
            .await
            .map_err(|e| StoreError::Unavailable(e.to_string()))??;
        Ok(Store { database: Arc::new(sqlite) })
    }

    /// `sqlite` or `postgres`.
    pub fn kind(&self) -> &'static str {
        self.database.name()
    }

    /// Appends events to a log. They are durable when this returns.
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.database.append(append).await
    }

    /// Hints about what has changed, on this node or another. A receiver that falls behind has to
    /// look at everything it is interested in.
    pub fn changes(&self) -> broadcast::Receiver<Changed> {
        self.database.changes()
    }

    pub(crate) fn hint(&self, changed: Changed) {
        self.database.hint(changed);
    }

    /// Does something in a transaction that may write.
    pub(crate) async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'a> FnOnce(&'a mut dyn Tx) -> BoxFuture<'a, Result<T, StoreError>> + Send + 'static,
    {
        let (slot, work) = keep_result(work);
        self.database.write(work).await?;
        take(&slot)
    }

    /// Does something in a transaction that reads.
    pub(crate) async fn read<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: for<'a> FnOnce(&'a mut dyn Tx) -> BoxFuture<'a, Result<T, StoreError>> + Send + 'static,
    {
        let (slot, work) = keep_result(work);
        self.database.read(work).await?;
        take(&slot)
    }
}

type Slot<T> = Arc<Mutex<Option<T>>>;

/// Databases know work without a result; the result is left in a slot.
fn keep_result<T, F>(work: F) -> (Slot<T>, crate::database::Work)
where
    T: Send + 'static,
    F: for<'a> FnOnce(&'a mut dyn Tx) -> BoxFuture<'a, Result<T, StoreError>> + Send + 'static,
{
    let slot: Slot<T> = Arc::default();
    let inside = slot.clone();
    let work: crate::database::Work = Box::new(move |tx| {
        Box::pin(async move {
            let result = work(tx).await?;
            *inside.lock().unwrap_or_else(|e| e.into_inner()) = Some(result);
            Ok(())
        })
    });
    (slot, work)
}

fn take<T>(slot: &Slot<T>) -> Result<T, StoreError> {
    let result = slot.lock().unwrap_or_else(|e| e.into_inner()).take();
    result.ok_or_else(|| StoreError::Unavailable("the transaction gave no result".to_owned()))
}

/// An async block as the work of a transaction.
macro_rules! tx {
    (|$tx:ident| $body:block) => {
        move |$tx: &mut dyn $crate::database::Tx| {
            ::std::boxed::Box::pin(async move { $body }) as ::futures_util::future::BoxFuture<'_, _>
        }
    };
}
pub(crate) use tx;
