//! Id of a call without a trace: with tracing off, what a caller is told about a bug must
//! still lead to the lines of the log that tell it.

use std::sync::OnceLock;

use opentelemetry_sdk::trace::{IdGenerator, RandomIdGenerator};

tokio::task_local! {
    static CALL: OnceLock<String>;
}

/// Does the work of a call. All bugs in it have one id.
pub(crate) async fn within_call<T>(work: impl Future<Output = T>) -> T {
    CALL.scope(OnceLock::new(), work).await
}

/// The id of the call that is being answered; none elsewhere. Few calls have a bug, so it
/// is drawn when it is asked for first.
pub(super) fn call_id() -> Option<String> {
    CALL.try_with(|id| id.get_or_init(new_id).clone()).ok()
}

/// An id that looks as those of traces do.
pub(super) fn new_id() -> String {
    RandomIdGenerator::default().new_trace_id().to_string()
}
