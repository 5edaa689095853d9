//! The paths of the API, each with its documentation.

mod best;
mod games;
mod health;
mod line;
mod pocket;
mod probe;
mod stats;
mod tables;

use axum::middleware;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::access;
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
pub fn router(app: &App) -> OpenApiRouter<App> {
    let own_origin = || middleware::from_fn_with_state(app.clone(), access::own_origin_only);
    let cheap = OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(games::list))
        .routes(routes!(games::one))
        .routes(routes!(probe::one))
        .routes(routes!(stats::classes))
        .routes(routes!(tables::list))
        .routes(routes!(tables::download))
        .routes(routes!(pocket::list))
        .routes(routes!(pocket::download))
        .routes(routes!(health::healthz));
    // These take up to seconds of a processor each: not for pages of other origins.
    let costly = OpenApiRouter::new()
        .routes(routes!(probe::many))
        .routes(routes!(line::line))
        .routes(routes!(best::best))
        .routes(routes!(stats::cross))
        .routes(routes!(stats::distances))
        .routes(routes!(stats::longest))
        .route_layer(own_origin());
    let operators = OpenApiRouter::new()
        .routes(routes!(health::metrics))
        .route_layer(own_origin())
        .route_layer(middleware::from_fn_with_state(app.clone(), access::own_machine_only));
    cheap.merge(costly).merge(operators)
}
