//! Where the bytes of a table come from: positioned reads, memory, another machine, or the caller.
//!
//! Files are never mapped. A mapped file that is truncated or overwritten ends the whole process
//! with SIGBUS at the next access; a positioned read of the same file is an error that can be
//! answered. It costs about a microsecond, of the few that a lookup takes
//! (`cargo bench -p bagh-tables --bench probe`).

use std::cell::RefCell;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bagh_files::{ReadAt, read_exact_at};

use crate::error::TableError;
use crate::remote::{RemoteBlock, RemoteSource};

/// How a table is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Access {
    /// Each block is read from the file when it is needed.
    #[default]
    Read,
    /// The file is read into memory once, at the start.
    Memory,
}

/// Reads the bytes of a file that only the caller can reach, such as one that a browser keeps.
pub trait ReadRange: fmt::Debug + Send + Sync {
    /// Fills `into` with the bytes from `start` on, or says why it cannot.
    ///
    /// # Errors
    /// The file is gone, or ends before the range does.
    fn read(&self, start: u64, into: &mut [u8]) -> io::Result<()>;
}

/// Bytes that can be read anywhere.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    path: PathBuf,
    length: u64,
    bytes: Bytes,
}

#[derive(Clone, Debug)]
enum Bytes {
    File(Arc<File>),
    Memory(Arc<[u8]>),
    Remote(Arc<RemoteSource>),
    Caller(Arc<dyn ReadRange>),
}

thread_local! {
    /// The bytes of the last read of this thread, kept to spare an allocation for each block.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

impl Source {
    /// Opens a regular file; see [`bagh_files::open_regular`] for what is refused.
    pub(crate) fn open(path: &Path) -> Result<Source, TableError> {
        let file = open_regular(path)?;
        let length = file.metadata().map_err(TableError::io("examine", path))?.len();
        Ok(Source { path: path.to_owned(), length, bytes: Bytes::File(Arc::new(file)) })
    }

    /// Gets ready for many reads. Whoever asks for memory has made sure that the file is as long as
    /// it should be: anybody can make a file of a terabyte that takes no room on the disk.
    pub(crate) fn load(&mut self, access: Access) -> Result<(), TableError> {
        let Bytes::File(file) = &self.bytes else { return Ok(()) };
        if access == Access::Read {
            return Ok(());
        }
        let refused = || TableError::Memory { bytes: self.length };
        let length = usize::try_from(self.length).map_err(|_| refused())?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(length).map_err(|_| refused())?;
        bytes.resize(length, 0);
        read_exact_at(file, &mut bytes, 0).map_err(|error| read_error(&self.path, error))?;
        self.bytes = Bytes::Memory(bytes.into());
        Ok(())
    }

    /// A table that is elsewhere, called by its address.
    pub(crate) fn remote(address: PathBuf, source: RemoteSource) -> Source {
        let (length, bytes) = (source.file().length, Bytes::Remote(Arc::new(source)));
        Source { path: address, length, bytes }
    }

    /// The table as another machine has it, if it is elsewhere.
    pub(crate) fn as_remote(&self) -> Option<&RemoteSource> {
        match &self.bytes {
            Bytes::Remote(remote) => Some(remote),
            Bytes::File(_) | Bytes::Memory(_) | Bytes::Caller(_) => None,
        }
    }

    /// Bytes that are there already; the path is for messages.
    pub(crate) fn in_memory(path: &Path, bytes: Vec<u8>) -> Source {
        let (path, length) = (path.to_owned(), bytes.len() as u64);
        Source { path, length, bytes: Bytes::Memory(bytes.into()) }
    }

    /// A file of this length that the caller reads; the path is for messages.
    pub(crate) fn of_caller(path: &Path, length: u64, reader: Arc<dyn ReadRange>) -> Source {
        Source { path: path.to_owned(), length, bytes: Bytes::Caller(reader) }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes of the file when it was opened.
    pub(crate) fn len(&self) -> u64 {
        self.length
    }

    /// Calls `f` with a range of the bytes, or says that the file ends before it does.
    pub(crate) fn with<R>(
        &self,
        start: u64,
        length: usize,
        f: impl FnOnce(&[u8]) -> R,
    ) -> Result<R, TableError> {
        let end = start.checked_add(length as u64).filter(|&end| end <= self.length);
        let Some(end) = end else {
            return Err(TableError::damaged(&self.path, "the file is cut off"));
        };
        match &self.bytes {
            Bytes::Memory(bytes) => Ok(f(&bytes[start as usize..end as usize])),
            Bytes::Remote(remote) => remote.with(start..end, f),
            Bytes::File(file) => self.read(length, |buffer| read_exact_at(file, buffer, start), f),
            Bytes::Caller(reader) => self.read(length, |buffer| reader.read(start, buffer), f),
        }
    }

    /// Calls `f` with what `fill` reads.
    fn read<R>(
        &self,
        length: usize,
        fill: impl FnOnce(&mut [u8]) -> io::Result<()>,
        f: impl FnOnce(&[u8]) -> R,
    ) -> Result<R, TableError> {
        // Taken out of its cell, so that `f` may read another file.
        let mut buffer = BUFFER.take();
        buffer.resize(length, 0);
        let result = fill(&mut buffer).map(|()| f(&buffer));
        BUFFER.set(buffer);
        result.map_err(|error| read_error(&self.path, error))
    }
}

impl Source {
    /// Calls `f` with the bytes of a block. From another machine they come with the right checksum.
    pub(crate) fn with_block<R>(
        &self,
        block: RemoteBlock,
        f: impl FnOnce(&[u8]) -> R,
    ) -> Result<R, TableError> {
        match &self.bytes {
            Bytes::Remote(remote) => remote.block(block).map(|bytes| f(&bytes)),
            Bytes::File(_) | Bytes::Memory(_) | Bytes::Caller(_) => {
                self.with(block.start, block.length, f)
            }
        }
    }
}

impl ReadAt for Source {
    type Error = TableError;

    fn length(&self) -> u64 {
        self.len()
    }

    fn read_at<R>(
        &self,
        start: u64,
        length: usize,
        f: impl FnOnce(&[u8]) -> R,
    ) -> Result<R, TableError> {
        self.with(start, length, f)
    }
}

/// Opens a file of the tables for reading, if it is a regular one.
pub(crate) fn open_regular(path: &Path) -> Result<File, TableError> {
    bagh_files::open_regular(path).map_err(|source| open_error(path, source))
}

/// Why a file from outside could not be opened.
fn open_error(path: &Path, source: io::Error) -> TableError {
    match source.kind() {
        io::ErrorKind::NotFound => TableError::missing(path),
        io::ErrorKind::InvalidInput => {
            TableError::damaged(path, "it is not a regular file: links and devices are refused")
        }
        _ => TableError::Io { doing: "open", path: path.to_owned(), source },
    }
}

/// The text of a small file beside the tables, which is no longer than `most` bytes.
pub(crate) fn read_text(path: &Path, most: u64) -> Result<String, TableError> {
    let bytes = bagh_files::read_regular(path, most).map_err(|source| match source.kind() {
        io::ErrorKind::FileTooLarge => {
            TableError::damaged(path, format!("it is too long: expected at most {most} bytes"))
        }
        _ => open_error(path, source),
    })?;
    String::from_utf8(bytes).map_err(|_| TableError::damaged(path, "it is not text"))
}

/// A file that ends early was truncated after it was opened.
fn read_error(path: &Path, source: io::Error) -> TableError {
    match source.kind() {
        io::ErrorKind::UnexpectedEof => TableError::damaged(path, "the file is cut off"),
        _ => TableError::Io { doing: "read", path: path.to_owned(), source },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Folder;

    fn source(bytes: &[u8]) -> (Folder, PathBuf, Source) {
        let folder = Folder::new();
        std::fs::create_dir_all(folder.path()).unwrap();
        let path = folder.path().join("table");
        std::fs::write(&path, bytes).unwrap();
        let source = Source::open(&path).unwrap();
        (folder, path, source)
    }

    #[test]
    fn a_file_that_shrinks_is_an_error_and_not_the_end_of_the_program() {
        let (_folder, path, source) = source(&[7; 100_000]);
        assert_eq!(source.with(99_990, 10, <[u8]>::to_vec).unwrap(), [7; 10]);
        File::options().write(true).open(&path).unwrap().set_len(10).unwrap();
        let error = source.with(99_990, 10, <[u8]>::to_vec).unwrap_err();
        assert!(matches!(error, TableError::Damaged { .. }), "{error}");
    }

    #[test]
    fn reads_may_be_nested() {
        let (_folder, _, source) = source(b"abcdef");
        let both = source.with(0, 2, |outer| {
            let inner = source.with(2, 3, <[u8]>::to_vec).unwrap();
            (outer.to_vec(), inner)
        });
        assert_eq!(both.unwrap(), (b"ab".to_vec(), b"cde".to_vec()));
    }
}
