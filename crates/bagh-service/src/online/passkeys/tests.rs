//! Answers of authenticators, right and wrong in every part.

use axum::http::{HeaderMap, HeaderValue, header};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ciborium::Value;

use super::Site;
use crate::online::error::OnlineError;
use crate::online::passkeys::public_key::PublicKey;

#[path = "../../../tests/online/authenticator.rs"]
mod authenticator;

use authenticator::{Authenticator, bytes, cbor, client_data};

fn site(host: &str) -> Result<Site, OnlineError> {
    let mut headers = HeaderMap::new();
    headers.insert(header::HOST, HeaderValue::from_str(host).unwrap());
    Site::of(&headers)
}

fn local() -> Site {
    site("localhost:8080").unwrap()
}

/// What was wrong with a field.
#[track_caller]
fn refused<T: std::fmt::Debug>(result: Result<T, OnlineError>) -> String {
    match result {
        Err(OnlineError::Field(field, message)) => format!("{field}: {message}"),
        Err(OnlineError::Forbidden(message)) => message.to_owned(),
        other => panic!("found {other:?}, expected a refusal"),
    }
}

#[test]
fn a_passkey_that_was_made_signs() {
    let (site, mut device) = (local(), Authenticator::new("localhost"));
    let made = site.attestation(&device.attestation()).unwrap();
    assert_eq!(made.id, device.id);
    let data = client_data("webauthn.get", "abc", "http://localhost:8080");
    assert_eq!(site.client_data(&data, "webauthn.get").unwrap(), "abc");
    for counter in [1, 2] {
        let (authenticator_data, signature) = device.sign(&data);
        let counted = site.assertion(&authenticator_data, &data, &signature, &made.public_key);
        assert_eq!(counted.unwrap(), counter);
    }
    // Another message, another key, a damaged signature.
    let (authenticator_data, signature) = device.sign(&data);
    let check = |authenticator_data: &[u8], data: &[u8], signature: &[u8], key: &[u8]| {
        let result = site.assertion(authenticator_data, data, signature, key);
        assert!(matches!(result, Err(OnlineError::Forbidden(_))), "{result:?}");
    };
    let other = client_data("webauthn.get", "abd", "http://localhost:8080");
    check(&authenticator_data, &other, &signature, &made.public_key);
    let mut counted = authenticator_data.clone();
    counted[36] += 1;
    check(&counted, &data, &signature, &made.public_key);
    let stranger = site.attestation(&Authenticator::new("localhost").attestation()).unwrap();
    check(&authenticator_data, &data, &signature, &stranger.public_key);
    for end in [0, 1, signature.len() - 1] {
        check(&authenticator_data, &data, &signature[..end], &made.public_key);
    }
}

#[test]
fn browsers_have_to_speak_for_this_site() {
    let check = |site: &Site, origin: &str| {
        site.client_data(&client_data("webauthn.get", "abc", origin), "webauthn.get")
    };
    let public = site("Bagh.example.org").unwrap();
    assert_eq!(public.name(), "bagh.example.org");
    assert!(check(&public, "https://bagh.example.org").is_ok());
    for bad in [
        "http://bagh.example.org",
        "https://bagh.example.org:8080",
        "https://example.org",
        "https://bagh.example.org.evil.example",
        "bagh.example.org",
        "",
    ] {
        assert!(refused(check(&public, bad)).contains("origin"), "{bad}");
    }
    assert!(check(&local(), "http://localhost:8080").is_ok());
    assert!(check(&local(), "http://localhost:8081").is_err());

    let data = client_data("webauthn.create", "abc", "http://localhost:8080");
    assert!(refused(local().client_data(&data, "webauthn.get")).contains("type"));
    let framed = br#"{"type":"webauthn.get","challenge":"YWJj","origin":"http://localhost:8080","crossOrigin":true}"#;
    assert!(refused(local().client_data(framed, "webauthn.get")).contains("origin"));
    let odd = br#"{"type":"webauthn.get","challenge":"+","origin":"http://localhost:8080"}"#;
    assert!(refused(local().client_data(odd, "webauthn.get")).contains("challenge"));
    for bad in ["", "{", "[]", "{\"type\":1}"] {
        assert!(
            refused(local().client_data(bad.as_bytes(), "webauthn.get")).contains("client_data")
        );
    }
}

#[test]
fn addresses_have_no_passkeys() {
    for host in ["127.0.0.1", "127.0.0.1:8080", "[::1]:8080", "192.168.1.7"] {
        assert!(refused(site(host).map(|site| site.name)).contains("open the page by its name"));
    }
    assert!(refused(Site::of(&HeaderMap::new()).map(|site| site.name)).starts_with("host"));
}

#[test]
fn a_person_has_to_be_there_and_the_site_has_to_be_right() {
    let site = local();
    let made = |flags: u8| {
        let mut device = Authenticator::new("localhost");
        device.flags = flags;
        site.attestation(&device.attestation())
    };
    assert!(made(0x45).is_ok() && made(0x5d).is_ok());
    assert!(refused(made(0x44)).contains("verified"), "the user was not verified");
    assert!(refused(made(0x41)).contains("verified"), "a person, not verified");
    assert!(refused(made(0x55)).contains("backup"), "backed up, but never eligible");
    assert!(refused(made(0x05)).contains("no credential"));
    let elsewhere = Authenticator::new("elsewhere.example").attestation();
    assert!(refused(site.attestation(&elsewhere)).contains("another site"));
}

#[test]
fn cut_and_damaged_envelopes_are_refused() {
    let site = local();
    let whole = Authenticator::new("localhost").attestation();
    for end in 0..whole.len() {
        refused(site.attestation(&whole[..end]));
    }
    let data = Authenticator::new("localhost").authenticator_data(true);
    for end in 0..data.len() {
        refused(site.attestation(&authenticator::envelope(&data[..end])));
    }
    let longer = [data.as_slice(), &[0]].concat();
    assert!(refused(site.attestation(&authenticator::envelope(&longer))).contains("after the"));
    // An identifier without bytes, and one that is longer than everything.
    for length in [[0, 0], [0xff, 0xff]] {
        let mut odd = data.clone();
        odd[53..55].copy_from_slice(&length);
        refused(site.attestation(&authenticator::envelope(&odd)));
    }
    // Nesting without end.
    refused(site.attestation(&[0x81; 10_000]));
    for value in [Value::Null, Value::from(1), Value::Map(vec![])] {
        refused(site.attestation(&cbor(&value)));
    }
}

fn map(entries: &[(i64, Value)]) -> Value {
    Value::Map(entries.iter().map(|(key, value)| (Value::from(*key), value.clone())).collect())
}

#[test]
fn keys_of_other_kinds_are_refused() {
    let point = || Value::Bytes(vec![1; 32]);
    let es256 = |alg: i64, crv: i64, x: Value| {
        let entries = [(1, 2.into()), (3, alg.into()), (-1, crv.into()), (-2, x), (-3, point())];
        PublicKey::read(&map(&entries))
    };
    assert!(es256(-7, 1, point()).is_ok());
    assert!(es256(-35, 1, point()).unwrap_err().contains("-35"));
    assert!(es256(-7, 2, point()).is_err());
    assert!(es256(-7, 1, Value::Bytes(vec![1; 31])).is_err());
    assert!(es256(-7, 1, Value::from(7)).is_err());
    for other in [Value::Null, map(&[]), map(&[(1, 2.into())]), map(&[(1, "2".into())])] {
        assert!(PublicKey::read(&other).is_err());
    }
}

#[test]
fn all_three_algorithms_check_signatures() {
    let message = b"a message";
    let (ed, signature) = authenticator::ed25519(message);
    let key = map(&[(1, 1.into()), (3, (-8).into()), (-1, 6.into()), (-2, Value::Bytes(ed))]);
    let key = PublicKey::read(&key).unwrap();
    assert!(key.has_signed(message, &signature) && !key.has_signed(b"another", &signature));

    // Made with `openssl dgst -sha256 -sign`.
    let [n, signature] = [MODULUS, SIGNATURE].map(|text| URL_SAFE_NO_PAD.decode(text).unwrap());
    let exponent = Value::Bytes(vec![1, 0, 1]);
    let key = map(&[(1, 3.into()), (3, (-257).into()), (-1, bytes(&n)), (-2, exponent)]);
    let key = PublicKey::read(&key).unwrap();
    assert!(key.has_signed(message, &signature) && !key.has_signed(b"another", &signature));
}

const MODULUS: &str = "\
    sPleD_eP0MdxYScSbff3mL4RWcai56mY6uvm7eY63XKw0epNt9C0PYS-ZtGkbwi22F2f1Ilq4EN2qfW6F4Jy\
    Spzy5mHVCqjznKRciqczsnEjQO1A_OiVn3vBqXZ_pGUzSnC54TScj1rVlC2XUBqhaZHiwS_mP3KtWbqOhYmW\
    y3aoyiN7_ATTqBwTPhuE91zQnVbc-z_gfyQQ1EXbv9dYAc6PIKZ7Favxnu7cgoqyJ7sZXLnbHFmpLEBHUHO-\
    8Rz3X76uX05ttBI6YlXYYboiwNhVF2DoxVjSIYC23H20BkSDuhxMVAP6tth4AVm0OPlZBm4uNDxObIbwna_D\
    Xgfecw";
const SIGNATURE: &str = "\
    mZJ6iOJ6C-yRo-Zf2t-RAIUZL-\
    8FugfnANTWkuM8jaeNCi41tSqALbyYTHDyl9c2pumQwZhrELYNqR9JD_hXB7RLnvAnwYliK23Pwg8TfO0w9p\
    b7Pz6obt22t_vmq4PMAa9whQFf_G6SC0qi2WpKBnCnP24q7Z0saShci_A4OMWxtjH-\
    p6avfEv03CdHpInPb58wGdgwZ1NANEbgg1bnzVhEfUfVESFZxgL06Bpd3IjbjttetsX-\
    u5mf1qP7YP5cN98b5PV_t8z1JO7D8ItBc6yBhEEgOT5Um0y4XpO4IArF3J7_SozseM7ym16k0EEVulQtBN35\
    SRMvgzcIdkAlww";
