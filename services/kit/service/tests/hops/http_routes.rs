//! Plain HTTP on the port of gRPC.

use axum::Router;
use axum::routing::get;
use kit_proto::bakufu::rules::v1::ApplyRequest;
use kit_service::http_routes::{Grpc, HttpRoutes};
use kit_service::limits::Scope;
use kit_service::{Limits, Metrics, Serving, TracedChannel};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tonic::body::Body;
use tonic::transport::Endpoint;
use tower::ServiceExt;

use crate::toy::{RulesClient, Served, Toy, bounds};

/// A greeting, and what gRPC says when a handler calls it.
pub(crate) fn greeting() -> HttpRoutes {
    HttpRoutes::new(|grpc: Grpc| {
        let apply = async move || {
            let request = http::Request::post("/bakufu.rules.v1.RulesService/Apply")
                .header("content-type", "application/grpc")
                .body(Body::new("\0\0\0\0\0".to_owned()))
                .expect("a request");
            let answer = grpc.oneshot(request).await.expect("it always answers");
            let status = answer.headers().get("grpc-status");
            format!(
                "status {}",
                status.map_or("later", |status| status.to_str().expect("a number"))
            )
        };
        Router::new().route("/hello", get("konnichiwa")).route("/apply", get(apply))
    })
}

/// Asks over HTTP/1.1 without any library.
pub(crate) async fn ask(mut stream: impl AsyncRead + AsyncWrite + Unpin, path: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("it listens");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("it answers");
    answer
}

async fn connect(served: &Served) -> TcpStream {
    TcpStream::connect(served.address).await.expect("it listens")
}

#[tokio::test]
async fn plain_http_is_served_beside_grpc() {
    let adjust = |serving: &mut Serving| serving.http = Some(greeting());
    let served = Served::start_with(Toy::agreeable(), Metrics::unread(), adjust).await;
    let answer = ask(connect(&served).await, "/hello").await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("konnichiwa"), "{answer}");
    assert!(ask(connect(&served).await, "/apply").await.ends_with("status later"));
    assert!(ask(connect(&served).await, "/nowhere").await.starts_with("HTTP/1.1 404"));
    let mut client = served.client().await;
    client.apply(ApplyRequest::default()).await.expect("gRPC is there as before");
}

#[tokio::test]
async fn calls_that_come_from_plain_http_meet_the_same_limits() {
    let adjust = |serving: &mut Serving| {
        serving.http = Some(greeting());
        let bounds = bounds([("calls", Scope::All, 0)]);
        serving.limits = Limits { bounds, ..Limits::default() };
    };
    let served = Served::start_with(Toy::agreeable(), Metrics::unread(), adjust).await;
    let answer = ask(connect(&served).await, "/apply").await;
    assert!(answer.ends_with("status 8"), "RESOURCE_EXHAUSTED: {answer}");
    assert!(ask(connect(&served).await, "/hello").await.ends_with("konnichiwa"));
}

#[tokio::test]
async fn a_browser_that_came_by_another_name_is_sent_away_and_told_the_setting() {
    let adjust = |serving: &mut Serving| {
        let hosts = "play.example.org".parse().expect("a name");
        serving.http = Some(greeting().with_hosts(hosts, "TOY_HOSTS"));
    };
    let served = Served::start_with(Toy::agreeable(), Metrics::unread(), adjust).await;
    let apply = "POST /bakufu.rules.v1.RulesService/Apply HTTP/1.1\r\ncontent-length: 5\r\n";
    let grpc = format!("{apply}content-type: application/grpc\r\n");
    let grpc_web = format!("{apply}content-type: application/grpc-web\r\n");
    for request in ["GET /hello HTTP/1.1\r\n", "GET /nowhere HTTP/1.1\r\n", &grpc, &grpc_web] {
        for (host, is_ours) in
            [("evil.example", false), ("play.example.org", true), ("127.0.0.1:7000", true)]
        {
            let head = format!("{request}host: {host}\r\nconnection: close\r\n\r\n");
            let mut stream = connect(&served).await;
            stream.write_all(head.as_bytes()).await.expect("it listens");
            stream.write_all(&[0; 5]).await.expect("it listens");
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).await.ok();
            let answer = String::from_utf8_lossy(&answer);
            assert_eq!(!answer.starts_with("HTTP/1.1 421"), is_ours, "{head}{answer}");
            assert_eq!(!answer.contains("TOY_HOSTS"), is_ours, "{head}{answer}");
        }
    }
}

#[tokio::test]
async fn programs_may_call_grpc_by_any_name() {
    let adjust = |serving: &mut Serving| serving.http = Some(greeting());
    let served = Served::start_with(Toy::agreeable(), Metrics::unread(), adjust).await;
    let endpoint = Endpoint::from_shared(format!("http://{}", served.address));
    let endpoint =
        endpoint.expect("an address").origin("http://orchestrator".parse().expect("a URL"));
    let channel = endpoint.connect().await.expect("it listens");
    let mut client = RulesClient::new(TracedChannel::new(channel));
    client.apply(ApplyRequest::default()).await.expect("no browser can do that");
}

#[tokio::test]
async fn without_routes_the_port_speaks_no_http1() {
    let served = Served::start(Toy::agreeable()).await;
    let mut stream = connect(&served).await;
    stream.write_all(b"GET /hello HTTP/1.1\r\nhost: toy\r\n\r\n").await.expect("it listens");
    let mut answer = Vec::new();
    // It may break off at once or say goodbye in frames of HTTP/2.
    stream.read_to_end(&mut answer).await.ok();
    assert!(!answer.starts_with(b"HTTP/1.1"), "{answer:?}");
}
