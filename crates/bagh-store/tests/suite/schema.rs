//! Databases of older and newer versions.

use std::path::Path;

use bagh_store::{Store, StoreError};
use tokio_postgres::NoTls;

use crate::table::{Table, blitz, game_id, player};

/// Rows that a database of the first version had.
const ROWS: &str = "INSERT INTO accounts (id, created, seen) VALUES ('old', 5, 6); \
                    INSERT INTO nodes (id, alive) VALUES ('n', 7); \
                    INSERT INTO games (id, last, tiger, goat, game, setup, rated, created, \
                        updated, ply, turn, to_rate) \
                    VALUES ('asleep', 1, 'a', 'b', 'bagh-chal', '{}', FALSE, 8, 8, 0, 'goat', FALSE);";

/// What was there before the upgrade is there, and what is new works.
async fn is_up_to_date(store: &Store) {
    let account = store.account(&player("old")).await.unwrap().unwrap();
    assert_eq!((account.created, account.seen, account.bot), (5, 6, false));
    assert_eq!(store.last_alive().await.unwrap(), Some(7));
    assert_eq!(store.here_elsewhere("other", 0).await.unwrap(), 0);
    assert_eq!(store.passkeys_of(&player("old")).await.unwrap(), []);
    assert_eq!(store.marks_of(&player("old")).await.unwrap(), []);
    assert_eq!(store.outages(0).await.unwrap(), []);
    // A game without a clock ends at some time.
    assert_eq!(store.take_due(8 + 14 * 86_400_000, 1, 9).await.unwrap(), [game_id("asleep")]);
    Table::new(store, "new", blitz(), 0).await;
}

fn is_too_new(opened: Result<Store, StoreError>) {
    match opened {
        Err(StoreError::Address(message)) => {
            assert!(message.starts_with("schema version: found 1000, expected at most"));
            assert!(message.contains("newer bagh"), "{message}");
        }
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("a newer schema was opened"),
    }
}

pub async fn sqlite(folder: &Path) {
    let path = folder.join("schema.db");
    let connection = rusqlite::Connection::open(&path).unwrap();
    let sql = include_str!("../../migrations/sqlite/0001.sql");
    connection.execute_batch(&format!("{sql}; {ROWS}")).unwrap();
    connection.pragma_update(None, "user_version", 1).unwrap();
    is_up_to_date(&Store::open_file(&path).await.unwrap()).await;
    connection.pragma_update(None, "user_version", 1_000).unwrap();
    is_too_new(Store::open_file(&path).await);
}

pub async fn postgres(address: &str) {
    let (client, connection) = tokio_postgres::connect(address, NoTls).await.unwrap();
    tokio::spawn(connection);
    let sql = include_str!("../../migrations/postgres/0001.sql");
    let version = "CREATE TABLE schema_version (version BIGINT NOT NULL); \
                   INSERT INTO schema_version VALUES (1)";
    client.batch_execute(&format!("{sql}; {ROWS} {version}")).await.unwrap();
    is_up_to_date(&Store::open(address).await.unwrap()).await;
    client.batch_execute("INSERT INTO schema_version VALUES (1000)").await.unwrap();
    is_too_new(Store::open(address).await);
}
