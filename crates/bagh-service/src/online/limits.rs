//! Limits of requests of online play: the same as of look-ups, with errors as online play tells
//! them.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Online;
use super::error::OnlineError;
use crate::body::WholeBody;
use crate::routes::within_limits;

/// The largest body of a request.
const BODY: usize = 16 << 10;

/// Refuses addresses that are too long, and gives up requests that take too long. Streams and
/// sockets have begun by then, and go on.
pub(super) async fn within(State(online): State<Online>, request: Request, next: Next) -> Response {
    let answered = within_limits(&online.app, request, next).await;
    answered.unwrap_or_else(|error| OnlineError::Limit(error).into_response())
}

/// Reads the body before anything is done with the request: one that never ends must not hold more
/// than its connection, and that not for long.
pub(super) async fn arrived(
    State(online): State<Online>,
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = request.into_parts();
    match WholeBody::read(&online.app, &parts.headers, body, BODY).await {
        Ok(WholeBody { bytes, share }) => {
            let response = next.run(Request::from_parts(parts, Body::from(bytes))).await;
            // Until then the bytes may be in use.
            drop(share);
            response
        }
        Err(error) => OnlineError::Limit(error).into_response(),
    }
}
