//! What is wrong with a request.

use bagh::notation::NotationError;
use serde::Serialize;

/// What is wrong, and where.
#[derive(Serialize, Debug, PartialEq)]
pub struct Fault {
    /// The part of the request that is wrong.
    field: &'static str,
    /// What was found, what was expected, and how to fix it.
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

    /// A text that is no position. One that may be in several notations has a code, so that pages
    /// can ask which it is.
    pub fn notation(field: &'static str, error: &NotationError) -> Fault {
        let fault = Fault::new(field, error.to_string());
        match error.choices() {
            [] => fault,
            choices => {
                let words = choices.iter().map(|format| format.word().to_owned());
                fault.coded("ambiguous-notation", words.collect())
            }
        }
    }

    /// With a word for what is wrong, and its values.
    pub fn coded(self, code: &'static str, values: Vec<String>) -> Fault {
        Fault { code: Some(code), values, ..self }
    }
}
