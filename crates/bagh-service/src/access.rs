//! Who may ask for what: names of the service, other origins, and peers.
//!
//! A service on a loopback address is meant for programs of its own machine. A web page can reach
//! it all the same: with a name that resolves to 127.0.0.1 (DNS rebinding), or with plain requests
//! from another origin. So such a service answers to its own names only, and what costs much is
//! not for other origins unless the operator allows it.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::error::ApiError;
use crate::query::shorten;

/// The address of the client, or of the proxy in front of it.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// Which pages of other origins may ask for what costs much.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum AllowedOrigins {
    /// None: only the page of the service itself, and programs that are not browsers.
    #[default]
    Own,
    /// These, such as `https://example.org`.
    Listed(Vec<String>),
    /// All.
    Any,
}

impl AllowedOrigins {
    /// Whether a page of this origin may ask.
    pub fn allow(&self, origin: &str) -> bool {
        match self {
            AllowedOrigins::Own => false,
            AllowedOrigins::Listed(origins) => {
                origins.iter().any(|o| o.trim_end_matches('/').eq_ignore_ascii_case(origin))
            }
            AllowedOrigins::Any => true,
        }
    }
}

/// The names that a service answers to.
#[derive(Clone, Debug)]
pub enum Hosts {
    /// Any: others reach it over the network, by names that it cannot know.
    Any,
    /// Those of this machine, and these.
    Local(Vec<String>),
}

impl Hosts {
    /// What a service on this address answers to, beside the names that the operator gave.
    pub fn new(address: IpAddr, names: &[String]) -> Hosts {
        match address.is_loopback() || !names.is_empty() {
            true => Hosts::Local(names.to_vec()),
            false => Hosts::Any,
        }
    }

    fn answer_to(&self, host: &str) -> bool {
        let Hosts::Local(names) = self else { return true };
        let name = host.parse::<Authority>().map(|a| a.host().to_owned()).unwrap_or_default();
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        let is_loopback = bare.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
        let name = name.trim_end_matches('.').to_ascii_lowercase();
        is_loopback
            || name == "localhost"
            || name.ends_with(".localhost")
            || names.iter().any(|known| known.eq_ignore_ascii_case(&name))
    }
}

/// Refuses requests to a name that is not one of the service's.
pub async fn own_names_only(State(app): State<App>, request: Request, next: Next) -> Response {
    match host_of(&request) {
        Some(host) if !app.hosts.answer_to(&host) => {
            ApiError::WrongHost(shorten(&host)).into_response()
        }
        _ => next.run(request).await,
    }
}

/// The host that a request names. Only clients of HTTP/1.0 name none, and no browser is one.
fn host_of(request: &Request) -> Option<String> {
    // An absolute address has a scheme; a path without a slash looks like a host, and is none.
    let uri = request.uri();
    let absolute = uri.scheme().and(uri.authority()).map(|host| host.as_str().to_owned());
    absolute.or_else(|| {
        let value = request.headers().get(header::HOST)?;
        Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
    })
}

/// Refuses requests that pages of other origins make, unless the operator allows it.
pub async fn own_origin_only(State(app): State<App>, request: Request, next: Next) -> Response {
    match foreign_origin(&request) {
        Some(origin) if !app.origins.allow(&origin) => {
            ApiError::ForeignOrigin(shorten(&origin)).into_response()
        }
        _ => next.run(request).await,
    }
}

/// Answers to this machine only, unless the operator allows others.
pub async fn own_machine_only(State(app): State<App>, request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Peer>().copied();
    let is_local = peer.is_none_or(|Peer(ip)| ip.to_canonical().is_loopback());
    match is_local || app.public_metrics {
        true => next.run(request).await,
        false => ApiError::LocalOnly.into_response(),
    }
}

/// The origin of the page that made a request, if it is another one than the service's.
fn foreign_origin(request: &Request) -> Option<String> {
    let headers = request.headers();
    if let Some(origin) = text(headers, &header::ORIGIN) {
        let own = host_of(request).is_some_and(|host| {
            let after_scheme = origin.split_once("://").map(|(_, rest)| rest);
            after_scheme.is_some_and(|rest| rest.eq_ignore_ascii_case(&host))
        });
        return (!own).then(|| origin.to_owned());
    }
    // Plain requests (an image, a script) have no origin, but browsers say where they come from.
    let site = text(headers, &HeaderName::from_static("sec-fetch-site"))?;
    matches!(site, "cross-site" | "same-site").then(|| site.to_owned())
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, Ipv6Addr};

    use super::*;

    #[test]
    fn a_loopback_service_answers_to_its_own_names() {
        let hosts = Hosts::new(Ipv4Addr::LOCALHOST.into(), &["bagh.example.org".to_owned()]);
        for own in [
            "localhost",
            "LOCALHOST:8080",
            "127.0.0.1:8080",
            "127.1.2.3",
            "[::1]:80",
            "bagh.localhost",
            "localhost.",
            "Bagh.Example.org:443",
        ] {
            assert!(hosts.answer_to(own), "{own}");
        }
        for other in [
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example:80",
            "evil.example:localhost",
            "",
            "192.168.1.1",
            "a b",
            "org",
        ] {
            assert!(!hosts.answer_to(other), "{other}");
        }
    }

    #[test]
    fn a_public_service_answers_to_any_name_unless_it_has_one() {
        let any = Hosts::new(Ipv6Addr::UNSPECIFIED.into(), &[]);
        assert!(any.answer_to("anything.example"));
        let one = Hosts::new(Ipv6Addr::UNSPECIFIED.into(), &["bagh.example".to_owned()]);
        assert!(one.answer_to("bagh.example") && one.answer_to("127.0.0.1"));
        assert!(!one.answer_to("anything.example"));
    }

    fn origin_of(headers: &[(&str, &str)]) -> Option<String> {
        let mut request = Request::builder().uri("/api/v1/small/best");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        foreign_origin(&request.body(axum::body::Body::empty()).unwrap())
    }

    #[test]
    fn other_origins_are_told_from_our_own() {
        let host = ("host", "localhost:8080");
        assert_eq!(origin_of(&[host]), None);
        assert_eq!(origin_of(&[host, ("origin", "http://localhost:8080")]), None);
        assert_eq!(origin_of(&[host, ("sec-fetch-site", "same-origin")]), None);
        assert_eq!(origin_of(&[host, ("sec-fetch-site", "none")]), None);
        for foreign in ["http://localhost:9090", "https://evil.example", "null"] {
            assert_eq!(origin_of(&[host, ("origin", foreign)]).as_deref(), Some(foreign));
        }
        assert_eq!(
            origin_of(&[host, ("sec-fetch-site", "cross-site")]).as_deref(),
            Some("cross-site")
        );
    }
}
