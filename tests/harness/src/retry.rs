//! Retries as the documentation asks clients to make them.

use std::error::Error;
use std::time::{Duration, Instant};

use kit_service::Reason;
use kit_testing::PATIENCE;
use tonic::{Code, Status};

/// The wait before a retry when the server names none.
const WAIT_DEFAULT: Duration = Duration::from_millis(20);

/// Makes a call until it succeeds, as long as its failure is one that passes.
/// The call must carry the same request id every time.
///
/// # Panics
/// If the server refuses for good, or does not recover in time.
pub async fn with_retries<T, F>(what: &str, mut call: impl FnMut() -> F) -> T
where
    F: Future<Output = Result<T, Status>>,
{
    let deadline = Instant::now() + PATIENCE;
    loop {
        match call().await {
            Ok(answer) => return answer,
            Err(status) if passes(&status) && Instant::now() < deadline => {
                tokio::time::sleep(wait_before_retry(&status)).await;
            }
            Err(status) => panic!("{what}: {status:?}"),
        }
    }
}

/// Whether the same call may succeed later: the server says so, or the
/// connection broke.
fn passes(status: &Status) -> bool {
    matches!(status.code(), Code::Unavailable | Code::ResourceExhausted | Code::DeadlineExceeded)
        || status.source().is_some()
}

fn wait_before_retry(status: &Status) -> Duration {
    Reason::from_status(status).and_then(|reason| reason.retry_after()).unwrap_or(WAIT_DEFAULT)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[tokio::test]
    async fn a_call_is_repeated_until_it_succeeds() {
        let calls = Cell::new(0);
        let answer = with_retries("count", || {
            calls.set(calls.get() + 1);
            let count = calls.get();
            async move { if count < 3 { Err(Status::unavailable("soon")) } else { Ok(count) } }
        })
        .await;
        assert_eq!(answer, 3);
    }

    #[test]
    fn a_refusal_does_not_pass() {
        assert!(!passes(&Status::failed_precondition("not your turn")));
        assert!(!passes(&Status::aborted("stale")));
        assert!(passes(&Status::resource_exhausted("busy")));
    }
}
