//! The embedded files with everything that an answer needs, made once.

use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use http::{HeaderMap, HeaderValue, StatusCode};
use sha2::{Digest, Sha256};

use crate::encoding::{accepts_gzip, gzip};
use crate::page::{FILES, INDEX, VERSION_MARK, content_type};

/// The address of a file changes with its content, so it never has to be asked
/// for again.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// The page has one address for all times: browsers ask whether it changed.
const ASK_FIRST: &str = "no-cache";
/// Bytes of a hash that make a name; nobody gains anything from a collision.
const NAME_BYTES: usize = 8;

/// Everything that is served.
pub(crate) struct Site {
    /// What stands at `/`.
    pub(crate) page: File,
    version: String,
    files: Vec<File>,
}

impl Site {
    /// The files that are in this program.
    pub(crate) fn embedded() -> Self {
        let mut hash = Sha256::new();
        for (name, body) in FILES {
            hash.update(name);
            hash.update([0]);
            hash.update(Sha256::digest(body));
        }
        let version = short(hash);
        let page = INDEX.replace(VERSION_MARK, &version);
        Self {
            page: File::new("index.html", page.into(), ASK_FIRST),
            files: FILES
                .iter()
                .map(|(name, body)| File::new(name, Bytes::from_static(body), FOR_EVER))
                .collect(),
            version,
        }
    }

    pub(crate) fn file(&self, version: &str, name: &str) -> Option<&File> {
        self.files.iter().find(|file| version == self.version && file.name == name)
    }
}

pub(crate) struct File {
    name: &'static str,
    plain: Bytes,
    compressed: Bytes,
    tag: HeaderValue,
    caching: &'static str,
}

impl File {
    fn new(name: &'static str, plain: Bytes, caching: &'static str) -> Self {
        // Weak, since the compressed file has the same one.
        let tag = format!("W/\"{}\"", short(Sha256::new_with_prefix(&plain)));
        Self {
            name,
            compressed: gzip(&plain),
            plain,
            tag: tag.try_into().expect("hexadecimal digits fit into a header"),
            caching,
        }
    }

    /// The file, or the word that the caller has it already.
    pub(crate) fn answer(&self, asked: &HeaderMap) -> Response {
        let mut headers = HeaderMap::new();
        headers.insert(ETAG, self.tag.clone());
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(self.caching));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        if self.is_known(asked) {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type(self.name)));
        if accepts_gzip(asked) {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            return (headers, self.compressed.clone()).into_response();
        }
        (headers, self.plain.clone()).into_response()
    }

    fn is_known(&self, asked: &HeaderMap) -> bool {
        let values = asked.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        let own = self.tag.to_str().unwrap_or_default().trim_start_matches("W/");
        values
            .flat_map(|value| value.split(','))
            .map(|tag| tag.trim().trim_start_matches("W/"))
            .any(|tag| tag == own || tag == "*")
    }
}

fn short(hash: Sha256) -> String {
    hex::encode(&hash.finalize()[..NAME_BYTES])
}
