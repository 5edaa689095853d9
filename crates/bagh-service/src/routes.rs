//! All paths together, and what is done for every request.

use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::cors::{Any, CorsLayer};

use crate::app::App;
use crate::error::ApiError;
use crate::page::accepts;
use crate::workers::COME_BACK;
use crate::{access, api, online, page, try_page};

/// Answers that are shorter are not worth compressing.
const WORTH_COMPRESSING: u64 = 860;

/// How long a browser may remember the answer to a preflight request.
const PREFLIGHT_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// The page may use its own scripts and its own wasm, and nothing else.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; \
    media-src 'self' data: blob:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// The boards that other pages show in a frame: the same, but for the frame.
const POLICY_FOR_FRAMES: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; \
    media-src 'self' data: blob:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; \
    form-action 'none'; frame-ancestors *";

/// The worker in which bots of the workshop run. It may evaluate what the user wrote, and start
/// workers from data: these have an opaque origin and inherit this policy, so they reach neither
/// the network nor anything that the browser keeps for the page.
const POLICY_FOR_BOTS: &str = "default-src 'none'; script-src 'unsafe-eval'; worker-src data:; \
    connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Everything that is served.
pub fn routes(app: App) -> Router {
    let (api, mut document) = api::router(&app).split_for_parts();
    document.merge(online::document());
    // Plain data becomes text without fail.
    let document = document.to_pretty_json().unwrap_or_default();
    let api = api
        .route("/api/openapi.json", get(move || try_page::document(document)))
        .route("/api", get(try_page::page))
        .route("/api/try.js", get(try_page::script))
        .route("/api/try.css", get(try_page::style))
        .method_not_allowed_fallback(method_not_allowed)
        .layer(cors());
    let compression = CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(
        SizeAbove::new(WORTH_COMPRESSING)
            .and(NotForContentType::IMAGES)
            .and(NotForContentType::const_new("application/octet-stream"))
            .and(NotForContentType::const_new("application/wasm")),
    );
    // The last layer is the outermost.
    Router::new()
        .merge(api)
        .fallback_service(get(page::page).fallback(method_not_allowed))
        .layer(middleware::from_fn_with_state(app.clone(), limited))
        .layer(compression)
        .layer(middleware::from_fn(known_codings))
        .layer(middleware::from_fn_with_state(app.clone(), access::own_names_only))
        .layer(middleware::from_fn(secure))
        .layer(CatchPanicLayer::custom(|_| {
            ApiError::Internal("the service made a mistake; its log tells more".to_owned())
                .into_response()
        }))
        .layer(middleware::from_fn_with_state(app.clone(), counted))
        .with_state(app)
}

/// Any origin may read the API (CORS). What costs much is refused to other origins elsewhere.
fn cors() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(Any)
        .allow_methods([Method::GET, Method::HEAD, Method::POST])
        .allow_headers([
            header::CONTENT_TYPE,
            header::RANGE,
            header::IF_NONE_MATCH,
            header::IF_RANGE,
        ])
        .expose_headers([
            header::ETAG,
            header::RETRY_AFTER,
            header::ACCEPT_RANGES,
            header::CONTENT_RANGE,
        ])
        .max_age(PREFLIGHT_AGE)
}

async fn method_not_allowed(method: Method) -> ApiError {
    ApiError::Method(crate::query::shorten(method.as_str()))
}

async fn limited(State(app): State<App>, request: Request, next: Next) -> Response {
    within_limits(&app, request, next).await.unwrap_or_else(IntoResponse::into_response)
}

/// Refuses addresses that are too long, and gives up requests that take too long.
pub(crate) async fn within_limits(
    app: &App,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let most = app.limits.address;
    let found = request.uri().path_and_query().map_or(0, |address| address.as_str().len());
    if found > most {
        return Err(ApiError::AddressTooLong { found, most });
    }
    if !request.uri().path().starts_with('/') {
        return Err(ApiError::parameter("address", "expected a path that begins with /"));
    }
    // If it takes longer, the disk is slow, or there is too much to do; next time more is at hand.
    let answered = tokio::time::timeout(app.limits.request, next.run(request)).await;
    answered.map_err(|_| ApiError::Busy(COME_BACK))
}

/// Leaves only the codings that we have in `Accept-Encoding`. A client that takes neither these nor
/// the plain answer gets the plain one, as HTTP allows, rather than an error.
async fn known_codings(mut request: Request, next: Next) -> Response {
    let known = ["br", "gzip"].into_iter().filter(|coding| accepts(request.headers(), coding));
    let known = known.collect::<Vec<_>>().join(", ");
    let headers = request.headers_mut();
    match HeaderValue::from_str(&known) {
        Ok(known) if !known.is_empty() => headers.insert(header::ACCEPT_ENCODING, known),
        _ => headers.remove(header::ACCEPT_ENCODING),
    };
    next.run(request).await
}

/// Counts requests by their route, never by their address.
pub(crate) async fn counted(State(app): State<App>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = request.method().clone();
    let matched = request.extensions().get::<MatchedPath>();
    let route = matched.map_or("page", MatchedPath::as_str).to_owned();
    let response = next.run(request).await;
    let (status, took) = (response.status(), began.elapsed());
    app.metrics.answered(&route, &method, status, took);
    tracing::debug!(route, %method, status = status.as_u16(), ?took, "answered");
    response
}

/// Headers that keep browsers from doing what the page does not need.
async fn secure(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    // Data may be read from other sites; the page may not be taken apart there.
    let is_data = path.starts_with("/api/v1/") || path == "/api/openapi.json";
    // Parts of the page do what the page may do; a worker has a policy of its own.
    let is_worker = path.starts_with("/assets/worker-");
    let is_for_bots = path.starts_with("/assets/bot-box-");
    let is_part = path.starts_with("/assets/") && !is_worker && !is_for_bots;
    // Boards in frames of other pages; nothing else may be framed.
    let is_embedded = path.starts_with("/embed/");
    let content = match (is_embedded, is_for_bots) {
        (true, _) => POLICY_FOR_FRAMES,
        (_, true) => POLICY_FOR_BOTS,
        _ => POLICY,
    };
    let mut response = next.run(request).await;
    let policy = if is_data || is_embedded { "cross-origin" } else { "same-origin" };
    let always: [(HeaderName, &'static str); 2] = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (HeaderName::from_static("cross-origin-resource-policy"), policy),
    ];
    let for_pages: [(HeaderName, &'static str); 4] = [
        (header::CONTENT_SECURITY_POLICY, content),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (
            HeaderName::from_static("permissions-policy"),
            "camera=(), geolocation=(), microphone=(), payment=()",
        ),
    ];
    let for_pages = for_pages.into_iter().filter(|_| !is_part);
    for (name, value) in always.into_iter().chain(for_pages) {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
