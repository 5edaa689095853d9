//! What is wrong with a request.

use serde::Serialize;

/// What is wrong, and where.
#[derive(Serialize, Debug, PartialEq)]
pub struct Fault {
    /// The part of the request that is wrong.
    field: &'static str,
    /// What was found, what was expected, and how to mend it.
    message: String,
    /// Which of the moves is wrong, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<usize>,
    /// A word for what is wrong, where pages say it in other languages.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    /// What the message says beside its words, in the order of the message.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<String>,
}

impl Fault {
    pub fn new(field: &'static str, message: impl Into<String>) -> Fault {
        Fault { field, message: message.into(), index: None, code: None, values: Vec::new() }
    }

    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|_| "{}".into())
    }

    pub fn at(self, index: usize) -> Fault {
        Fault { index: Some(index), ..self }
    }

    /// With a word for what is wrong, and its values.
    pub fn coded(self, code: &'static str, values: Vec<String>) -> Fault {
        Fault { code: Some(code), values, ..self }
    }
}
