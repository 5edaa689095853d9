//! What can be wrong with the files of an evolution.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why a file could not be used.
#[derive(Debug, Error)]
#[allow(missing_docs)] // The messages say what the fields mean.
#[non_exhaustive]
pub enum EvolveError {
    /// It could not be read.
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    /// It could not be written.
    #[error("cannot write {}: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
    /// It is something else.
    #[error("{} is not an evolution file: expected one that begins with `{expected}`", path.display())]
    NotOurs { path: PathBuf, expected: &'static str },
    /// It was written by another version.
    #[error("{} begins with `{found}`, expected `{expected}`: it was written by another version of this program", path.display())]
    Version { path: PathBuf, found: String, expected: &'static str },
    /// It is not what was written.
    #[error("{} is damaged: {what}. Remove it, or bring back a good copy", path.display())]
    Damaged { path: PathBuf, what: String },
    /// It belongs to another run.
    #[error("{} belongs to another run: {field} is {found} there, and {asked} was asked for. Use another folder, or the same {field}", path.display())]
    OtherRun { path: PathBuf, field: &'static str, found: String, asked: String },
}
