//! Routes: what is served where.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::routing::any;
use kit_service::http_routes::Grpc;
use kit_service::{Metrics, Reason, telemetry};
use tower_http::catch_panic::CatchPanicLayer;

use crate::api::Api;
use crate::call::{Shared, answer};
use crate::documents;
use crate::error::{failed, not_found};
use crate::library::{CachedLibrary, Library};

#[derive(Clone)]
pub struct JsonApi {
    /// Who knows the matches and the games.
    pub library: Arc<dyn Library>,
    /// Where refusals are counted.
    pub metrics: Metrics,
    /// Longest request, in bytes of JSON.
    pub request_bytes_max: usize,
}

/// All calls of the API as JSON, and these pages beside them. What is nowhere
/// is not found, also for the pages, which have no fallback of their own.
pub fn routes(json: JsonApi, pages: Router, grpc: Grpc) -> Router {
    let JsonApi { library, metrics, request_bytes_max } = json;
    let counted = metrics.clone();
    let (api, games) = (Api::read(), CachedLibrary::new(library));
    let shared = Arc::new(Shared { api, games, grpc, metrics, request_bytes_max });
    let mut routes = pages;
    for call in &shared.api.calls {
        let (shared, called) = (Arc::clone(&shared), call.clone());
        let handler = any(move |request: Request| answer(shared, called, request));
        routes = routes.route(&call.path, handler);
    }
    routes = documents::add(routes, &shared);
    let panicked = move |_: Box<dyn std::any::Any + Send>| {
        let bug = telemetry::traced(Reason::bug());
        counted.refused(&bug, None);
        failed(&bug.status())
    };
    // The layers behind know of panics in a service; this one of those in here.
    routes.fallback(async || not_found()).layer(CatchPanicLayer::custom(panicked))
}
