//! Why a service cannot start.

use std::io;
use std::net::SocketAddr;

use thiserror::Error;

/// Why a service cannot start.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StartError {
    /// The port is taken.
    #[error(
        "address: {address} is in use, perhaps by another `bagh serve`: stop it, or choose another port, as in --address {}:{}",
        address.ip(), address.port().checked_add(1).unwrap_or(8080)
    )]
    InUse {
        /// Where.
        address: SocketAddr,
    },
    /// The system does not let us listen there.
    #[error("address: cannot listen on {address}: {source}; choose another with --address")]
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
    #[error("{0}; choose another place with --database")]
    Store(bagh_store::StoreError),
    /// No thread could be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}
