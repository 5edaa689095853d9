//! Where the bytes of a table come from: a memory map, plain reads, or memory.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::TableError;

/// How a table is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Access {
    /// Mapped into memory: the fastest, and what is used by default.
    #[default]
    Map,
    /// Read from the file when needed: for file systems that cannot map, and where the file may
    /// be changed by others.
    Read,
    /// Read into memory once, at the start.
    Memory,
}

/// Bytes that can be read anywhere.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    path: PathBuf,
    bytes: Bytes,
}

#[derive(Clone, Debug)]
enum Bytes {
    Map(Arc<memmap2::Mmap>),
    File(Arc<File>, u64),
    Memory(Arc<[u8]>),
}

impl Source {
    pub(crate) fn open(path: &Path, access: Access) -> Result<Source, TableError> {
        let io = |doing: &'static str| {
            move |source: io::Error| {
                if source.kind() == io::ErrorKind::NotFound {
                    TableError::Missing { path: path.to_owned() }
                } else {
                    TableError::Io { doing, path: path.to_owned(), source }
                }
            }
        };
        let file = File::open(path).map_err(io("open"))?;
        let length = file.metadata().map_err(io("examine"))?.len();
        let bytes = match access {
            Access::Map => {
                // SAFETY: tables are written under another name and renamed when they are whole,
                // so a finished file never changes. Whoever changes one all the same may see
                // damaged blocks, which their checksums catch; `Access::Read` is there for
                // file systems on which that is to be expected.
                let map = unsafe { memmap2::Mmap::map(&file) }.map_err(io("map"))?;
                // Look-ups are all over the place: reading ahead would only fill the memory.
                #[cfg(unix)]
                let _ = map.advise(memmap2::Advice::Random);
                Bytes::Map(Arc::new(map))
            }
            Access::Read => Bytes::File(Arc::new(file), length),
            Access::Memory => Bytes::Memory(std::fs::read(path).map_err(io("read"))?.into()),
        };
        Ok(Source { path: path.to_owned(), bytes })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn len(&self) -> u64 {
        match &self.bytes {
            Bytes::Map(map) => map.len() as u64,
            Bytes::File(_, length) => *length,
            Bytes::Memory(bytes) => bytes.len() as u64,
        }
    }

    /// Calls `f` with a range of the bytes, or says that the file ends before it does.
    pub(crate) fn with<R>(
        &self,
        start: u64,
        length: usize,
        f: impl FnOnce(&[u8]) -> R,
    ) -> Result<R, TableError> {
        let end = start.checked_add(length as u64).filter(|&end| end <= self.len());
        let Some(end) = end else {
            return Err(TableError::damaged(&self.path, "the file is cut off"));
        };
        match &self.bytes {
            Bytes::Map(map) => Ok(f(&map[start as usize..end as usize])),
            Bytes::Memory(bytes) => Ok(f(&bytes[start as usize..end as usize])),
            Bytes::File(file, _) => {
                let mut buffer = vec![0; length];
                read_at(file, &mut buffer, start).map_err(|source| TableError::Io {
                    doing: "read",
                    path: self.path.clone(),
                    source,
                })?;
                Ok(f(&buffer))
            }
        }
    }
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], start: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, start)
}

#[cfg(windows)]
fn read_at(file: &File, mut buffer: &mut [u8], mut start: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, buffer, start)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        buffer = &mut buffer[read..];
        start += read as u64;
    }
    Ok(())
}
