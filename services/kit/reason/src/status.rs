//! A reason as google.rpc.Status, and back.

use std::collections::HashMap;

use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};

use crate::{DOMAIN, FieldFault, Precondition, Reason};

/// Message and details travel in headers, and some proxies have room for 8 KB of them
/// in all. The details hold the message as well, and base64 makes four bytes of three.
const FAULTS_BYTES_MAX: usize = 1024;
/// The longest message.
const MESSAGE_BYTES_MAX: usize = 1024;
/// The same in the header of its own, which encodes every byte of a non-Latin letter as
/// three.
const MESSAGE_ENCODED_MAX: usize = 2 * 1024;
/// The longest name of a game, rule or limit that is told.
const NAME_BYTES_MAX: usize = 64;

/// What a fault takes besides its texts.
const FAULT_FRAME_BYTES: usize = 8;
/// Stands for what was cut off.
const MORE: char = '…';

const RULE: &str = "rule";
const ACTION_INDEX: &str = "action_index";
const REVISION: &str = "revision";
const GAME: &str = "game";
const LIMIT: &str = "limit";
const TRACE_ID: &str = "trace_id";

impl Reason {
    /// The gRPC code.
    pub const fn code(&self) -> Code {
        match self {
            Self::Malformed(_) => Code::InvalidArgument,
            Self::RuleViolation { .. } | Self::NotAwaited { .. } | Self::Precondition { .. } => {
                Code::FailedPrecondition
            }
            Self::StaleRevision { .. } => Code::Aborted,
            Self::FutureRevision { .. } => Code::OutOfRange,
            Self::RequestIdReused => Code::AlreadyExists,
            Self::UnknownMatch | Self::UnknownGame { .. } | Self::UnknownSitting => Code::NotFound,
            Self::NotYourSeat | Self::NotOperator | Self::NotInvited => Code::PermissionDenied,
            Self::NotAuthenticated { .. } => Code::Unauthenticated,
            Self::Overloaded { .. }
            | Self::Limited { .. }
            | Self::SeatsChurned { .. }
            | Self::PlanChurned { .. } => Code::ResourceExhausted,
            Self::RulesUnavailable { .. } | Self::StoreUnavailable { .. } => Code::Unavailable,
            Self::Deadline => Code::DeadlineExceeded,
            Self::RecordMismatch => Code::DataLoss,
            Self::Bug { .. } => Code::Internal,
        }
    }

    /// The status that tells this reason to a caller.
    pub fn status(&self) -> Status {
        let mut details = ErrorDetails::with_error_info(self.name(), DOMAIN, self.metadata());
        if let Self::Malformed(faults) = self {
            for fault in within_budget(faults) {
                details.add_bad_request_violation(fault.field, fault.why);
            }
        }
        if let Some(retry_after) = self.retry_after() {
            details.set_retry_info(Some(retry_after));
        }
        let message = shortened(&self.to_string(), MESSAGE_BYTES_MAX, MESSAGE_ENCODED_MAX);
        Status::with_error_details(self.code(), message, details)
    }

    /// The reason that a status of ours tells. None for a status that some
    /// proxy, library or foreign service made, or that lacks what it promises.
    pub fn from_status(status: &Status) -> Option<Self> {
        let details = status.check_error_details().ok()?;
        let info = details.error_info()?;
        if info.domain != DOMAIN {
            return None;
        }
        let text = |key: &str| info.metadata.get(key).cloned();
        let message = || status.message().to_owned();
        let action_index = match info.metadata.get(ACTION_INDEX) {
            Some(index) => Some(index.parse().ok()?),
            None => None,
        };
        let revision = || info.metadata.get(REVISION)?.parse().ok();
        let retry_after = || details.retry_info()?.retry_delay;

        let reason = match info.reason.as_str() {
            "MALFORMED" => Self::Malformed(faults(&details)?),
            "RULE_VIOLATION" => {
                Self::RuleViolation { rule: text(RULE)?, message: message(), action_index }
            }
            "NOT_AWAITED" => Self::NotAwaited { message: message(), action_index },
            "STALE_REVISION" => Self::StaleRevision { current: revision()? },
            "FUTURE_REVISION" => Self::FutureRevision { current: revision()? },
            "REQUEST_ID_REUSED" => Self::RequestIdReused,
            "UNKNOWN_MATCH" => Self::UnknownMatch,
            "UNKNOWN_GAME" => Self::UnknownGame { game: text(GAME)? },
            "UNKNOWN_SITTING" => Self::UnknownSitting,
            "NOT_YOUR_SEAT" => Self::NotYourSeat,
            "NOT_OPERATOR" => Self::NotOperator,
            "NOT_INVITED" => Self::NotInvited,
            "NOT_AUTHENTICATED" => Self::NotAuthenticated { message: message() },
            "OVERLOADED" => Self::Overloaded { retry_after: retry_after()? },
            "LIMITED" => Self::Limited { limit: text(LIMIT)?, retry_after: retry_after()? },
            "SEATS_CHURNED" => Self::SeatsChurned { retry_after: retry_after()? },
            "PLAN_CHURNED" => Self::PlanChurned { retry_after: retry_after()? },
            "RULES_UNAVAILABLE" => Self::RulesUnavailable { retry_after: retry_after()? },
            "STORE_UNAVAILABLE" => Self::StoreUnavailable { retry_after: retry_after()? },
            "DEADLINE" => Self::Deadline,
            "RECORD_MISMATCH" => Self::RecordMismatch,
            "BUG" => Self::Bug { trace_id: text(TRACE_ID)? },
            other => {
                Self::Precondition { unmet: Precondition::of_name(other)?, message: message() }
            }
        };
        // A code that contradicts the reason means that we did not make it.
        (reason.code() == status.code()).then_some(reason)
    }

    fn metadata(&self) -> HashMap<String, String> {
        let mut metadata = HashMap::new();
        let mut put = |key: &str, value: String| metadata.insert(key.to_owned(), value);
        match self {
            Self::RuleViolation { rule, action_index, .. } => {
                put(RULE, named(rule));
                action_index.map(|index| put(ACTION_INDEX, index.to_string()));
            }
            Self::NotAwaited { action_index, .. } => {
                action_index.map(|index| put(ACTION_INDEX, index.to_string()));
            }
            Self::StaleRevision { current } | Self::FutureRevision { current } => {
                put(REVISION, current.to_string());
            }
            Self::UnknownGame { game } => {
                put(GAME, named(game));
            }
            Self::Limited { limit, .. } => {
                put(LIMIT, limit.clone());
            }
            Self::Bug { trace_id } => {
                put(TRACE_ID, trace_id.clone());
            }
            _ => {}
        }
        metadata
    }
}

impl From<Reason> for Status {
    fn from(reason: Reason) -> Self {
        reason.status()
    }
}

fn faults(details: &ErrorDetails) -> Option<Vec<FieldFault>> {
    let violations = &details.bad_request()?.field_violations;
    Some(
        violations
            .iter()
            .map(|violation| FieldFault {
                field: violation.field.clone(),
                why: violation.description.clone(),
            })
            .collect(),
    )
}

/// As many faults as a header can carry; a last one counts those left out.
fn within_budget(faults: &[FieldFault]) -> Vec<FieldFault> {
    let mut bytes = 0;
    let mut kept = Vec::new();
    for fault in faults {
        bytes += fault.field.len() + fault.why.len() + FAULT_FRAME_BYTES;
        if bytes > FAULTS_BYTES_MAX {
            let why = format!("{} more bad fields", faults.len() - kept.len());
            kept.push(FieldFault { field: "...".to_owned(), why });
            break;
        }
        kept.push(fault.clone());
    }
    kept
}

fn named(name: &str) -> String {
    shortened(name, NAME_BYTES_MAX, NAME_BYTES_MAX)
}

/// The text, or its beginning with a sign that there is more: at most so many bytes, and
/// at most so many in a header.
fn shortened(text: &str, bytes_max: usize, encoded_max: usize) -> String {
    let encoded = |letter: char| match letter {
        '%' => 3,
        ' '..='~' => 1,
        _ => 3 * letter.len_utf8(),
    };
    let (mut bytes, mut header) = (0, 0);
    let mut fitting = 0;
    for letter in text.chars() {
        (bytes, header) = (bytes + letter.len_utf8(), header + encoded(letter));
        if bytes > bytes_max || header > encoded_max {
            return format!("{}{MORE}", &text[..fitting]);
        }
        if bytes + MORE.len_utf8() <= bytes_max && header + encoded(MORE) <= encoded_max {
            fitting = bytes;
        }
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn fault(field: &str) -> FieldFault {
        FieldFault { field: field.to_owned(), why: "must not be empty".to_owned() }
    }

    /// One of each; the match makes a new variant fail to compile here.
    fn every_reason() -> Vec<(Reason, Code)> {
        let retry_after = Duration::from_millis(250);
        let message = "wait for seat 2".to_owned();
        let precondition = |unmet| {
            let message = message.clone();
            (Reason::Precondition { unmet, message }, Code::FailedPrecondition)
        };
        let mut all: Vec<(Reason, Code)> = Precondition::ALL.map(precondition).into();
        all.extend([
            (Reason::Malformed(vec![fault("name"), fault("seats")]), Code::InvalidArgument),
            (
                Reason::RuleViolation {
                    rule: "SAM-7.1".to_owned(),
                    message: "a ship goes on the sea".to_owned(),
                    action_index: Some(3),
                },
                Code::FailedPrecondition,
            ),
            (
                Reason::RuleViolation {
                    rule: "SAM-7.1".to_owned(),
                    message: "a ship goes on the sea".to_owned(),
                    action_index: None,
                },
                Code::FailedPrecondition,
            ),
            (
                Reason::NotAwaited { message: message.clone(), action_index: Some(0) },
                Code::FailedPrecondition,
            ),
            (Reason::NotOperator, Code::PermissionDenied),
            (Reason::NotInvited, Code::PermissionDenied),
            (Reason::StaleRevision { current: 41 }, Code::Aborted),
            (Reason::FutureRevision { current: u64::MAX }, Code::OutOfRange),
            (Reason::RequestIdReused, Code::AlreadyExists),
            (Reason::UnknownMatch, Code::NotFound),
            (Reason::UnknownGame { game: "gō".to_owned() }, Code::NotFound),
            (Reason::UnknownSitting, Code::NotFound),
            (Reason::NotYourSeat, Code::PermissionDenied),
            (Reason::NotAuthenticated { message }, Code::Unauthenticated),
            (Reason::Overloaded { retry_after }, Code::ResourceExhausted),
            (Reason::Limited { limit: "calls".to_owned(), retry_after }, Code::ResourceExhausted),
            (Reason::SeatsChurned { retry_after }, Code::ResourceExhausted),
            (Reason::PlanChurned { retry_after }, Code::ResourceExhausted),
            (Reason::RulesUnavailable { retry_after }, Code::Unavailable),
            (Reason::StoreUnavailable { retry_after }, Code::Unavailable),
            (Reason::Deadline, Code::DeadlineExceeded),
            (Reason::RecordMismatch, Code::DataLoss),
            (Reason::Bug { trace_id: "4bf92f3577b34da6".to_owned() }, Code::Internal),
        ]);
        let mut names: Vec<&str> = all.iter().map(|(reason, _)| reason.name()).collect();
        names.dedup();
        assert_eq!(names.len(), 21 + Precondition::ALL.len() + 1, "one of each variant");
        all
    }

    #[test]
    fn every_reason_survives_the_way_over_the_wire() {
        for (reason, code) in every_reason() {
            let response = reason.status().into_http::<()>();
            let status = Status::from_header_map(response.headers()).expect("it is a status");
            assert_eq!(status.code(), code, "{reason:?}");
            assert_eq!(Reason::from_status(&status), Some(reason));
        }
    }

    #[test]
    fn every_status_names_its_reason_in_our_domain() {
        for (reason, _) in every_reason() {
            let details = reason.status().get_error_details();
            let info = details.error_info().expect("an ErrorInfo").clone();
            assert_eq!((info.domain.as_str(), info.reason.as_str()), ("bakufu", reason.name()));
        }
    }

    #[test]
    fn a_retry_delay_is_told_where_a_retry_helps_and_nowhere_else() {
        for (reason, code) in every_reason() {
            let told = reason.status().get_error_details().retry_info().is_some();
            assert_eq!(told, matches!(code, Code::ResourceExhausted | Code::Unavailable));
        }
    }

    #[test]
    fn foreign_statuses_are_nobodys_reason() {
        let other_domain = ErrorDetails::with_error_info("DEADLINE", "elsewhere", HashMap::new());
        let unknown = ErrorDetails::with_error_info("TIRED", DOMAIN, HashMap::new());
        let no_revision = ErrorDetails::with_error_info("STALE_REVISION", DOMAIN, HashMap::new());
        let wrong_code = ErrorDetails::with_error_info("DEADLINE", DOMAIN, HashMap::new());
        for status in [
            Status::unavailable("connection refused"),
            Status::with_details(Code::Internal, "noise", vec![0xff, 0xff].into()),
            Status::with_error_details(Code::DeadlineExceeded, "", other_domain),
            Status::with_error_details(Code::Internal, "", unknown),
            Status::with_error_details(Code::Aborted, "", no_revision),
            Status::with_error_details(Code::Internal, "", wrong_code),
        ] {
            assert_eq!(Reason::from_status(&status), None, "{status:?}");
        }
    }

    /// What every client, proxy and server has room for.
    const HEADERS_BYTES_MAX: usize = 6 * 1024;

    fn header_bytes(reason: &Reason) -> usize {
        let response = reason.status().into_http::<()>();
        response.headers().iter().map(|(name, value)| name.as_str().len() + value.len()).sum()
    }

    #[test]
    fn whatever_a_reason_tells_fits_into_headers() {
        for letter in ["x", "ä", "侍", "💮", "%", "\n", "\u{0}"] {
            let long = letter.repeat(100_000);
            let faults = |count| {
                let fault = || FieldFault { field: long.clone(), why: long.clone() };
                Reason::Malformed(std::iter::repeat_with(fault).take(count).collect())
            };
            for reason in [
                Reason::RuleViolation {
                    rule: long.clone(),
                    message: long.clone(),
                    action_index: Some(u32::MAX),
                },
                Reason::NotAwaited { message: long.clone(), action_index: None },
                Reason::NotAuthenticated { message: long.clone() },
                Reason::UnknownGame { game: long.clone() },
                faults(1),
                faults(3),
            ] {
                let bytes = header_bytes(&reason);
                assert!(bytes < HEADERS_BYTES_MAX, "{bytes} of {} in {letter:?}", reason.name());
            }
        }
    }

    #[test]
    fn a_thousand_faults_still_fit_into_a_header() {
        let faults: Vec<FieldFault> = (0..1000).map(|i| fault(&format!("actions[{i}]"))).collect();
        let reason = Reason::Malformed(faults);
        let bytes = header_bytes(&reason);
        assert!(bytes < HEADERS_BYTES_MAX, "{bytes}");
        let response = reason.status().into_http::<()>();
        let status = Status::from_header_map(response.headers()).expect("it is a status");
        let Some(Reason::Malformed(told)) = Reason::from_status(&status) else {
            panic!("still malformed: {status:?}");
        };
        let left_out = 1000 - (told.len() - 1);
        assert_eq!(told.last().expect("some").why, format!("{left_out} more bad fields"));
    }

    #[test]
    fn a_long_message_is_cut_between_letters() {
        let reason = Reason::NotAuthenticated { message: "侍".repeat(1000) };
        let status = reason.status();
        assert!(status.message().len() <= MESSAGE_BYTES_MAX);
        let whole = status.message().strip_suffix(MORE).expect("it says that there is more");
        assert!(!whole.is_empty() && whole.chars().all(|letter| letter == '侍'));
    }

    #[test]
    fn a_message_that_fits_is_told_as_it_is() {
        for (letter, count) in [("x", MESSAGE_BYTES_MAX), ("侍", MESSAGE_ENCODED_MAX / 9)] {
            let message = letter.repeat(count);
            let status = Reason::NotAuthenticated { message: message.clone() }.status();
            assert_eq!(status.message(), message);
            let status = Reason::NotAuthenticated { message: message + letter }.status();
            assert!(status.message().ends_with(MORE), "{letter}");
        }
    }
}
