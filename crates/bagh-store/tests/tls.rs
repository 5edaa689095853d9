//! Connections to a real PostgreSQL, encrypted or refused.

use std::path::Path;

use bagh_store::testing::PostgresServer;
use bagh_store::{Store, StoreError};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};

fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// A file with a certificate, as the value of `sslrootcert`.
fn stored(folder: &Path, name: &str, pem: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, pem).unwrap();
    path.display().to_string()
}

async fn refused(address: &str) -> String {
    match Store::open(address).await.map(drop) {
        Err(StoreError::Address(message)) => message,
        other => panic!("found {other:?}, expected a refusal that says what to do"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_are_encrypted_as_the_address_asks() {
    let Some(mut server) = PostgresServer::start() else { return };
    let folder = tempfile::tempdir().unwrap();

    server.listen(None);
    let plain = server.new_database_by_port("plain", "127.0.0.1");
    for mode in ["", "?sslmode=prefer", "?sslmode=disable"] {
        Store::open(&format!("{plain}{mode}")).await.unwrap();
    }
    let message = refused(&format!("{plain}?sslmode=require")).await;
    assert!(message.contains("does not support TLS"), "{message}");
    assert!(message.contains("ssl = on"), "{message}");

    let authority = authority();
    let key = KeyPair::generate().unwrap();
    let names = vec!["localhost".to_owned()];
    let params = CertificateParams::new(names).unwrap();
    let certificate = params.signed_by(&key, &authority).unwrap();
    server.listen(Some((&certificate.pem(), &key.serialize_pem())));
    let address = server.new_database_by_port("encrypted", "localhost");
    // The server takes no other connections now, so what opens is encrypted.
    let message = Store::open(&format!("{address}?sslmode=disable")).await.map(drop).unwrap_err();
    assert!(message.to_string().contains("no encryption"), "{message}");
    Store::open(&address).await.unwrap();
    Store::open(&format!("{address}?sslmode=require")).await.unwrap();

    let right = stored(folder.path(), "right.pem", &authority.pem());
    let full = format!("{address}?sslmode=verify-full");
    let store = Store::open(&format!("{full}&sslrootcert={right}")).await.unwrap();
    assert_eq!(store.kind(), "postgres");

    // An authority that did not sign it, those of the system, and another name.
    let wrong = stored(folder.path(), "wrong.pem", &self::authority().pem());
    for roots in [format!("&sslrootcert={wrong}"), String::new()] {
        let message = refused(&format!("{full}{roots}")).await;
        assert!(message.contains("sslrootcert=FILE") || message.contains("ca-certificates"));
    }
    let by_number = full.replace("localhost", "127.0.0.1");
    let message = refused(&format!("{by_number}&sslrootcert={right}")).await;
    assert!(message.contains("a name that the certificate is for"), "{message}");
}
