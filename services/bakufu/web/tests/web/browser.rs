//! A browser's view of the routes, without a network.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use axum::Router;
use axum::body::{Body, to_bytes};
use bytes::Bytes;
use http::{HeaderMap, Request, StatusCode};
use tower::ServiceExt;

const BODY_MAX: usize = 1 << 20;

/// An answer, read to its end.
pub(crate) struct HttpResponse {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl HttpResponse {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("a readable header"))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.to_vec()).expect("a text")
    }
}

pub(crate) async fn get(path: &str, headers: &[(&str, &str)]) -> HttpResponse {
    let routes: Router = bakufu_web::routes();
    let request = headers
        .iter()
        .fold(Request::get(path), |request, (name, value)| request.header(*name, *value));
    let request = request.body(Body::empty()).expect("a request");
    let answer = routes.oneshot(request).await.expect("routes never fail");
    let (parts, body) = answer.into_parts();
    let body = to_bytes(body, BODY_MAX).await.expect("a whole body");
    HttpResponse { status: parts.status, headers: parts.headers, body }
}

/// Where the page says that its files are, with a slash at the end.
pub(crate) async fn folder() -> String {
    let page = get("/", &[]).await.text();
    let rest = page.split_once("src=\"").expect("the page has a script").1;
    let path = rest.split('"').next().expect("it has an address");
    format!("/{}", path.strip_suffix("main.js").expect("it is the first module"))
}

/// The texts of all files under `page/`, by name.
pub(crate) fn sources() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
    let entries = fs::read_dir(folder).expect("the folder of the page");
    let files = entries.map(|entry| entry.expect("an entry").path()).map(|path| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(&path).expect("a text file"))
    });
    files.collect()
}
