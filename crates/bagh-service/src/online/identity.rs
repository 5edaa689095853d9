//! Who sends a request.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bagh_online::PlayerId;
use bagh_store::{Account, Key, KeyKind, secret};

use super::error::OnlineError;
use super::{Online, now};
use crate::access::Peer;

const COOKIE: &str = "bagh_session";
const DAY: u64 = 86_400_000;
/// How long a session lasts after it was last used.
const SESSION: u64 = 365 * DAY;
/// Sessions of an account; another one ends the oldest.
const SESSIONS: u32 = 30;
/// The longest cookie or token that is looked at.
const LONGEST: usize = 128;

/// The address that a request comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address(pub IpAddr);

/// The key that a request presents, if it presents one.
#[derive(Clone, Debug)]
pub(crate) struct Presented(pub Option<String>);

/// The account that sends a request.
#[derive(Clone, Debug)]
pub(crate) struct Signed(pub Account);

/// The account that sends a request, if it has one.
#[derive(Clone, Debug)]
pub(crate) struct Maybe(pub Option<Account>);

impl Online {
    /// Whom limits go by: an address, or the network that a subscriber gets with version 6.
    fn address(&self, parts: &Parts) -> IpAddr {
        match self.full_address(parts).to_canonical() {
            IpAddr::V6(v6) => Ipv6Addr::from_bits(v6.to_bits() & !u128::from(u64::MAX)).into(),
            v4 => v4,
        }
    }

    fn full_address(&self, parts: &Parts) -> IpAddr {
        let peer = parts.extensions.get::<Peer>().map_or(Ipv4Addr::LOCALHOST.into(), |p| p.0);
        if !self.behind_proxy {
            return peer;
        }
        forwarded_for(&parts.headers).unwrap_or(peer)
    }

    /// Adds a session and gives the cookie that opens it.
    pub(crate) async fn new_session(
        &self,
        account: &PlayerId,
        headers: &HeaderMap,
    ) -> Result<HeaderValue, OnlineError> {
        let agent = headers.get(header::USER_AGENT).and_then(|v| v.to_str().ok()).unwrap_or("");
        let label = agent.chars().filter(|c| !c.is_control()).take(120).collect();
        let key = secret::new_key()?;
        let created = now();
        let expires = Some(created + SESSION);
        let hash = secret::key_hash(&key);
        let account = account.clone();
        let session = Key { hash, account, kind: KeyKind::Session, label, created, expires };
        self.store.add_session(session, SESSIONS).await?;
        self.cookie(&key, headers)
    }

    /// The cookie of a session that begins or goes on.
    fn cookie(&self, key: &str, headers: &HeaderMap) -> Result<HeaderValue, OnlineError> {
        let https = self.behind_proxy
            && headers.get("x-forwarded-proto").is_some_and(|v| v.as_bytes() == b"https");
        let secure = if https { "; Secure" } else { "" };
        let seconds = SESSION / 1_000;
        cookie(&format!(
            "{COOKIE}={key}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}"
        ))
    }

    /// Notes that an account was seen. A session that is used goes on: then its cookie has to be
    /// set anew, once a day.
    pub(crate) async fn note_seen(
        &self,
        account: &Account,
        headers: &HeaderMap,
    ) -> Result<Option<HeaderValue>, OnlineError> {
        let time = now();
        self.store.note_seen(&account.id, time).await?;
        let Some(key) = session(headers).filter(|_| bearer(headers).is_none()) else {
            return Ok(None);
        };
        let hash = secret::key_hash(key);
        let renewed = self.store.renew_session(&hash, time + SESSION, DAY).await?;
        renewed.then(|| self.cookie(key, headers)).transpose()
    }
}

/// The address that our own proxy saw: the last one of the last line. What comes before may have
/// been made up by the client, on a line of its own as well.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?;
    last.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

/// The cookie that ends a session.
pub(crate) fn no_session() -> Result<HeaderValue, OnlineError> {
    cookie(&format!("{COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"))
}

fn cookie(text: &str) -> Result<HeaderValue, OnlineError> {
    HeaderValue::from_str(text).map_err(|e| OnlineError::Internal(e.to_string()))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bearer ").map(str::trim)
}

fn session(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|v| v.to_str().ok());
    cookies
        .flat_map(|line| line.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='))
}

/// What every request of online play passes: rate limits, and for those that a browser signs by
/// its cookie, that they come from a page of this site.
pub(crate) async fn guard(State(online): State<Online>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let address = online.address(&parts);
    if let Err(error) = online.rates.request(&address) {
        online.metrics.limited.inc();
        return error.into_response();
    }
    let upgrades = parts.headers.contains_key(header::UPGRADE);
    let harmless = matches!(parts.method, Method::GET | Method::HEAD) && !upgrades;
    if !harmless && bearer(&parts.headers).is_none() && !same_origin(&parts.headers) {
        return OnlineError::Forbidden("origin: expected a page of this site, or a bearer token")
            .into_response();
    }
    let mut request = Request::from_parts(parts, body);
    request.extensions_mut().insert(Address(address));
    // What changes something is done to the end, even if the client disconnects meanwhile.
    let mut response = if harmless {
        next.run(request).await
    } else {
        tokio::spawn(next.run(request))
            .await
            .unwrap_or_else(|error| OnlineError::Internal(error.to_string()).into_response())
    };
    let headers = response.headers_mut();
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// Whether a request comes from a page of this site, or not from a page at all.
fn same_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let (Ok(origin), Some(host)) = (origin.to_str(), headers.get(header::HOST)) else {
        return false;
    };
    let origin = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    origin.is_some_and(|origin| host.to_str().is_ok_and(|host| origin.eq_ignore_ascii_case(host)))
}

impl FromRequestParts<Online> for Address {
    type Rejection = OnlineError;

    async fn from_request_parts(parts: &mut Parts, _: &Online) -> Result<Address, OnlineError> {
        parts
            .extensions
            .get::<Address>()
            .copied()
            .ok_or_else(|| OnlineError::Internal("a request without an address".to_owned()))
    }
}

impl FromRequestParts<Online> for Presented {
    type Rejection = OnlineError;

    async fn from_request_parts(parts: &mut Parts, _: &Online) -> Result<Presented, OnlineError> {
        let key = bearer(&parts.headers).or_else(|| session(&parts.headers));
        Ok(Presented(key.filter(|k| !k.is_empty() && k.len() <= LONGEST).map(secret::key_hash)))
    }
}

impl FromRequestParts<Online> for Maybe {
    type Rejection = OnlineError;

    async fn from_request_parts(parts: &mut Parts, online: &Online) -> Result<Maybe, OnlineError> {
        match Presented::from_request_parts(parts, online).await?.0 {
            Some(hash) => Ok(Maybe(online.store.account_by_key(&hash, now()).await?)),
            None => Ok(Maybe(None)),
        }
    }
}

impl FromRequestParts<Online> for Signed {
    type Rejection = OnlineError;

    async fn from_request_parts(parts: &mut Parts, online: &Online) -> Result<Signed, OnlineError> {
        let account = Maybe::from_request_parts(parts, online).await?.0;
        let account = account.ok_or(OnlineError::NotSignedIn)?;
        if account.banned.is_some() {
            return Err(OnlineError::Forbidden("this account was banned by the operator"));
        }
        Ok(Signed(account))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_the_one_that_our_own_proxy_saw() {
        let of = |lines: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", HeaderValue::from_static(line));
            }
            forwarded_for(&headers).map(|address| address.to_string())
        };
        assert_eq!(of(&["10.0.0.1"]).as_deref(), Some("10.0.0.1"));
        assert_eq!(of(&["6.6.6.6, 10.0.0.1"]).as_deref(), Some("10.0.0.1"));
        // A proxy may add a line instead of a value.
        assert_eq!(of(&["6.6.6.6", "7.7.7.7 , 10.0.0.1"]).as_deref(), Some("10.0.0.1"));
        assert_eq!(of(&["2001:db8::1"]).as_deref(), Some("2001:db8::1"));
        for none in [&[][..], &["unknown"], &["10.0.0.1", "_hidden"]] {
            assert_eq!(of(none), None);
        }
    }
}
