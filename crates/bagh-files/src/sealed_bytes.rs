//! Bytes with a label and a checksum, so that neither half of them nor those of other work are
//! taken for the whole.

use xxhash_rust::xxh3::xxh3_64;

use crate::SealError;

/// Bytes with a label before them and a checksum (XXH3-64) after them.
pub fn seal_bytes(label: &str, bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::with_capacity(bytes.len() + label.len() + 9);
    all.extend(label.as_bytes());
    all.push(b'\n');
    all.extend(bytes);
    all.extend(xxh3_64(&all).to_le_bytes());
    all
}

/// The bytes that were sealed with this label.
pub fn unseal_bytes<'a>(label: &str, all: &'a [u8]) -> Result<&'a [u8], SealError> {
    let Some((rest, sum)) = all.split_last_chunk::<8>() else { return Err(SealError::CutOff) };
    if xxh3_64(rest) != u64::from_le_bytes(*sum) {
        return Err(SealError::Checksum);
    }
    let bytes = rest.strip_prefix(label.as_bytes()).and_then(|rest| rest.strip_prefix(b"\n"));
    bytes.ok_or_else(|| SealError::Label { expected: label.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sealed_is_read_back_or_refused() {
        let all = seal_bytes("one", b"\n\0bytes");
        assert_eq!(unseal_bytes("one", &all).unwrap(), b"\n\0bytes");
        let other = unseal_bytes("two", &all).unwrap_err();
        assert_eq!(other, SealError::Label { expected: "two".to_owned() });
        assert_eq!(unseal_bytes("one", &all[..3]), Err(SealError::CutOff));
        for damaged in [&all[..all.len() - 1], &all[1..]] {
            assert_eq!(unseal_bytes("one", damaged), Err(SealError::Checksum));
        }
    }
}
