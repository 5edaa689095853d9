//! The two sides.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Who moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The side of the tigers.
    Tiger,
    /// The side of the goats.
    Goat,
}

impl Side {
    /// The other side.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::Tiger => Side::Goat,
            Side::Goat => Side::Tiger,
        }
    }

    /// The word for this side in every interface: `tiger` or `goat`.
    pub const fn word(self) -> &'static str {
        match self {
            Side::Tiger => "tiger",
            Side::Goat => "goat",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
