//! Public keys of authenticators (COSE), and the signatures that they check.

use ciborium::Value;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents,
    UnparsedPublicKey,
};

/// The algorithms that are understood, best first: ES256, EdDSA, RS256.
pub(super) const ALGORITHMS: [i64; 3] = [-7, -8, -257];

/// A public key.
#[derive(Debug, PartialEq)]
pub(super) enum PublicKey {
    /// ECDSA on P-256 with SHA-256: the uncompressed point.
    Es256(Vec<u8>),
    /// Ed25519: the point.
    EdDsa(Vec<u8>),
    /// RSASSA-PKCS1-v1_5 with SHA-256: modulus and exponent.
    Rs256(Vec<u8>, Vec<u8>),
}

impl PublicKey {
    /// Reads a key. The error says what does not fit.
    pub(super) fn read(cose: &Value) -> Result<PublicKey, String> {
        let Value::Map(entries) = cose else { return Err("expected a map".to_owned()) };
        let find = |label: i64| {
            entries.iter().find(|(key, _)| *key == Value::from(label)).map(|(_, value)| value)
        };
        let number = |label: i64| {
            let number = find(label).and_then(Value::as_integer).map(i128::from);
            number.ok_or_else(|| format!("expected a number at {label}"))
        };
        let bytes = |label: i64, length: Option<usize>| {
            let bytes = find(label).and_then(Value::as_bytes);
            bytes
                .filter(|b| length.is_none_or(|length| b.len() == length))
                .cloned()
                .ok_or_else(|| format!("expected bytes of the right length at {label}"))
        };
        match (number(1)?, number(3)?) {
            (2, -7) if number(-1)? == 1 => {
                let point = [vec![4], bytes(-2, Some(32))?, bytes(-3, Some(32))?].concat();
                Ok(PublicKey::Es256(point))
            }
            (1, -8) if number(-1)? == 6 => Ok(PublicKey::EdDsa(bytes(-2, Some(32))?)),
            (3, -257) => Ok(PublicKey::Rs256(bytes(-1, None)?, bytes(-2, None)?)),
            (kind, algorithm) => Err(format!(
                "found a key of type {kind} for algorithm {algorithm}, expected ES256, EdDSA or RS256"
            )),
        }
    }

    /// Whether a signature of a message is by this key.
    pub(super) fn has_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        match self {
            PublicKey::Es256(point) => UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, point)
                .verify(message, signature)
                .is_ok(),
            PublicKey::EdDsa(point) => {
                UnparsedPublicKey::new(&ED25519, point).verify(message, signature).is_ok()
            }
            PublicKey::Rs256(n, e) => RsaPublicKeyComponents { n, e }
                .verify(&RSA_PKCS1_2048_8192_SHA256, message, signature)
                .is_ok(),
        }
    }
}
