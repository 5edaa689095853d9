//! Secrets: passwords, recovery codes, sessions and tokens. Only hashes are stored.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};

use crate::error::StoreError;

/// How many recovery codes an account gets.
pub const RECOVERY_CODES: usize = 8;
/// Letters and digits that are not mistaken for one another on paper.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Random text of this many characters, five random bits each.
pub fn random_text(length: usize) -> Result<String, StoreError> {
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes).map_err(|e| StoreError::Unavailable(e.to_string()))?;
    Ok(bytes.iter().map(|b| char::from(ALPHABET[usize::from(b % 32)])).collect())
}

/// A fresh key for a session or token: 160 random bits.
pub fn new_key() -> Result<String, StoreError> {
    random_text(32)
}

/// Fresh recovery codes of 80 random bits each, in groups that can be copied from paper.
pub fn new_recovery_codes() -> Result<Vec<String>, StoreError> {
    (0..RECOVERY_CODES)
        .map(|_| {
            let text = random_text(16)?;
            Ok([&text[..4], &text[4..8], &text[8..12], &text[12..]].join("-"))
        })
        .collect()
}

/// The hash of a key or recovery code. They are long and random, so a fast hash is safe. Case,
/// spaces and dashes make no difference.
pub fn key_hash(key: &str) -> String {
    let plain: String =
        key.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    blake3::hash(plain.as_bytes()).to_hex().to_string()
}

/// The hash of a password: argon2id with the crate's defaults (19 MiB, two passes). It takes tens
/// of milliseconds, so call it where that does not hold up others.
pub fn hash_password(password: &str) -> Result<String, StoreError> {
    Argon2::default()
        .hash_password(password.as_bytes())
        .map(|hash| hash.to_string())
        .map_err(|e| StoreError::Unavailable(format!("the password cannot be hashed: {e}")))
}

/// Whether a password fits a hash.
pub fn password_fits(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash)
        .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_salted_and_checked() {
        let (a, b) = (hash_password("chautari").unwrap(), hash_password("chautari").unwrap());
        assert_ne!(a, b);
        assert!(a.starts_with("$argon2id$"));
        assert!(password_fits("chautari", &a) && !password_fits("Chautari", &a));
        assert!(!password_fits("x", "not a hash"));
    }

    #[test]
    fn codes_can_be_typed_from_paper() {
        let codes = new_recovery_codes().unwrap();
        assert_eq!(codes.len(), RECOVERY_CODES);
        assert_eq!(key_hash(&codes[0]), key_hash(&codes[0].to_uppercase().replace('-', " ")));
        assert_ne!(key_hash(&codes[0]), key_hash(&codes[1]));
    }
}
