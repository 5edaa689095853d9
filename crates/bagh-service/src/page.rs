//! The page: files that were taken into the program when it was built.

use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;
use crate::query::shorten;
use crate::respond::is_known;

/// A file of the page.
pub struct Asset {
    path: &'static str,
    hash: &'static str,
    plain: &'static [u8],
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The files of the page, by their paths, as they are without compression.
pub fn page_files() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    ASSETS.iter().map(|asset| (asset.path, asset.plain))
}

const INDEX: &str = "index.html";

/// Files in this folder have a hash in their names: another content is another file.
const HASHED: &str = "assets/";

/// A file of the page. Addresses of the app, which are no files, show the page itself.
pub async fn page(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") {
        return not_found(path);
    }
    match find(path) {
        Some(asset) => asset.respond(&headers),
        // What looks like a file is missed; all else is a place in the app.
        None if path.rsplit('/').next().is_some_and(|last| last.contains('.')) => not_found(path),
        None => match find(INDEX) {
            Some(index) => index.respond(&headers),
            None => not_found(path),
        },
    }
}

fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.path == path)
}

fn not_found(path: &str) -> Response {
    let message = format!("nothing is at /{}", shorten(path));
    ApiError::NotFound { parameter: None, message }.into_response()
}

impl Asset {
    fn respond(&self, asked: &HeaderMap) -> Response {
        let (body, coding) = match (self.brotli, self.gzip) {
            (Some(brotli), _) if accepts(asked, "br") => (brotli, Some("br")),
            (_, Some(gzip)) if accepts(asked, "gzip") => (gzip, Some("gzip")),
            _ => (self.plain, None),
        };
        // Each coding is a text of its own.
        let tag = format!("\"{}-{}\"", self.hash, coding.unwrap_or("plain"));
        let cache = match self.path.starts_with(HASHED) {
            true => "public, max-age=31536000, immutable",
            false => "no-cache",
        };
        let mut response = match is_known(asked, &tag) {
            true => StatusCode::NOT_MODIFIED.into_response(),
            false => {
                let kind =
                    [(header::CONTENT_TYPE, HeaderValue::from_static(media_type(self.path)))];
                (kind, body).into_response()
            }
        };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            headers.insert(header::ETAG, tag);
        }
        if let Some(coding) = coding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
        }
        response
    }
}

/// Whether the client takes this coding, and did not give it weight 0.
pub fn accepts(asked: &HeaderMap, coding: &str) -> bool {
    let values = asked.get_all(header::ACCEPT_ENCODING).iter();
    values.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).any(|one| {
        let mut parts = one.split(';').map(str::trim);
        parts.next() == Some(coding)
            && !parts.any(|p| matches!(p.strip_prefix("q="), Some("0" | "0.0" | "0.00" | "0.000")))
    })
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "txt" => "text/plain; charset=utf-8",
        "xml" => "application/xml",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codings_are_taken_as_the_client_says() {
        let asked = |text: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(text));
            headers
        };
        assert!(accepts(&asked("gzip, deflate, br"), "br"));
        assert!(accepts(&asked("br;q=0.5"), "br"));
        assert!(!accepts(&asked("br;q=0, gzip"), "br"));
        assert!(!accepts(&asked("brotli"), "br"));
        assert!(!accepts(&HeaderMap::new(), "gzip"));
    }

    #[test]
    fn there_is_a_page() {
        assert!(find(INDEX).is_some());
    }
}
