//! HTTP as all ports speak it, with a bound on everything that a client chooses.

use std::time::Duration;

use hyper_util::rt::TokioTimer;
use hyper_util::server::conn::auto::Builder;

use super::Port;
use super::answers::Streams;

/// How often an idle connection is tried, so that dead peers are noticed.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(30);
/// How long a peer may take to answer that.
const KEEPALIVE_ANSWER_MAX: Duration = Duration::from_secs(10);
/// Headers of one request. Tokens are below a hundred bytes, and proxies add
/// some hundreds.
const HEADERS_BYTES_MAX: usize = 16 * 1024;
/// Headers of one request of HTTP/1.1, which browsers have some twenty of.
const HEADERS_MAX: usize = 64;
/// What is read of a connection of HTTP/1.1 before somebody takes it.
const READ_BYTES_MAX: usize = 32 * 1024;
/// The smallest that HTTP/2 allows.
const FRAME_BYTES_MAX: u32 = 16 * 1024;
/// Requests that a client has taken back before we looked at them. Others come
/// in no faster than they are answered, so who has more of them attacks.
const RESETS_MAX: usize = 20;

/// What speaks HTTP on each connection of a port.
pub(super) fn protocol(port: &Port) -> Builder<Streams> {
    let limits = &port.limits;
    let streams = Streams { stall_max: limits.stall_max, metrics: port.metrics.clone() };
    let mut builder = Builder::new(streams);
    if !port.http1 {
        builder = builder.http2_only();
    }
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(KEEPALIVE_INTERVAL)
        .keep_alive_timeout(KEEPALIVE_ANSWER_MAX)
        .max_concurrent_streams(limits.requests_max)
        .max_pending_accept_reset_streams(RESETS_MAX)
        .max_header_list_size(HEADERS_BYTES_MAX as u32)
        .max_frame_size(FRAME_BYTES_MAX)
        .initial_stream_window_size(limits.window_bytes)
        .initial_connection_window_size(limits.window_bytes);
    builder
        .http1()
        .max_headers(HEADERS_MAX)
        .max_buf_size(READ_BYTES_MAX)
        // It would count from the last answer on, so it would be about idle
        // connections, and those have a bound already.
        .header_read_timeout(None);
    builder
}
