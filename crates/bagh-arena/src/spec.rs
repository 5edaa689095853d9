//! Players by name.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use bagh_engine::Level;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A player by name.
///
/// ```
/// use bagh_arena::PlayerSpec;
///
/// let bot: PlayerSpec = "ugi:python3 bot.py --fast".parse()?;
/// assert_eq!(bot, PlayerSpec::Ugi("python3 bot.py --fast".to_owned()));
/// assert_eq!("3".parse::<PlayerSpec>()?.to_string(), "3");
/// assert!("strong".parse::<PlayerSpec>().is_err());
/// # Ok::<(), bagh_arena::PlayerSpecError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[non_exhaustive]
pub enum PlayerSpec {
    /// The engine at a level.
    Level(Level),
    /// Perfect play from tables.
    Perfect,
    /// Any legal move.
    Random,
    /// One ply ahead: captures and threats.
    Greedy,
    /// The networks that evolved in 1,000 generations.
    Evolved,
    /// The engine at full strength with a network file.
    Network(PathBuf),
    /// A program that speaks UGI on standard input and output.
    Ugi(String),
    /// An address that speaks OBX over HTTP.
    Obx(String),
}

/// What a name may be.
const EXPECTED: &str =
    "1 to 8, perfect, random, greedy, evolved, network:FILE, ugi:COMMAND LINE or obx:URL";

impl PlayerSpec {
    /// Whether the player is another program or service, which is kept from game to game.
    pub fn is_external(&self) -> bool {
        matches!(self, PlayerSpec::Ugi(_) | PlayerSpec::Obx(_))
    }

    /// Whether the player needs tables.
    pub fn needs_tables(&self) -> bool {
        *self == PlayerSpec::Perfect
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Level(level) => level.fmt(f),
            PlayerSpec::Perfect => f.pad("perfect"),
            PlayerSpec::Random => f.pad("random"),
            PlayerSpec::Greedy => f.pad("greedy"),
            PlayerSpec::Evolved => f.pad("evolved"),
            PlayerSpec::Network(path) => f.pad(&format!("network:{}", path.display())),
            PlayerSpec::Ugi(command) => f.pad(&format!("ugi:{command}")),
            PlayerSpec::Obx(address) => f.pad(&format!("obx:{address}")),
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, PlayerSpecError> {
        let error = |expected: &'static str| PlayerSpecError {
            found: text.chars().take(60).collect(),
            expected,
        };
        let spec = match text {
            "perfect" => PlayerSpec::Perfect,
            "random" => PlayerSpec::Random,
            "greedy" => PlayerSpec::Greedy,
            "evolved" => PlayerSpec::Evolved,
            _ => match text.split_once(':') {
                Some(("network", file)) if !file.is_empty() => PlayerSpec::Network(file.into()),
                Some(("ugi", command)) => {
                    let words = shlex::split(command).filter(|words| !words.is_empty());
                    words
                        .ok_or_else(|| error("a command line after `ugi:`, with closed quotes"))?;
                    PlayerSpec::Ugi(command.trim().to_owned())
                }
                Some(("obx", address)) => {
                    if !["http://", "https://"].iter().any(|scheme| address.starts_with(scheme)) {
                        return Err(error(
                            "an address that begins with http:// or https:// after `obx:`",
                        ));
                    }
                    PlayerSpec::Obx(address.to_owned())
                }
                _ => PlayerSpec::Level(text.parse().map_err(|_| error(EXPECTED))?),
            },
        };
        Ok(spec)
    }
}

impl TryFrom<String> for PlayerSpec {
    type Error = PlayerSpecError;

    fn try_from(text: String) -> Result<PlayerSpec, PlayerSpecError> {
        text.parse()
    }
}

impl From<PlayerSpec> for String {
    fn from(spec: PlayerSpec) -> String {
        spec.to_string()
    }
}

/// An unknown player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("player: found `{found}`, expected {expected}")]
pub struct PlayerSpecError {
    found: String,
    expected: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for text in [
            "1",
            "8",
            "perfect",
            "random",
            "greedy",
            "evolved",
            "network:my.network",
            "ugi:python3 'my bot.py'",
            "obx:http://localhost:8000/obx",
            "obx:https://example.org/obx",
        ] {
            let spec: PlayerSpec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
        }
        for text in ["", "0", "9", "ugi:", "ugi:'open", "obx:ftp://x", "network:", "Perfect", "x:y"]
        {
            let error = text.parse::<PlayerSpec>().unwrap_err().to_string();
            assert!(error.contains(&format!("`{text}`")) && error.contains("expected"), "{error}");
        }
    }
}
