//! Answers that nobody reads.

use std::time::Duration;

use axum::Router;
use axum::routing::get;
use kit_service::ConnectionLimits;
use kit_service::http_routes::HttpRoutes;
use kit_testing::wait_until;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{Instant, interval};

use super::frames::{
    ACK, CANCEL, DATA, END_HEADERS, END_STREAM, Frame, HEADERS, INITIAL_WINDOW_SIZE, PING,
    RST_STREAM, begin, call, frame, setting,
};
use super::{Limited, PEER, connect};

/// Longer than the buffers of both ends together.
const LARGE_BYTES: usize = 64 * 1024 * 1024;

fn limits() -> ConnectionLimits {
    let stall_max = Duration::from_millis(300);
    ConnectionLimits { stall_max, ..ConnectionLimits::default() }
}

#[tokio::test]
async fn a_stream_that_nobody_reads_is_reset_and_its_connection_goes_on() {
    let limited = Limited::start(limits()).await;
    let mut connection = connect(PEER, limited.served.address).await;
    begin(&mut connection, &setting(INITIAL_WINDOW_SIZE, 0)).await;
    let apply = "/bakufu.rules.v1.RulesService/Apply";
    for stream in [1, 3] {
        let head = frame(HEADERS, END_HEADERS, stream, &call(apply));
        let message = frame(DATA, END_STREAM, stream, &[0; 5]);
        connection.write_all(&[head, message].concat()).await.expect("it is open");
        let reset = Frame::next(&mut connection, RST_STREAM).await;
        assert_eq!((reset.stream, reset.code(0)), (stream, CANCEL));
    }
    limited.wait_until_met("answer_stall", 2).await;
    connection.write_all(&frame(PING, 0, 0, b"whatever")).await.expect("it is open");
    let pong = Frame::next(&mut connection, PING).await;
    assert_eq!((pong.flags, &pong.payload[..]), (ACK, &b"whatever"[..]));
}

#[tokio::test]
async fn a_peer_that_reads_nothing_loses_its_connection() {
    let limited = Limited::start_with(limits(), |serving| {
        let large = || async { "x".repeat(LARGE_BYTES) };
        serving.http = Some(HttpRoutes::new(move |_| Router::new().route("/large", get(large))));
    })
    .await;
    let mut connection = connect(PEER, limited.served.address).await;
    let request = b"GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n";
    connection.write_all(request).await.expect("it is open");
    limited.wait_until_met("answer_stall", 1).await;
    wait_until("it is closed", async || limited.open() == 0).await;
    let mut bytes = Vec::new();
    connection.read_to_end(&mut bytes).await.ok();
    assert!(bytes.len() < LARGE_BYTES, "{}", bytes.len());
}

#[tokio::test]
async fn a_peer_that_reads_on_gets_everything_however_long_it_takes() {
    let stall_max = Duration::from_secs(2);
    let limits = ConnectionLimits { stall_max, ..ConnectionLimits::default() };
    let limited = Limited::start_with(limits, |serving| {
        let large = || async { "x".repeat(LARGE_BYTES) };
        serving.http = Some(HttpRoutes::new(move |_| Router::new().route("/large", get(large))));
    })
    .await;
    let mut connection = connect(PEER, limited.served.address).await;
    let request = b"GET /large HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    connection.write_all(request).await.expect("it is open");
    let begun = Instant::now();
    let mut pace = interval(Duration::from_millis(50));
    let mut piece = vec![0; 4 * 1024 * 1024];
    let mut length = 0;
    loop {
        let read = connection.read(&mut piece).await.expect("it goes on");
        if read == 0 {
            break;
        }
        length += read;
        // Until it has taken longer in all than it may stand still.
        if begun.elapsed() < stall_max + Duration::from_millis(500) {
            pace.tick().await;
        }
    }
    assert!(length > LARGE_BYTES, "{length}");
    assert_eq!(limited.met("answer_stall"), 0);
}
