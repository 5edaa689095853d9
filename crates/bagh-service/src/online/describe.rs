//! Online play in the description of the API.

use utoipa::OpenApi;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{ContentBuilder, PathItem, Ref, ResponseBuilder};

use super::schemas::{OnlineErrorAnswer, OnlineMessage, OnlineRequest};

/// What is said of all paths of online play.
#[derive(OpenApi)]
#[openapi(components(schemas(OnlineErrorAnswer, OnlineMessage, OnlineRequest)))]
struct Common;

/// Operations that need no account.
const OPEN: [&str; 18] = [
    "guest",
    "login",
    "recover",
    "passkeyChallenge",
    "passkeyLogin",
    "profile",
    "ratingHistory",
    "leaderboard",
    "lobby",
    "challenge",
    "onlineGame",
    "events",
    "gameStream",
    "gameRecord",
    "matchResult",
    "socket",
    "bots",
    "botsOnline",
];

/// The paths of online play and of bots, whether this service has them switched on or not.
pub(crate) fn document() -> utoipa::openapi::OpenApi {
    let mut document = super::paths().into_openapi();
    document.merge(Common::openapi());
    for item in document.paths.paths.values_mut() {
        let PathItem { get, post, .. } = item;
        for operation in [get, post].into_iter().flatten() {
            complete(operation);
        }
    }
    if let Some(components) = &mut document.components {
        let cookie = ApiKey::Cookie(ApiKeyValue::with_description(
            "bagh_session",
            "The cookie of a browser. Requests that change something must come from a page of \
             the service.",
        ));
        components.add_security_scheme("session", SecurityScheme::ApiKey(cookie));
        let bearer = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("A token of a program, by POST /api/online/tokens."))
            .build();
        components.add_security_scheme("token", SecurityScheme::Http(bearer));
    }
    document
}

/// Adds what every operation has: errors, and the keys to an account where it needs one.
fn complete(operation: &mut Operation) {
    let schema = Ref::from_schema_name("OnlineErrorAnswer");
    let error = ResponseBuilder::new()
        .description("Refused; `error` says why.")
        .content("application/json", ContentBuilder::new().schema(Some(schema)).build())
        .build();
    operation.responses.responses.insert("default".to_owned(), error.into());
    let open = operation.operation_id.as_deref().is_some_and(|id| OPEN.contains(&id));
    if !open {
        let keys = ["session", "token"];
        let security = keys.map(|key| SecurityRequirement::new(key, Vec::<String>::new()));
        operation.security = Some(security.into());
    }
}
