//! The web table: a lobby, a table and a replay for every game, in the browser.
//!
//! The page is hand-written HTML, CSS and ES modules under `page/`, embedded in
//! the program and served as it is, so nothing has to be built or installed. It
//! speaks JSON to the public API on the same origin and knows no game: what it
//! shows comes from `ListGames`, the legal actions, the board and the sentences.
//!
//! This crate only serves files. It holds no match, sees no token, and asks no
//! other host for anything. Start reading at [`routes`] here, and at
//! `page/main.js` there.

mod encoding;
mod headers;
mod page;
mod site;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::{HeaderMap, StatusCode};

use crate::site::Site;

/// The page at `/`, and the files that it loads.
pub fn routes() -> Router {
    Router::new()
        .route("/", get(page_itself))
        .route("/app/{version}/{name}", get(file_of_the_page))
        .with_state(Arc::new(Site::embedded()))
        .layer(map_response(headers::secure))
}

async fn page_itself(State(site): State<Arc<Site>>, asked: HeaderMap) -> Response {
    site.page.answer(&asked)
}

/// A file under the version that the page names. Under any other version there
/// is nothing: modules of two versions must not meet in one page.
async fn file_of_the_page(
    State(site): State<Arc<Site>>,
    Path((version, name)): Path<(String, String)>,
    asked: HeaderMap,
) -> Response {
    match site.file(&version, &name) {
        Some(file) => file.answer(&asked),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
