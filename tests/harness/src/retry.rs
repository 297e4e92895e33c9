//! Retries as the documentation asks clients to make them.

use std::time::{Duration, Instant};

use kit_service::Reason;
use kit_testing::PATIENCE;
use thiserror::Error;
use tonic::Status;

/// The wait before a retry when the server names none.
const WAIT_DEFAULT: Duration = Duration::from_millis(20);
/// The longest wait before a retry when the server names none.
const WAIT_LONGEST: Duration = Duration::from_secs(1);

/// What it took to get an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// How often the call was repeated.
    pub retries: u32,
    /// The time from the first attempt to the answer.
    pub took: Duration,
}

/// Why a call has no good answer.
#[derive(Debug, Error)]
pub enum Unanswered {
    /// The server says no, and would say it again.
    #[error("refused: {0:?}")]
    Refused(Box<Status>),
    /// The time was over before an attempt succeeded.
    #[error("not answered within {deadline:?} and {retries} retries, at last: {last:?}")]
    Late {
        /// The time that the call had.
        deadline: Duration,
        /// How often it was repeated.
        retries: u32,
        /// What the last attempt that ended came to.
        last: Option<Box<Status>>,
    },
}

/// Makes attempts until one succeeds, is refused, or the deadline of the whole
/// call is over. An attempt gets its number, counted from zero; every one must
/// carry the same content and the same request id.
///
/// # Errors
/// If the server refuses, or the time is over.
pub async fn repeat<T, F>(
    deadline: Duration,
    attempt: impl FnMut(u32) -> F,
) -> Result<(T, Effort), Unanswered>
where
    F: Future<Output = Result<T, Status>>,
{
    repeat_after(WAIT_LONGEST, deadline, attempt).await
}

/// The same with waits that are at most so long.
async fn repeat_after<T, F>(
    wait_longest: Duration,
    deadline: Duration,
    mut attempt: impl FnMut(u32) -> F,
) -> Result<(T, Effort), Unanswered>
where
    F: Future<Output = Result<T, Status>>,
{
    let begun = Instant::now();
    let mut retries = 0;
    let mut last = None;
    let attempts = async {
        loop {
            match attempt(retries).await {
                Ok(answer) => return Ok(answer),
                Err(status) if !may_pass(&status) => {
                    return Err(Unanswered::Refused(Box::new(status)));
                }
                Err(status) => {
                    let status = last.insert(Box::new(status));
                    let wait = backoff(retries, wait_longest, advised(status));
                    tokio::time::sleep(wait).await;
                    retries += 1;
                }
            }
        }
    };
    let ended = tokio::time::timeout(deadline, attempts).await;
    match ended {
        Ok(answer) => Ok((answer?, Effort { retries, took: begun.elapsed() })),
        Err(_) => Err(Unanswered::Late { deadline, retries, last }),
    }
}

/// Waits before a call is made again that has failed so, as a client should
/// after this many retries in a row.
pub async fn wait_before(retries: u32, status: &Status) {
    tokio::time::sleep(backoff(retries, WAIT_LONGEST, advised(status))).await;
}

/// Whether a client should repeat a call that ended so. A status that does not
/// name a reason of ours was made on the way: nobody has answered.
pub fn may_pass(status: &Status) -> bool {
    match Reason::from_status(status) {
        None => true,
        Some(reason) => reason.retry_after().is_some() || reason == Reason::Deadline,
    }
}

/// The wait that doubles with every retry, but not less than the server
/// advises. Half of it is random, so that clients do not come back all at once.
fn backoff(retries: u32, wait_longest: Duration, advised: Option<Duration>) -> Duration {
    let longest = WAIT_DEFAULT.saturating_mul(1 << retries.min(10)).min(wait_longest);
    let mut random = [0];
    getrandom::fill(&mut random).expect("the system gives random bytes");
    let wait = longest / 2 + longest * u32::from(random[0]) / 512;
    wait.max(advised.unwrap_or_default())
}

/// Makes a call until it succeeds, as long as its failure is one that passes.
/// The call must carry the same request id every time.
///
/// # Panics
/// If the server refuses for good, or does not recover in time.
pub async fn with_retries<T, F>(what: &str, mut call: impl FnMut() -> F) -> T
where
    F: Future<Output = Result<T, Status>>,
{
    // Nobody is spared by waiting longer: the test is the only client.
    match repeat_after(WAIT_DEFAULT, PATIENCE, |_| call()).await {
        Ok((answer, _)) => answer,
        Err(unanswered) => panic!("{what}: {unanswered}"),
    }
}

fn advised(status: &Status) -> Option<Duration> {
    Reason::from_status(status)?.retry_after()
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

    #[tokio::test]
    async fn a_call_ends_at_its_deadline_and_tells_what_it_met() {
        let deadline = 3 * WAIT_DEFAULT;
        let ended = repeat(deadline, |_| async { Err::<(), _>(Status::unavailable("away")) }).await;
        let Err(Unanswered::Late { retries, last, .. }) = ended else {
            panic!("nobody ever answers: {ended:?}");
        };
        assert!((1..=4).contains(&retries), "a wait is at least {WAIT_DEFAULT:?} / 2: {retries}");
        assert_eq!(last.expect("there were attempts").message(), "away");
    }

    #[tokio::test]
    async fn a_refusal_is_not_repeated() {
        let refused = || Reason::UnknownMatch.status();
        let ended = repeat(PATIENCE, |attempt| async move {
            assert_eq!(attempt, 0, "once is enough");
            Err::<(), _>(refused())
        });
        let ended = ended.await;
        assert!(matches!(&ended, Err(Unanswered::Refused(_))), "{ended:?}");
    }

    #[test]
    fn a_wait_doubles_up_to_a_bound_and_is_not_shorter_than_advised() {
        for retries in 0..20 {
            let wait = backoff(retries, WAIT_LONGEST, None);
            let longest = (WAIT_DEFAULT * 2u32.pow(retries.min(10))).min(WAIT_LONGEST);
            assert!(longest / 2 <= wait && wait <= longest, "{retries}: {wait:?}");
        }
        let advised = Duration::from_secs(7);
        assert_eq!(backoff(0, WAIT_LONGEST, Some(advised)), advised);
    }

    #[test]
    fn what_nobody_answered_may_pass_and_a_refusal_does_not() {
        let retry_after = WAIT_DEFAULT;
        for (status, passes) in [
            (Status::unknown("transport error"), true),
            (Status::cancelled("Timeout expired"), true),
            (Reason::Overloaded { retry_after }.status(), true),
            (Reason::Limited { limit: "calls".to_owned(), retry_after }.status(), true),
            (Reason::RulesUnavailable { retry_after }.status(), true),
            (Reason::StoreUnavailable { retry_after }.status(), true),
            (Reason::Deadline.status(), true),
            (Reason::StaleRevision { current: 3 }.status(), false),
            (Reason::UnknownMatch.status(), false),
            (Reason::bug().status(), false),
        ] {
            assert_eq!(may_pass(&status), passes, "{status:?}");
        }
    }
}
