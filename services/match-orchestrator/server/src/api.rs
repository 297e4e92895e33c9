//! The public API: one file per call.

mod add_bot;
mod create_match;
mod export_match;
mod get_board;
mod get_game_schema;
mod get_match;
mod get_view;
mod input;
mod leave_seat;
mod list_games;
mod list_legal_actions;
mod list_matches;
mod register_game;
mod resign;
mod sit_down;
mod start_match;
mod submit_actions;
mod watch_match;

use std::pin::Pin;
use std::sync::Arc;

use futures::Stream;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::match_service_server::MatchService;
use kit_proto::bakufu::play::v1::operator_service_server::OperatorService;
use kit_service::{Deadline, Reason};
use tonic::{Request, Response, Status};

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
    within(deadline, call).await.map(Response::new).map_err(|reason| {
        orchestrator.metrics.refused(&reason, None);
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
}

#[tonic::async_trait]
impl OperatorService for OperatorApi {
    async fn register_game(
        &self,
        request: Request<play::RegisterGameRequest>,
    ) -> Result<Response<play::RegisterGameResponse>, Status> {
        let deadline = Deadline::from_request(&request);
        answer(&self.0, deadline, Box::pin(register_game::register_game(&self.0, request))).await
    }
}
