//! Time of answers to a seat that plans in secret.
//!
//! How long the rules look at a plan tells how full it is, to whoever sees the packets of
//! the seat's encrypted connection. So whatever such a seat asks, refusals included, is
//! answered at a multiple of a quantum after the call has come.

use kit_service::AnswerTime;
use match_orchestrator_core::Token;
use tonic::Request;

use super::token_of;
use crate::orchestrator::Orchestrator;

/// Somebody with a token who asks about a match, and may be a seat of it that plans.
pub(super) struct Asker {
    time: AnswerTime,
    match_id: String,
    token: Token,
    planned_before: bool,
}

impl Asker {
    /// Who asks, if answers can be kept back at all and a token comes with the request.
    pub(super) fn of<T>(
        orchestrator: &Orchestrator,
        request: &Request<T>,
        match_id: &str,
    ) -> Option<Self> {
        let time = AnswerTime::from_request(request)?.clone();
        let token = token_of(request.metadata()).ok()??;
        let match_id = match_id.to_owned();
        let mut asker = Self { time, match_id, token, planned_before: false };
        asker.planned_before = asker.plans(orchestrator);
        Some(asker)
    }

    /// Keeps the answer back until its time if the seat plans, or did so until now.
    pub(super) fn keep_back(&self, orchestrator: &Orchestrator) {
        if self.planned_before || self.plans(orchestrator) {
            self.time.quantize();
        }
    }

    fn plans(&self, orchestrator: &Orchestrator) -> bool {
        let copy = orchestrator.matches.copy(&self.match_id);
        let Some(game_match) = copy.filter(|copy| !copy.lifecycle().planning.is_empty()) else {
            return false;
        };
        // A stranger that only claims the seat would learn from the time that it plans.
        let viewer = Token::viewer(Some(&self.token), &game_match);
        let seat = viewer.ok().and_then(|viewer| viewer.seat());
        seat.is_some_and(|seat| game_match.plans_in_secret(seat))
    }
}
