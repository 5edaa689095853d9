//! The tags of a record.

use std::collections::HashMap;

use super::{Record, TagError};
use crate::text::shorten;

/// Tags that say what the record itself knows.
pub(super) const RESERVED: [&str; 4] = ["Game", "Captures", "Position", "Reason"];
const MAX_NAME: usize = 64;

/// Tags in order, found by name.
#[derive(Clone, Debug, Default)]
pub(super) struct Tags {
    list: Vec<(String, String)>,
    /// The place of each name in the list, so that a record of many tags is read in one pass.
    places: HashMap<String, usize>,
}

impl Tags {
    fn set(&mut self, name: &str, value: String) {
        match self.places.get(name) {
            Some(&place) => self.list[place].1 = value,
            None => {
                self.places.insert(name.to_owned(), self.list.len());
                self.list.push((name.to_owned(), value));
            }
        }
    }
}

impl PartialEq for Tags {
    fn eq(&self, other: &Tags) -> bool {
        self.list == other.list
    }
}

impl Record {
    /// The tags in order, without those that follow from the game and its result.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.list.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.places.get(name).map(|&place| self.tags.list[place].1.as_str())
    }

    /// Sets a tag, such as `Goats` to the name of a player.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) -> Result<(), TagError> {
        if RESERVED.contains(&name) {
            return Err(TagError::Reserved(name.to_owned()));
        }
        if !is_name(name) {
            return Err(TagError::Name(shorten(name)));
        }
        self.tags.set(name, value.into());
        Ok(())
    }
}

fn is_name(name: &str) -> bool {
    name.len() <= MAX_NAME
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}
