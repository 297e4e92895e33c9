//! Deletion of a match: who may ask for it.

use kit_reason::Reason;

use crate::command::Caller;
use crate::game_match::Match;
use crate::lifecycle::{Phase, Refusal};

/// Whether a caller may delete the match: its host before the start, and operators
/// always.
///
/// # Errors
/// If not.
pub fn may_delete(game_match: &Match, caller: &Caller<'_>) -> Result<(), Reason> {
    if matches!(caller, Caller::Operator | Caller::Orchestrator(_)) {
        return Ok(());
    }
    caller.require_host(game_match)?;
    match game_match.phase() {
        Phase::Seating => Ok(()),
        Phase::Playing(_) => Err(Refusal::AlreadyStarted.into()),
        Phase::Over => Err(Refusal::Over.into()),
    }
}
