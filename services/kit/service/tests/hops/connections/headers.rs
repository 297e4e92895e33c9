//! What a client may choose of HTTP itself.

use kit_service::ConnectionLimits;
use tokio::io::AsyncWriteExt;

use super::frames::{
    CANCEL, END_HEADERS, ENHANCE_YOUR_CALM, Frame, GOAWAY, HEADERS, INITIAL_WINDOW_SIZE,
    MAX_CONCURRENT_STREAMS, MAX_FRAME_SIZE, MAX_HEADER_LIST_SIZE, RST_STREAM, SETTINGS, begin,
    call, frame, setting,
};
use super::{Limited, PEER, connect, rest};

#[tokio::test]
async fn a_port_says_what_it_takes_on_one_connection() {
    for (limits, requests_max, window_bytes) in [
        (ConnectionLimits::public(), 256, 256 * 1024),
        (ConnectionLimits::default(), 1024, 1024 * 1024),
    ] {
        let limited = Limited::start(limits).await;
        let mut connection = connect(PEER, limited.served.address).await;
        begin(&mut connection, &[]).await;
        let settings = Frame::next(&mut connection, SETTINGS).await.payload;
        for expected in [
            setting(MAX_CONCURRENT_STREAMS, requests_max),
            setting(INITIAL_WINDOW_SIZE, window_bytes),
            setting(MAX_FRAME_SIZE, 16 * 1024),
            setting(MAX_HEADER_LIST_SIZE, 16 * 1024),
        ] {
            assert!(settings.chunks(6).any(|one| one == expected), "{expected:?} {settings:?}");
        }
    }
}

#[tokio::test]
async fn requests_that_are_taken_back_at_once_end_their_connection() {
    let limited = Limited::start(ConnectionLimits::public()).await;
    let mut connection = connect(PEER, limited.served.address).await;
    begin(&mut connection, &[]).await;
    let block = call("/bakufu.rules.v1.RulesService/Apply");
    let taken_back = |stream: u32| {
        let head = frame(HEADERS, END_HEADERS, stream, &block);
        [head, frame(RST_STREAM, 0, stream, &CANCEL.to_be_bytes())].concat()
    };
    let flood: Vec<u8> = (0..1000).flat_map(|number| taken_back(2 * number + 1)).collect();
    connection.write_all(&flood).await.ok();
    let goodbye = Frame::next(&mut connection, GOAWAY).await;
    assert_eq!(goodbye.code(4), ENHANCE_YOUR_CALM);
}

#[tokio::test]
async fn too_many_headers_and_too_large_ones_are_refused() {
    let limited = Limited::start(ConnectionLimits::public()).await;
    let many: String = (0..100).map(|number| format!("h{number}: x\r\n")).collect();
    let large = format!("large: {}\r\n", "x".repeat(64 * 1024));
    for headers in [many, large] {
        let mut connection = connect(PEER, limited.served.address).await;
        let request = format!("GET /hello HTTP/1.1\r\nhost: localhost\r\n{headers}\r\n");
        connection.write_all(request.as_bytes()).await.ok();
        let answer = rest(&mut connection).await;
        assert!(!answer.ends_with(b"konnichiwa"), "{}", String::from_utf8_lossy(&answer));
        assert!(
            answer.starts_with(b"HTTP/1.1 431") || answer.is_empty(),
            "{}",
            String::from_utf8_lossy(&answer)
        );
    }
}
