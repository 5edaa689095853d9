//! Backups that either database can make and either can restore.

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use crate::database::Tx;
use crate::error::StoreError;
use crate::store::{Store, tx};
use crate::value::{Row, Value, args};

/// The version of the lines of a backup.
pub const DUMP_VERSION: u32 = 1;
/// Rows that are read at a time.
const PAGE: usize = 1_000;

/// A table: its columns, those of the primary key first.
struct Table {
    name: &'static str,
    key: usize,
    columns: &'static [&'static str],
}

impl Table {
    /// How many values a row may have: columns were added since the first backups.
    fn lengths(&self) -> std::ops::RangeInclusive<usize> {
        let added = usize::from(matches!(self.name, "accounts" | MARKS));
        self.columns.len() - added..=self.columns.len()
    }
}

/// What a backup holds. Presence describes a running service and is left out; of the nodes there is
/// one row, [`NODES`].
const TABLES: &[Table] = &[
    Table {
        name: "accounts",
        key: 1,
        columns: &["id", "name", "name_key", "password", "created", "seen", "banned", "bot"],
    },
    Table { name: "recovery_codes", key: 2, columns: &["account", "hash"] },
    Table {
        name: "keys",
        key: 1,
        columns: &["hash", "account", "kind", "label", "created", "expires"],
    },
    Table {
        name: "passkeys",
        key: 1,
        columns: &["id", "account", "public_key", "counter", "label", "created", "used"],
    },
    Table { name: "blocks", key: 2, columns: &["account", "blocked", "created"] },
    Table {
        name: "games",
        key: 1,
        columns: &[
            "id", "last", "tiger", "goat", "game", "setup", "rated", "created", "updated", "ply",
            "turn", "deadline", "outcome", "reason", "to_rate",
        ],
    },
    Table { name: "events", key: 2, columns: &["game", "number", "body"] },
    Table {
        name: "ratings",
        key: 3,
        columns: &[
            "account",
            "game",
            "side",
            "value",
            "deviation",
            "volatility",
            "games",
            "updated",
        ],
    },
    Table {
        name: "rating_history",
        key: 2,
        columns: &["account", "played", "game", "side", "at", "value", "deviation"],
    },
    Table {
        name: MARKS,
        key: 2,
        columns: &[
            "game",
            "side",
            "account",
            "kind",
            "moves",
            "keeping",
            "only_moves",
            "only_found",
            "could_err",
        ],
    },
    Table {
        name: "challenges",
        key: 1,
        columns: &[
            "id",
            "kind",
            "account",
            "opponent",
            "terms",
            "side",
            "rating",
            "range",
            "two_games",
            "rematch_of",
            "created",
            "expires",
            "game",
        ],
    },
    Table { name: OUTAGES, key: 2, columns: &["ended", "begun"] },
];

/// The table of outages, which games in a backup may not have got their time back for yet.
const OUTAGES: &str = "outages";

/// The table of marks. Those of older backups were counted in another way, and are left out: games
/// without a mark are marked when a profile is looked at.
const MARKS: &str = "marks";
/// The table of nodes. A backup has the last sign of life of any of them, so that no clock runs
/// from then until the service is alive on the restored games.
const NODES: &str = "nodes";
/// What a backup calls the node.
const BACKED_UP: &str = "backup";

/// Columns that are flags, which SQLite gives back as numbers.
const FLAGS: [&str; 4] = ["rated", "to_rate", "two_games", "bot"];
/// Columns that are real numbers, which JSON may write without a point.
const REALS: [&str; 5] = ["value", "deviation", "volatility", "rating", "range"];

/// A line of a backup, as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum DumpLine {
    /// The first line.
    Header {
        /// The version.
        bagh_backup: u32,
    },
    /// A row of a table.
    Row {
        /// The table.
        table: String,
        /// Its values, in the order of the columns.
        row: Vec<Value>,
    },
    /// The last line, so that a backup that was cut off is noticed.
    End {
        /// How many rows there were.
        rows: u64,
    },
}

impl Store {
    /// Sends the lines of a backup: one consistent state, taken while the service runs.
    pub async fn dump(&self, lines: mpsc::Sender<DumpLine>) -> Result<u64, StoreError> {
        self.read(tx!(|tx| {
            send(&lines, DumpLine::Header { bagh_backup: DUMP_VERSION }).await?;
            let mut rows = 0;
            for table in TABLES {
                rows += dump_table(tx, table, &lines).await?;
            }
            rows += dump_last_alive(tx, &lines).await?;
            send(&lines, DumpLine::End { rows }).await?;
            Ok(rows)
        }))
        .await
    }

    /// Restores a backup into an empty store: all of it or nothing.
    pub async fn restore(&self, mut lines: mpsc::Receiver<DumpLine>) -> Result<u64, StoreError> {
        self.write(tx!(|tx| {
            for table in TABLES.iter().filter(|table| table.name != OUTAGES) {
                let sql = format!("SELECT count(*) FROM {}", table.name);
                if tx.query(&sql, &[]).await?.first().map_or(Ok(0), |row| row.int(0))? > 0 {
                    return Err(StoreError::NotEmpty);
                }
            }
            // A service without games has nothing to tell of the time that these were in the backup.
            tx.execute("DELETE FROM nodes", &[]).await?;
            tx.execute("DELETE FROM outages", &[]).await?;
            let mut line = 1;
            match lines.recv().await {
                Some(DumpLine::Header { bagh_backup: DUMP_VERSION }) => {}
                _ => return Err(bad(line, format!("expected {{\"bagh_backup\":{DUMP_VERSION}}}"))),
            }
            let mut restored = 0;
            while let Some(next) = lines.recv().await {
                line += 1;
                match next {
                    DumpLine::Header { .. } => return Err(bad(line, "a second header".into())),
                    DumpLine::End { rows } if rows == restored => {
                        guess_last_alive(tx).await?;
                        return Ok(rows);
                    }
                    DumpLine::End { rows } => {
                        let message = format!("found {restored} rows, expected {rows}");
                        return Err(bad(line, message));
                    }
                    DumpLine::Row { table, row } => {
                        insert(tx, &table, row).await.map_err(|message| bad(line, message))?;
                        restored += 1;
                    }
                }
            }
            Err(bad(line, "the backup ends too early".into()))
        }))
        .await
    }
}

fn bad(line: usize, message: String) -> StoreError {
    StoreError::Backup { line, message }
}

async fn send(lines: &mpsc::Sender<DumpLine>, line: DumpLine) -> Result<(), StoreError> {
    lines.send(line).await.map_err(|_| StoreError::Unavailable("the backup was given up".into()))
}

async fn dump_table(
    tx: &mut dyn Tx,
    table: &Table,
    lines: &mpsc::Sender<DumpLine>,
) -> Result<u64, StoreError> {
    let columns = table.columns.join(", ");
    let key = table.columns[..table.key].join(", ");
    let marks: Vec<String> = (1..=table.key).map(|i| format!("${i}")).collect();
    let mut last: Option<Vec<Value>> = None;
    let mut count = 0;
    loop {
        let condition = match last {
            Some(_) => format!("WHERE ({key}) > ({})", marks.join(", ")),
            None => String::new(),
        };
        let sql =
            format!("SELECT {columns} FROM {} {condition} ORDER BY {key} LIMIT {PAGE}", table.name);
        let page = tx.query(&sql, last.as_deref().unwrap_or(&[])).await?;
        let full = page.len() == PAGE;
        last = page.last().map(|row| row.0[..table.key].to_vec());
        for Row(mut row) in page {
            for (value, column) in row.iter_mut().zip(table.columns) {
                if let (Value::Int(number), true) = (&value, FLAGS.contains(column)) {
                    *value = Value::Bool(*number != 0);
                }
            }
            count += 1;
            send(lines, DumpLine::Row { table: table.name.to_owned(), row }).await?;
        }
        if !full {
            return Ok(count);
        }
    }
}

/// Sends when any node was last alive, if one ever was.
async fn dump_last_alive(
    tx: &mut dyn Tx,
    lines: &mpsc::Sender<DumpLine>,
) -> Result<u64, StoreError> {
    let found = tx.query("SELECT max(alive) FROM nodes", &[]).await?;
    let Some(alive) = found.first().map_or(Ok(None), |row| row.int_or_none(0))? else {
        return Ok(0);
    };
    let row = args![BACKED_UP, alive].to_vec();
    send(lines, DumpLine::Row { table: NODES.to_owned(), row }).await?;
    Ok(1)
}

/// Backups of older versions do not tell when a node was last alive. It was when the newest event
/// of their games happened.
async fn guess_last_alive(tx: &mut dyn Tx) -> Result<(), StoreError> {
    let sql = "INSERT INTO nodes (id, alive) SELECT $1, max(updated) FROM games \
               WHERE NOT EXISTS (SELECT id FROM nodes) HAVING max(updated) IS NOT NULL";
    tx.execute(sql, args![BACKED_UP]).await.map(drop)
}

async fn insert(tx: &mut dyn Tx, name: &str, mut row: Vec<Value>) -> Result<(), String> {
    if name == NODES {
        let [Value::Text(_), Value::Int(0..)] = row.as_slice() else {
            return Err(format!("found {row:?}, expected a name and when it was last alive"));
        };
        let sql = "INSERT INTO nodes (id, alive) VALUES ($1, $2)";
        return tx.execute(sql, &row).await.map(drop).map_err(|e| e.to_string());
    }
    let table = TABLES
        .iter()
        .find(|table| table.name == name)
        .ok_or_else(|| format!("found table {:?}", name.chars().take(40).collect::<String>()))?;
    if !table.lengths().contains(&row.len()) {
        return Err(format!("found {} values, expected {}", row.len(), table.columns.len()));
    }
    if name == MARKS && row.len() < table.columns.len() {
        return Ok(());
    }
    // Other columns that are missing are left to their defaults.
    let columns = &table.columns[..row.len()];
    for (value, column) in row.iter_mut().zip(table.columns) {
        if let (Value::Int(number), true) = (&value, REALS.contains(column)) {
            *value = Value::Real(*number as f64);
        }
    }
    let marks: Vec<String> = (1..=row.len()).map(|i| format!("${i}")).collect();
    let sql = format!("INSERT INTO {name} ({}) VALUES ({})", columns.join(", "), marks.join(", "));
    tx.execute(&sql, &row).await.map(drop).map_err(|e| e.to_string())
}
