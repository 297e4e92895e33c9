//! Allowed origins (CORS): the web pages that may read the answers of a port.

use std::str::FromStr;
use std::time::Duration;

use http::{HeaderName, HeaderValue, Method, Uri, header};
use thiserror::Error;
use tower_http::cors::{AllowOrigin, CorsLayer};

/// How long a browser may remember what it was allowed.
const REMEMBER_MAX: Duration = Duration::from_secs(3600);

/// The headers of an answer that pages may read besides the usual ones.
const EXPOSED: [HeaderName; 4] = [
    HeaderName::from_static("grpc-status"),
    HeaderName::from_static("grpc-message"),
    HeaderName::from_static("grpc-status-details-bin"),
    header::RETRY_AFTER,
];

/// The origins whose pages may call: all, or exactly these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origins {
    /// Every page.
    Any,
    /// Pages of these origins, each with scheme, host and port.
    Exact(Vec<HeaderValue>),
}

/// Text that names no origins.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is no origin such as https://play.example.org, and not * for all")]
pub struct OriginsError(String);

impl Origins {
    /// Answers preflights, and marks the answers that a page may read. Pages
    /// send tokens as headers and never as cookies, so none are allowed.
    pub(super) fn layer(&self) -> CorsLayer {
        let origins = match self {
            Self::Any => AllowOrigin::any(),
            Self::Exact(origins) => AllowOrigin::list(origins.iter().cloned()),
        };
        CorsLayer::new()
            .allow_origin(origins)
            .allow_methods([Method::GET, Method::POST])
            .allow_headers(tower_http::cors::AllowHeaders::mirror_request())
            .expose_headers(EXPOSED)
            .max_age(REMEMBER_MAX)
    }
}

impl FromStr for Origins {
    type Err = OriginsError;

    /// Reads `*`, or origins separated by commas.
    fn from_str(text: &str) -> Result<Self, OriginsError> {
        if text.trim() == "*" {
            return Ok(Self::Any);
        }
        let origins = text.split(',').map(str::trim).map(|origin| {
            let value = HeaderValue::from_str(origin).ok().filter(|_| is_origin(origin));
            value.ok_or_else(|| OriginsError(origin.to_owned()))
        });
        origins.collect::<Result<_, _>>().map(Self::Exact)
    }
}

/// Whether the text is what a browser sends: nothing after the port, no user,
/// all in lower case.
fn is_origin(text: &str) -> bool {
    let Ok(uri) = text.parse::<Uri>() else { return false };
    let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else { return false };
    let is_web = matches!(scheme, "http" | "https") && !authority.as_str().contains('@');
    is_web && text == format!("{scheme}://{authority}").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_all_or_exactly_those_named() {
        assert_eq!("*".parse(), Ok(Origins::Any));
        let named = "https://play.example.org, http://localhost:5173".parse();
        let expected = ["https://play.example.org", "http://localhost:5173"];
        assert_eq!(named, Ok(Origins::Exact(expected.map(HeaderValue::from_static).to_vec())));
    }

    #[test]
    fn what_no_browser_sends_is_no_origin() {
        for wrong in [
            "",
            "example.org",
            "https://example.org/",
            "https://example.org/path",
            "https://Example.org",
            "https://user@example.org",
            "ftp://example.org",
            "https://example.org,",
            "https://example.org,*",
            "null",
        ] {
            assert!(wrong.parse::<Origins>().is_err(), "{wrong:?}");
        }
    }
}
