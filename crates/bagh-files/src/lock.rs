//! Holding a folder.

use std::fs::File;
use std::path::Path;

/// Locks the folder of a file that [`replace`](crate::replace()) will replace, as
/// [`lock_folder`] does.
pub fn lock_folder_of(path: &Path) -> Option<File> {
    #[cfg(unix)]
    {
        // A link is in one folder, and the file that is replaced in another.
        let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        lock_folder(crate::replace::folder_of(&target))
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
}

/// Locks a folder until the result is dropped; other programs that lock it wait. `None` where the
/// system cannot lock folders.
pub fn lock_folder(folder: &Path) -> Option<File> {
    #[cfg(unix)]
    {
        let folder = File::open(folder).ok()?;
        folder.lock().ok()?;
        Some(folder)
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        None
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_held_until_the_lock_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let lock = lock_folder_of(&folder.path().join("file")).unwrap();
        let other = File::open(folder.path()).unwrap();
        assert!(matches!(other.try_lock(), Err(std::fs::TryLockError::WouldBlock)));
        drop(lock);
        // Another test may be starting a process, which holds a copy of the handle for a moment.
        other.lock().unwrap();
    }
}
