//! Why a bot cannot go on.

use std::time::Duration;

use thiserror::Error;

/// Why a request failed, or why a bot cannot play at all.
#[derive(Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs)] // The messages say what the fields mean.
pub enum BotError {
    /// The address cannot be one of a service.
    #[error("service: found {found:?}, expected an address such as https://example.org")]
    Address { found: String },
    /// The token cannot be one.
    #[error("token: expected the token of a bot's account, in one line")]
    Token,
    /// The service does not know the token.
    #[error("token: the service does not know it")]
    UnknownToken,
    /// The account is a person's.
    #[error("token: found one of {name}, a person's account, expected a bot's")]
    NotABot { name: String },
    /// The service refused a request, and would refuse it again.
    #[error("{message} (status {status})")]
    Refused { status: u16, message: String },
    /// The service cannot do it now.
    #[error("{message} (status {status})")]
    NotNow { status: u16, message: String, wait: Option<Duration> },
    /// The service cannot be reached, or the connection broke.
    #[error("cannot be reached: {0}")]
    Unreachable(String),
    /// The service said something that is not in the protocol.
    #[error("the service said something unexpected: {0}")]
    Protocol(String),
}

impl BotError {
    /// Whether the same request may succeed later.
    pub fn is_temporary(&self) -> bool {
        matches!(self, BotError::NotNow { .. } | BotError::Unreachable(_) | BotError::Protocol(_))
    }

    /// How long the service asks to wait.
    pub(crate) fn wait(&self) -> Option<Duration> {
        match self {
            BotError::NotNow { wait, .. } => *wait,
            _ => None,
        }
    }
}

impl From<reqwest::Error> for BotError {
    fn from(error: reqwest::Error) -> BotError {
        // The error itself says little more than that there is one; its cause says which.
        let mut text = error.to_string();
        let mut cause = std::error::Error::source(&error);
        while let Some(inner) = cause {
            text = format!("{text}: {inner}");
            cause = inner.source();
        }
        BotError::Unreachable(text)
    }
}
