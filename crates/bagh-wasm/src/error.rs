//! What is wrong with a request.

use bagh::GameFileError;
use bagh::notation::{MoveTextError, NotationError};
use bagh::record::RecordError;
use serde::Serialize;

use crate::codes::{self, Coded};

/// What is wrong, and where. What users can cause has a code, for which pages have words in every
/// language; anything else has a message. Messages for everything would make the module larger by
/// several kilobytes, which every first visit loads.
#[derive(Serialize, Debug, PartialEq, Default)]
pub struct Fault {
    /// The part of the request that is wrong.
    field: &'static str,
    /// What was found, what was expected, and how to fix it.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    /// Which of the moves is wrong, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<u32>,
    /// The line of a file or a record that is wrong, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    /// The character in that line of a record, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    /// A word for what is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    /// What was found and expected, in the order that the code has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<String>,
}

impl Fault {
    pub fn new(field: &'static str, message: impl Into<String>) -> Fault {
        Fault { field, message: Some(message.into()), ..Fault::default() }
    }

    /// What the library refuses, as a word.
    pub fn coded(field: &'static str, (code, values): Coded) -> Fault {
        Fault { field, code: Some(code), values, ..Fault::default() }
    }

    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|_| "{}".into())
    }

    pub fn at(self, index: usize) -> Fault {
        Fault { index: Some(index as u32), ..self }
    }

    /// A text that is no legal move.
    pub fn mv(field: &'static str, error: &MoveTextError) -> Fault {
        Fault::coded(field, codes::of_move(error.problem()))
    }

    /// A text that is no position.
    pub fn notation(field: &'static str, error: &NotationError) -> Fault {
        Fault::coded(field, codes::of_notation(error))
    }

    /// A text that is no board file.
    pub fn file(error: &GameFileError) -> Fault {
        Fault {
            line: Some(error.line as u32),
            ..Fault::coded("file", codes::of_file(&error.problem))
        }
    }

    /// A text that is no record.
    pub fn record(error: &RecordError) -> Fault {
        let fault = match codes::of_record(&error.problem) {
            Ok(coded) => Fault::coded("text", coded),
            Err(message) => Fault::new("text", message),
        };
        Fault { line: Some(error.line as u32), column: Some(error.column as u32), ..fault }
    }
}
