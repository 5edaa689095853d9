//! Opening files that came from outside.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// Opens a regular file for reading.
///
/// A symbolic link, a directory, a device or a pipe is refused with
/// [`InvalidInput`](io::ErrorKind::InvalidInput): in a folder that was passed around it could lead
/// to any other file of the machine, or block for ever. Links in the folder's own path are
/// followed, since that path was chosen by the operator.
pub fn open_regular(path: &Path) -> io::Result<File> {
    open_only_regular(path, OpenOptions::new().read(true))
}

/// Opens a regular file that programs lock, and makes it if it is not there. What is in it stays.
///
/// The same is refused as by [`open_regular`]: a lock in a folder that was passed around may be a
/// link to any file, which is not to be emptied, or a pipe that nobody reads.
pub fn open_lock(path: &Path) -> io::Result<File> {
    open_only_regular(path, &mut making())
}

/// Opens a regular file for reading and writing, and makes it, for this user alone, if it is not
/// there. What is in it stays.
///
/// The same is refused as by [`open_regular`].
pub fn open_private(path: &Path) -> io::Result<File> {
    let mut options = making();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    open_only_regular(path, &mut options)
}

/// Options that make a file that is not there.
fn making() -> OpenOptions {
    let mut options = OpenOptions::new();
    // Pipes that are opened for both do not fail for lack of another end, and are told apart below.
    options.read(true).write(true).create(true).truncate(false);
    options
}

/// The bytes of a regular file that is no longer than `most`; see [`open_regular`]. A longer one is
/// refused with [`FileTooLarge`](io::ErrorKind::FileTooLarge), however much longer it is.
pub fn read_regular(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_at_most(open_regular(path)?, most)
}

/// The same for a file that the user named: a symbolic link in its place is followed. Devices and
/// pipes are refused all the same.
pub fn read_named(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_at_most(open_without_waiting(path, OpenOptions::new().read(true), true)?, most)
}

fn read_at_most(file: File, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // It may grow while it is read.
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("expected at most {most} bytes"),
        )),
        false => Ok(bytes),
    }
}

fn open_only_regular(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    open_without_waiting(path, options, false)
}

/// Opens a file that is a regular one, or a link to one if links are followed.
fn open_without_waiting(path: &Path, options: &mut OpenOptions, follow: bool) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let links = if follow { 0 } else { libc::O_NOFOLLOW };
        // Without O_NONBLOCK, opening a pipe waits for a writer.
        options.custom_flags(links | libc::O_NONBLOCK | libc::O_CLOEXEC);
    }
    #[cfg(not(unix))]
    if !follow && std::fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink()) {
        return Err(not_regular());
    }
    let file = options.open(path).map_err(|error| match is_link_refusal(&error) {
        true => not_regular(),
        false => error,
    })?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(not_regular()),
    }
}

/// Reads exactly as many bytes as the buffer has, beginning at a place in the file. The file's own
/// cursor plays no part, so that threads may share the file.
pub fn read_exact_at(file: &File, buffer: &mut [u8], start: u64) -> io::Result<()> {
    #[cfg(unix)]
    {
        std::os::unix::fs::FileExt::read_exact_at(file, buffer, start)
    }
    #[cfg(windows)]
    {
        let (mut buffer, mut start) = (buffer, start);
        while !buffer.is_empty() {
            match std::os::windows::fs::FileExt::seek_read(file, buffer, start)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                read => (buffer, start) = (&mut buffer[read..], start + read as u64),
            }
        }
        Ok(())
    }
    #[cfg(not(any(unix, windows)))]
    {
        // A browser has no files.
        let _ = (file, buffer, start);
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// Writes all of these bytes, beginning at a place in the file. The file's own cursor plays no part,
/// so that threads may share the file.
pub fn write_all_at(file: &File, bytes: &[u8], start: u64) -> io::Result<()> {
    #[cfg(unix)]
    {
        std::os::unix::fs::FileExt::write_all_at(file, bytes, start)
    }
    #[cfg(windows)]
    {
        let (mut bytes, mut start) = (bytes, start);
        while !bytes.is_empty() {
            match std::os::windows::fs::FileExt::seek_write(file, bytes, start)? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                written => (bytes, start) = (&bytes[written..], start + written as u64),
            }
        }
        Ok(())
    }
    #[cfg(not(any(unix, windows)))]
    {
        let _ = (file, bytes, start);
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// Whether the system refused to follow a symbolic link.
fn is_link_refusal(error: &io::Error) -> bool {
    #[cfg(unix)]
    {
        error.raw_os_error() == Some(libc::ELOOP)
    }
    #[cfg(not(unix))]
    {
        let _ = error;
        false
    }
}

fn not_regular() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "expected a regular file, not a link or a device")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        std::fs::write(&path, "x").unwrap();
        assert!(open_regular(&path).is_ok());
        assert!(open_regular(folder.path()).is_err());
        let missing = open_regular(&folder.path().join("missing")).unwrap_err();
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn no_more_is_read_than_is_wanted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("document");
        std::fs::write(&path, "12345").unwrap();
        assert_eq!(read_regular(&path, 5).unwrap(), b"12345");
        let refused = |most| read_regular(&path, most).unwrap_err().kind();
        assert_eq!(refused(4), io::ErrorKind::FileTooLarge);
        // A file with holes is as long as anybody says.
        #[cfg(unix)]
        {
            File::options().write(true).open(&path).unwrap().set_len(1 << 40).unwrap();
            assert_eq!(refused(1 << 20), io::ErrorKind::FileTooLarge);
        }
    }

    #[test]
    fn a_lock_is_made_and_what_is_in_it_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let lock = open_lock(&path).unwrap();
        lock.try_lock().unwrap();
        assert!(open_lock(&path).unwrap().try_lock().is_err());
        drop(lock);
        std::fs::write(&path, "text").unwrap();
        open_lock(&path).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"text");
        assert!(open_lock(folder.path()).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_private_file_is_for_this_user_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secrets");
        open_private(&path).unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        std::fs::write(&path, "text").unwrap();
        open_private(&path).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"text");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_pipes_are_refused_without_waiting() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("table"), folder.path().join("link"));
        std::fs::write(&path, "x").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        assert_eq!(open_regular(&link).unwrap_err().kind(), io::ErrorKind::InvalidInput);
        assert_eq!(open_lock(&link).unwrap_err().kind(), io::ErrorKind::InvalidInput);
        assert_eq!(std::fs::read(&path).unwrap(), b"x");
        // A lock is not made where a link points to.
        let dangling = folder.path().join("dangling");
        std::os::unix::fs::symlink(folder.path().join("new"), &dangling).unwrap();
        assert_eq!(open_lock(&dangling).unwrap_err().kind(), io::ErrorKind::InvalidInput);
        assert_eq!(open_private(&dangling).unwrap_err().kind(), io::ErrorKind::InvalidInput);
        assert!(!folder.path().join("new").exists());
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        assert_eq!(open_regular(&pipe).unwrap_err().kind(), io::ErrorKind::InvalidInput);
        assert_eq!(open_lock(&pipe).unwrap_err().kind(), io::ErrorKind::InvalidInput);
        assert_eq!(open_private(&pipe).unwrap_err().kind(), io::ErrorKind::InvalidInput);
        assert!(read_regular(Path::new("/dev/zero"), 10).is_err());
        assert!(open_regular(Path::new("/dev/null")).is_err());
        // What the user names may be a link, and is a file all the same.
        assert_eq!(read_named(&link, 1).unwrap(), b"x");
        assert_eq!(read_named(&link, 0).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        assert!(read_named(Path::new("/dev/zero"), 10).is_err());
        assert!(read_named(&pipe, 10).is_err());
    }
}
