//! Headers, caching, compression and size.

use http::StatusCode;

use crate::browser::{folder, get, sources};

/// What a first visit may cost, without the board.
const WIRE_BYTES_MAX: usize = 100_000;
/// About what the headers of one answer cost.
const HEADER_BYTES: usize = 700;

#[tokio::test]
async fn every_answer_forbids_what_the_page_does_not_need() {
    let script = folder().await + "main.js";
    for path in ["/", script.as_str(), "/app/other/main.js"] {
        let answer = get(path, &[]).await;
        let policy = answer.header("content-security-policy");
        for part in [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "connect-src 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "form-action 'self'",
        ] {
            assert!(policy.split("; ").any(|it| it.trim() == part), "{path}: {part} in {policy}");
        }
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
    }
}

#[tokio::test]
async fn every_file_is_served_as_what_it_is() {
    let folder = folder().await;
    for (name, text) in sources() {
        let path = if name == "index.html" { "/".to_owned() } else { format!("{folder}{name}") };
        let answer = get(&path, &[]).await;
        assert_eq!(answer.status, StatusCode::OK, "{name}");
        let kind = match name.rsplit('.').next() {
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            _ => "text/html; charset=utf-8",
        };
        assert_eq!(answer.header("content-type"), kind, "{name}");
        if name != "index.html" {
            assert_eq!(answer.text(), text, "{name}");
        }
    }
}

#[tokio::test]
async fn files_are_kept_for_ever_and_the_page_is_asked_for_again() {
    let folder = folder().await;
    let script = get(&format!("{folder}main.js"), &[]).await;
    assert_eq!(script.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(get("/", &[]).await.header("cache-control"), "no-cache");
    assert_eq!(get("/app/older/main.js", &[]).await.status, StatusCode::NOT_FOUND);
    assert_eq!(get(&format!("{folder}missing.js"), &[]).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn what_the_browser_has_is_not_sent_again() {
    let tag = get("/", &[]).await.header("etag").to_owned();
    for known in [tag.clone(), format!("\"other\", {tag}"), tag.replace("W/", ""), "*".to_owned()] {
        let answer = get("/", &[("if-none-match", &known)]).await;
        assert_eq!(answer.status, StatusCode::NOT_MODIFIED, "{known}");
        assert!(answer.body.is_empty());
        assert_eq!(answer.header("etag"), tag);
        assert!(!answer.header("content-security-policy").is_empty());
    }
    let changed = get("/", &[("if-none-match", "W/\"0000\"")]).await;
    assert_eq!(changed.status, StatusCode::OK);
}

#[tokio::test]
async fn a_first_visit_is_small() {
    let folder = folder().await;
    let mut bytes = 0;
    for name in sources().keys() {
        let path = if name == "index.html" { "/".to_owned() } else { format!("{folder}{name}") };
        let answer = get(&path, &[("accept-encoding", "gzip, br")]).await;
        assert_eq!(answer.header("content-encoding"), "gzip", "{name}");
        assert_eq!(answer.header("vary"), "accept-encoding", "{name}");
        assert_eq!(answer.body[..2], [0x1f, 0x8b], "{name}");
        bytes += answer.body.len() + HEADER_BYTES;
    }
    assert!(bytes < WIRE_BYTES_MAX, "{bytes} bytes are too many");
}
