//! What can go wrong with tables.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::limits::TooLarge;

/// A table that cannot be used, read or written.
#[derive(Debug, Error)]
pub enum TableError {
    /// The game is too large to have tables.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The system has less memory than is needed.
    #[error(
        "memory: the system refused {bytes} bytes: close other programs, or use a larger machine"
    )]
    Memory {
        /// Bytes that were asked for.
        bytes: u64,
    },
    /// The file system said no.
    #[error("{}: cannot {doing}: {source}{}", path.display(), advice(source))]
    Io {
        /// What was attempted.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is not what a table should be.
    #[error("{}: {what}; delete it and run `bagh solve` again", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The file is a table, but of another game, another rule or another layer.
    #[error("{}: {field}: found {found}, expected {expected}; these tables belong to another game: choose another folder with --tables", path.display())]
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
    #[error("{}: contents: found {found}, expected {expected}; the file has been given another's name: rename it, or delete it and run `bagh solve` again", path.display())]
    Misnamed {
        /// The file.
        path: PathBuf,
        /// What it holds.
        found: String,
        /// What its name says.
        expected: String,
    },
    /// The file was written by a later version.
    #[error("{}: format version {found}, this program reads up to {known}: use a newer program", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        found: u32,
        /// The newest version that is understood.
        known: u32,
    },
    /// The table that would answer is not there.
    #[error("{}: not solved yet: run `bagh solve`", path.display())]
    Missing {
        /// The file that was looked for.
        path: PathBuf,
    },
}

fn advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull => {
            "; what was finished is kept: make room, or choose another folder with --tables, and run the command again"
        }
        io::ErrorKind::PermissionDenied => "; choose a folder that you may write to with --tables",
        _ => "",
    }
}

impl TableError {
    /// Turns what the system said into an error about this file.
    pub(crate) fn io(
        doing: &'static str,
        path: &std::path::Path,
    ) -> impl FnOnce(io::Error) -> TableError {
        move |source| TableError::Io { doing, path: path.to_owned(), source }
    }

    pub(crate) fn damaged(path: &std::path::Path, what: impl Into<String>) -> TableError {
        TableError::Damaged { path: path.to_owned(), what: what.into() }
    }
}
