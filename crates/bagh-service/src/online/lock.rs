//! A database in a file belongs to one service: another one would not know when this one is alive,
//! and would credit outages that there were none of.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::time::Duration;

use bagh_files::open_lock;
use bagh_store::StoreError;

/// How often the lock is tried for, and the pause in between: a service that is being restarted
/// may still be ending.
const TRIES: u32 = 40;
const PAUSE: Duration = Duration::from_millis(250);

/// Holds the file of a database until the result is dropped. `None` where files cannot be locked.
pub(crate) async fn hold(database: &Path) -> Result<Option<File>, StoreError> {
    hold_within(database, TRIES).await
}

async fn hold_within(database: &Path, tries: u32) -> Result<Option<File>, StoreError> {
    let mut name = database.as_os_str().to_owned();
    name.push(".lock");
    let name = Path::new(&name);
    let file = match open_lock(name) {
        Ok(file) => file,
        // A folder that is not there is told of when the database is opened.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(StoreError::Address(format!("{}: {error}", name.display()))),
    };
    for attempt in 1.. {
        match file.try_lock() {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) if attempt < tries => tokio::time::sleep(PAUSE).await,
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::Address(format!(
                    "{}: found another `bagh serve` on this file, expected to be the only one; \
                     stop the other one, or use postgres://… for several",
                    database.display()
                )));
            }
            Err(TryLockError::Error(error)) => {
                tracing::warn!(%error, "the database cannot be locked against another service");
                return Ok(None);
            }
        }
    }
    Ok(Some(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_file_has_one_service() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("online.db");
        let first = hold_within(&database, 1).await.unwrap();
        assert!(first.is_some());
        let second = hold_within(&database, 1).await.unwrap_err().to_string();
        assert!(second.contains("online.db: found another `bagh serve`"), "{second}");
        assert!(hold_within(&folder.path().join("other.db"), 1).await.is_ok());
        drop(first);
        // Another test may be starting a process, which holds a copy of the handle for a moment.
        assert!(hold(&database).await.unwrap().is_some());
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn a_lock_is_not_made_where_a_link_leads() {
        let folder = tempfile::tempdir().unwrap();
        let (lock, target) = (folder.path().join("online.db.lock"), folder.path().join("new"));
        std::os::unix::fs::symlink(&target, &lock).unwrap();
        let refused = hold_within(&folder.path().join("online.db"), 1).await.unwrap_err();
        assert!(refused.to_string().contains("online.db.lock"), "{refused}");
        assert!(!target.exists());
        let nowhere = folder.path().join("missing").join("online.db");
        assert!(hold_within(&nowhere, 1).await.unwrap().is_none());
    }
}
