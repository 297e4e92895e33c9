//! The public API: one file per call.

mod abort_match;
mod add_bot;
mod audit;
mod create_match;
mod drain_game;
pub(crate) mod export_match;
mod get_board;
mod get_game_schema;
mod get_match;
mod get_replay;
mod get_view;
mod input;
mod leave_seat;
mod list_all_matches;
mod list_game_versions;
mod list_games;
mod list_legal_actions;
mod list_matches;
mod register_game;
mod resign;
mod sit_down;
mod start_match;
mod submit_actions;
mod survey;
mod watch_match;

use std::pin::Pin;
use std::sync::Arc;

use futures::Stream;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::match_service_server::MatchService;
use kit_proto::bakufu::play::v1::operator_service_server::OperatorService;
use kit_service::{Deadline, Reason};
use tonic::{Request, Response, Status};

use self::audit::Audit;
pub(crate) use self::export_match::may_export;
pub(crate) use self::get_replay::may_replay;
pub(crate) use self::submit_actions::check as check_submission;
use crate::games::within;
use crate::orchestrator::Orchestrator;

/// Matches for everyone.
pub(crate) struct MatchApi(pub(crate) Arc<Orchestrator>);

/// Calls for operators.
pub(crate) struct OperatorApi(pub(crate) Arc<Orchestrator>);

/// Runs a call within its deadline, and counts a refusal. The call is boxed,
/// because its future is large and would be copied with every wrapper.
async fn answer<T>(
    orchestrator: &Orchestrator,
    deadline: Option<Deadline>,
    call: Pin<Box<impl Future<Output = Result<T, Reason>>>>,
) -> Result<Response<T>, Status> {
    within(deadline, call).await.map(Response::new).map_err(|(reason, game)| {
        orchestrator.metrics.refused(&reason, game.as_deref());
        reason.into()
    })
}

macro_rules! match_api {
    ($($call:ident($request:ident) -> $response:ident;)*) => {
        #[tonic::async_trait]
        impl MatchService for MatchApi {
            type WatchMatchStream =
                Pin<Box<dyn Stream<Item = Result<play::WatchMatchResponse, Status>> + Send>>;

            async fn watch_match(
                &self,
                request: Request<play::WatchMatchRequest>,
            ) -> Result<Response<Self::WatchMatchStream>, Status> {
                let deadline = Deadline::from_request(&request);
                let call = Box::pin(watch_match::watch_match(&self.0, request));
                answer(&self.0, deadline, call).await
            }

            $(async fn $call(
                &self,
                request: Request<play::$request>,
            ) -> Result<Response<play::$response>, Status> {
                let deadline = Deadline::from_request(&request);
                answer(&self.0, deadline, Box::pin($call::$call(&self.0, request))).await
            })*
        }
    };
}

match_api! {
    list_games(ListGamesRequest) -> ListGamesResponse;
    get_game_schema(GetGameSchemaRequest) -> GetGameSchemaResponse;
    create_match(CreateMatchRequest) -> CreateMatchResponse;
    list_matches(ListMatchesRequest) -> ListMatchesResponse;
    get_match(GetMatchRequest) -> GetMatchResponse;
    sit_down(SitDownRequest) -> SitDownResponse;
    leave_seat(LeaveSeatRequest) -> LeaveSeatResponse;
    add_bot(AddBotRequest) -> AddBotResponse;
    start_match(StartMatchRequest) -> StartMatchResponse;
    list_legal_actions(ListLegalActionsRequest) -> ListLegalActionsResponse;
    submit_actions(SubmitActionsRequest) -> SubmitActionsResponse;
    get_view(GetViewRequest) -> GetViewResponse;
    get_board(GetBoardRequest) -> GetBoardResponse;
    resign(ResignRequest) -> ResignResponse;
    export_match(ExportMatchRequest) -> ExportMatchResponse;
    get_replay(GetReplayRequest) -> GetReplayResponse;
}

macro_rules! operator_api {
    ($($call:ident($request:ident) -> $response:ident;)*) => {
        #[tonic::async_trait]
        impl OperatorService for OperatorApi {
            $(async fn $call(
                &self,
                request: Request<play::$request>,
            ) -> Result<Response<play::$response>, Status> {
                let deadline = Deadline::from_request(&request);
                let mut audit = Audit::open(&request);
                // No call can forget to ask who calls, or to be written down.
                let call = Box::pin(async move {
                    let answered = match audit.admit(&self.0, request.metadata()) {
                        Ok(()) => $call::$call(&self.0, request).await,
                        Err(refusal) => Err(refusal),
                    };
                    audit.close(&answered);
                    answered
                });
                answer(&self.0, deadline, call).await
            })*
        }
    };
}

operator_api! {
    register_game(RegisterGameRequest) -> RegisterGameResponse;
    list_all_matches(ListAllMatchesRequest) -> ListAllMatchesResponse;
    list_game_versions(ListGameVersionsRequest) -> ListGameVersionsResponse;
    drain_game(DrainGameRequest) -> DrainGameResponse;
    abort_match(AbortMatchRequest) -> AbortMatchResponse;
}
