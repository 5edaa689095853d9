//! Levels of strength.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::limits::Limits;

/// Playing strength: 1 is a beginner, 8 is full strength.
///
/// ```
/// use bagh_engine::Level;
///
/// let level: Level = "3".parse()?;
/// assert!(level < Level::STRONGEST);
/// assert!("9".parse::<Level>().is_err());
/// # Ok::<(), bagh_engine::LevelError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// The settings of a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LevelSettings {
    /// Limits of each search.
    pub limits: Limits,
    /// Noise added to the static evaluation, in thousandths of a goat.
    pub evaluation_noise: i32,
    /// Moves within this many points of the best are played, too.
    pub choice_margin: i32,
}

impl Level {
    /// A beginner.
    pub const WEAKEST: Level = Level(1);
    /// The strongest.
    pub const STRONGEST: Level = Level(8);

    /// The level with this number, from 1 to 8.
    pub fn new(number: u8) -> Result<Level, LevelError> {
        if (1..=8).contains(&number) {
            Ok(Level(number))
        } else {
            Err(LevelError { found: number.to_string() })
        }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=8).map(Level)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The limits of its searches.
    pub fn limits(self) -> Limits {
        self.settings().limits
    }

    /// Its settings. Depths and noise are chosen so that each level clearly beats the one below;
    /// `docs/ENGINE.md` has the matches.
    pub(crate) fn settings(self) -> LevelSettings {
        let settings = |depth, evaluation_noise, choice_margin| LevelSettings {
            limits: Limits::depth(depth),
            evaluation_noise,
            choice_margin,
        };
        match self.0 {
            1 => settings(1, 900, 500),
            2 => settings(2, 700, 300),
            3 => settings(2, 350, 150),
            4 => settings(3, 200, 80),
            5 => settings(4, 100, 40),
            6 => settings(5, 70, 20),
            7 => settings(6, 40, 0),
            _ => LevelSettings {
                limits: Limits::time(Duration::from_secs(1)),
                evaluation_noise: 0,
                choice_margin: 0,
            },
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Level, LevelError> {
        let error = || LevelError { found: text.chars().take(40).collect() };
        Level::new(text.parse().map_err(|_| error())?).map_err(|_| error())
    }
}

/// An unknown level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("level: found `{found}`, expected a number from 1 (a beginner) to 8 (the strongest)")]
pub struct LevelError {
    found: String,
}
