//! Calls that change a match: all take the same way.

use std::sync::Arc;

use kit_proto::bakufu::play::v1::LogEntry;
use kit_service::{AnswerTime, Reason};
use match_orchestrator_core::request::{self, Actor, CommandRequest, Committed};
use match_orchestrator_core::{Caller, Match, Token};
use tonic::Request;

use super::{Answer, token_of};
use crate::matches::{self, Wanted};
use crate::orchestrator::Orchestrator;

/// A call of a player, a host, or somebody who wants to be one.
pub(crate) async fn of_client<R: CommandRequest>(
    orchestrator: &Arc<Orchestrator>,
    request: Request<R>,
) -> Answer<R::Response> {
    let token = match R::ACTOR {
        Actor::Seat | Actor::Host => token_of(request.metadata())?,
        Actor::Anybody | Actor::Operator => None,
    };
    carry_out(orchestrator, request, token.as_ref(), Caller::Client(token.as_ref())).await
}

/// A call of an operator, who was admitted before.
pub(crate) async fn of_operator<R: CommandRequest>(
    orchestrator: &Arc<Orchestrator>,
    request: Request<R>,
) -> Answer<R::Response> {
    carry_out(orchestrator, request, None, Caller::Operator).await
}

async fn carry_out<R: CommandRequest>(
    orchestrator: &Arc<Orchestrator>,
    request: Request<R>,
    token: Option<&Token>,
    caller: Caller<'_>,
) -> Answer<R::Response> {
    let answer_time = AnswerTime::from_request(&request).cloned();
    let read = request::read(request.into_inner(), token)?;
    let wanted = Wanted {
        match_id: &read.match_id,
        command: &read.command,
        caller,
        request: matches::Request::of_client(read.identity, &*orchestrator.secrets),
        answer_time: answer_time.as_ref(),
    };
    let games = &orchestrator.games;
    let answer = |game_match: &Match, entry: &LogEntry| -> Result<_, Reason> {
        let game = games.of(game_match);
        let schema = game.as_ref().map(|game| &game.schema).map_err(Reason::clone);
        let done = Committed { game_match, entry, schema, caller };
        R::answer(&done).map_err(|no_answer| match &game {
            Ok(game) => game.no_answer(no_answer),
            Err(reason) => reason.clone(),
        })
    };
    let done = orchestrator.matches.change(games, &wanted, &answer).await?;
    orchestrator.after(&done);
    Ok(done.answer?)
}
