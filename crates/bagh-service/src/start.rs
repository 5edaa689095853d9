//! Why a service cannot start.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use thiserror::Error;

/// Why a service cannot start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StartError {
    /// The port is taken.
    #[error("address: {address} is in use")]
    InUse {
        /// Where.
        address: SocketAddr,
    },
    /// The system does not let us listen there.
    #[error("address: cannot listen on {address}: {source}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// A board has the name of another game.
    #[error(
        "name: found `{0}`, which another game has, expected a name of its own: change `name` in the board file"
    )]
    NameTaken(String),
    /// Online games cannot be kept.
    #[error(transparent)]
    Store(bagh_store::StoreError),
    /// A pocket edition cannot be offered.
    #[error("pocket: {0}")]
    Pocket(bagh_tables::TableError),
    /// There is no pocket edition to be offered.
    #[error(
        "pocket: found no edition of a game that is served in {}, expected a folder of pocket editions",
        folder.display()
    )]
    NoPocket {
        /// The folder.
        folder: PathBuf,
    },
    /// No thread could be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}
