//! The gRPC face of the [`engine`](crate::engine).

use std::marker::PhantomData;

use kit_grpc::bakufu::rules::v1::rules_service_server::RulesService;
use kit_proto::bakufu::rules::v1 as pb;
use tonic::{Request, Response, Status};

use crate::{Wire, engine};

/// The RulesService of one game. It holds nothing: every call is a function of
/// its request.
pub struct GameServer<W>(PhantomData<fn() -> W>);

impl<W> Default for GameServer<W> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

#[tonic::async_trait]
impl<W: Wire> RulesService for GameServer<W> {
    async fn describe(
        &self,
        _: Request<pb::DescribeRequest>,
    ) -> Result<Response<pb::DescribeResponse>, Status> {
        Ok(Response::new(engine::describe::<W>()))
    }

    async fn setup(
        &self,
        request: Request<pb::SetupRequest>,
    ) -> Result<Response<pb::SetupResponse>, Status> {
        let step = engine::setup::<W>(request.into_inner())?;
        Ok(Response::new(pb::SetupResponse { step: Some(step) }))
    }

    async fn apply(
        &self,
        request: Request<pb::ApplyRequest>,
    ) -> Result<Response<pb::ApplyResponse>, Status> {
        let step = engine::apply::<W>(request.into_inner())?;
        Ok(Response::new(pb::ApplyResponse { step: Some(step) }))
    }

    async fn list_legal_actions(
        &self,
        request: Request<pb::ListLegalActionsRequest>,
    ) -> Result<Response<pb::ListLegalActionsResponse>, Status> {
        let actions = engine::list_legal_actions::<W>(request.get_ref())?;
        Ok(Response::new(pb::ListLegalActionsResponse { actions }))
    }

    async fn narrate(
        &self,
        request: Request<pb::NarrateRequest>,
    ) -> Result<Response<pb::NarrateResponse>, Status> {
        let sentences = engine::narrate::<W>(request.get_ref())?;
        Ok(Response::new(pb::NarrateResponse { sentences }))
    }

    async fn render(
        &self,
        request: Request<pb::RenderRequest>,
    ) -> Result<Response<pb::RenderResponse>, Status> {
        let svg = engine::render::<W>(request.get_ref())?;
        Ok(Response::new(pb::RenderResponse { svg }))
    }

    async fn suggest(
        &self,
        request: Request<pb::SuggestRequest>,
    ) -> Result<Response<pb::SuggestResponse>, Status> {
        let action = engine::suggest::<W>(request.get_ref())?;
        Ok(Response::new(pb::SuggestResponse { action }))
    }
}
