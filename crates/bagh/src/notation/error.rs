//! What is wrong with the text of a position, and the mending of it.

use thiserror::Error;

use super::Format;

/// What is wrong with the text of a position, and in which field.
///
/// ```
/// use bagh::Game;
///
/// let error = Game::bagh_chal().parse_obx("T3T/5/5/5/T3T g g19 c0 - 0").unwrap_err();
/// assert_eq!(error.field(), "goats left, captured goats");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field}: {message}")]
pub struct NotationError {
    field: &'static str,
    message: String,
    choices: &'static [Format],
}

impl NotationError {
    pub(crate) fn new(field: &'static str, message: impl Into<String>) -> NotationError {
        NotationError { field, message: message.into(), choices: &[] }
    }

    /// An error about a text that may be in several notations.
    pub(crate) fn ambiguous(
        message: impl Into<String>,
        choices: &'static [Format],
    ) -> NotationError {
        NotationError { field: "position", message: message.into(), choices }
    }

    /// The field that is wrong, in the words of `docs/NOTATION.md`.
    pub fn field(&self) -> &str {
        self.field
    }

    /// What was found, what was expected, and how to fix it.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The notations that the text may be in, where it cannot be told which: name one of them in
    /// [`ReadOptions::format`](super::ReadOptions). Empty for any other error.
    pub fn choices(&self) -> &'static [Format] {
        self.choices
    }
}

/// Faults that a strict reader refuses and a lenient one fixes and reports.
#[derive(Debug)]
pub(super) struct Faults {
    pub lenient: bool,
    pub warnings: Vec<String>,
}

impl Faults {
    pub fn new(lenient: bool) -> Faults {
        Faults { lenient, warnings: Vec::new() }
    }

    /// Refuses, or notes how the fault was fixed.
    pub fn fault(
        &mut self,
        field: &'static str,
        message: impl Into<String>,
        fixed: &str,
    ) -> Result<(), NotationError> {
        let error = NotationError::new(field, message);
        if !self.lenient {
            return Err(error);
        }
        self.warnings.push(format!("{error} ({fixed})"));
        Ok(())
    }
}
