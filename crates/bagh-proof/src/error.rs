//! What can go wrong with a proof.

use std::io;
use std::path::{Path, PathBuf};

use bagh_tables::{ProbeError, TableError, TooLarge};
use thiserror::Error;

use crate::claim::ClaimError;

/// The files that proofs consist of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ProofFile {
    /// The proof itself, for others to check.
    Certificate,
    /// How far a search has come.
    Checkpoint,
    /// A set of positions that the search looks up.
    Database,
}

/// Why a proof could not be made or checked.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The claim makes no sense here.
    #[error(transparent)]
    Claim(#[from] ClaimError),
    /// Tables of the sliding phase are needed, and were not given or cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A position of the sliding phase could not be looked up.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// The claim needs tables of the sliding phase.
    #[error("this claim ends in the sliding phase: its tables are needed")]
    NeedsTables,
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
    /// A file is damaged.
    #[error("{}: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
        /// Which of the files it is.
        file: ProofFile,
    },
    /// A file belongs to another game, claim or position.
    #[error("{}: {field}: found {found}, expected {expected}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What differs.
        field: &'static str,
        /// What the file says.
        found: String,
        /// What was expected.
        expected: String,
        /// Which of the files it is.
        file: ProofFile,
    },
    /// A certificate is whole, but does not prove its claim.
    #[error("{}: this proves nothing: {what}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// Where it fails.
        what: String,
    },
    /// The game is too large to be numbered.
    #[error(transparent)]
    Space(#[from] TooLarge),
    /// The board is too large for the search.
    #[error("the board is too large: {0}")]
    TooLarge(String),
    /// The system has less memory than is needed.
    #[error("memory: the system refused {bytes} bytes for the transposition table")]
    Memory {
        /// Bytes that were asked for.
        bytes: u64,
    },
    /// The parts of a proof contradict each other: a fault of the program.
    #[error("the proof contradicts itself: {0}; this is a fault of the program")]
    Broken(&'static str),
    /// Somebody asked to stop. The next run goes on from there.
    #[error("stopped")]
    Stopped,
}

impl ProofError {
    pub(crate) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> ProofError {
        let path = path.to_owned();
        move |source| ProofError::Io { doing, path, source }
    }
}
