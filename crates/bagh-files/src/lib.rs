//! Files that are whole or absent, never half-written.
//!
//! * [`replace`] writes a file under a temporary name, syncs it, and renames it into place.
//! * [`replace_in_place`] does so in a folder that came from outside, and follows no links there.
//! * [`open_regular`] opens a file that came from outside: no symbolic links, no devices, no pipes.
//! * [`read_regular`] reads such a file up to a limit, and [`open_lock`] opens one to lock it.
//! * [`read_named`] reads a file that the user named up to a limit.
//! * [`open_private`] opens one for reading and writing, and makes it for this user alone.
//! * [`read_exact_at`] reads at a place in a file that threads share.
//! * [`write_all_at`] writes at one.
//! * A [`Scratch`] holds what does not fit into memory, and is gone with the program.
//! * [`lock_folder_of`] and [`lock_folder`] keep other programs from changing the same folder at the same time.
//! * [`seal_json`] and [`unseal_json`] keep a JSON document together with a hash over it.
//! * [`seal_bytes`] and [`unseal_bytes`] do the same for bytes with a label.
//! * A [`Container`] holds a header and blocks of bytes, each with a checksum.
//!
//! ```
//! use bagh_files::{Durability, replace, seal_json, unseal_json};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("scores.json");
//! # use std::collections::BTreeMap;
//! let scores = BTreeMap::from([("tiger".to_owned(), 3), ("goat".to_owned(), 1)]);
//! let text = seal_json(&scores);
//! replace(&path, Durability::Synced, |out| out.write_all(text.as_bytes()))?;
//! let text = std::fs::read_to_string(&path)?;
//! assert_eq!(unseal_json::<BTreeMap<String, u8>>(&text)?, scores);
//! assert!(unseal_json::<BTreeMap<String, u8>>(&text.replace('3', "4")).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod container;
mod lock;
mod open;
mod replace;
mod scratch;
mod sealed_bytes;
mod sealed_json;

pub use container::{
    BlockIndex, CHECKSUM, Container, ContainerError, Front, IndexLayout, PREAMBLE, ReadAt, checksum,
};
pub use lock::{lock_folder, lock_folder_of};
pub use open::{
    open_lock, open_private, open_regular, read_exact_at, read_named, read_regular, write_all_at,
};
pub use replace::{Durability, Written, remove_leftovers, replace, replace_in_place};
pub use scratch::Scratch;
pub use sealed_bytes::{seal_bytes, unseal_bytes};
pub use sealed_json::{seal_json, unseal_json};

use thiserror::Error;

/// Why a sealed document is not what it should be.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SealError {
    /// It ends before the seal does.
    #[error("it is cut off")]
    CutOff,
    /// It is not the kind of document that was expected.
    #[error("it cannot be understood: {0}")]
    Malformed(String),
    /// The hash over it differs from the one it carries.
    #[error("its checksum is wrong")]
    Checksum,
    /// It carries another label.
    #[error("it belongs to other work: expected the label `{expected}`")]
    Label {
        /// The label that was expected.
        expected: String,
    },
}
