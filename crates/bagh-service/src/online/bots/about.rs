//! Requests about one challenge or game, which its path names.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use bagh_store::Account;

use super::super::Online;
use super::super::identity::Signed;

/// A request of an account about the challenge or game whose identifier is the only part of the
/// path that varies.
pub(crate) struct About {
    pub online: Online,
    pub id: String,
    pub account: Account,
}

impl FromRequestParts<Online> for About {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, online: &Online) -> Result<About, Response> {
        let path = Path::from_request_parts(parts, online).await;
        let Path(id) = path.map_err(IntoResponse::into_response)?;
        let signed = Signed::from_request_parts(parts, online).await;
        let Signed(account) = signed.map_err(IntoResponse::into_response)?;
        Ok(About { online: online.clone(), id, account })
    }
}
