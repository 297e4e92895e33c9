//! Layers between the socket and a handler, the same in every process.
//!
//! Message size limits are not here, since tonic decodes inside the generated
//! services. Set both directions there: tonic takes 4 MB in and anything out.
//!
//! ```text
//! RulesServiceServer::new(rules)
//!     .max_decoding_message_size(config.message_bytes_max)
//!     .max_encoding_message_size(config.message_bytes_max)
//! ```

mod around;
mod client;
mod deadline;
mod limit;
mod malformed_messages;
mod panic;
mod quantize;
mod stream;
mod trace;
mod traced_body;

use std::time::Duration;

pub use client::TracedChannel;
pub use deadline::{Deadline, Deadlines};
pub use limit::Limiting;
pub use malformed_messages::MalformedMessages;
pub use panic::Panics;
pub use quantize::{AnswerTime, Quantizing};
pub use trace::Tracing;

/// How much a process takes on at once.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Calls under way, streams apart. One more is refused at once.
    pub calls_max: usize,
    /// Streams open. One more is refused at once.
    pub streams_max: usize,
    /// The longest that a call may take, whatever its caller allows.
    pub call_time_max: Duration,
    /// What a refused caller is told to wait.
    pub retry_after: Duration,
    /// Paths of the methods that stream, "/package.Service/Method". They may
    /// go on for ever, so neither the time nor the number of calls bounds them.
    pub streaming: Vec<&'static str>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            calls_max: 1024,
            streams_max: 10_000,
            call_time_max: Duration::from_secs(10),
            retry_after: Duration::from_secs(1),
            streaming: Vec::new(),
        }
    }
}

/// How a call is treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CallKind {
    /// One answer in bounded time.
    Unary,
    /// Messages until somebody ends it.
    Stream,
    /// A probe: never refused, never traced. A busy process is not a dead one.
    Probe,
}

impl Limits {
    fn kind(&self, path: &str) -> CallKind {
        if path == "/grpc.health.v1.Health/Check" {
            return CallKind::Probe;
        }
        let streams = path == "/grpc.health.v1.Health/Watch"
            || path.starts_with("/grpc.reflection.")
            || self.streaming.contains(&path);
        if streams { CallKind::Stream } else { CallKind::Unary }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_told_apart_by_their_path() {
        let limits = Limits {
            streaming: vec!["/bakufu.play.v1.MatchService/WatchMatch"],
            ..Limits::default()
        };
        for (path, kind) in [
            ("/bakufu.play.v1.MatchService/WatchMatch", CallKind::Stream),
            ("/bakufu.play.v1.MatchService/WatchMatchX", CallKind::Unary),
            ("/bakufu.play.v1.MatchService/GetView", CallKind::Unary),
            ("/grpc.health.v1.Health/Check", CallKind::Probe),
            ("/grpc.health.v1.Health/Watch", CallKind::Stream),
            ("/grpc.reflection.v1.ServerReflection/ServerReflectionInfo", CallKind::Stream),
        ] {
            assert_eq!(limits.kind(path), kind, "{path}");
        }
    }
}
