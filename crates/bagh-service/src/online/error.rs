//! What goes wrong, as clients see it.

use axum::Json;
use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bagh_online::{LogError, Refusal};
use bagh_store::StoreError;
use serde_json::{Value, json};

use crate::error::ApiError;

/// Why a request was not done.
#[derive(Debug)]
pub(crate) enum OnlineError {
    /// A field is missing or wrong.
    Field(&'static str, String),
    /// The game does not allow the command now.
    Refused(Refusal),
    /// The request needs an account.
    NotSignedIn,
    /// The account may not do this.
    Forbidden(&'static str),
    /// There is no such thing.
    NotFound(&'static str),
    /// Something else was faster, or stands in the way.
    Conflict(&'static str),
    /// Too many requests of a kind; try again after some seconds.
    TooMany(&'static str, u64),
    /// A limit that holds for all requests of the service.
    Limit(ApiError),
    /// The database does not answer; try again after a second.
    Unavailable(String),
    /// The program or the database is wrong.
    Internal(String),
}

impl OnlineError {
    fn status(&self) -> StatusCode {
        match self {
            OnlineError::Field(..) => StatusCode::BAD_REQUEST,
            OnlineError::Refused(_) | OnlineError::Conflict(_) => StatusCode::CONFLICT,
            OnlineError::NotSignedIn => StatusCode::UNAUTHORIZED,
            OnlineError::Forbidden(_) => StatusCode::FORBIDDEN,
            OnlineError::NotFound(_) => StatusCode::NOT_FOUND,
            OnlineError::TooMany(..) => StatusCode::TOO_MANY_REQUESTS,
            OnlineError::Limit(error) => error.status(),
            OnlineError::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            OnlineError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Seconds after which the same request may succeed.
    fn retry_after(&self) -> Option<u64> {
        match self {
            OnlineError::TooMany(_, seconds) => Some(*seconds),
            OnlineError::Limit(ApiError::Busy(seconds)) => Some(u64::from(*seconds)),
            OnlineError::Unavailable(_) => Some(1),
            _ => None,
        }
    }

    /// The error as JSON: `code` for programs, `message` for people, and details by kind.
    pub(crate) fn json(&self) -> Value {
        let mut error = match self {
            OnlineError::Field(field, message) => json!({
                "code": "bad-field", "field": field, "message": format!("{field}: {message}"),
            }),
            OnlineError::Refused(refusal) => json!({
                "code": "refused", "refusal": refusal, "message": refusal.to_string(),
            }),
            OnlineError::NotSignedIn => json!({
                "code": "not-signed-in",
                "message": "this needs an account: POST /api/online/guest makes one",
            }),
            OnlineError::Forbidden(message) => json!({ "code": "forbidden", "message": message }),
            OnlineError::NotFound(what) => json!({
                "code": "not-found", "message": format!("{what}: not found"),
            }),
            OnlineError::Conflict(message) => json!({ "code": "conflict", "message": message }),
            OnlineError::TooMany(key, seconds) => json!({
                "code": "too-many", "key": key,
                "message": format!("too many requests ({key}): try again after {seconds} s"),
            }),
            OnlineError::Limit(error) => json!({
                "code": error.code(), "message": error.to_string(),
            }),
            OnlineError::Unavailable(_) => json!({
                "code": "unavailable",
                "message": "games cannot be stored at the moment: try again after 1 s",
            }),
            OnlineError::Internal(_) => json!({
                "code": "internal", "message": "the service made a mistake; its log tells more",
            }),
        };
        if let Some(seconds) = self.retry_after() {
            error["seconds"] = seconds.into();
        }
        error
    }

    /// The error as a message over the socket, perhaps about a game.
    pub(crate) fn message(&self, game: Option<&str>) -> Value {
        self.log();
        let mut message = json!({ "type": "error", "error": self.json() });
        if let Some(game) = game {
            message["game"] = game.into();
        }
        message
    }

    /// What becomes of the failure of one of several things to do: it is logged, and the others go
    /// on, unless the database does not answer.
    pub(crate) fn unless_unavailable(self) -> Result<(), OnlineError> {
        if let OnlineError::Unavailable(_) = self {
            return Err(self);
        }
        self.log();
        Ok(())
    }

    pub(crate) fn log(&self) {
        match self {
            OnlineError::Internal(message) => tracing::error!(message, "an online request failed"),
            OnlineError::Unavailable(message) => {
                tracing::warn!(message, "the store is unavailable")
            }
            _ => {}
        }
    }
}

impl IntoResponse for OnlineError {
    fn into_response(self) -> Response {
        self.log();
        let body = Json(json!({ "error": self.json() }));
        let mut response = (self.status(), body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after() {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<StoreError> for OnlineError {
    fn from(error: StoreError) -> OnlineError {
        match error {
            StoreError::Conflict => OnlineError::Conflict("something else was faster"),
            StoreError::NameTaken => {
                OnlineError::Conflict("the name is taken, or too similar to one that is")
            }
            StoreError::NotFound(what) => OnlineError::NotFound(what),
            StoreError::Nul => OnlineError::Field("text", error.to_string()),
            StoreError::Unavailable(message) => OnlineError::Unavailable(message),
            other => OnlineError::Internal(other.to_string()),
        }
    }
}

impl From<LogError> for OnlineError {
    fn from(error: LogError) -> OnlineError {
        OnlineError::Internal(error.to_string())
    }
}

/// The parameters of an address, with an error in JSON like all others.
pub(crate) struct Params<T>(pub T);

impl<T: serde::de::DeserializeOwned, S: Sync> FromRequestParts<S> for Params<T> {
    type Rejection = OnlineError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Params<T>, OnlineError> {
        Query::try_from_uri(&parts.uri)
            .map(|Query(params)| Params(params))
            .map_err(|error| OnlineError::Field("query", error.body_text()))
    }
}

/// The body of a request as JSON, with an error that names the field.
pub(crate) fn body<T: serde::de::DeserializeOwned>(bytes: &[u8]) -> Result<T, OnlineError> {
    serde_json::from_slice(bytes).map_err(|error| OnlineError::Field("body", error.to_string()))
}
