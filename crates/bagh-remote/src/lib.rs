//! Tables that are in a bucket (S3 and compatible stores) or on a web host, read by ranges.
//!
//! The folder there is an ordinary folder of tables, as `bagh solve` writes it. A look-up gets the
//! few blocks that it needs, each of some kilobytes, and keeps them in a cache of bounded size on disk.
//! Nothing that comes from the host or from the cache is used before its checksum was compared.
//!
//! ```no_run
//! use std::sync::Arc;
//!
//! use bagh_remote::{Address, RemoteOptions, RemoteTables};
//! use bagh_tables::Tables;
//! # let game = bagh::Game::bagh_chal();
//!
//! let address: Address = "https://example.org/tables".parse()?;
//! let remote = RemoteTables::open(&address, &RemoteOptions::default())?;
//! let tables = Tables::open_remote(game, Arc::new(remote))?;
//! println!("{:?}", tables.probe(&game.start())?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | holds |
//! | --- | --- |
//! | `address.rs` | addresses, and the stores that they stand for |
//! | `client.rs` | HTTP: answers that are not a success end early |
//! | `host.rs` | one request with its time limits and repetitions, and what can be wrong |
//! | `pause.rs` | a host that failed is left alone for a moment |
//! | `at_hand.rs` | look-ups that do not wait for the host |
//! | `cache.rs` | blocks on disk, in bounded space |
//! | `counters.rs` | what was asked for, found and kept |
//! | `tables.rs` | all of it as a [`RemoteFolder`](bagh_tables::RemoteFolder) |

mod address;
mod at_hand;
mod cache;
mod client;
mod counters;
mod host;
mod pause;
mod tables;

pub use address::{Address, AddressError};
pub use at_hand::at_hand;
pub use counters::{Counters, Counts};
pub use host::Patience;
pub use tables::{OpenError, RemoteOptions, RemoteTables, default_cache_folder};
