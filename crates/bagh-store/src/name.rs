//! Names of players, in any script, that cannot pass for one another.

use std::fmt;

use thiserror::Error;
use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;
use unicode_security::{GeneralSecurityProfile, MixedScript};

const SHORTEST: usize = 2;
const LONGEST: usize = 20;
/// Names that would speak for the site, and those of the computer players.
const RESERVED: [&str; 12] = [
    "admin",
    "administrator",
    "bagh",
    "moderator",
    "system",
    "official",
    "support",
    "guest",
    "anonymous",
    "computer",
    "perfect",
    "deleted",
];

/// What the names of the levels of the computer begin with; a number follows.
const LEVEL: &str = "level";

/// A name that can be given to an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    text: String,
    key: String,
}

/// A name that cannot be given.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // The messages say what the fields mean.
#[non_exhaustive]
pub enum NameError {
    /// Too short or too long.
    #[error("name: found {found} characters, expected {SHORTEST} to {LONGEST}")]
    Length { found: usize },
    /// A character that names do not have.
    #[error("name: found {found:?}, expected letters, digits, _ and -, beginning with a letter")]
    Character { found: char },
    /// Letters of several scripts, as in a name that imitates another.
    #[error("name: found letters of several scripts, expected one script")]
    MixedScript,
    /// A name that the site keeps for itself.
    #[error("name: this one is reserved; choose another")]
    Reserved,
}

impl Name {
    /// Checks a name.
    ///
    /// ```
    /// use bagh_store::Name;
    ///
    /// // Case and look-alike letters make no difference, so neither can be used to pass for Maya.
    /// assert_eq!(Name::new("MAYA").unwrap().key(), Name::new("maya").unwrap().key());
    /// assert!(Name::new("m\u{430}ya").is_err()); // with a Cyrillic a
    /// assert!(Name::new("माया").is_ok());
    /// assert!(Name::new("<b>maya").is_err());
    /// ```
    pub fn new(text: &str) -> Result<Name, NameError> {
        // A hostile text can be huge; nothing longer than this is looked at.
        let text: String = text.trim().chars().take(LONGEST * 4).nfkc().collect();
        let found = text.chars().count();
        if !(SHORTEST..=LONGEST).contains(&found) {
            return Err(NameError::Length { found });
        }
        let allowed = |c: char| {
            if c.is_ascii() {
                c.is_ascii_alphanumeric() || c == '_' || c == '-'
            } else {
                c.identifier_allowed()
            }
        };
        let starts_well = text.starts_with(char::is_alphabetic);
        if let Some(found) = text.chars().find(|&c| !allowed(c)) {
            return Err(NameError::Character { found });
        }
        if !starts_well {
            return Err(NameError::Character { found: text.chars().next().unwrap_or(' ') });
        }
        if !text.is_single_script() {
            return Err(NameError::MixedScript);
        }
        let key: String = skeleton(&text.to_lowercase()).collect::<String>().to_lowercase();
        let reserved = RESERVED.iter().any(|word| skeleton(word).eq(key.chars()));
        if reserved || is_level(&text.to_lowercase(), &key) {
            return Err(NameError::Reserved);
        }
        Ok(Name { text, key })
    }

    /// The name as it is shown.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The name as it compares.
    pub fn key(&self) -> &str {
        &self.key
    }
}

/// Whether a name is that of a level, such as `level-1`, or looks like it.
fn is_level(text: &str, key: &str) -> bool {
    let separators = ['-', '_'];
    let number = |rest: &str| !rest.is_empty() && rest.chars().all(char::is_numeric);
    let plain =
        text.strip_prefix(LEVEL).is_some_and(|rest| number(rest.trim_start_matches(separators)));
    // The skeletons of some digits are letters, so only what is set apart counts as a number.
    let word: String = skeleton(LEVEL).collect();
    let digits: String = skeleton("0123456789").collect::<String>().to_lowercase();
    let rest = key.strip_prefix(&word).filter(|rest| rest.starts_with(separators));
    let alike = rest.map(|rest| rest.trim_start_matches(separators)).is_some_and(|rest| {
        !rest.is_empty() && rest.chars().all(|c| c.is_numeric() || digits.contains(c))
    });
    plain || alike
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_try_to_be_others_are_refused_or_compare_equal() {
        let key = |text: &str| Name::new(text).unwrap().key().to_owned();
        assert_eq!(key("rnaya"), key("maya"), "r and n look like m");
        assert_eq!(key("Ram"), key("rAM"));
        for bad in ["admin", "ADMIN", "Adm1n\u{200b}", "a", "-x", "9x", "a b", "a\u{202e}b", "x\0y"]
        {
            assert!(Name::new(bad).is_err(), "{bad:?}");
        }
        assert!(Name::new(&"x".repeat(1_000_000)).is_err());
        for level in ["level-1", "LEVEL-8", "level_9", "Level3", "level-l", "1evel-1"] {
            assert!(Name::new(level).is_err(), "{level}");
        }
        assert!(Name::new("levelled").is_ok() && Name::new("level-headed").is_ok());
        for good in ["tenzin_9", "राम", "கபிலன்", "Zoë"] {
            assert!(Name::new(good).is_ok(), "{good}");
        }
    }
}
