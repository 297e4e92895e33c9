//! Allowed origins (CORS): which pages elsewhere may read the answers.

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, Method, Request};
use http_body_util::Full;
use tests_harness::{Cluster, StoreKind};

use super::client::{JsonClient, path};

const FRIEND: &str = "https://play.example.org";
const STRANGER: &str = "https://evil.example.org";

/// The headers of the answers to a preflight and to a call from an origin.
async fn asked_from(client: &JsonClient, origin: &str, kind: &str) -> [HeaderMap; 2] {
    let preflight = Request::builder()
        .method(Method::OPTIONS)
        .uri(path("ListGames"))
        .header("host", "localhost")
        .header("origin", origin)
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "authorization,content-type")
        .body(Full::<Bytes>::default());
    let call = client.post("ListGames").header("origin", origin).header(CONTENT_TYPE, kind);
    let call = call.body(Full::from(if kind.contains("json") { "{}" } else { "\0\0\0\0\0" }));
    let preflight = client.send(preflight.expect("a request")).await;
    let called = client.send(call.expect("a request")).await;
    assert_eq!(called.status().as_u16(), 200, "the server itself refuses no page");
    [preflight.headers().clone(), called.headers().clone()]
}

#[tokio::test(flavor = "multi_thread")]
async fn only_pages_of_the_origins_that_are_named_may_read() {
    let cluster = Cluster::on(StoreKind::Memory)
        .env("ORCHESTRATOR_CORS_ORIGINS", &format!("{FRIEND}, http://localhost:5173"));
    let cluster = cluster.start().await;
    let client = JsonClient::of(&cluster);
    for kind in ["application/json", "application/grpc-web+proto"] {
        let [preflight, called] = asked_from(&client, FRIEND, kind).await;
        for headers in [&preflight, &called] {
            assert_eq!(headers["access-control-allow-origin"], FRIEND);
            assert!(!headers.contains_key("access-control-allow-credentials"));
        }
        assert_eq!(preflight["access-control-allow-headers"], "authorization,content-type");
        assert!(preflight["access-control-allow-methods"].as_bytes().ends_with(b"POST"));
        let exposed = called["access-control-expose-headers"].to_str().expect("text");
        for name in ["grpc-status", "grpc-message", "grpc-status-details-bin", "retry-after"] {
            assert!(exposed.contains(name), "{exposed}");
        }
        for headers in asked_from(&client, STRANGER, kind).await {
            assert!(!headers.contains_key("access-control-allow-origin"), "{headers:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_setting_no_page_elsewhere_may_read() {
    let cluster = Cluster::on(StoreKind::Memory).start().await;
    for headers in asked_from(&JsonClient::of(&cluster), FRIEND, "application/json").await {
        assert!(!headers.contains_key("access-control-allow-origin"), "{headers:?}");
    }
}
