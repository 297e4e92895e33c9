//! The spans that every hop makes, and the names of their attributes.
//!
//! Of the RPC conventions we use the set `rpc.system`, `rpc.service`,
//! `rpc.method`, `rpc.grpc.status_code`; of the database conventions
//! `db.system.name` and `db.operation.name`, and never `db.query.text`, which
//! would carry states.

use tonic::Code;
use tracing::field::Empty;
use tracing::{Span, info_span};

/// The target of all spans made here. The log layer ignores it.
pub const SPAN_TARGET: &str = "bakufu::span";

/// A span around one operation of the store, for example "EVALSHA". Give it
/// the name of the operation only: no key, no argument.
pub fn store_span(operation: &str) -> Span {
    info_span!(
        target: SPAN_TARGET,
        "store",
        otel.name = operation,
        otel.kind = "client",
        otel.status_code = Empty,
        db.system.name = "redis",
        db.operation.name = operation,
    )
}

/// A span around something that this process does unasked. It begins a trace.
pub fn duty_span(name: &str) -> Span {
    info_span!(target: SPAN_TARGET, parent: None, "duty", otel.name = name, otel.kind = "internal")
}

/// A span around a call that this process answers.
pub(crate) fn server_span(service: &str, method: &str, name: &str) -> Span {
    info_span!(
        target: SPAN_TARGET,
        parent: None,
        "call",
        otel.name = name,
        otel.kind = "server",
        otel.status_code = Empty,
        rpc.system = "grpc",
        rpc.service = service,
        rpc.method = method,
        rpc.grpc.status_code = Empty,
    )
}

/// A span around a call that this process makes.
pub(crate) fn client_span(service: &str, method: &str, name: &str) -> Span {
    info_span!(
        target: SPAN_TARGET,
        "call",
        otel.name = name,
        otel.kind = "client",
        otel.status_code = Empty,
        rpc.system = "grpc",
        rpc.service = service,
        rpc.method = method,
        rpc.grpc.status_code = Empty,
    )
}

/// Records how an answered call ended. Only what is our fault is an error.
pub(crate) fn finish_server_span(span: &Span, code: Code) {
    let our_fault = matches!(
        code,
        Code::Unknown
            | Code::DeadlineExceeded
            | Code::Unimplemented
            | Code::Internal
            | Code::Unavailable
            | Code::DataLoss
    );
    finish(span, code, our_fault);
}

/// Records how a made call ended. Whatever is not OK is an error to the caller.
pub(crate) fn finish_client_span(span: &Span, code: Code) {
    finish(span, code, code != Code::Ok);
}

fn finish(span: &Span, code: Code, error: bool) {
    span.record("rpc.grpc.status_code", i64::from(code as i32));
    if error {
        span.record("otel.status_code", "ERROR");
    }
}
