//! The public API: one file per question, and one for all commands. What leaves
//! is [`Redacted`], which the core alone can make of a match.

mod archive;
mod asker;
mod audit;
mod command;
mod create_match;
mod delete_match;
mod drain_game;
mod erase_player;
mod export_match;
mod get_board;
mod get_game_schema;
mod get_match;
mod get_replay;
mod get_view;
mod list_all_matches;
mod list_game_versions;
mod list_games;
mod list_legal_actions;
mod list_matches;
mod note_restored;
mod register_game;
mod survey;
mod tries;
mod watch_match;

use std::pin::Pin;
use std::sync::Arc;

use futures::{Stream, StreamExt};
use kit_grpc::bakufu::play::v1::match_service_server::MatchService;
use kit_grpc::bakufu::play::v1::operator_service_server::OperatorService;
use kit_proto::bakufu::play::v1 as play;
use kit_service::telemetry::traced;
use kit_service::{Deadline, Reason};
use match_orchestrator_core::{Redacted, Token};
use tonic::metadata::{MetadataMap, MetadataValue};
use tonic::{Request, Response, Status};

use self::asker::Asker;
use self::audit::Audit;
pub(crate) use self::tries::Tries;
use crate::games::within;
use crate::orchestrator::Orchestrator;

pub(crate) struct MatchApi(pub(crate) Arc<Orchestrator>);

pub(crate) struct OperatorApi(pub(crate) Arc<Orchestrator>);

/// What a call comes to, up to the encoder.
type Answer<T> = Result<Redacted<T>, Redacted<Reason>>;

/// The token that a request carries, if any.
fn token_of(metadata: &MetadataMap) -> Result<Option<Token>, Reason> {
    // What is no text is no token either.
    let read = |value: &MetadataValue<_>| Token::read(value.to_str().unwrap_or_default());
    metadata.get("authorization").map(read).transpose()
}

/// Runs a call within its deadline, and counts a refusal. The call is boxed,
/// because its future is large and would be copied with every wrapper.
async fn answer<T>(
    orchestrator: &Orchestrator,
    deadline: Option<Deadline>,
    call: Pin<Box<impl Future<Output = Answer<T>>>>,
) -> Result<Response<T>, Status> {
    let _call = orchestrator.people.call();
    let answered = within(deadline, call).await;
    answered
        .map(|answer| Response::new(answer.into_message()))
        .map_err(|(refusal, game)| refused(orchestrator, refusal, game.as_deref()))
}

/// Counts a refusal and tells it.
fn refused(orchestrator: &Orchestrator, refusal: Redacted<Reason>, game: Option<&str>) -> Status {
    let reason = traced(refusal.into_message());
    orchestrator.metrics.refused(&reason, game);
    reason.into()
}

macro_rules! match_api {
    (
        commands { $($command:ident($wanted:ident) -> $done:ident;)* }
        questions { $($call:ident($request:ident) -> $response:ident;)* }
        questions_of_no_match { $($other:ident($asked:ident) -> $told:ident;)* }
    ) => {
        #[tonic::async_trait]
        impl MatchService for MatchApi {
            type WatchMatchStream =
                Pin<Box<dyn Stream<Item = Result<play::WatchMatchResponse, Status>> + Send>>;

            async fn watch_match(
                &self,
                request: Request<play::WatchMatchRequest>,
            ) -> Result<Response<Self::WatchMatchStream>, Status> {
                let _call = self.0.people.call();
                let deadline = Deadline::from_request(&request);
                let call = Box::pin(watch_match::watch_match(&self.0, request));
                let watching = within(deadline, call).await;
                let watching = watching
                    .map_err(|(refusal, game)| refused(&self.0, refusal, game.as_deref()))?;
                let encoded = watching.map(|told| match told {
                    Ok(message) => Ok(message.into_message()),
                    Err(refusal) => Err(traced(refusal.into_message()).into()),
                });
                Ok(Response::new(Box::pin(encoded)))
            }

            $(async fn $command(
                &self,
                request: Request<play::$wanted>,
            ) -> Result<Response<play::$done>, Status> {
                let deadline = Deadline::from_request(&request);
                let asker = Asker::of(&self.0, &request, &request.get_ref().match_id);
                let call = Box::pin(command::of_client(&self.0, request));
                let answered = answer(&self.0, deadline, call).await;
                asker.iter().for_each(|asker| asker.keep_back(&self.0));
                answered
            })*

            $(async fn $call(
                &self,
                request: Request<play::$request>,
            ) -> Result<Response<play::$response>, Status> {
                let deadline = Deadline::from_request(&request);
                let asker = Asker::of(&self.0, &request, &request.get_ref().match_id);
                let call = Box::pin($call::$call(&self.0, request));
                let answered = answer(&self.0, deadline, call).await;
                asker.iter().for_each(|asker| asker.keep_back(&self.0));
                answered
            })*

            $(async fn $other(
                &self,
                request: Request<play::$asked>,
            ) -> Result<Response<play::$told>, Status> {
                let deadline = Deadline::from_request(&request);
                answer(&self.0, deadline, Box::pin($other::$other(&self.0, request))).await
            })*
        }
    };
}

match_api! {
    commands {
        sit_down(SitDownRequest) -> SitDownResponse;
        leave_seat(LeaveSeatRequest) -> LeaveSeatResponse;
        add_bot(AddBotRequest) -> AddBotResponse;
        remove_seat(RemoveSeatRequest) -> RemoveSeatResponse;
        renew_invitation(RenewInvitationRequest) -> RenewInvitationResponse;
        start_match(StartMatchRequest) -> StartMatchResponse;
        submit_actions(SubmitActionsRequest) -> SubmitActionsResponse;
        resign(ResignRequest) -> ResignResponse;
    }
    questions {
        delete_match(DeleteMatchRequest) -> DeleteMatchResponse;
        get_match(GetMatchRequest) -> GetMatchResponse;
        list_legal_actions(ListLegalActionsRequest) -> ListLegalActionsResponse;
        get_view(GetViewRequest) -> GetViewResponse;
        get_board(GetBoardRequest) -> GetBoardResponse;
        export_match(ExportMatchRequest) -> ExportMatchResponse;
        get_replay(GetReplayRequest) -> GetReplayResponse;
    }
    questions_of_no_match {
        list_games(ListGamesRequest) -> ListGamesResponse;
        get_game_schema(GetGameSchemaRequest) -> GetGameSchemaResponse;
        create_match(CreateMatchRequest) -> CreateMatchResponse;
        list_matches(ListMatchesRequest) -> ListMatchesResponse;
    }
}

macro_rules! operator_api {
    ($($call:ident($request:ident) -> $response:ident by $handler:path;)*) => {
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
                        Ok(()) => $handler(&self.0, request).await,
                        Err(refusal) => Err(refusal.into()),
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
    register_game(RegisterGameRequest) -> RegisterGameResponse by register_game::register_game;
    list_all_matches(ListAllMatchesRequest) -> ListAllMatchesResponse
        by list_all_matches::list_all_matches;
    list_game_versions(ListGameVersionsRequest) -> ListGameVersionsResponse
        by list_game_versions::list_game_versions;
    drain_game(DrainGameRequest) -> DrainGameResponse by drain_game::drain_game;
    abort_match(AbortMatchRequest) -> AbortMatchResponse by command::of_operator;
    remove_match(RemoveMatchRequest) -> RemoveMatchResponse by delete_match::remove_match;
    erase_player(ErasePlayerRequest) -> ErasePlayerResponse by erase_player::erase_player;
    list_unarchived(ListUnarchivedRequest) -> ListUnarchivedResponse by archive::list_unarchived;
    mark_archived(MarkArchivedRequest) -> MarkArchivedResponse by archive::mark_archived;
    note_restored(NoteRestoredRequest) -> NoteRestoredResponse by note_restored::note_restored;
}
