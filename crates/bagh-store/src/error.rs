//! What can go wrong.

use rusqlite::ffi;
use thiserror::Error;
use tokio_postgres::error::SqlState;

/// Why a store did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// Something else stands where this was to go: the next event of a log, or something with the
    /// same identifier. Look again, and decide again.
    #[error("something else was stored in this place in the meantime")]
    Conflict,
    /// The name belongs to another account, or looks too much like its name.
    #[error("the name is taken, or too similar to one that is")]
    NameTaken,
    /// There is no such thing.
    #[error("{0}: not found")]
    NotFound(&'static str),
    /// A text has a NUL in it, which no database stores.
    #[error("found a NUL character, expected text without one")]
    Nul,
    /// The address of the database cannot be used.
    #[error("{0}")]
    Address(String),
    /// A backup can be restored into an empty database only.
    #[error("the database is not empty; restore into a new one")]
    NotEmpty,
    /// A backup cannot be read.
    #[error("backup, line {line}: {message}")]
    Backup {
        /// The line, from 1.
        line: usize,
        /// What was found and what was expected.
        message: String,
    },
    /// What is stored does not make sense.
    #[error("the database holds something unexpected: {0}")]
    Corrupt(String),
    /// The database does not answer, or not in time. Trying again may help.
    #[error("the database is not available: {0}")]
    Unavailable(String),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        let taken = [ffi::SQLITE_CONSTRAINT_PRIMARYKEY, ffi::SQLITE_CONSTRAINT_UNIQUE];
        match error.sqlite_error() {
            Some(code) if taken.contains(&code.extended_code) => StoreError::Conflict,
            _ => StoreError::Unavailable(error.to_string()),
        }
    }
}

impl From<tokio_postgres::Error> for StoreError {
    fn from(error: tokio_postgres::Error) -> StoreError {
        if error.code() == Some(&SqlState::UNIQUE_VIOLATION) {
            return StoreError::Conflict;
        }
        // The error itself says only what was being done; its source says what went wrong.
        let source = std::error::Error::source(&error).map(|source| format!(": {source}"));
        StoreError::Unavailable(format!("{error}{}", source.unwrap_or_default()))
    }
}

impl From<deadpool_postgres::PoolError> for StoreError {
    fn from(error: deadpool_postgres::PoolError) -> StoreError {
        match error {
            deadpool_postgres::PoolError::Backend(error) => error.into(),
            deadpool_postgres::PoolError::Timeout(_) => {
                StoreError::Unavailable("no connection within the time limit".to_owned())
            }
            error => StoreError::Unavailable(error.to_string()),
        }
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> StoreError {
        StoreError::Corrupt(error.to_string())
    }
}
