//! SQLite: one thread writes, a few connections read.

use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OpenFlags, ToSql, params_from_iter};
use tokio::sync::{Semaphore, broadcast, mpsc, oneshot};

use crate::database::{Append, Changed, Database, Tx, Work};
use crate::error::StoreError;
use crate::games;
use crate::value::{self, Row, Value};

/// Migrations in order. To change the schema, add one; never edit one that was released.
const MIGRATIONS: &[&str] = &[
    include_str!("../migrations/sqlite/0001.sql"),
    include_str!("../migrations/sqlite/0002.sql"),
    include_str!("../migrations/sqlite/0003.sql"),
    include_str!("../migrations/sqlite/0004.sql"),
    include_str!("../migrations/sqlite/0005.sql"),
    include_str!("../migrations/sqlite/0006.sql"),
    include_str!("../migrations/sqlite/0007.sql"),
    include_str!("../migrations/sqlite/0008.sql"),
    include_str!("../migrations/sqlite/0009.sql"),
];
/// Writes that wait for the next transaction; more have to wait before they are sent.
const QUEUE: usize = 1024;
/// Writes in one transaction.
const GROUP: usize = 256;
const READERS: usize = 4;
const HINTS: usize = 4096;

type Finish = Box<dyn FnOnce(&Result<(), StoreError>) + Send>;
type Job = Box<dyn FnOnce(&mut Connection) -> Finish + Send>;

/// A database in a file.
pub(crate) struct Sqlite {
    writer: mpsc::Sender<Job>,
    readers: Arc<Mutex<Vec<Connection>>>,
    free: Arc<Semaphore>,
    path: PathBuf,
    changes: broadcast::Sender<Changed>,
}

impl Sqlite {
    /// Opens the file, makes it if there is none, and brings its schema up to date.
    pub(crate) fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let path = &without_links(path)?;
        let mut connection = connect(path, false)?;
        migrate(&mut connection)?;
        let (writer, jobs) = mpsc::channel(QUEUE);
        std::thread::Builder::new()
            .name("sqlite-writer".to_owned())
            .spawn(move || write_in_groups(connection, jobs))
            .map_err(|e| StoreError::Unavailable(e.to_string()))?;
        let readers = (0..READERS).map(|_| connect(path, true)).collect::<Result<_, _>>()?;
        Ok(Sqlite {
            writer,
            readers: Arc::new(Mutex::new(readers)),
            free: Arc::new(Semaphore::new(READERS)),
            path: path.to_owned(),
            changes: broadcast::channel(HINTS).0,
        })
    }
}

fn connect(path: &Path, read_only: bool) -> Result<Connection, StoreError> {
    let access = if read_only {
        OpenFlags::SQLITE_OPEN_READ_ONLY
    } else {
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE
    };
    if !read_only {
        // SQLite gives its other files the same rights.
        bagh_files::open_private(path).map_err(|e| unusable(path, &e))?;
    }
    let flags = access | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let connection = Connection::open_with_flags(path, flags).map_err(|e| unusable(path, &e))?;
    connection.busy_timeout(std::time::Duration::from_secs(10))?;
    if !read_only {
        connection.pragma_update(None, "journal_mode", "WAL")?;
        // With WAL the default would lose the last transactions when power fails.
        connection.pragma_update(None, "synchronous", "FULL")?;
    }
    connection.set_prepared_statement_cache_capacity(128);
    Ok(connection)
}

/// The same file by a path whose folders are no links. A link in the place of the file itself is
/// refused later: in a folder that came from somewhere else it could lead to any database of this
/// user. SQLite, told to follow none, does not tell the two apart.
fn without_links(path: &Path) -> Result<PathBuf, StoreError> {
    let name = path.file_name().ok_or_else(|| {
        StoreError::Address(format!("{}: found a folder, expected a file", path.display()))
    })?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(StoreError::Address(format!(
            "found no folder {}, expected the one that {} goes to; make it first",
            folder.display(),
            path.display()
        )));
    }
    match cfg!(unix) {
        true => Ok(folder.canonicalize().map_err(|error| unusable(folder, &error))?.join(name)),
        // Elsewhere SQLite does not look at links, and long forms of paths are not for it.
        false => Ok(path.to_owned()),
    }
}

fn unusable(path: &Path, error: &dyn std::error::Error) -> StoreError {
    StoreError::Address(format!("{}: {error}", path.display()))
}

fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let version: usize =
        transaction.pragma_query_value(None, "user_version", |row| row.get::<_, u32>(0))? as usize;
    if version > MIGRATIONS.len() {
        return Err(StoreError::Address(format!(
            "schema version: found {version}, expected at most {}; use a newer bagh",
            MIGRATIONS.len()
        )));
    }
    for migration in &MIGRATIONS[version..] {
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "user_version", MIGRATIONS.len() as u32)?;
    transaction.commit()?;
    Ok(())
}

/// Takes what waits, runs it in one transaction, and answers once that is on disk. While the
/// disk is busy the next group gathers, so throughput does not depend on how slow it is.
fn write_in_groups(mut connection: Connection, mut jobs: mpsc::Receiver<Job>) {
    let mut finish: Vec<Finish> = Vec::with_capacity(GROUP);
    while let Some(first) = jobs.blocking_recv() {
        let begun = connection.execute_batch("BEGIN IMMEDIATE").map_err(StoreError::from);
        let mut next = Some(first);
        while let Some(job) = next {
            // Without a transaction a job must not run; it is dropped, and its sender told.
            if begun.is_ok() {
                finish.push(job(&mut connection));
            }
            next = if finish.len() < GROUP { jobs.try_recv().ok() } else { None };
        }
        let done = begun
            .and_then(|()| connection.execute_batch("COMMIT").map_err(StoreError::from))
            .inspect_err(|error| {
                tracing::error!(%error, "a transaction failed");
                let _ = connection.execute_batch("ROLLBACK");
            });
        for finish in finish.drain(..) {
            finish(&done);
        }
    }
}

/// Runs one job of a group, so that its failure does not touch the others.
fn in_savepoint(connection: &mut Connection, work: Work) -> Result<(), StoreError> {
    connection.execute_batch("SAVEPOINT job")?;
    // A panic must not end the thread that all writes go through. What the job has done by then is
    // rolled back below.
    let result = panic::catch_unwind(AssertUnwindSafe(|| {
        // Nothing in it ever waits: the connection answers at once.
        futures_executor::block_on(work(&mut SqliteTx { connection: &mut *connection }))
    }))
    .unwrap_or_else(|_| Err(StoreError::Unavailable("a write panicked".to_owned())));
    if result.is_err() {
        connection.execute_batch("ROLLBACK TO job")?;
    }
    connection.execute_batch("RELEASE job")?;
    result
}

fn gone() -> StoreError {
    StoreError::Unavailable("the writer has stopped".to_owned())
}

#[async_trait]
impl Database for Sqlite {
    fn name(&self) -> &'static str {
        "sqlite"
    }

    async fn write(&self, work: Work) -> Result<(), StoreError> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |connection| {
            let result = in_savepoint(connection, work);
            Box::new(move |committed| {
                let _ = answer.send(committed.clone().and(result));
            })
        });
        self.writer.send(job).await.map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }

    async fn read(&self, work: Work) -> Result<(), StoreError> {
        let permit = self.free.clone().acquire_owned().await.map_err(|_| gone())?;
        let readers = self.readers.clone();
        let path = self.path.clone();
        tokio::task::spawn_blocking(move || {
            let idle = readers.lock().unwrap_or_else(|e| e.into_inner()).pop();
            // A connection is missing only if an earlier read panicked with it.
            let mut connection = idle.map_or_else(|| connect(&path, true), Ok)?;
            connection.execute_batch("BEGIN")?;
            let result =
                futures_executor::block_on(work(&mut SqliteTx { connection: &mut connection }));
            connection.execute_batch("ROLLBACK")?;
            readers.lock().unwrap_or_else(|e| e.into_inner()).push(connection);
            drop(permit);
            result
        })
        .await
        .map_err(|e| StoreError::Unavailable(e.to_string()))?
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        let changed = Changed::by(&append);
        self.write(Box::new(|tx| Box::pin(games::append_to(tx, append)))).await?;
        self.hint(changed);
        Ok(())
    }

    fn hint(&self, changed: Changed) {
        // Without a listener there is no one to tell.
        let _ = self.changes.send(changed);
    }

    fn changes(&self) -> broadcast::Receiver<Changed> {
        self.changes.subscribe()
    }
}

struct SqliteTx<'c> {
    /// Borrowed mutably since a shared borrow of a connection cannot be sent.
    connection: &'c mut Connection,
}

impl SqliteTx<'_> {
    fn rows(&self, sql: &str, args: &[Value]) -> Result<Vec<Row>, StoreError> {
        value::check(args)?;
        let mut statement = self.connection.prepare_cached(&numbered(sql))?;
        let columns = statement.column_count();
        let mut rows = statement.query(params_from_iter(args))?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            found.push(Row((0..columns)
                .map(|i| read_value(row.get_ref(i)?))
                .collect::<Result<_, _>>()?));
        }
        Ok(found)
    }
}

/// Parameters as SQLite numbers them.
fn numbered(sql: &str) -> String {
    sql.replace('$', "?")
}

fn read_value(value: ValueRef<'_>) -> Result<Value, StoreError> {
    Ok(match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => Value::Int(number),
        ValueRef::Real(number) => Value::Real(number),
        ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(_) => return Err(StoreError::Corrupt("a blob".to_owned())),
    })
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Bool(flag) => ValueRef::Integer(i64::from(*flag)),
            Value::Int(number) => ValueRef::Integer(*number),
            Value::Real(number) => ValueRef::Real(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
        }))
    }
}

#[async_trait]
impl Tx for SqliteTx<'_> {
    async fn query(&mut self, sql: &str, args: &[Value]) -> Result<Vec<Row>, StoreError> {
        self.rows(sql, args)
    }

    async fn execute(&mut self, sql: &str, args: &[Value]) -> Result<u64, StoreError> {
        value::check(args)?;
        let mut statement = self.connection.prepare_cached(&numbered(sql))?;
        Ok(statement.execute(params_from_iter(args))? as u64)
    }

    async fn take_turns(&mut self, _: &str) -> Result<(), StoreError> {
        Ok(())
    }

    fn skip_locked(&self) -> &'static str {
        ""
    }

    fn for_update(&self) -> &'static str {
        ""
    }

    fn for_key_share(&self) -> &'static str {
        ""
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_write_that_panics_ends_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let database = Sqlite::open(&folder.path().join("panics.db")).unwrap();
        let count = "INSERT INTO nodes (id, alive) VALUES ($1, 1)";
        let insert = |id: &'static str, panics: bool| {
            database.write(Box::new(move |tx| {
                Box::pin(async move {
                    tx.execute(count, &[Value::from(id)]).await?;
                    assert!(!panics, "this one fails");
                    Ok(())
                })
            }))
        };
        // All in one group.
        let (a, b, c) = tokio::join!(insert("a", false), insert("b", true), insert("c", false));
        assert_eq!((a, c), (Ok(()), Ok(())));
        assert!(matches!(b, Err(StoreError::Unavailable(_))), "{b:?}");
        assert_eq!(insert("d", false).await, Ok(()));
        let connection = Connection::open(&database.path).unwrap();
        let ids = "SELECT group_concat(id, '') FROM (SELECT id FROM nodes ORDER BY id)";
        let ids: String = connection.query_row(ids, [], |row| row.get(0)).unwrap();
        assert_eq!(ids, "acd", "what the one that panicked had written is gone");
    }
}
