//! Matches without store, network or clock: the rules are asked in the same
//! process.

use kit_proto::bakufu::rules::v1 as rules;
use kit_reason::Reason;
use kit_redact::Schema;

use crate::change::Change;
use crate::command::{Command, Context};
use crate::game_match::Match;
pub use crate::pending::NotDone;
use crate::plan::{Planned, RulesRequest, plan};
use crate::refusal::passed_on;

/// The rules of one version of a game, in this process.
pub trait LocalRules {
    fn game(&self) -> &str;

    fn rules_version(&self) -> &str;

    /// The compiled schema of its messages.
    fn schema(&self) -> &Schema;

    /// What the rules make of a setup or of actions.
    ///
    /// # Errors
    /// If the rules refuse.
    fn ask(&self, request: RulesRequest) -> Result<rules::Step, Reason>;
}

/// Carries a command out.
///
/// # Errors
/// If it is refused, or the rules answer nonsense.
pub fn carry_out(
    rules: &(impl LocalRules + ?Sized),
    game_match: &Match,
    command: &Command,
    context: &Context<'_>,
) -> Result<Change, NotDone> {
    settle(rules, plan(game_match, command, context)?)
}

/// Asks the rules, if a plan needs them.
///
/// # Errors
/// If they refuse or answer nonsense.
pub fn settle(rules: &(impl LocalRules + ?Sized), planned: Planned<'_>) -> Result<Change, NotDone> {
    match planned {
        Planned::Done(change) => Ok(*change),
        Planned::Ask(request, pending) => {
            // As a refusal arrives over the wire.
            let step = rules
                .ask(request)
                .map_err(|reason| passed_on(reason).unwrap_or_else(Reason::bug))?;
            pending.settle(rules.schema(), Some(step))
        }
    }
}

impl From<NotDone> for Reason {
    fn from(not_done: NotDone) -> Self {
        match not_done {
            NotDone::Refused(reason) => reason,
            NotDone::Nonsense(_) => Self::bug(),
        }
    }
}
