//! A file for what does not fit into memory, gone with the program.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::open::{read_exact_at, write_all_at};
use crate::replace::temporary_name;

/// A file that threads append to and read from. It goes when it is dropped, or when the program
/// ends; where the system cannot do that, [`remove_leftovers`](crate::remove_leftovers) does.
#[derive(Debug)]
pub struct Scratch {
    /// Closed before the file is removed.
    file: Option<File>,
    path: PathBuf,
    end: AtomicU64,
}

impl Scratch {
    /// A new file in this folder.
    ///
    /// # Errors
    /// If the system refuses to make it.
    pub fn new(folder: &Path) -> io::Result<Scratch> {
        let path = temporary_name(&folder.join("scratch"))
            .ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        // A file of this name was left by a process with the same number that was killed.
        let _ = std::fs::remove_file(&path);
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(&path)?;
        // An open file needs no name, so that nothing is left of it, whatever happens.
        #[cfg(unix)]
        std::fs::remove_file(&path)?;
        Ok(Scratch { file: Some(file), path, end: AtomicU64::new(0) })
    }

    /// Appends bytes. Returns where they begin.
    ///
    /// # Errors
    /// If the system refuses to write, as when the disk is full.
    pub fn append(&self, bytes: &[u8]) -> io::Result<u64> {
        let start = self.end.fetch_add(bytes.len() as u64, Relaxed);
        write_all_at(self.file(), bytes, start)?;
        Ok(start)
    }

    /// Reads bytes that were appended.
    ///
    /// # Errors
    /// If the system refuses to read, and if there are fewer bytes.
    pub fn read(&self, bytes: &mut [u8], start: u64) -> io::Result<()> {
        read_exact_at(self.file(), bytes, start)
    }

    /// Forgets all that was appended, to begin anew.
    pub fn clear(&mut self) {
        *self.end.get_mut() = 0;
    }

    fn file(&self) -> &File {
        self.file.as_ref().expect("it is open until it is dropped")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(self.file.take());
        #[cfg(not(unix))]
        let _ = std::fs::remove_file(&self.path);
        #[cfg(unix)]
        let _ = &self.path;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_read_back_what_they_appended() {
        let folder = tempfile::tempdir().unwrap();
        let mut scratch = Scratch::new(folder.path()).unwrap();
        for round in 0..2u8 {
            std::thread::scope(|scope| {
                for thread in 0..4u8 {
                    let scratch = &scratch;
                    scope.spawn(move || {
                        for length in 0..100 {
                            let bytes = vec![thread * 2 + round; length];
                            let start = scratch.append(&bytes).unwrap();
                            let mut found = vec![0; length];
                            scratch.read(&mut found, start).unwrap();
                            assert_eq!(found, bytes);
                        }
                    });
                }
            });
            let all = 4 * (0..100).sum::<u64>();
            assert_eq!(scratch.append(b"x").unwrap(), all);
            assert!(scratch.read(&mut [0; 2], all).is_err());
            scratch.clear();
        }
        drop(scratch);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        assert!(Scratch::new(&folder.path().join("no/such")).is_err());
    }
}
