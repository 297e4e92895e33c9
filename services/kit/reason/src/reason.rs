//! The closed list of reasons for which a call is not answered with a result.

use std::time::Duration;

use thiserror::Error;

use crate::Precondition;

/// The domain of all our ErrorInfo details.
pub const DOMAIN: &str = "bakufu";

/// Why a call failed, with what the caller needs to go on.
///
/// The texts tell what to do next. They go to the caller, so none of them may
/// hold anything that a viewer of the match may not see.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Reason {
    /// Fields of the request do not parse or are out of range; all of them.
    #[error("correct {} and send the request again", list(.0))]
    Malformed(Vec<FieldFault>),
    /// The rules of the game refuse an action.
    #[error("{message}")]
    RuleViolation {
        /// Id of the broken rule, for example "SAM-7.1".
        rule: String,
        /// What the rule says, for people.
        message: String,
        /// Which action of a batch failed, counted from zero.
        action_index: Option<u32>,
    },
    /// The seat is not to act now.
    #[error("{message}")]
    NotAwaited {
        /// What is awaited instead, for people.
        message: String,
        /// Which action of a batch failed, counted from zero.
        action_index: Option<u32>,
    },
    /// Not possible in the present status of the match or its game.
    #[error("{message}")]
    Precondition {
        /// Which status.
        unmet: Precondition,
        /// What to do instead, for people.
        message: String,
    },
    /// The caller decided on an old revision.
    #[error("the match is at revision {current} now: read it again, then decide anew")]
    StaleRevision {
        /// The revision that the caller would see now.
        current: u64,
    },
    /// The caller asked for a revision that has not happened.
    #[error("revision {current} is the newest: ask for that one or an earlier one")]
    FutureRevision {
        /// The newest revision.
        current: u64,
    },
    /// The request id was used before, for something else.
    #[error("this request_id belongs to another command: choose a new one for a new command")]
    RequestIdReused,
    /// There is no such match.
    #[error("there is no such match: check the match_id")]
    UnknownMatch,
    /// There is no such game.
    #[error("the game {game:?} is not registered: ListGames names those that are")]
    UnknownGame {
        /// The id as it was asked for.
        game: String,
    },
    /// Nobody has sat down in that commit.
    #[error("nobody sat down in that commit: check match_id and commit of the sitting")]
    UnknownSitting,
    /// The token is good, but not for this.
    #[error("the token does not allow this: use the token of the seat, or of the host")]
    NotYourSeat,
    /// The call is for operators, and the token is not theirs.
    #[error("this call is for operators: send the operator token")]
    NotOperator,
    /// The match is by invitation, and the caller has not the present one.
    #[error(
        "this match is by invitation: ask its host for the link, and for a new one if it fails"
    )]
    NotInvited,
    /// No token, or one that is not valid.
    #[error("{message}")]
    NotAuthenticated {
        /// How to authenticate, for people.
        message: String,
    },
    /// The process has all hands full and refused at once.
    #[error("the server has too much to do: retry in {}", humantime::format_duration(*retry_after))]
    Overloaded {
        /// How long to wait before a retry.
        retry_after: Duration,
    },
    /// The caller, or all callers together, have reached a limit.
    #[error(
        "the limit {limit} is reached: retry in {}",
        humantime::format_duration(*retry_after)
    )]
    Limited {
        /// Its name, as documentation and metrics have it.
        limit: String,
        /// How long to wait before a retry.
        retry_after: Duration,
    },
    /// Too many have sat down in the match and left again.
    #[error(
        "too many have sat down in this match and left again: try again in {}",
        humantime::format_duration(*retry_after)
    )]
    SeatsChurned {
        /// How long to wait before one more may sit down.
        retry_after: Duration,
    },
    /// The seat has planned and taken back too often.
    #[error(
        "this seat has planned and taken back too often: finish the plan, with all that it takes \
         in one submission, or try again in {}",
        humantime::format_duration(*retry_after)
    )]
    PlanChurned {
        /// How long to wait before one more is taken.
        retry_after: Duration,
    },
    /// The rules service of the game does not answer.
    #[error(
        "the rules of this game do not answer: retry in {} with the same request_id",
        humantime::format_duration(*retry_after)
    )]
    RulesUnavailable {
        /// How long to wait before a retry.
        retry_after: Duration,
    },
    /// The store does not answer.
    #[error(
        "the store does not answer: retry in {} with the same request_id",
        humantime::format_duration(*retry_after)
    )]
    StoreUnavailable {
        /// How long to wait before a retry.
        retry_after: Duration,
    },
    /// The caller's deadline passed; a command may or may not have happened.
    #[error("the deadline passed: repeat a command with the same request_id to learn its result")]
    Deadline,
    /// The stored record of a match is not what its rules make of it.
    #[error(
        "the record of this match does not agree with its rules, so it can't be replayed: \
         report it, and export it to look into it"
    )]
    RecordMismatch,
    /// A broken invariant of ours.
    #[error("the server has a bug, your request is not at fault: report it with the trace_id")]
    Bug {
        /// The trace in which it happened; with tracing off, what the lines of the log
        /// have in its place.
        trace_id: String,
    },
}

/// One bad field of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldFault {
    /// Path of the field, for example `actions[2].cell`.
    pub field: String,
    /// What is wrong and what would be right.
    pub why: String,
}

impl Reason {
    /// One bad field.
    pub fn malformed(field: impl Into<String>, why: impl Into<String>) -> Self {
        Self::Malformed(vec![FieldFault { field: field.into(), why: why.into() }])
    }

    /// A bug. Whoever makes it also logs what happened, because the caller
    /// learns nothing but a trace id, which is added where calls are answered.
    pub fn bug() -> Self {
        Self::Bug { trace_id: String::new() }
    }

    /// The name on the wire and in metrics.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Malformed(_) => "MALFORMED",
            Self::RuleViolation { .. } => "RULE_VIOLATION",
            Self::NotAwaited { .. } => "NOT_AWAITED",
            Self::Precondition { unmet, .. } => unmet.name(),
            Self::StaleRevision { .. } => "STALE_REVISION",
            Self::FutureRevision { .. } => "FUTURE_REVISION",
            Self::RequestIdReused => "REQUEST_ID_REUSED",
            Self::UnknownMatch => "UNKNOWN_MATCH",
            Self::UnknownGame { .. } => "UNKNOWN_GAME",
            Self::UnknownSitting => "UNKNOWN_SITTING",
            Self::NotYourSeat => "NOT_YOUR_SEAT",
            Self::NotOperator => "NOT_OPERATOR",
            Self::NotInvited => "NOT_INVITED",
            Self::NotAuthenticated { .. } => "NOT_AUTHENTICATED",
            Self::Overloaded { .. } => "OVERLOADED",
            Self::Limited { .. } => "LIMITED",
            Self::SeatsChurned { .. } => "SEATS_CHURNED",
            Self::PlanChurned { .. } => "PLAN_CHURNED",
            Self::RulesUnavailable { .. } => "RULES_UNAVAILABLE",
            Self::StoreUnavailable { .. } => "STORE_UNAVAILABLE",
            Self::Deadline => "DEADLINE",
            Self::RecordMismatch => "RECORD_MISMATCH",
            Self::Bug { .. } => "BUG",
        }
    }

    /// How long the caller should wait, if a retry of the same call may help.
    pub const fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Overloaded { retry_after }
            | Self::Limited { retry_after, .. }
            | Self::SeatsChurned { retry_after }
            | Self::PlanChurned { retry_after }
            | Self::RulesUnavailable { retry_after }
            | Self::StoreUnavailable { retry_after } => Some(*retry_after),
            _ => None,
        }
    }
}

/// Names the fields only: the details hold the rest, and headers are small.
fn list(faults: &[FieldFault]) -> String {
    const NAMED_MAX: usize = 8;
    let named: Vec<&str> =
        faults.iter().take(NAMED_MAX).map(|fault| fault.field.as_str()).collect();
    let more = faults.len().saturating_sub(NAMED_MAX);
    if more > 0 { format!("{} and {more} more", named.join(", ")) } else { named.join(", ") }
}
