//! The terms of a bot's challenge.

use axum::http::{HeaderMap, header};
use bagh_online::TimeControl;
use serde_json::Value;

use super::super::error::{OnlineError, body};

/// The terms of a challenge, in lichess's words.
#[derive(Default)]
pub(super) struct Terms {
    pub rated: bool,
    limit: Option<u32>,
    increment: Option<u32>,
    days: Option<u32>,
    pub color: Option<String>,
    pub variant: Option<String>,
    /// Captures that win, if not as many as usual.
    pub captures: Option<u8>,
    /// What the bot calls this challenge, so that it can be asked for again.
    pub key: Option<String>,
}

/// Reads a value of a field.
fn value<T: std::str::FromStr>(
    field: &'static str,
    text: &str,
    expected: &str,
) -> Result<T, OnlineError> {
    text.parse().map_err(|_| {
        let found: String = text.chars().take(20).collect();
        OnlineError::Field(field, format!("found {found:?}, expected {expected}"))
    })
}

impl Terms {
    /// Reads a form, as lichess's clients send it, or JSON.
    pub fn read(headers: &HeaderMap, bytes: &[u8]) -> Result<Terms, OnlineError> {
        let kind = headers.get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or("");
        let fields: Vec<(String, String)> = if kind.starts_with("application/json") {
            let object: serde_json::Map<String, Value> = body(bytes)?;
            let text = |value: Value| match value {
                Value::String(text) => text,
                other => other.to_string(),
            };
            object.into_iter().map(|(name, value)| (name, text(value))).collect()
        } else {
            serde_urlencoded::from_bytes(bytes)
                .map_err(|error| OnlineError::Field("body", error.to_string()))?
        };
        let mut terms = Terms::default();
        for (name, text) in fields {
            let number = "a whole number";
            match name.as_str() {
                "rated" => terms.rated = value("rated", &text, "true or false")?,
                "clock.limit" => terms.limit = Some(value("clock.limit", &text, number)?),
                "clock.increment" => {
                    terms.increment = Some(value("clock.increment", &text, number)?);
                }
                "days" => terms.days = Some(value("days", &text, number)?),
                "captures" => {
                    terms.captures = Some(value("captures", &text, "a number up to 255")?);
                }
                "color" => terms.color = Some(text),
                "variant" => terms.variant = Some(text),
                "key" => terms.key = Some(text),
                // What lichess's clients may say, and what changes nothing here.
                "keepAliveStream" | "message" | "rules" => {}
                _ => {
                    let found: String = name.chars().take(40).collect();
                    let message = format!(
                        "found {found:?}, expected rated, clock.limit, clock.increment, days, \
                         color, variant, captures or key"
                    );
                    return Err(OnlineError::Field("body", message));
                }
            }
        }
        Ok(terms)
    }

    /// The time control that they ask for.
    pub fn time(&self) -> Result<TimeControl, OnlineError> {
        match (self.limit, self.increment, self.days) {
            (Some(base), increment, None) => {
                Ok(TimeControl::Increment { base, increment: increment.unwrap_or(0) })
            }
            (None, None, Some(days)) => Ok(TimeControl::Days { days }),
            (None, None, None) => Ok(TimeControl::Unlimited),
            (None, Some(_), _) => Err(OnlineError::Field(
                "clock.limit",
                "expected, since clock.increment is there".to_owned(),
            )),
            (Some(_), _, Some(_)) => {
                Err(OnlineError::Field("days", "found beside a clock, expected one".to_owned()))
            }
        }
    }
}
