//! Values of both databases, and rows of them.

use serde::{Deserialize, Serialize};

use crate::error::StoreError;

/// A value in a row or for a parameter.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// No value.
    Null,
    /// A flag. SQLite keeps it as 0 or 1 and gives it back as [`Value::Int`].
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number.
    Real(f64),
    /// Text.
    Text(String),
}

macro_rules! from {
    ($($type:ty => |$x:ident| $value:expr),* $(,)?) => {
        $(impl From<$type> for Value {
            fn from($x: $type) -> Value {
                $value
            }
        })*
    };
}

from! {
    bool => |x| Value::Bool(x),
    u32 => |x| Value::Int(x.into()),
    // Times and counts are far below 2^63; what is not stays at the largest one.
    u64 => |x| Value::Int(i64::try_from(x).unwrap_or(i64::MAX)),
    usize => |x| Value::Int(i64::try_from(x).unwrap_or(i64::MAX)),
    f64 => |x| Value::Real(x),
    &str => |x| Value::Text(x.to_owned()),
    String => |x| Value::Text(x),
    &String => |x| Value::Text(x.clone()),
    &bagh_online::GameId => |x| Value::Text(x.to_string()),
    &bagh_online::PlayerId => |x| Value::Text(x.to_string()),
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(x: Option<T>) -> Value {
        x.map_or(Value::Null, Into::into)
    }
}

/// Refuses what neither database may be asked for: PostgreSQL has no text with a NUL in it, and
/// SQLite is to answer the same.
pub(crate) fn check(values: &[Value]) -> Result<(), StoreError> {
    let has_nul = |value: &Value| matches!(value, Value::Text(text) if text.contains('\0'));
    if values.iter().any(has_nul) { Err(StoreError::Nul) } else { Ok(()) }
}

/// A row of a result.
#[derive(Clone, PartialEq, Debug)]
pub struct Row(pub Vec<Value>);

impl Row {
    fn unexpected(&self, column: usize, expected: &str) -> StoreError {
        StoreError::Corrupt(format!("column {column}: expected {expected}"))
    }

    pub(crate) fn text(&self, column: usize) -> Result<String, StoreError> {
        self.text_or_none(column)?.ok_or_else(|| self.unexpected(column, "text"))
    }

    pub(crate) fn text_or_none(&self, column: usize) -> Result<Option<String>, StoreError> {
        match self.0.get(column) {
            Some(Value::Text(text)) => Ok(Some(text.clone())),
            Some(Value::Null) => Ok(None),
            _ => Err(self.unexpected(column, "text")),
        }
    }

    pub(crate) fn int(&self, column: usize) -> Result<u64, StoreError> {
        self.int_or_none(column)?.ok_or_else(|| self.unexpected(column, "a number"))
    }

    pub(crate) fn int_or_none(&self, column: usize) -> Result<Option<u64>, StoreError> {
        match self.0.get(column) {
            Some(Value::Int(number)) if *number >= 0 => Ok(Some(*number as u64)),
            Some(Value::Null) => Ok(None),
            _ => Err(self.unexpected(column, "a whole number")),
        }
    }

    pub(crate) fn small(&self, column: usize) -> Result<u32, StoreError> {
        u32::try_from(self.int(column)?).map_err(|_| self.unexpected(column, "a small number"))
    }

    pub(crate) fn real(&self, column: usize) -> Result<f64, StoreError> {
        match self.0.get(column) {
            Some(Value::Real(number)) => Ok(*number),
            _ => Err(self.unexpected(column, "a number")),
        }
    }

    pub(crate) fn flag(&self, column: usize) -> Result<bool, StoreError> {
        match self.0.get(column) {
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(Value::Int(number)) => Ok(*number != 0),
            _ => Err(self.unexpected(column, "a flag")),
        }
    }

    /// A value that is kept as a word, such as a side.
    pub(crate) fn word<T: serde::de::DeserializeOwned>(
        &self,
        column: usize,
    ) -> Result<T, StoreError> {
        Ok(serde_json::from_value(serde_json::Value::String(self.text(column)?))?)
    }

    pub(crate) fn word_or_none<T: serde::de::DeserializeOwned>(
        &self,
        column: usize,
    ) -> Result<Option<T>, StoreError> {
        match self.text_or_none(column)? {
            Some(text) => Ok(Some(serde_json::from_value(serde_json::Value::String(text))?)),
            None => Ok(None),
        }
    }
}

/// The parameters of a statement.
macro_rules! args {
    ($($value:expr),* $(,)?) => { &[$($crate::value::Value::from($value)),*] };
}
pub(crate) use args;
