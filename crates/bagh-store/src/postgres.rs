//! PostgreSQL: many nodes write, each in batches.

use std::time::Duration;

use async_trait::async_trait;
use deadpool_postgres::{Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime};
use futures_util::future::join_all;
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio_postgres::Config;
use tokio_postgres::types::{IsNull, ToSql, Type, private::BytesMut, to_sql_checked};

use crate::database::{Append, Changed, Database, Tx, Work};
use crate::error::StoreError;
use crate::hints::{self, Outbox};
use crate::tls::Address;
use crate::value::{self, Row, Value};

/// Migrations in order. To change the schema, add one; never edit one that was released.
const MIGRATIONS: &[&str] = &[
    include_str!("../migrations/postgres/0001.sql"),
    include_str!("../migrations/postgres/0002.sql"),
    include_str!("../migrations/postgres/0003.sql"),
    include_str!("../migrations/postgres/0004.sql"),
    include_str!("../migrations/postgres/0005.sql"),
    include_str!("../migrations/postgres/0006.sql"),
    include_str!("../migrations/postgres/0007.sql"),
    include_str!("../migrations/postgres/0008.sql"),
    include_str!("../migrations/postgres/0009.sql"),
];
/// The advisory lock that nodes which start together take turns by.
const MIGRATION_LOCK: i64 = 0x6261_6768;
const CONNECTIONS: usize = 16;
/// Appends that wait for the next batch.
const QUEUE: usize = 1024;
const BATCH: usize = 256;
/// Batches under way at the same time: one commits while the next one is sent.
const WRITERS: usize = 2;
/// Hints that wait to be sent, or to be heard.
pub(crate) const HINTS: usize = 4096;

type Job = (Append, oneshot::Sender<Result<(), StoreError>>);

/// A connection pool, and the tasks that append and listen.
pub(crate) struct Postgres {
    pool: Pool,
    writers: Vec<mpsc::Sender<Job>>,
    hints: Outbox,
    changes: broadcast::Sender<Changed>,
}

impl Postgres {
    /// Connects, and brings the schema up to date.
    pub(crate) async fn open(url: &str) -> Result<Postgres, StoreError> {
        let address = Address::parse(url)?;
        let tls = address.connector()?;
        let config = configured(address.config.clone());
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let pool = Pool::builder(Manager::from_config(config.clone(), tls.clone(), recycling))
            .max_size(CONNECTIONS)
            .wait_timeout(Some(Duration::from_secs(5)))
            .create_timeout(Some(Duration::from_secs(5)))
            .runtime(Runtime::Tokio1)
            .build()
            .map_err(|e| StoreError::Address(e.to_string()))?;
        let first = pool.get().await.map_err(|e| address.explain(e.into()));
        let mut first = first?;
        migrate(&mut first).await?;
        let setting = first.query_one("SHOW synchronous_commit", &[]).await?;
        if let Some(warning) = loses_moves(setting.get(0)) {
            tracing::warn!("{warning}");
        }
        drop(first);
        let changes = broadcast::channel(HINTS).0;
        let hints = Outbox::open(pool.clone());
        tokio::spawn(hints::listen(config, tls, changes.clone()));
        let writers = (0..WRITERS)
            .map(|_| {
                let (sender, jobs) = mpsc::channel(QUEUE);
                tokio::spawn(append_in_batches(pool.clone(), jobs, hints.clone()));
                sender
            })
            .collect();
        Ok(Postgres { pool, writers, hints, changes })
    }
}

/// The settings of connections, where the address does not name them. A connection that a router
/// or a server has forgotten is noticed within seconds, not after the two hours of the system.
fn configured(mut config: Config) -> Config {
    config.application_name("bagh");
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(Duration::from_secs(5));
    }
    // An address that does not name the time has the system's.
    if config.get_keepalives_idle() == Config::new().get_keepalives_idle() {
        config.keepalives_idle(Duration::from_secs(30));
    }
    if config.get_keepalives_interval().is_none() {
        config.keepalives_interval(Duration::from_secs(5));
    }
    if config.get_keepalives_retries().is_none() {
        config.keepalives_retries(3);
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(Duration::from_secs(10));
    }
    config
}

/// What to say of a server that acknowledges moves before they are on its disk.
fn loses_moves(synchronous_commit: &str) -> Option<&'static str> {
    (synchronous_commit == "off").then_some(
        "synchronous_commit: found off, expected on; moves that were acknowledged are lost when \
         the server crashes: ALTER DATABASE … SET synchronous_commit = on",
    )
}

async fn migrate(client: &mut Object) -> Result<(), StoreError> {
    let transaction = client.transaction().await?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&MIGRATION_LOCK]).await?;
    transaction
        .batch_execute("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
        .await?;
    let row = transaction.query_one("SELECT coalesce(max(version), 0) FROM schema_version", &[]);
    let version = usize::try_from(row.await?.get::<_, i64>(0)).unwrap_or(usize::MAX);
    let Some(missing) = MIGRATIONS.get(version..) else {
        return Err(StoreError::Address(format!(
            "schema version: found {version}, expected at most {}; use a newer bagh",
            MIGRATIONS.len()
        )));
    };
    for (migration, number) in missing.iter().zip(version as i64 + 1..) {
        transaction.batch_execute(migration).await?;
        transaction.execute("INSERT INTO schema_version VALUES ($1)", &[&number]).await?;
    }
    transaction.commit().await?;
    Ok(())
}

const CREATE: &str = "\
    WITH changed AS ( \
        INSERT INTO games (id, last, tiger, goat, updated, ply, turn, deadline, outcome, reason, \
            to_rate, game, setup, rated, created) \
        SELECT $1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $15, $16, $17, $18 WHERE $2::bigint = 0 \
        ON CONFLICT (id) DO NOTHING RETURNING id) \
    INSERT INTO events (game, number, body) \
    SELECT changed.id, e.number, e.body FROM changed, unnest($13::bigint[], $14::text[]) AS e (number, body)";

const CHANGE: &str = "\
    WITH changed AS ( \
        UPDATE games SET last = $3, tiger = $4, goat = $5, updated = $6, ply = $7, turn = $8, \
            deadline = $9, lease = NULL, outcome = $10, reason = $11, to_rate = $12 \
        WHERE id = $1 AND last = $2 RETURNING id) \
    INSERT INTO events (game, number, body) \
    SELECT changed.id, e.number, e.body FROM changed, unnest($13::bigint[], $14::text[]) AS e (number, body)";

/// Takes what waits and sends it in one transaction, without waiting for one answer before the
/// next statement leaves. Answers once that has committed.
async fn append_in_batches(pool: Pool, mut jobs: mpsc::Receiver<Job>, hints: Outbox) {
    let mut batch = Vec::with_capacity(BATCH);
    while jobs.recv_many(&mut batch, BATCH).await > 0 {
        // Nodes lock the rows of games in the same order, so that they cannot lock each other out.
        batch.sort_by(|(a, _), (b, _)| (&a.row.id, a.after).cmp(&(&b.row.id, b.after)));
        let (appends, answers): (Vec<Append>, Vec<_>) = batch.drain(..).unzip();
        let results = match append_batch(&pool, &appends).await {
            Ok(results) => results,
            // One that cannot be stored must not take the others along.
            Err(error) if appends.len() > 1 => {
                tracing::warn!(%error, "a batch of appends failed; trying them one by one");
                let mut results = Vec::new();
                for append in &appends {
                    let alone = append_batch(&pool, std::slice::from_ref(append)).await;
                    results.push(alone.and_then(|mut one| one.remove(0)));
                }
                results
            }
            Err(error) => vec![Err(error)],
        };
        for ((append, answer), result) in appends.into_iter().zip(answers).zip(results) {
            if result.is_ok() {
                hints.send(Changed::by(&append));
            }
            let _ = answer.send(result);
        }
    }
}

async fn append_batch(
    pool: &Pool,
    appends: &[Append],
) -> Result<Vec<Result<(), StoreError>>, StoreError> {
    let mut client = pool.get().await?;
    let create = client.prepare_cached(CREATE).await?;
    let change = client.prepare_cached(CHANGE).await?;
    let transaction = client.transaction().await?;
    let sent = appends.iter().map(async |append| {
        let row = &append.row;
        let values = row.changing_values();
        let numbers: Vec<i64> = append.events.iter().map(|e| e.number.into()).collect();
        let bodies =
            append.events.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
        let (id, after) = (Value::from(&row.id), Value::from(append.after));
        let mut args: Vec<&(dyn ToSql + Sync)> = vec![&id, &after];
        args.extend(values.iter().map(|value| value as &(dyn ToSql + Sync)));
        args.extend([&numbers as &(dyn ToSql + Sync), &bodies]);
        let fixed = row.fixed_values();
        let statement = if append.after == 0 {
            args.extend(fixed.iter().map(|value| value as &(dyn ToSql + Sync)));
            &create
        } else {
            &change
        };
        let changed = transaction.execute(statement, &args).await?;
        Ok::<_, StoreError>(if changed == 0 { Err(StoreError::Conflict) } else { Ok(()) })
    });
    let results = join_all(sent).await.into_iter().collect::<Result<Vec<_>, StoreError>>()?;
    transaction.commit().await?;
    Ok(results)
}

#[async_trait]
impl Database for Postgres {
    fn name(&self) -> &'static str {
        "postgres"
    }

    async fn write(&self, work: Work) -> Result<(), StoreError> {
        let mut client = self.pool.get().await?;
        let transaction = client.transaction().await?;
        let mut tx = PostgresTx { transaction };
        work(&mut tx).await?;
        tx.transaction.commit().await?;
        Ok(())
    }

    async fn read(&self, work: Work) -> Result<(), StoreError> {
        let mut client = self.pool.get().await?;
        let transaction = client
            .build_transaction()
            .isolation_level(deadpool_postgres::tokio_postgres::IsolationLevel::RepeatableRead)
            .read_only(true)
            .start()
            .await?;
        work(&mut PostgresTx { transaction }).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        let (answer, answered) = oneshot::channel();
        // Appends to one game keep their order.
        let writer = blake3::hash(append.row.id.as_str().as_bytes()).as_bytes()[0];
        let writer = &self.writers[usize::from(writer) % self.writers.len()];
        let gone = || StoreError::Unavailable("the writer has stopped".to_owned());
        writer.send((append, answer)).await.map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }

    fn hint(&self, changed: Changed) {
        self.hints.send(changed);
    }

    fn changes(&self) -> broadcast::Receiver<Changed> {
        self.changes.subscribe()
    }
}

struct PostgresTx<'c> {
    transaction: deadpool_postgres::Transaction<'c>,
}

#[async_trait]
impl Tx for PostgresTx<'_> {
    async fn query(&mut self, sql: &str, args: &[Value]) -> Result<Vec<Row>, StoreError> {
        value::check(args)?;
        let statement = self.transaction.prepare_cached(sql).await?;
        let args: Vec<&(dyn ToSql + Sync)> = args.iter().map(|a| a as _).collect();
        let rows = self.transaction.query(&statement, &args).await?;
        rows.iter()
            .map(|row| {
                (0..row.len()).map(|i| read_value(row, i)).collect::<Result<_, _>>().map(Row)
            })
            .collect()
    }

    async fn execute(&mut self, sql: &str, args: &[Value]) -> Result<u64, StoreError> {
        value::check(args)?;
        let statement = self.transaction.prepare_cached(sql).await?;
        let args: Vec<&(dyn ToSql + Sync)> = args.iter().map(|a| a as _).collect();
        Ok(self.transaction.execute(&statement, &args).await?)
    }

    async fn take_turns(&mut self, words: &str) -> Result<(), StoreError> {
        let hash = *blake3::hash(words.as_bytes()).as_bytes();
        let key = i64::from_le_bytes(*hash.first_chunk().expect("a hash has 32 bytes"));
        let statement = self.transaction.prepare_cached("SELECT pg_advisory_xact_lock($1)").await?;
        self.transaction.execute(&statement, &[&key]).await?;
        Ok(())
    }

    fn skip_locked(&self) -> &'static str {
        "FOR UPDATE SKIP LOCKED"
    }

    fn for_update(&self) -> &'static str {
        "FOR UPDATE"
    }

    fn for_key_share(&self) -> &'static str {
        "FOR KEY SHARE"
    }
}

fn read_value(row: &tokio_postgres::Row, column: usize) -> Result<Value, StoreError> {
    let kind = row.columns()[column].type_();
    Ok(match *kind {
        Type::BOOL => row.try_get::<_, Option<bool>>(column)?.into(),
        Type::INT8 => row.try_get::<_, Option<i64>>(column)?.map_or(Value::Null, Value::Int),
        Type::FLOAT8 => row.try_get::<_, Option<f64>>(column)?.into(),
        Type::TEXT => row.try_get::<_, Option<String>>(column)?.into(),
        _ => return Err(StoreError::Corrupt(format!("a column of type {kind}"))),
    })
}

impl ToSql for Value {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Bool(flag) => flag.to_sql(kind, out),
            Value::Int(number) => number.to_sql(kind, out),
            Value::Real(number) => number.to_sql(kind, out),
            Value::Text(text) => text.to_sql(kind, out),
        }
    }

    fn accepts(kind: &Type) -> bool {
        matches!(*kind, Type::BOOL | Type::INT8 | Type::FLOAT8 | Type::TEXT)
    }

    to_sql_checked!();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_may_lose_moves_is_named() {
        assert!(loses_moves("off").is_some_and(|warning| warning.contains("synchronous_commit")));
        for safe in ["on", "local", "remote_write", "remote_apply"] {
            assert_eq!(loses_moves(safe), None);
        }
    }

    #[test]
    fn dead_connections_are_noticed_soon_unless_the_address_says_otherwise() {
        let of = |address: &str| configured(address.parse().unwrap());
        let config = of("postgres://bagh@host/bagh");
        assert_eq!(config.get_keepalives_idle(), Duration::from_secs(30));
        assert_eq!(config.get_tcp_user_timeout(), Some(&Duration::from_secs(10)));
        let config = of("postgres://bagh@host/bagh?keepalives_idle=60&tcp_user_timeout=20000");
        assert_eq!(config.get_keepalives_idle(), Duration::from_secs(60));
        assert_eq!(config.get_tcp_user_timeout(), Some(&Duration::from_secs(20_000)));
    }
}
