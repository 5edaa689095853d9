//! JSON documents that carry a hash over themselves.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::SealError;

/// The document as it stands in a file: its own fields, and the hash over them.
#[derive(Serialize, Deserialize)]
struct Sealed<T> {
    #[serde(flatten)]
    document: T,
    check: String,
}

/// An object as pretty-printed JSON, with a field `check`: the BLAKE3 hash of its compact form.
///
/// The hash tells damage from what was written. It is no signature: anyone can make it anew.
///
/// # Panics
/// If the document is not a JSON object, or has a field `check` of its own.
pub fn seal_json<T: Serialize>(document: &T) -> String {
    let compact = serde_json::to_vec(document).expect("plain data becomes JSON");
    let check = blake3::hash(&compact).to_hex().to_string();
    let mut text =
        serde_json::to_string_pretty(&Sealed { document, check }).expect("an object becomes JSON");
    text.push('\n');
    text
}

/// The document in a sealed text. Only the very text that [`seal_json`] makes of it is accepted,
/// so that fields this program does not know cannot hide behind the seal.
pub fn unseal_json<T: Serialize + DeserializeOwned>(text: &str) -> Result<T, SealError> {
    let sealed: Sealed<T> =
        serde_json::from_str(text).map_err(|error| SealError::Malformed(error.to_string()))?;
    match seal_json(&sealed.document) == text {
        true => Ok(sealed.document),
        false => Err(SealError::Checksum),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    type Counts = BTreeMap<String, Vec<u64>>;

    #[test]
    fn every_change_is_noticed() {
        let counts = Counts::from([("cross".to_owned(), vec![123, 4]), ("of".to_owned(), vec![5])]);
        let text = seal_json(&counts);
        assert_eq!(unseal_json::<Counts>(&text).unwrap(), counts);
        for (at, c) in text.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
            let other = if c == '9' { '0' } else { char::from(c as u8 + 1) };
            let mut changed = text.clone();
            changed.replace_range(at..=at, &other.to_string());
            assert!(unseal_json::<Counts>(&changed).is_err(), "{at}");
        }
        for end in 0..text.len() {
            assert!(unseal_json::<Counts>(&text[..end]).is_err(), "{end}");
        }
        assert_eq!(unseal_json::<Counts>(&text.replace("\n", "\n ")), Err(SealError::Checksum));
    }
}
