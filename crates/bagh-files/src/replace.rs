//! Replacing a file as a whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The end of the name of a file that is still being written.
const SUFFIX: &str = ".partial";

/// Whether a file must survive a power failure, and whether others may read it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Durability {
    /// The file and its name are synced to the disk before [`replace`] returns.
    Synced,
    /// The system writes it in its own time. For files with checksums that can be made again.
    Cached,
    /// As [`Synced`](Durability::Synced), and a new file can be read by its owner alone, from its
    /// first byte on, where the system is Unix. For secrets.
    Private,
}

/// A file that was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// Its length in bytes.
    pub length: u64,
    /// Its BLAKE3 hash in hexadecimal.
    pub blake3: String,
}

/// Replaces a file that a person named by what `write` writes.
///
/// The bytes go to a temporary file in the same folder, which is renamed when it is whole:
/// whatever happens on the way, the file is the old one or the new one. A symbolic link keeps
/// pointing to its file, which is the one that is replaced, and permissions are kept.
///
/// In a folder that was passed around use [`replace_in_place`]: a link there may point anywhere.
pub fn replace(
    path: &Path,
    durability: Durability,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<Written> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    replace_in_place(&target, durability, write)
}

/// The same for a file whose name the program chose, in a folder that may have come from outside:
/// a symbolic link of this name is itself replaced, and what it points to stays as it is.
///
/// Links in the folder's own path are followed, since that path was chosen by the operator.
pub fn replace_in_place(
    path: &Path,
    durability: Durability,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<Written> {
    if fs::symlink_metadata(path).is_ok_and(|found| found.is_dir()) {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "expected a file, not a folder"));
    }
    let temporary = temporary_name(path)
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "expected a file name"))?;
    let result = write_and_rename(&temporary, path, durability, write);
    if result.is_err() {
        // A half-written file is of no use, and may be what filled the disk.
        let _ = fs::remove_file(&temporary);
    }
    result
}

fn write_and_rename(
    temporary: &Path,
    target: &Path,
    durability: Durability,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<Written> {
    // A file of this name was left by a process with the same number that was killed.
    let _ = fs::remove_file(temporary);
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    if durability == Durability::Private {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    let file = options.write(true).create_new(true).open(temporary)?;
    let mut out = Hashing {
        inner: BufWriter::with_capacity(1 << 20, file),
        hash: blake3::Hasher::new(),
        length: 0,
    };
    write(&mut out)?;
    let file = out.inner.into_inner().map_err(io::IntoInnerError::into_error)?;
    if durability != Durability::Cached {
        file.sync_all()?;
    }
    // A file keeps its permissions, unless it holds secrets. A link has none of its own, and those
    // of what it points to belong to another file.
    let old = fs::symlink_metadata(target).ok().filter(fs::Metadata::is_file);
    if let Some(old) = old.filter(|_| durability != Durability::Private) {
        fs::set_permissions(temporary, old.permissions())?;
    }
    fs::rename(temporary, target)?;
    if durability != Durability::Cached {
        sync_directory(target)?;
    }
    Ok(Written { length: out.length, blake3: out.hash.finalize().to_hex().to_string() })
}

/// Removes temporary files that killed processes left in a folder. The caller makes sure that no
/// other process is writing there.
pub fn remove_leftovers(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with('.') && name.ends_with(SUFFIX) && entry.file_type()?.is_file() {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// A name in the same folder, since a rename is atomic only within one file system; and a new one
/// for every call, since two processes, or two threads of one, may write the same file.
pub(crate) fn temporary_name(path: &Path) -> Option<PathBuf> {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    let name = path.file_name()?.to_string_lossy();
    Some(path.with_file_name(format!(".{name}.{}-{call}{SUFFIX}", std::process::id())))
}

/// Makes a rename last. Only Unix can and needs to do this.
fn sync_directory(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        File::open(folder_of(path))?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// The folder that a file is in.
#[cfg(unix)]
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Counts and hashes what passes through.
struct Hashing {
    inner: BufWriter<File>,
    hash: blake3::Hasher,
    length: u64,
}

impl Write for Hashing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, text: &str) -> io::Result<Written> {
        replace(path, Durability::Synced, |out| out.write_all(text.as_bytes()))
    }

    #[test]
    fn files_are_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.bagh");
        write(&path, "one").unwrap();
        let written = write(&path, "two").unwrap();
        assert_eq!(written.length, 3);
        assert_eq!(written.blake3, blake3::hash(b"two").to_hex().to_string());
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_are_kept() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("game.bagh"), folder.path().join("link"));
        write(&path, "one").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write(&link, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert!(link.is_symlink());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[cfg(unix)]
    #[test]
    fn secrets_are_their_owners_while_they_are_written_and_afterwards() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("site.backup");
        let modes = || {
            fs::read_dir(folder.path())
                .unwrap()
                .map(|entry| entry.unwrap().metadata().unwrap().permissions().mode() & 0o777)
        };
        replace(&path, Durability::Private, |out| {
            assert_eq!(modes().collect::<Vec<_>>(), [0o600]);
            out.write_all(b"secret")
        })
        .unwrap();
        assert_eq!(modes().collect::<Vec<_>>(), [0o600]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_a_folder_from_outside_is_replaced_and_not_followed() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, secret) = (folder.path().join("game.bagh"), folder.path().join("secret"));
        let write = |text: &'static str| {
            replace_in_place(&path, Durability::Synced, move |out| out.write_all(text.as_bytes()))
        };
        fs::write(&secret, "secret").unwrap();
        fs::set_permissions(&secret, fs::Permissions::from_mode(0o777)).unwrap();
        // To a file, to a folder, to nothing, to itself.
        for target in [&secret, &folder.path().to_owned(), &"no/such".into(), &path] {
            symlink(target, &path).unwrap();
            write("one").unwrap();
            assert!(path.symlink_metadata().unwrap().is_file(), "{}", target.display());
            assert_eq!(fs::read_to_string(&path).unwrap(), "one");
            assert_eq!(path.metadata().unwrap().permissions().mode() & 0o111, 0);
            assert_eq!(fs::read_to_string(&secret).unwrap(), "secret");
            fs::remove_file(&path).unwrap();
        }
        // A file keeps its permissions, and a folder stays.
        write("one").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        write("two").unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert_eq!(write("one").unwrap_err().kind(), io::ErrorKind::IsADirectory);
    }

    #[test]
    fn a_failure_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write(&path, "old").unwrap();
        let failed = replace(&path, Durability::Cached, |out| {
            out.write_all(b"new")?;
            Err(io::Error::other("on purpose"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert!(write(folder.path(), "text").is_err());
        assert!(write(&folder.path().join("no/such/file"), "text").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn threads_that_write_the_same_file_leave_one_of_their_texts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::thread::scope(|scope| {
            for letter in ["a", "b", "c", "d"] {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..20 {
                        replace(path, Durability::Cached, |out| {
                            (0..100).try_for_each(|_| out.write_all(letter.as_bytes()))
                        })
                        .unwrap();
                    }
                });
            }
        });
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.len(), 100);
        assert!(text.bytes().all(|byte| byte == text.as_bytes()[0]), "{text}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn leftovers_are_removed_and_other_files_stay() {
        let folder = tempfile::tempdir().unwrap();
        for name in [".a.17.partial", "a", "b.partial", ".hidden"] {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        remove_leftovers(folder.path()).unwrap();
        let mut names: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, [".hidden", "a", "b.partial"]);
    }
}
