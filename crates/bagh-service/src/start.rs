//! Why a service cannot start.

use std::io;
use std::net::SocketAddr;

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
    /// No thread could be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}
