//! The one error of the service: what went wrong, with its HTTP status and a word for programs.

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bagh::notation::NotationError;
use bagh_tables::{ProbeError, TableError};
use serde::Serialize;
use thiserror::Error;
use utoipa::ToSchema;

use crate::workers::COME_BACK;

/// Seconds after which a client may ask again if tables on another machine cannot be read.
const UNREACHABLE: u32 = 3;

/// Why a request is not answered.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ApiError {
    /// A parameter is missing, unknown, given twice, or makes no sense.
    #[error("{message}")]
    Parameter {
        /// The parameter.
        parameter: String,
        /// What was found and what was expected.
        message: String,
    },
    /// The game, the file or the page is not there.
    #[error("{message}")]
    NotFound {
        /// The parameter that named it, if one did.
        parameter: Option<&'static str>,
        /// What was looked for.
        message: String,
    },
    /// The method does not fit the path.
    #[error("method: found {0}, expected one that the header `Allow` lists")]
    Method(String),
    /// The client took too long.
    #[error("the request body timed out: send it faster")]
    TooSlow,
    /// The body is too large.
    #[error("body: found more than {0} bytes, expected at most that many: ask in several requests")]
    BodyTooLarge(usize),
    /// The body is of another type.
    #[error("content-type: found `{0}`, expected application/json")]
    MediaType(String),
    /// The address is too long.
    #[error("address: found {found} bytes, expected at most {most}: send positions in the body")]
    AddressTooLong {
        /// Its length.
        found: usize,
        /// The longest that is read.
        most: usize,
    },
    /// A range of a file that has no such bytes.
    #[error("range: expected bytes from 0 to {0}, the length of the file")]
    NoSuchRange(u64),
    /// The request names another host.
    #[error(
        "host: found `{0}`, expected localhost, a loopback address, or a name that the operator has given to the service"
    )]
    WrongHost(String),
    /// A page of another origin asks for something that costs much.
    #[error("origin: found `{0}`, expected the service's own, or one that the operator allows")]
    ForeignOrigin(String),
    /// Another machine asks for something that is for this one only.
    #[error("available on this machine only: the operator can allow others")]
    LocalOnly,
    /// Too much is being asked at this moment.
    #[error("the service is busy: ask again after {0} s")]
    Busy(u32),
    /// Tables on another machine cannot be read.
    #[error("the tables cannot be reached: {0}")]
    Unreachable(String),
    /// A table cannot be read, or the program is wrong.
    #[error("{0}")]
    Internal(String),
}

/// An error as it is sent.
#[derive(Serialize, ToSchema)]
pub struct ErrorAnswer {
    /// What went wrong.
    pub error: ErrorDetail,
}

/// What went wrong.
#[derive(Serialize, ToSchema)]
pub struct ErrorDetail {
    /// A word for programs.
    #[schema(example = "bad-parameter")]
    pub code: String,
    /// The parameter at fault, if one is.
    #[schema(example = "position")]
    pub parameter: Option<String>,
    /// What was found, what was expected, and how to fix it.
    pub message: String,
}

impl ApiError {
    /// An error of a parameter.
    pub fn parameter(parameter: impl Into<String>, message: impl Into<String>) -> ApiError {
        ApiError::Parameter { parameter: parameter.into(), message: message.into() }
    }

    /// The HTTP status.
    pub fn status(&self) -> StatusCode {
        match self {
            ApiError::Parameter { .. } => StatusCode::BAD_REQUEST,
            ApiError::NotFound { .. } => StatusCode::NOT_FOUND,
            ApiError::Method(_) => StatusCode::METHOD_NOT_ALLOWED,
            ApiError::TooSlow => StatusCode::REQUEST_TIMEOUT,
            ApiError::BodyTooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            ApiError::MediaType(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ApiError::AddressTooLong { .. } => StatusCode::URI_TOO_LONG,
            ApiError::NoSuchRange(_) => StatusCode::RANGE_NOT_SATISFIABLE,
            ApiError::WrongHost(_) => StatusCode::MISDIRECTED_REQUEST,
            ApiError::ForeignOrigin(_) | ApiError::LocalOnly => StatusCode::FORBIDDEN,
            ApiError::Busy(_) | ApiError::Unreachable(_) => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            ApiError::Parameter { .. } => "bad-parameter",
            ApiError::NotFound { .. } => "not-found",
            ApiError::Method(_) => "method-not-allowed",
            ApiError::TooSlow => "too-slow",
            ApiError::BodyTooLarge(_) => "body-too-large",
            ApiError::MediaType(_) => "wrong-media-type",
            ApiError::AddressTooLong { .. } => "address-too-long",
            ApiError::NoSuchRange(_) => "no-such-range",
            ApiError::WrongHost(_) => "wrong-host",
            ApiError::ForeignOrigin(_) => "foreign-origin",
            ApiError::LocalOnly => "local-only",
            ApiError::Busy(_) => "busy",
            ApiError::Unreachable(_) => "tables-unreachable",
            ApiError::Internal(_) => "internal",
        }
    }

    fn at_fault(&self) -> Option<String> {
        match self {
            ApiError::Parameter { parameter, .. } => Some(parameter.clone()),
            ApiError::NotFound { parameter, .. } => parameter.map(str::to_owned),
            ApiError::BodyTooLarge(_) => Some("body".to_owned()),
            ApiError::MediaType(_) => Some("content-type".to_owned()),
            ApiError::NoSuchRange(_) => Some("range".to_owned()),
            ApiError::WrongHost(_) => Some("host".to_owned()),
            ApiError::ForeignOrigin(_) => Some("origin".to_owned()),
            _ => None,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        if let ApiError::Internal(message) = &self {
            tracing::error!(message, "a request failed");
        }
        let answer = ErrorAnswer {
            error: ErrorDetail {
                code: self.code().to_owned(),
                parameter: self.at_fault(),
                message: self.to_string(),
            },
        };
        let again = match self {
            ApiError::Busy(seconds) => Some(seconds),
            ApiError::Unreachable(_) => Some(UNREACHABLE),
            _ => None,
        };
        let mut response = (self.status(), Json(answer)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = again {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if let ApiError::Busy(_) = self {
            // A client that is sent away does not keep its place.
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> ApiError {
        ApiError::parameter("path", rejection.body_text())
    }
}

impl From<ProbeError> for ApiError {
    fn from(error: ProbeError) -> ApiError {
        match error {
            ProbeError::Position(error) => ApiError::parameter("position", error.to_string()),
            ProbeError::Table(error) => error.into(),
            other => {
                tracing::error!(error = %other, "a position cannot be looked up");
                ApiError::Internal("a position cannot be looked up".to_owned())
            }
        }
    }
}

impl From<NotationError> for ApiError {
    fn from(error: NotationError) -> ApiError {
        ApiError::parameter("position", error.to_string())
    }
}

impl From<TableError> for ApiError {
    fn from(error: TableError) -> ApiError {
        if is_out_of_files(&error) {
            tracing::warn!("too many files are open: raise the limit (`ulimit -n`)");
            return ApiError::Busy(COME_BACK);
        }
        if let TableError::Remote { .. } = &error {
            tracing::warn!(%error, "tables cannot be read");
            return ApiError::Unreachable(without_folders(&error));
        }
        tracing::error!(%error, "a table cannot be used");
        ApiError::Internal(without_folders(&error))
    }
}

/// Whether the process or the system has too many files open. It passes.
pub(crate) fn is_out_of_files(error: &TableError) -> bool {
    #[cfg(unix)]
    {
        let TableError::Io { source, .. } = error else { return false };
        matches!(source.raw_os_error(), Some(libc::EMFILE | libc::ENFILE))
    }
    #[cfg(not(unix))]
    {
        let _ = error;
        false
    }
}

/// What is wrong with a table, without telling the world which folders this machine has.
pub(crate) fn without_folders(error: &TableError) -> String {
    let name = |path: &std::path::Path| {
        path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned())
    };
    match error {
        TableError::Locked { .. } => "another process is solving this game".to_owned(),
        TableError::Io { doing, path, source } => {
            format!("{}: cannot {doing}: {}", name(path), source.kind())
        }
        TableError::Damaged { path, what } | TableError::Remote { path, what, .. } => {
            format!("{}: {what}", name(path))
        }
        TableError::Foreign { path, field, .. } => {
            format!("{}: these tables belong to another game ({field})", name(path))
        }
        TableError::Misnamed { path, found, expected } => {
            format!("{}: found {found}, expected {expected}", name(path))
        }
        TableError::Newer { path, .. } => {
            format!("{}: written by a newer version", name(path))
        }
        TableError::Missing { path, .. } => format!("{}: not solved yet", name(path)),
        TableError::TooLarge(_) | TableError::Memory { .. } => error.to_string(),
        _ => "a table cannot be used".to_owned(),
    }
}
