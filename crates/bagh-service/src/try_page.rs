//! A page to try the API on: it reads the description and makes a form of each path.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};

fn text(kind: &'static str, body: impl IntoResponse) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (headers, body).into_response()
}

/// The description of the API.
pub async fn document(document: String) -> Response {
    text("application/json", document)
}

/// The page.
pub async fn page() -> Response {
    text("text/html; charset=utf-8", include_str!("try/page.html"))
}

/// Its script.
pub async fn script() -> Response {
    text("text/javascript; charset=utf-8", include_str!("try/try.js"))
}

/// Its style.
pub async fn style() -> Response {
    text("text/css; charset=utf-8", include_str!("try/try.css"))
}
