//! Whether the service is well, and its numbers.

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::ErrorAnswer;
use crate::respond::momentary;

/// Whether the service is well.
#[derive(Serialize, ToSchema)]
pub struct Health {
    /// `ok`: it answers.
    #[schema(example = "ok")]
    status: String,
    /// The version of the program.
    version: String,
    /// Seconds since it was started.
    seconds: u64,
}

/// Whether the service is well
#[utoipa::path(
    get,
    path = "/healthz",
    operation_id = "health",
    tag = "service",
    responses((status = 200, body = Health))
)]
pub async fn healthz(State(app): State<App>) -> Response {
    momentary(Health {
        status: "ok".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seconds: app.began.elapsed().as_secs(),
    })
}

/// Numbers for Prometheus
#[utoipa::path(
    get,
    path = "/metrics",
    operation_id = "metrics",
    tag = "service",
    responses(
        (status = 200, description = "OpenMetrics text", content_type = "application/openmetrics-text"),
        (status = 403, description = "Asked by another machine", body = ErrorAnswer),
    )
)]
pub async fn metrics(State(app): State<App>) -> Response {
    let text = app.metrics.text(&app);
    let kind =
        HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (headers, text).into_response()
}
