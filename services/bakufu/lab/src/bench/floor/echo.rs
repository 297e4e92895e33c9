//! A server that does nothing but pass bytes on.

use bytes::Bytes;
use kit_grpc::bakufu::rules::v1::rules_service_client::RulesServiceClient;
use kit_grpc::bakufu::rules::v1::rules_service_server::RulesService;
use kit_proto::bakufu::rules::v1 as rules;
use tonic::transport::Channel;
use tonic::{Request, Response, Status};

use super::commits::Commits;

/// One of the two servers.
pub(super) enum Echo {
    /// Stands where the orchestrator stands.
    Front(Box<Front>),
    /// Stands where the game stands: its answer has as many bytes.
    Back { events: Bytes },
}

/// What the front server needs.
pub(super) struct Front {
    pub(super) next: RulesServiceClient<Channel>,
    pub(super) commits: Option<Commits>,
    pub(super) state: Bytes,
    pub(super) answer: Bytes,
}

impl Front {
    async fn pass_on(&self, request: rules::ApplyRequest) -> Result<rules::Step, Status> {
        let client = request.seat as usize;
        let onward = rules::ApplyRequest { state: self.state.clone(), ..request };
        let answer = self.next.clone().apply(onward).await?.into_inner();
        if let Some(commits) = &self.commits {
            commits.commit(client, &answer.step.unwrap_or_default().state).await?;
        }
        Ok(rules::Step { state: self.answer.clone(), ..Default::default() })
    }
}

#[tonic::async_trait]
impl RulesService for Echo {
    async fn apply(
        &self,
        request: Request<rules::ApplyRequest>,
    ) -> Result<Response<rules::ApplyResponse>, Status> {
        let request = request.into_inner();
        let step = match self {
            Self::Back { events } => {
                let event = rules::Event { payload: events.clone(), rules: Vec::new() };
                rules::Step { state: request.state, events: vec![event], ..Default::default() }
            }
            Self::Front(front) => front.pass_on(request).await?,
        };
        Ok(Response::new(rules::ApplyResponse { step: Some(step) }))
    }

    async fn describe(
        &self,
        _: Request<rules::DescribeRequest>,
    ) -> Result<Response<rules::DescribeResponse>, Status> {
        Err(only_apply())
    }

    async fn setup(
        &self,
        _: Request<rules::SetupRequest>,
    ) -> Result<Response<rules::SetupResponse>, Status> {
        Err(only_apply())
    }

    async fn list_legal_actions(
        &self,
        _: Request<rules::ListLegalActionsRequest>,
    ) -> Result<Response<rules::ListLegalActionsResponse>, Status> {
        Err(only_apply())
    }

    async fn narrate(
        &self,
        _: Request<rules::NarrateRequest>,
    ) -> Result<Response<rules::NarrateResponse>, Status> {
        Err(only_apply())
    }

    async fn render(
        &self,
        _: Request<rules::RenderRequest>,
    ) -> Result<Response<rules::RenderResponse>, Status> {
        Err(only_apply())
    }

    async fn suggest(
        &self,
        _: Request<rules::SuggestRequest>,
    ) -> Result<Response<rules::SuggestResponse>, Status> {
        Err(only_apply())
    }
}

fn only_apply() -> Status {
    Status::unimplemented("the floor only passes bytes on")
}
