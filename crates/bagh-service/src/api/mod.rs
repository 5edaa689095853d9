//! The paths of the API, each with its documentation.

mod best;
mod games;
mod health;
mod line;
mod probe;
mod stats;
mod tables;

use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;

/// What the document says of the API as a whole.
#[derive(OpenApi)]
#[openapi(info(
    title = "Bagh",
    description = "The tiger-hunt games of South Asia: what any position is worth, and each of its moves. Answers from the tables are exact. A position whose part is not solved yet is answered with `\"known\": false` and the reason.",
    license(name = "MIT OR Apache-2.0")
))]
struct Document;

/// All paths of the API.
pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(games::list))
        .routes(routes!(games::one))
        .routes(routes!(probe::one, probe::many))
        .routes(routes!(line::line))
        .routes(routes!(best::best))
        .routes(routes!(stats::classes))
        .routes(routes!(stats::cross))
        .routes(routes!(stats::distances))
        .routes(routes!(stats::longest))
        .routes(routes!(tables::list))
        .routes(routes!(tables::download))
        .routes(routes!(health::healthz))
        .routes(routes!(health::metrics))
}
