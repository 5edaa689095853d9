//! Playing strength by name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::level::Level;

/// Playing strength: a level that needs no tables, or perfect play.
///
/// ```
/// use bagh_engine::{Level, Strength};
///
/// assert_eq!("8".parse(), Ok(Strength::Level(Level::STRONGEST)));
/// assert_eq!("perfect".parse(), Ok(Strength::Perfect));
/// assert!("best".parse::<Strength>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Strength {
    /// One of the eight levels.
    Level(Level),
    /// From the tables: never loses value.
    Perfect,
}

impl Strength {
    /// All strengths, the weakest first.
    pub fn all() -> impl Iterator<Item = Strength> {
        Level::all().map(Strength::Level).chain([Strength::Perfect])
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strength::Level(level) => level.fmt(f),
            Strength::Perfect => f.pad("perfect"),
        }
    }
}

impl FromStr for Strength {
    type Err = StrengthError;

    fn from_str(text: &str) -> Result<Strength, StrengthError> {
        if text == "perfect" {
            return Ok(Strength::Perfect);
        }
        text.parse()
            .map(Strength::Level)
            .map_err(|_| StrengthError { found: text.chars().take(40).collect() })
    }
}

/// Unknown strength.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "level: found `{found}`, expected a number from 1 (a beginner) to 8 (the strongest), or `perfect`, which needs tables"
)]
pub struct StrengthError {
    found: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        let all: Vec<Strength> = Strength::all().collect();
        assert_eq!(all.len(), 9);
        assert!(all.is_sorted());
        for strength in all {
            assert_eq!(strength.to_string().parse(), Ok(strength));
        }
    }

    #[test]
    fn errors_name_what_is_expected() {
        for text in ["0", "9", "", "Perfect", "-1", "3.5"] {
            let error = text.parse::<Strength>().unwrap_err().to_string();
            assert!(error.contains(&format!("`{text}`")) && error.contains("1 (a beginner)"));
        }
    }
}
