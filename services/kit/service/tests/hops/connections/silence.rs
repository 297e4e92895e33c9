//! Connections on which nothing is asked.

use std::time::Duration;

use kit_proto::bakufu::rules::v1::ApplyRequest;
use kit_service::ConnectionLimits;
use kit_testing::wait_until;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tonic::transport::Endpoint;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use super::frames::{PREFACE, SETTINGS, call, frame};
use super::{Limited, PEER, connect, rest};
use crate::toy::RulesClient;

/// Short, so that tests need not wait, and longer than any call here takes.
const SHORT: Duration = Duration::from_millis(300);
const LONG: Duration = Duration::from_secs(3600);

fn short_first() -> ConnectionLimits {
    ConnectionLimits { first_request_max: SHORT, idle_max: None, ..ConnectionLimits::default() }
}

fn short_idle() -> ConnectionLimits {
    let first_request_max = LONG;
    ConnectionLimits { first_request_max, idle_max: Some(SHORT), ..ConnectionLimits::default() }
}

#[tokio::test]
async fn a_connection_without_a_whole_request_is_closed_soon() {
    let limited = Limited::start(short_first()).await;
    let settings = frame(SETTINGS, 0, 0, &[]);
    // The headers go on in a frame that does not come.
    let half = frame(1, 0, 1, &call("/bakufu.rules.v1.RulesService/Apply"));
    let beginnings: [&[u8]; 6] = [
        b"",
        b"GET /hello HTTP/1.1\r\nhost: localhost\r\nslow: ",
        &PREFACE[..10],
        PREFACE,
        &[PREFACE, &settings].concat(),
        &[PREFACE, &settings, &half].concat(),
    ];
    let mut silent = Vec::new();
    for beginning in beginnings {
        let mut connection = connect(PEER, limited.served.address).await;
        connection.write_all(beginning).await.expect("it is open");
        silent.push(connection);
    }
    for connection in &mut silent {
        rest(connection).await;
    }
    limited.wait_until_met("first_request", silent.len() as u64).await;
    wait_until("nothing is left of them", async || limited.open() == 0).await;
}

#[tokio::test]
async fn headers_that_come_letter_by_letter_gain_no_time() {
    let limited = Limited::start(short_first()).await;
    let mut connection = connect(PEER, limited.served.address).await;
    connection.write_all(b"GET /hello HTTP/1.1\r\nx: ").await.expect("it is open");
    wait_until("it is closed all the same", async || {
        connection.write_all(b"y").await.ok();
        limited.met("first_request") == 1
    })
    .await;
    rest(&mut connection).await;
}

#[tokio::test]
async fn an_idle_connection_is_closed_though_it_pings_and_its_client_notices_nothing() {
    let limited = Limited::start(short_idle()).await;
    let endpoint = Endpoint::from_shared(format!("http://{}", limited.served.address));
    let endpoint = endpoint
        .expect("an address")
        .http2_keep_alive_interval(Duration::from_millis(20))
        .keep_alive_while_idle(true);
    let channel = endpoint.connect().await.expect("it listens");
    let mut client = RulesClient::new(kit_service::TracedChannel::new(channel));
    for times in 1..=3 {
        client.apply(ApplyRequest::default()).await.expect("it connects again in silence");
        limited.wait_until_met("connection_idle", times).await;
        wait_until("it is closed", async || limited.open() == 0).await;
    }
}

#[tokio::test]
async fn an_idle_connection_of_http1_is_closed() {
    let limited = Limited::start(short_idle()).await;
    let mut connection = connect(PEER, limited.served.address).await;
    greet(&mut connection).await;
    assert!(rest(&mut connection).await.is_empty());
    limited.wait_until_met("connection_idle", 1).await;
}

#[tokio::test]
async fn an_open_stream_keeps_its_connection() {
    let limited = Limited::start(short_idle()).await;
    let mut watcher = HealthClient::new(limited.served.channel().await);
    let watch = watcher.watch(HealthCheckRequest::default()).await.expect("it opens");
    let mut stream = watch.into_inner();
    let first = stream.message().await.expect("open").expect("the present status");
    // Others come later and are idle for long enough, one after the other.
    for times in 1..=2 {
        let mut client = limited.served.client().await;
        client.apply(ApplyRequest::default()).await.expect("it answers");
        limited.wait_until_met("connection_idle", times).await;
    }
    limited.served.health.not_ready().await;
    let second = stream.message().await.expect("still open").expect("the change");
    assert_ne!(first.status, second.status);
    assert_eq!(limited.open(), 1);
}

#[tokio::test]
async fn where_idle_connections_are_welcome_one_that_has_asked_stays() {
    let limited = Limited::start(short_first()).await;
    let mut idle = connect(PEER, limited.served.address).await;
    greet(&mut idle).await;
    rest(&mut connect(PEER, limited.served.address).await).await;
    limited.wait_until_met("first_request", 1).await;
    greet(&mut idle).await;
    assert_eq!(limited.open(), 1);
}

/// Asks over HTTP/1.1 and leaves the connection open.
async fn greet(connection: &mut TcpStream) {
    let request = b"GET /hello HTTP/1.1\r\nhost: localhost\r\n\r\n";
    connection.write_all(request).await.expect("it is open");
    let mut answer = Vec::new();
    while !answer.ends_with(b"konnichiwa") {
        let read = connection.read_buf(&mut answer).await.expect("it is open");
        assert_ne!(read, 0, "{}", String::from_utf8_lossy(&answer));
    }
}
