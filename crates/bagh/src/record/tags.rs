//! The tags of a record.

use super::{Record, TagError};
use crate::game_file::shorten;

/// Tags that say what the record itself knows.
pub(super) const RESERVED: [&str; 4] = ["Game", "Captures", "Position", "Reason"];
const MAX_NAME: usize = 64;

impl Record {
    /// The tags in order, without those that follow from the game and its result.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().find(|(n, _)| *n == name).map(|(_, value)| value)
    }

    /// Sets a tag, such as `Goats` to the name of a player.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) -> Result<(), TagError> {
        if RESERVED.contains(&name) {
            return Err(TagError::Reserved(name.to_owned()));
        }
        if !is_name(name) {
            return Err(TagError::Name(shorten(name)));
        }
        match self.tags.iter_mut().find(|(n, _)| n == name) {
            Some(tag) => tag.1 = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
        Ok(())
    }
}

fn is_name(name: &str) -> bool {
    name.len() <= MAX_NAME
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
