//! Refusals of rules, as far as they are for the caller.

use kit_reason::Reason;

use crate::plain_text::is_plain;

/// What the rules say to whoever asks them, if it is for the caller and its texts are for
/// people. All else is a fault of the rules.
pub fn passed_on(reason: Reason) -> Option<Reason> {
    let is_for_caller = match &reason {
        Reason::RuleViolation { rule, message, .. } => is_plain(rule) && is_plain(message),
        Reason::NotAwaited { message, .. } => is_plain(message),
        Reason::Overloaded { .. } => true,
        Reason::Malformed(faults) => faults.iter().all(|fault| {
            is_callers_field(&fault.field) && is_plain(&fault.field) && is_plain(&fault.why)
        }),
        _ => false,
    };
    is_for_caller.then_some(reason)
}

/// The fields of a rules request that hold what a client sent.
fn is_callers_field(field: &str) -> bool {
    field.starts_with("actions") || field.starts_with("options") || field == "seats"
}

/// Whether a reason is a no of the rules or of the match, and not that nobody
/// could answer.
pub(crate) fn is_refusal(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::RuleViolation { .. }
            | Reason::NotAwaited { .. }
            | Reason::Precondition { .. }
            | Reason::Malformed(_)
    )
}
