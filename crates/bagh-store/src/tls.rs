//! TLS to PostgreSQL: what an address asks for, and certificates that are checked or not.

use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use tokio_postgres::Config;
use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::StoreError;

const MODES: &str = "disable, prefer, require or verify-full";

/// An address of PostgreSQL, taken apart.
#[derive(Debug)]
pub(crate) struct Address {
    /// Whom to connect to.
    pub(crate) config: Config,
    /// Whether the certificate of the server has to be right.
    verify: bool,
    /// The certificates of authorities to trust; those of the system if it is missing.
    root_file: Option<String>,
}

impl Address {
    /// Reads an address with the parameters `sslmode` and `sslrootcert` as libpq knows them.
    pub(crate) fn parse(url: &str) -> Result<Address, StoreError> {
        let (base, query) = url.split_once('?').unwrap_or((url, ""));
        let (mut mode, mut root_file, mut others) = (None, None, Vec::new());
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=') {
                Some(("sslmode", value)) => mode = Some(value),
                Some(("sslrootcert", value)) => root_file = Some(decoded(value)?),
                // The client knows the rest, and refuses what it does not know.
                _ => others.push(pair),
            }
        }
        let rest = format!("{base}?{}", others.join("&"));
        let mut config: Config =
            rest.parse().map_err(|e: tokio_postgres::Error| StoreError::Address(chain(&e)))?;
        let (ssl_mode, verify) = match mode {
            Some("disable") => (SslMode::Disable, false),
            Some("prefer") | None => (SslMode::Prefer, false),
            Some("require") => (SslMode::Require, false),
            Some("verify-full") => (SslMode::Require, true),
            Some(other) => {
                return Err(StoreError::Address(format!(
                    "sslmode: found {other:?}, expected {MODES}"
                )));
            }
        };
        if root_file.is_some() && !verify {
            return Err(StoreError::Address(
                "sslrootcert: found without sslmode=verify-full, the only mode that checks certificates; add it"
                    .to_owned(),
            ));
        }
        config.ssl_mode(ssl_mode);
        Ok(Address { config, verify, root_file })
    }

    /// What encrypts the connections.
    pub(crate) fn connector(&self) -> Result<MakeRustlsConnect, StoreError> {
        let provider = Arc::new(ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider.clone())
            .with_safe_default_protocol_versions()
            .map_err(|e| StoreError::Address(format!("TLS: {e}")))?;
        let config = if self.verify {
            builder.with_root_certificates(self.roots()?)
        } else {
            let verifier = Arc::new(AnyCertificate { provider });
            builder.dangerous().with_custom_certificate_verifier(verifier)
        };
        Ok(MakeRustlsConnect::new(config.with_no_client_auth()))
    }

    fn roots(&self) -> Result<RootCertStore, StoreError> {
        let mut roots = RootCertStore::empty();
        if let Some(file) = &self.root_file {
            let bad = |problem: String| {
                StoreError::Address(format!(
                    "sslrootcert: {file}: {problem}; expected a file of certificates in PEM"
                ))
            };
            let certificates = CertificateDer::pem_file_iter(file).map_err(|e| bad(reason(&e)))?;
            for certificate in certificates {
                let certificate = certificate.map_err(|e| bad(reason(&e)))?;
                roots.add(certificate).map_err(|e| bad(e.to_string()))?;
            }
            if roots.is_empty() {
                return Err(bad("found no certificate".to_owned()));
            }
        } else {
            let found = rustls_native_certs::load_native_certs();
            roots.add_parsable_certificates(found.certs);
            if roots.is_empty() {
                return Err(StoreError::Address(
                    "sslmode=verify-full: the system has no certificates of authorities; \
                     install them (Debian: ca-certificates), or name a file with sslrootcert=FILE"
                        .to_owned(),
                ));
            }
        }
        Ok(roots)
    }

    /// A failure to connect at the start, with what can be done about it.
    pub(crate) fn explain(&self, error: StoreError) -> StoreError {
        let StoreError::Unavailable(message) = &error else { return error };
        let help = if message.contains("server does not support TLS") {
            "switch it on there (ssl = on), or choose sslmode=disable for a Unix socket or a \
             private network"
        } else if message.contains("no hostname provided") {
            "name the server by its host, not only by hostaddr"
        } else if message.contains("CaUsedAsEndEntity") {
            "the server's certificate is that of an authority; give the server one that is signed \
             by it"
        } else if message.contains("NotValidForName") || message.contains("not valid for name") {
            "connect by a name that the certificate is for, or give the server one for this name"
        } else if message.contains("invalid peer certificate") {
            "sslmode=verify-full trusts only authorities that it knows; name the one that signed \
             the server's certificate with sslrootcert=FILE"
        } else {
            return error;
        };
        StoreError::Address(format!("PostgreSQL: {message}; {help}"))
    }
}

fn decoded(value: &str) -> Result<String, StoreError> {
    percent_encoding::percent_decode_str(value)
        .decode_utf8()
        .map(std::borrow::Cow::into_owned)
        .map_err(|_| StoreError::Address("sslrootcert: found bytes that are not UTF-8".to_owned()))
}

/// What an error says, and what it says was the reason.
fn chain(error: &dyn std::error::Error) -> String {
    let source = error.source().map(|source| format!(": {source}"));
    format!("{error}{}", source.unwrap_or_default())
}

fn reason(error: &rustls::pki_types::pem::Error) -> String {
    match error {
        rustls::pki_types::pem::Error::Io(error) => error.to_string(),
        other => other.to_string(),
    }
}

/// Accepts any certificate: `require` and `prefer` keep listeners out, but do not check who
/// answers. Signatures are still checked, so that the server has the key of its certificate.
#[derive(Debug)]
struct AnyCertificate {
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_read_and_the_rest_is_left_to_the_client() {
        let read = |url: &str| Address::parse(url).unwrap();
        let plain = read("postgres://me@host/db");
        assert_eq!((plain.config.get_ssl_mode(), plain.verify), (SslMode::Prefer, false));
        let full = read(
            "postgres://me@host/db?connect_timeout=7&sslmode=verify-full&sslrootcert=%2Fa%20b",
        );
        assert_eq!((full.config.get_ssl_mode(), full.verify), (SslMode::Require, true));
        assert_eq!(full.root_file.as_deref(), Some("/a b"));
        assert_eq!(full.config.get_connect_timeout().map(|t| t.as_secs()), Some(7));
        let off = read("postgres://me@host/db?sslmode=disable");
        assert_eq!(off.config.get_ssl_mode(), SslMode::Disable);
    }

    #[test]
    fn bad_parameters_are_named() {
        for (query, wanted) in [
            ("sslmode=verify-ca", "sslmode: found \"verify-ca\", expected disable, prefer"),
            ("sslmode=", "sslmode: found \"\""),
            ("sslmode=require&sslrootcert=/x", "sslrootcert: found without sslmode=verify-full"),
            ("sslmode=verify-full&sslrootcert=%ff", "sslrootcert: found bytes"),
            ("nonsense=1", "nonsense"),
        ] {
            let error = Address::parse(&format!("postgres://me@host/db?{query}")).unwrap_err();
            assert!(error.to_string().contains(wanted), "{query}: {error}");
        }
    }

    #[test]
    fn files_without_certificates_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("roots.pem");
        let of = |file: &std::path::Path| {
            let url =
                format!("postgres://me@host/db?sslmode=verify-full&sslrootcert={}", file.display());
            Address::parse(&url).unwrap().connector().map(drop).unwrap_err().to_string()
        };
        assert!(of(&file).starts_with("sslrootcert: "), "{}", of(&file));
        for text in ["", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
            std::fs::write(&file, text).unwrap();
            assert!(of(&file).contains("expected a file of certificates in PEM"), "{}", of(&file));
        }
    }
}
