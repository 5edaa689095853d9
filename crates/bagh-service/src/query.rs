//! Parameters of a request, taken one by one. Repeated and unknown parameters are rejected.

use bagh::Game;
use bagh::notation::{self, Format, ReadOptions, ReadPosition};
pub use bagh::text::shorten;
use percent_encoding::percent_decode;
use utoipa::ToSchema;

use crate::error::ApiError;

/// More parameters than any path has.
const MOST: usize = 16;

/// The parameters after the question mark.
#[derive(Debug)]
pub struct Query {
    /// Those that are still to be looked at.
    rest: Vec<(String, String)>,
    /// The names that were asked for.
    known: Vec<&'static str>,
}

impl Query {
    /// Takes the parameters apart.
    pub fn parse(raw: Option<&str>) -> Result<Query, ApiError> {
        let mut rest = Vec::new();
        for pair in raw.unwrap_or_default().split('&').filter(|pair| !pair.is_empty()) {
            if rest.len() == MOST {
                return Err(ApiError::parameter(
                    "query",
                    format!("found more than {MOST} parameters, expected fewer"),
                ));
            }
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let name = decode(name)
                .ok_or_else(|| ApiError::parameter("query", "a name is not UTF-8 text"))?;
            let value = decode(value).ok_or_else(|| {
                ApiError::parameter(shorten(&name), "found bytes that are not UTF-8 text")
            })?;
            rest.push((name, value));
        }
        Ok(Query { rest, known: Vec::new() })
    }

    /// A parameter that may be left out.
    pub fn take(&mut self, name: &'static str) -> Result<Option<String>, ApiError> {
        self.known.push(name);
        let mut found = None;
        let mut twice = false;
        self.rest.retain_mut(|(n, value)| {
            if n != name {
                return true;
            }
            twice |= found.replace(std::mem::take(value)).is_some();
            false
        });
        match twice {
            true => Err(ApiError::parameter(name, "found more than once, expected once")),
            false => Ok(found),
        }
    }

    /// A parameter that must be there.
    pub fn need(&mut self, name: &'static str, such_as: &str) -> Result<String, ApiError> {
        self.take(name)?.ok_or_else(|| {
            ApiError::parameter(name, format!("it is missing, expected ?{name}={such_as}"))
        })
    }

    /// A whole number in a range, which may be left out.
    pub fn number(
        &mut self,
        name: &'static str,
        least: u64,
        most: u64,
    ) -> Result<Option<u64>, ApiError> {
        let Some(text) = self.take(name)? else { return Ok(None) };
        // `parse` would take a sign.
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        digits
            .then(|| text.parse().ok())
            .flatten()
            .filter(|number| (least..=most).contains(number))
            .map(Some)
            .ok_or_else(|| {
                ApiError::parameter(
                    name,
                    format!(
                        "found `{}`, expected a whole number from {least} to {most}",
                        shorten(&text)
                    ),
                )
            })
    }

    /// The captures that win, if not as many as usual.
    pub fn captures(&mut self) -> Result<Option<u8>, ApiError> {
        let captures = self.number("captures", 1, u64::from(u8::MAX))?;
        Ok(captures.and_then(|captures| u8::try_from(captures).ok()))
    }

    /// The notation of positions; detected if left out.
    pub fn from(&mut self) -> Result<Option<Format>, ApiError> {
        self.take("from")?.map(|word| format_of(&word)).transpose()
    }

    /// Rejects unknown parameters.
    pub fn finish(self) -> Result<(), ApiError> {
        match self.rest.first() {
            None => Ok(()),
            Some((name, _)) => Err(ApiError::parameter(
                shorten(name),
                match self.known.is_empty() {
                    true => "this parameter is not known here, expected none".to_owned(),
                    false => format!(
                        "this parameter is not known here, expected {}",
                        self.known.join(", ")
                    ),
                },
            )),
        }
    }
}

/// A notation by its word.
pub fn format_of(word: &str) -> Result<Format, ApiError> {
    Format::from_word(word).ok_or_else(|| {
        let words = Format::ALL.map(Format::word).join(", ");
        ApiError::parameter("from", format!("found `{}`, expected {words}", shorten(word)))
    })
}

/// The notations by name, for the description of the API.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
#[expect(dead_code, reason = "it stands for the words of `Format` in the document")]
pub enum FormatWord {
    /// OBX 1.0.
    Obx,
    /// OBX 1.x.
    #[schema(rename = "obx-1x")]
    Obx1X,
    /// OBX 2.0, as it was drafted.
    #[schema(rename = "obx-2-early")]
    Obx2Early,
    /// OBX 2.0.
    #[schema(rename = "obx-2")]
    Obx2,
    /// The FEN of the package baghchal.
    BaghchalFen,
    /// The FEN that counts captured goats.
    CapturedFen,
    /// The strings of GamesCrafters.
    #[schema(rename = "gamescrafters")]
    GamesCrafters,
}

/// A position of a game, from the parameter with this name.
pub fn position(
    game: &Game,
    parameter: &str,
    text: &str,
    format: Option<Format>,
) -> Result<ReadPosition, ApiError> {
    notation::read(game, text, &ReadOptions { lenient: false, format }).map_err(|error| {
        let words: Vec<String> =
            error.choices().iter().map(|format| format!("from={}", format.word())).collect();
        let remedy = match words.is_empty() {
            true => String::new(),
            false => format!(": add {}", words.join(" or ")),
        };
        ApiError::parameter(parameter, format!("{error}{remedy}"))
    })
}

/// The text behind percent signs and pluses, if it is text.
fn decode(text: &str) -> Option<String> {
    let spaced = text.replace('+', " ");
    percent_decode(spaced.as_bytes()).decode_utf8().ok().map(|text| text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_fault(error: ApiError) -> String {
        match error {
            ApiError::Parameter { parameter, .. } => parameter,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_description_names_every_notation() {
        let schema = serde_json::to_value(<FormatWord as utoipa::PartialSchema>::schema()).unwrap();
        let words: Vec<&str> = match &schema["enum"] {
            serde_json::Value::Array(words) => words.iter().filter_map(|w| w.as_str()).collect(),
            _ => {
                let all = schema["oneOf"].as_array().unwrap();
                all.iter().map(|one| one["enum"][0].as_str().unwrap()).collect()
            }
        };
        assert_eq!(words, Format::ALL.map(Format::word));
    }

    #[test]
    fn parameters_are_taken_once_and_all_of_them() {
        let mut query = Query::parse(Some("position=T1G+t%20x&captures=3")).unwrap();
        assert_eq!(query.need("position", "…").unwrap(), "T1G t x");
        assert_eq!(query.captures().unwrap(), Some(3));
        assert_eq!(query.take("from").unwrap(), None);
        query.finish().unwrap();
    }

    #[test]
    fn the_parameter_at_fault_is_named() {
        let of = |raw: &str| Query::parse(Some(raw));
        assert_eq!(at_fault(of("a=1&a=2").unwrap().take("a").unwrap_err()), "a");
        assert_eq!(at_fault(of("").unwrap().need("position", "…").unwrap_err()), "position");
        assert_eq!(at_fault(of("b").unwrap().finish().unwrap_err()), "b");
        assert_eq!(at_fault(of("a=%ff").unwrap_err()), "a");
        assert_eq!(at_fault(of("%ff=1").unwrap_err()), "query");
        for text in ["captures=0", "captures=-1", "captures=+1", "captures=256", "captures="] {
            assert_eq!(at_fault(of(text).unwrap().captures().unwrap_err()), "captures", "{text}");
        }
        assert_eq!(at_fault(of(&"a&".repeat(99)).unwrap_err()), "query");
    }
}
