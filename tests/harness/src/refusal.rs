//! Refusals of calls, checked as a client would read them.

use kit_service::Reason;
use tonic::{Code, Status};

/// The reason that a status tells.
///
/// # Panics
/// If it tells none, or one whose code is another.
pub fn reason_of(status: &Status) -> Reason {
    let Some(reason) = Reason::from_status(status) else {
        panic!("a refusal names its reason: {status:?}");
    };
    assert_eq!(status.code(), reason.code(), "every reason has one code: {status:?}");
    assert!(!status.message().is_empty(), "a refusal tells what to do: {status:?}");
    reason
}

/// Checks code and reason of a refusal, and returns the reason with its
/// details.
///
/// # Panics
/// If the call succeeded, or failed for another reason.
pub fn assert_refused<T: std::fmt::Debug>(
    answer: Result<T, Status>,
    code: Code,
    name: &str,
    what: &str,
) -> Reason {
    let status = match answer {
        Ok(answer) => panic!("{what}: expected {name}, but it succeeded: {answer:?}"),
        Err(status) => status,
    };
    let Some(reason) = Reason::from_status(&status) else {
        panic!("{what}: expected {name}, got a status without a reason: {status:?}");
    };
    assert_eq!((status.code(), reason.name()), (code, name), "{what}: {status:?}");
    assert_eq!(reason.code(), code, "{what}: every reason has one code");
    reason
}

/// The bad fields that a MALFORMED names.
///
/// # Panics
/// If the reason is another one.
pub fn fields_at_fault(reason: &Reason) -> Vec<&str> {
    let Reason::Malformed(faults) = reason else {
        panic!("only MALFORMED names fields: {reason:?}");
    };
    faults.iter().map(|fault| fault.field.as_str()).collect()
}
