//! Variants without fields that refuse fields, as those with fields do.

use serde::{Deserialize, Deserializer};

/// What a variant without fields is read by. Left to itself, serde passes over any field of such
/// a variant, even where unknown fields are denied.
pub(crate) fn no_fields<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct NoFields {}

    NoFields::deserialize(deserializer).map(|NoFields {}| ())
}

#[cfg(test)]
mod tests {
    use crate::{Command, TimeControl};

    #[test]
    fn a_field_that_no_one_knows_is_refused_everywhere() {
        let read = |text: &str| serde_json::from_str::<Command>(text);
        assert_eq!(read(r#"{"type":"resign"}"#).unwrap(), Command::Resign);
        for name in ["offer-draw", "propose-takeback", "give-time", "resign", "abort", "leave"] {
            let error = read(&format!(r#"{{"type":"{name}","ply":1}}"#)).unwrap_err();
            assert!(error.to_string().contains("unknown field `ply`"), "{name}: {error}");
        }
        let read = |text: &str| serde_json::from_str::<TimeControl>(text);
        assert_eq!(read(r#"{"type":"unlimited"}"#).unwrap(), TimeControl::Unlimited);
        assert!(read(r#"{"type":"unlimited","days":3}"#).is_err());
    }
}
