//! What can go wrong with tables.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::limits::TooLarge;
use crate::parts::Part;

/// A table that cannot be used, read or written. The messages say what is wrong; what to do about it
/// depends on the program, which knows its own commands and options.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The game is too large to have tables.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The system has less memory than is needed.
    #[error("memory: the system refused {bytes} bytes")]
    Memory {
        /// Bytes that were asked for.
        bytes: u64,
    },
    /// The file system said no.
    #[error("{}: cannot {doing}: {source}", path.display())]
    Io {
        /// What was attempted.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Another process is solving into the folder.
    #[error("{}: another process is solving into this folder", path.display())]
    Locked {
        /// The folder.
        path: PathBuf,
    },
    /// The file is not what a table should be.
    #[error("{}: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The file is a table, but of another game, another rule or another layer.
    #[error("{}: {field}: found {found}, expected {expected}; these tables belong to another game", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What differs.
        field: &'static str,
        /// What the file says.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// The file is a table of this game, but not the one that its name says.
    #[error("{}: contents: found {found}, expected {expected}; the file has another table's name", path.display())]
    Misnamed {
        /// The file.
        path: PathBuf,
        /// What it holds.
        found: String,
        /// What its name says.
        expected: String,
    },
    /// The file was written by a later version.
    #[error("{}: format version {found}, this program reads up to {known}", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        found: u32,
        /// The newest version that is understood.
        known: u32,
    },
    /// Tables on another machine cannot be had: it does not answer, or with something else.
    #[error("{}: {what}", path.display())]
    Remote {
        /// The address of the file or folder.
        path: PathBuf,
        /// What was found, and what was expected.
        what: String,
        /// What kind of trouble it is.
        fault: RemoteFault,
    },
    /// The table that would answer is not there.
    #[error("{}: not solved yet", path.display())]
    Missing {
        /// The file that was looked for.
        path: PathBuf,
        /// The part of the solution that would answer, if it is known.
        part: Option<Part>,
    },
}

/// Why tables on another machine cannot be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RemoteFault {
    /// The host does not answer, or with an error of its own: that may pass.
    Unwell,
    /// The host refuses to send it, and will do so again.
    Refused,
    /// Something else is there than the manifest says: the manifest may be an older one.
    Differs,
}

impl TableError {
    /// The file or folder that the error is about.
    pub fn path(&self) -> Option<&Path> {
        match self {
            TableError::TooLarge(_) | TableError::Memory { .. } => None,
            TableError::Io { path, .. }
            | TableError::Locked { path }
            | TableError::Damaged { path, .. }
            | TableError::Foreign { path, .. }
            | TableError::Misnamed { path, .. }
            | TableError::Newer { path, .. }
            | TableError::Remote { path, .. }
            | TableError::Missing { path, .. } => Some(path),
        }
    }

    /// Turns what the system said into an error about this file.
    pub(crate) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> TableError {
        move |source| TableError::Io { doing, path: path.to_owned(), source }
    }

    pub(crate) fn missing(path: impl Into<PathBuf>) -> TableError {
        TableError::Missing { path: path.into(), part: None }
    }

    pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> TableError {
        TableError::Damaged { path: path.to_owned(), what: what.into() }
    }
}
