//! SubmitActions: a seat acts.

use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_service::Reason;
use match_orchestrator_lifecycle::Refusal;
use tonic::Request;

use super::input::{Faults, command};
use crate::door;
use crate::limits::{ACTION_BYTES_MAX, ACTIONS_MAX};
use crate::matches::{Change, Plan};
use crate::orchestrator::Orchestrator;
use crate::play::{act, refused};
use crate::record::Record;
use crate::tokens::{self, Token};

pub(crate) async fn submit_actions(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::SubmitActionsRequest>,
) -> Result<play::SubmitActionsResponse, Reason> {
    let token = Token::of(request.metadata())?;
    let mut wanted = request.into_inner();
    let request_id = std::mem::take(&mut wanted.request_id);
    // A repetition may be of another size.
    wanted.padding.clear();
    check(&wanted, &request_id)?;
    let claimed = token.as_ref().and_then(Token::claimed_seat);
    let identity = command(orchestrator, claimed, &request_id, "SubmitActions", &wanted);
    let plan = Submit { orchestrator, token: token.as_ref(), wanted: &wanted };
    let answer = |record: &Record, entry: &LogEntry, repeated: bool| {
        let game = orchestrator.games.of(record)?;
        // What was committed now, its plan has checked the token for.
        let seat = match claimed {
            Some(seat) if !repeated => seat,
            _ => tokens::acting_seat(token.as_ref(), record)?,
        };
        door::submitted(&*game, record, entry, seat)
    };
    let matches = &orchestrator.matches;
    let done = matches.change_and_answer(&wanted.match_id, &identity, &plan, &answer).await?;
    orchestrator.after(&done).await;
    done.answer
}

struct Submit<'a> {
    orchestrator: &'a Orchestrator,
    token: Option<&'a Token>,
    wanted: &'a play::SubmitActionsRequest,
}

impl Plan for Submit<'_> {
    async fn plan(&self, record: &Record) -> Result<Change, Reason> {
        let seat = tokens::acting_seat(self.token, record)?;
        if record.table.is_driven(seat) {
            return Err(refused(Refusal::Resigned(seat)));
        }
        let (games, wanted) = (&*self.orchestrator.games, self.wanted);
        act(games, record, seat, &wanted.actions, wanted.expected_revision).await
    }
}

/// Whether a request can be read at all, without looking at the match.
pub(crate) fn check(wanted: &play::SubmitActionsRequest, request_id: &str) -> Result<(), Reason> {
    let mut faults = Faults::default();
    faults.request_id(request_id);
    let count = wanted.actions.len();
    if !(1..=ACTIONS_MAX).contains(&count) {
        faults.add("actions", format!("holds 1 to {ACTIONS_MAX} actions, not {count}"));
    }
    for (index, action) in wanted.actions.iter().take(ACTIONS_MAX).enumerate() {
        if action.len() > ACTION_BYTES_MAX {
            faults.add(format!("actions[{index}]"), "is at most 4096 bytes");
        }
    }
    faults.finish()
}
