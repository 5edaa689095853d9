//! Levels of strength.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::limits::Limits;

/// How strong a player is: 1, a beginner, to 8, everything it has.
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

/// How a level plays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// How far it looks.
    pub limits: Limits,
    /// How far off its estimates are, in thousandths of a goat.
    pub blur: i32,
    /// How much worse than the best, to its eyes, a move may be and still be played.
    pub ease: i32,
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

    /// How it plays. Depths and blurs are chosen so that each level clearly beats the one below;
    /// `docs/ENGINE.md` has the matches.
    pub(crate) fn manner(self) -> Manner {
        let sees = |depth, blur, ease| Manner { limits: Limits::depth(depth), blur, ease };
        match self.0 {
            1 => sees(1, 900, 500),
            2 => sees(2, 700, 300),
            3 => sees(2, 350, 150),
            4 => sees(3, 200, 80),
            5 => sees(4, 100, 40),
            6 => sees(5, 70, 20),
            7 => sees(6, 40, 0),
            _ => Manner { limits: Limits::time(Duration::from_secs(1)), blur: 0, ease: 0 },
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

/// A level that is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("level: found `{found}`, expected a number from 1 (a beginner) to 8 (the strongest)")]
pub struct LevelError {
    found: String,
}
