//! HTTP as the stores need it.

use std::fmt;

use async_trait::async_trait;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpService,
    ReqwestConnector,
};
use object_store::{ClientOptions, Result};
use thiserror::Error;

/// An answer that is not a success. Its body is not read: it may have any length, and it is text
/// of a host that is not known to be well.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("it answered with status {0}")]
pub(crate) struct Status(pub(crate) u16);

/// Makes clients that end answers which are not a success early.
pub(crate) struct Connector;

impl fmt::Debug for Connector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Connector")
    }
}

impl HttpConnector for Connector {
    fn connect(&self, options: &ClientOptions) -> Result<HttpClient> {
        Ok(HttpClient::new(Client(ReqwestConnector::default().connect(options)?)))
    }
}

#[derive(Debug)]
struct Client(HttpClient);

#[async_trait]
impl HttpService for Client {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let response = self.0.execute(request).await?;
        match response.status().is_success() {
            true => Ok(response),
            false => {
                let status = Status(response.status().as_u16());
                Err(HttpError::new(HttpErrorKind::Unknown, status))
            }
        }
    }
}
