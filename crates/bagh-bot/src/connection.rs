//! Requests to a service.

use std::sync::Once;
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue, RETRY_AFTER};
use reqwest::{Client, Response, Url};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::BotError;
use crate::lines::Lines;

/// A stream without any line for this long is dead; the service sends one every few seconds.
pub const SILENCE: Duration = Duration::from_secs(25);
/// A request without an answer for this long has failed.
const ANSWER: Duration = Duration::from_secs(20);
/// The largest answer that is read.
const LARGEST: usize = 1 << 20;

/// A service, and the token of a bot there. Cheap to clone.
#[derive(Clone)]
pub struct Connection {
    client: Client,
    service: Url,
}

impl std::fmt::Debug for Connection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The token is a secret.
        f.debug_struct("Connection").field("service", &self.service.as_str()).finish()
    }
}

impl Connection {
    /// A connection to the service at an address. Nothing is sent yet.
    pub fn new(service: &str, token: &str) -> Result<Connection, BotError> {
        let address = || BotError::Address { found: service.chars().take(100).collect() };
        let mut url = Url::parse(service).map_err(|_| address())?;
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
            return Err(address());
        }
        if !url.path().ends_with('/') {
            let path = format!("{}/", url.path());
            url.set_path(&path);
        }
        let token = token.trim();
        let mut value = HeaderValue::from_str(&format!("Bearer {token}"))
            .ok()
            .filter(|_| !token.is_empty())
            .ok_or(BotError::Token)?;
        value.set_sensitive(true);
        choose_cryptography();
        let client = Client::builder()
            .user_agent(concat!("bagh-bot/", env!("CARGO_PKG_VERSION")))
            .default_headers(HeaderMap::from_iter([(AUTHORIZATION, value)]))
            // The token is for this address and for no other.
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(Duration::from_secs(10))
            .read_timeout(SILENCE)
            .build()?;
        Ok(Connection { client, service: url })
    }

    fn url(&self, path: &str) -> Result<Url, BotError> {
        self.service.join(path).map_err(|error| BotError::Protocol(format!("{path}: {error}")))
    }

    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, BotError> {
        let request = self.client.get(self.url(path)?).timeout(ANSWER);
        let text = body(check(request.send().await?).await?).await?;
        serde_json::from_slice(&text).map_err(|error| BotError::Protocol(error.to_string()))
    }

    /// Sends a form and reads the answer.
    pub(crate) async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        form: &[(&str, String)],
    ) -> Result<T, BotError> {
        let request = self.client.post(self.url(path)?).timeout(ANSWER).form(form);
        let text = body(check(request.send().await?).await?).await?;
        serde_json::from_slice(&text).map_err(|error| BotError::Protocol(error.to_string()))
    }

    /// Asks for something to be done. The answer says no more than that it was.
    pub(crate) async fn command(&self, path: &str) -> Result<(), BotError> {
        self.post::<Value>(path, &[]).await.map(drop)
    }

    /// Opens a stream of lines.
    pub(crate) async fn stream(&self, path: &str) -> Result<Lines, BotError> {
        let response = self.client.get(self.url(path)?).send().await?;
        Ok(Lines::new(check(response).await?))
    }
}

/// TLS needs a provider of cryptography, chosen once in a process.
fn choose_cryptography() {
    static CHOSEN: Once = Once::new();
    CHOSEN.call_once(|| {
        // The program may have chosen another one before, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
}

/// The response, or an error with the message of the service.
async fn check(response: Response) -> Result<Response, BotError> {
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    if status.as_u16() == 401 {
        return Err(BotError::UnknownToken);
    }
    let seconds = response.headers().get(RETRY_AFTER).and_then(|v| v.to_str().ok()?.parse().ok());
    let text = body(response).await.unwrap_or_default();
    let error: Value = serde_json::from_slice(&text).unwrap_or_default();
    // Ours has an object with a message; lichess has the message itself.
    let message = error["error"]["message"].as_str().or_else(|| error["error"].as_str());
    let message = message.unwrap_or("the service refused").chars().take(300).collect();
    let status = status.as_u16();
    Err(match status {
        408 | 425 | 429 | 500.. => {
            let wait = seconds.map(|seconds: u64| Duration::from_secs(seconds.min(600)));
            BotError::NotNow { status, message, wait }
        }
        _ => BotError::Refused { status, message },
    })
}

async fn body(mut response: Response) -> Result<Vec<u8>, BotError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if bytes.len() + chunk.len() > LARGEST {
            return Err(BotError::Protocol(format!("an answer of over {LARGEST} bytes")));
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_tokens_are_checked() {
        for bad in ["", "example.org", "ftp://example.org", "http://", "/api"] {
            let error = Connection::new(bad, "x").unwrap_err().to_string();
            assert!(error.contains("service:"), "{bad}: {error}");
        }
        for bad in ["", " ", "a\nb"] {
            assert!(matches!(Connection::new("http://x", bad), Err(BotError::Token)), "{bad:?}");
        }
        let connection = Connection::new("https://example.org/play", "secret").unwrap();
        let url = connection.url("api/stream/event").unwrap();
        assert_eq!(url.as_str(), "https://example.org/play/api/stream/event");
        assert!(!format!("{connection:?}").contains("secret"));
    }
}
