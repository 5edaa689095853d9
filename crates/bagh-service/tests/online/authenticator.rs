//! An authenticator in software, for tests.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ciborium::Value;
use ring::digest::{SHA256, digest};
use ring::rand::{SecureRandom, SystemRandom};
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair};

/// A device with one passkey (ES256).
pub struct Authenticator {
    pub site: String,
    pub id: Vec<u8>,
    /// What it says of the person and of itself; the credential is counted in.
    pub flags: u8,
    pub counter: u32,
    key: EcdsaKeyPair,
}

pub fn bytes(bytes: &[u8]) -> Value {
    Value::Bytes(bytes.to_vec())
}

pub fn cbor(value: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).unwrap();
    bytes
}

/// What a browser says, with a challenge as the service made it.
pub fn client_data(kind: &str, challenge: &str, origin: &str) -> Vec<u8> {
    let challenge = URL_SAFE_NO_PAD.encode(challenge);
    format!(r#"{{"type":"{kind}","challenge":"{challenge}","origin":"{origin}"}}"#).into_bytes()
}

/// Authenticator data in the envelope of a new passkey.
pub fn envelope(authenticator_data: &[u8]) -> Vec<u8> {
    cbor(&Value::Map(vec![
        ("fmt".into(), "none".into()),
        ("attStmt".into(), Value::Map(Vec::new())),
        ("authData".into(), bytes(authenticator_data)),
    ]))
}

impl Authenticator {
    pub fn new(site: &str) -> Authenticator {
        let random = SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_ASN1_SIGNING;
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(algorithm, pkcs8.as_ref(), &random).unwrap();
        let mut id = vec![0; 20];
        random.fill(&mut id).unwrap();
        Authenticator { site: site.to_owned(), id, flags: 0x45, counter: 0, key }
    }

    pub fn authenticator_data(&self, with_credential: bool) -> Vec<u8> {
        let mut data = digest(&SHA256, self.site.as_bytes()).as_ref().to_vec();
        data.push(if with_credential { self.flags } else { self.flags & !0x40 });
        data.extend(self.counter.to_be_bytes());
        if with_credential {
            data.extend([0; 16]);
            data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
            data.extend(&self.id);
            let point = self.key.public_key().as_ref();
            let key = [
                (1, 2.into()),
                (3, Value::from(-7)),
                (-1, 1.into()),
                (-2, bytes(&point[1..33])),
                (-3, bytes(&point[33..])),
            ];
            let key = key.into_iter().map(|(label, value)| (Value::from(label), value)).collect();
            data.extend(cbor(&Value::Map(key)));
        }
        data
    }

    /// Makes the passkey.
    pub fn attestation(&self) -> Vec<u8> {
        envelope(&self.authenticator_data(true))
    }

    /// Signs, and counts it: authenticator data and the signature.
    pub fn sign(&mut self, client_data: &[u8]) -> (Vec<u8>, Vec<u8>) {
        self.counter += 1;
        let data = self.authenticator_data(false);
        let message = [data.as_slice(), digest(&SHA256, client_data).as_ref()].concat();
        let signature = self.key.sign(&SystemRandom::new(), &message).unwrap();
        (data, signature.as_ref().to_vec())
    }
}

/// A public key of Ed25519, and a signature by it.
#[allow(dead_code, reason = "the tests over HTTP need one algorithm only")]
pub fn ed25519(message: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let pkcs8 = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
    let key = Ed25519KeyPair::from_pkcs8(pkcs8.as_ref()).unwrap();
    (key.public_key().as_ref().to_vec(), key.sign(message).as_ref().to_vec())
}
