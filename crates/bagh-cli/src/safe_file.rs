//! Files that are replaced whole or not at all.

#[cfg(unix)]
use std::fs::File;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

/// Writes a file under another name, makes sure that it is on the disk, and gives it its name.
/// Whatever happens on the way, the file is the old one or the new one, never half of it.
pub fn write(path: &Path, text: &str) -> Result<()> {
    write_bytes(path, text.as_bytes())
}

/// The same for bytes.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<()> {
    if path.is_dir() {
        bail!("cannot save to {}: it is a directory: name a file in it", path.display());
    }
    // A link goes on pointing to its file, which is the one that is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let temporary = beside(&target)
        .with_context(|| format!("cannot save to {}: it has no file name", path.display()))?;
    // A file of this name was left by a program that was stopped long ago.
    let _ = fs::remove_file(&temporary);
    let written = fill(&temporary, bytes)
        .and_then(|()| keep_permissions(&target, &temporary))
        .and_then(|()| fs::rename(&temporary, &target))
        .and_then(|()| sync_directory(&target));
    if written.is_err() {
        // What cannot be removed does no harm: it is never read.
        let _ = fs::remove_file(&temporary);
    }
    written.with_context(|| format!("cannot save to {}", path.display()))
}

/// Holds the folder of a file for this program, until what is returned is dropped, so that other
/// programs that ask for the same wait. Where folders cannot be held, nothing is.
#[cfg(unix)]
pub fn lock_folder(path: &Path) -> Option<File> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = File::open(folder_of(&target)).ok()?;
    folder.lock().ok()?;
    Some(folder)
}

#[cfg(not(unix))]
pub fn lock_folder(_: &Path) -> Option<()> {
    None
}

fn fill(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// A file that only its owner may read stays one.
fn keep_permissions(from: &Path, to: &Path) -> io::Result<()> {
    match fs::metadata(from) {
        Ok(metadata) => fs::set_permissions(to, metadata.permissions()),
        Err(_) => Ok(()), // The file is new.
    }
}

/// A name in the same directory, since a rename is whole only within one file system.
fn beside(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_string_lossy();
    Some(path.with_file_name(format!(".{name}.{}.part", std::process::id())))
}

/// The new name, too, must reach the disk.
#[cfg(unix)]
fn sync_directory(path: &Path) -> io::Result<()> {
    File::open(folder_of(path))?.sync_all()
}

#[cfg(unix)]
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(not(unix))]
fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_whole() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("game.bagh");
        write(&path, "one").unwrap();
        write(&path, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().unwrap();
        let (path, link) = (directory.path().join("game.bagh"), directory.path().join("link"));
        write(&path, "one").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write(&link, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert!(link.is_symlink());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_failure_leaves_nothing_behind() {
        let directory = tempfile::tempdir().unwrap();
        assert!(write(directory.path(), "text").is_err());
        assert!(write(&directory.path().join("no/such/game"), "text").is_err());
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    }
}
