//! Addresses, and the stores that they stand for.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use object_store::aws::AmazonS3Builder;
use object_store::http::HttpBuilder;
use object_store::path::Path;
use object_store::{ClientOptions, ObjectStore, RetryConfig};
use thiserror::Error;
use url::Url;

use crate::client::Connector;
use crate::host::Patience;
use crate::tables::OpenError;

/// Where a folder of all tables is: `https://host/path`, `http://host/path` or `s3://bucket/path`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address(Url);

/// Why a text is not the address of tables.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum AddressError {
    /// It is no URL.
    #[error("{found}: {why}, expected an address such as https://example.org/tables")]
    Malformed {
        /// What was found.
        found: String,
        /// What is wrong with it.
        why: String,
    },
    /// It has another scheme.
    #[error("{0}://: expected https://, http://, s3:// or file:///")]
    Scheme(String),
    /// It is meant to name a folder of this machine, and names none.
    #[error("{0}: expected the address of a folder on this machine, such as file:///srv/tables")]
    Folder(String),
    /// It has parts that are not needed, and may hold secrets.
    #[error(
        "the address has {0}, expected none: credentials for a bucket are taken from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
    )]
    Extra(&'static str),
    /// It names no bucket.
    #[error("s3://: found no bucket, expected an address such as s3://bucket/path")]
    NoBucket,
}

impl Address {
    /// Whether a text is meant as an address rather than as the path of a folder.
    pub fn is_meant(text: &str) -> bool {
        let scheme = text.split_once("://").map(|(scheme, _)| scheme);
        scheme.is_some_and(|s| {
            s.starts_with(|c: char| c.is_ascii_alphabetic())
                && s.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
        })
    }

    /// The folder of this machine that an address `file:///path` names. Tables there need no host:
    /// they are read as those of any other folder.
    ///
    /// # Errors
    /// If it names another machine, or no folder.
    pub fn folder(text: &str) -> Option<Result<PathBuf, AddressError>> {
        let (scheme, _) = text.split_once("://")?;
        scheme.eq_ignore_ascii_case("file").then(|| {
            let url = Url::parse(text).ok().filter(|url| {
                url.query().is_none() && url.fragment().is_none() && url.path() != "/"
            });
            let folder = url.and_then(|url| url.to_file_path().ok());
            folder.ok_or_else(|| AddressError::Folder(crate::host::one_line(text)))
        })
    }

    /// The store, and the path of the folder in it.
    pub(crate) fn store(
        &self,
        unsigned: bool,
        patience: &Patience,
    ) -> Result<(Arc<dyn ObjectStore>, Path), OpenError> {
        // Programs may have installed it, or another one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        // Requests are repeated by `host.rs`, which knows what is worth repeating.
        let retry = RetryConfig { max_retries: 0, ..RetryConfig::default() };
        let options = ClientOptions::new()
            .with_connect_timeout(patience.connect)
            .with_timeout(patience.request)
            .with_pool_max_idle_per_host(64);
        let failed = |error: object_store::Error| OpenError::Store(plain(&error));
        if self.0.scheme() != "s3" {
            let store = HttpBuilder::new()
                .with_url(self.to_string())
                .with_client_options(options.with_allow_http(self.0.scheme() == "http"))
                .with_retry(retry)
                .with_http_connector(Connector)
                .build()
                .map_err(failed)?;
            return Ok((Arc::new(store), Path::default()));
        }
        let endpoint = ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT"];
        let is_plain = |name| std::env::var(name).is_ok_and(|url| url.starts_with("http://"));
        let mut builder = AmazonS3Builder::from_env()
            .with_bucket_name(self.0.host_str().unwrap_or_default())
            // An endpoint without TLS is named by the operator, mostly on the same machine.
            .with_client_options(options.with_allow_http(endpoint.into_iter().any(is_plain)))
            .with_retry(retry)
            .with_http_connector(Connector);
        if unsigned {
            builder = builder.with_skip_signature(true);
        }
        let path = Path::from_url_path(self.0.path().trim_matches('/'))
            .map_err(|error| failed(error.into()))?;
        Ok((Arc::new(builder.build().map_err(failed)?), path))
    }
}

/// What a store says about its settings, in one line.
fn plain(error: &object_store::Error) -> String {
    crate::host::one_line(&error.to_string())
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Address, AddressError> {
        let url = Url::parse(text).map_err(|error| AddressError::Malformed {
            found: crate::host::one_line(text),
            why: error.to_string(),
        })?;
        if !matches!(url.scheme(), "https" | "http" | "s3") {
            return Err(AddressError::Scheme(url.scheme().to_owned()));
        }
        // The text is not repeated: it may hold a password.
        if !url.username().is_empty() || url.password().is_some() {
            return Err(AddressError::Extra("a user name or password"));
        }
        if url.query().is_some() {
            return Err(AddressError::Extra("a query (?…)"));
        }
        if url.fragment().is_some() {
            return Err(AddressError::Extra("a fragment (#…)"));
        }
        match url.host_str() {
            None | Some("") if url.scheme() == "s3" => Err(AddressError::NoBucket),
            _ => Ok(Address(url)),
        }
    }
}

/// Without a slash at the end.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_str().trim_end_matches('/'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_folders() {
        for text in ["https://a", "s3://b/c", "ftp://x", "HTTP://x"] {
            assert!(Address::is_meant(text), "{text}");
        }
        for text in ["", "tables", "/a/b", "C:\\tables", "./a://b", "://", "a b://c"] {
            assert!(!Address::is_meant(text), "{text}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn folders_of_this_machine_have_addresses() {
        let folder = |text| Address::folder(text).map(|found| found.map_err(|e| e.to_string()));
        assert_eq!(folder("file:///srv/my%20tables"), Some(Ok("/srv/my tables".into())));
        assert_eq!(folder("FILE:///a/"), Some(Ok("/a/".into())));
        assert_eq!(folder("file://localhost/a"), Some(Ok("/a".into())));
        for text in ["file://host/a", "file:///", "file:///a?b", "file:///a#b", "file://"] {
            let told = folder(text).unwrap().unwrap_err();
            assert!(told.starts_with(text) && told.contains("file:///srv/tables"), "{told}");
        }
        assert_eq!(folder("https://a/b"), None);
        assert_eq!(folder("/a/b"), None);
    }

    #[test]
    fn addresses_are_read_and_what_is_wrong_is_told() {
        let read = |text: &str| text.parse::<Address>().map(|a| a.to_string());
        assert_eq!(read("https://example.org/a/").unwrap(), "https://example.org/a");
        assert_eq!(read("http://127.0.0.1:8000").unwrap(), "http://127.0.0.1:8000");
        assert_eq!(read("s3://bucket/some/path").unwrap(), "s3://bucket/some/path");
        let wrong = |text: &str| read(text).unwrap_err().to_string();
        assert!(wrong("ftp://example.org").contains("expected https://"));
        assert!(wrong("s3:///path").contains("bucket"));
        assert!(wrong("file:///srv/tables").contains("file://: expected"));
        assert!(wrong("https://").contains("expected an address"));
        for secret in ["https://me:hunter2@a/", "https://a/?key=hunter2", "https://a/#hunter2"] {
            let told = wrong(secret);
            assert!(told.contains("expected none") && !told.contains("hunter2"), "{told}");
        }
    }
}
