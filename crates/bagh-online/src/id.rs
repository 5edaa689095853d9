//! Identifiers, checked where they enter.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The longest identifier, in bytes.
const MAX_LEN: usize = 40;

/// An identifier that is empty, too long, or has characters outside `A-Z a-z 0-9 _ -`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what}: found {found:?}, expected 1 to {MAX_LEN} characters of A-Z, a-z, 0-9, _ and -")]
pub struct IdError {
    what: &'static str,
    found: String,
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $what:literal) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// Checks an identifier.
            pub fn new(text: impl Into<String>) -> Result<$name, IdError> {
                let text = text.into();
                let fits = !text.is_empty()
                    && text.len() <= MAX_LEN
                    && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
                if fits {
                    Ok($name(text))
                } else {
                    Err(IdError { what: $what, found: text.chars().take(MAX_LEN).collect() })
                }
            }

            /// The identifier as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdError;
            fn try_from(text: String) -> Result<$name, IdError> {
                $name::new(text)
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }
    };
}

id!(
    /// A player. Logs hold this identifier and never a name, so an account can be renamed or
    /// deleted without touching its games.
    PlayerId,
    "player"
);
id!(
    /// A game.
    GameId,
    "game id"
);
id!(
    /// A client's own identifier for a command. The same player sending the same identifier
    /// twice gets the same answer, and the command takes effect once.
    CommandId,
    "id"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_identifiers_are_refused() {
        for bad in ["", "a b", "<b>", "é", "a\0", &"x".repeat(41)] {
            assert!(PlayerId::new(bad).is_err(), "{bad:?}");
        }
        assert!(CommandId::new("x".repeat(40)).is_ok());
        assert!(serde_json::from_str::<GameId>("\"../etc\"").is_err());
    }
}
