//! A rules service that does what a test tells it, behind the real server stack.

use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;

use kit_grpc::bakufu::rules::v1::rules_service_client::RulesServiceClient;
use kit_grpc::bakufu::rules::v1::rules_service_server::{RulesService, RulesServiceServer};
use kit_proto::bakufu::rules::v1::*;
use kit_service::limits::{Bounds, Scope};
use kit_service::{Drain, Ended, Health, Limits, Metrics, Serving, TracedChannel, serve};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tonic::service::Routes;
use tonic::transport::Channel;
use tonic::{Request, Response, Status};

pub(crate) type RulesClient = RulesServiceClient<TracedChannel<Channel>>;

type Apply = dyn Fn(Request<ApplyRequest>) -> ApplyFuture + Send + Sync;
pub(crate) type ApplyFuture = Pin<Box<dyn Future<Output = Result<ApplyResponse, Status>> + Send>>;

/// The service; only Apply does something, and that is up to the test.
#[derive(Clone)]
pub(crate) struct Toy(Arc<Apply>);

impl Toy {
    pub(crate) fn new<F>(apply: impl Fn(Request<ApplyRequest>) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<ApplyResponse, Status>> + Send + 'static,
    {
        Self(Arc::new(move |request| Box::pin(apply(request))))
    }

    /// Answers every Apply with an empty step.
    pub(crate) fn agreeable() -> Self {
        Self::new(|_| async { Ok(ApplyResponse::default()) })
    }
}

/// Bounds that differ from those of the table.
pub(crate) fn bounds<const N: usize>(set: [(&str, Scope, u64); N]) -> Bounds {
    let mut bounds = Bounds::default();
    set.into_iter().for_each(|(limit, scope, max)| bounds.set(limit, scope, max));
    bounds
}

/// A toy that is being served.
pub(crate) struct Served {
    pub(crate) address: SocketAddr,
    pub(crate) health: Health,
    pub(crate) drain: Drain,
    task: JoinHandle<Ended>,
}

impl Served {
    pub(crate) async fn start(toy: Toy) -> Self {
        Self::start_with(toy, Metrics::unread(), |_| {}).await
    }

    pub(crate) async fn start_limited(toy: Toy, limits: Limits) -> Self {
        Self::start_with(toy, Metrics::unread(), |serving| serving.limits = limits).await
    }

    pub(crate) async fn start_with(
        toy: Toy,
        metrics: Metrics,
        adjust: impl FnOnce(&mut Serving),
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        let health = Health::starting().await;
        health.ready().await;
        let drain = Drain::new();
        let mut serving = Serving::new(health.clone(), drain.clone(), metrics);
        adjust(&mut serving);
        let routes = Routes::new(RulesServiceServer::new(toy));
        let task = tokio::spawn(async move {
            serve(listener, routes, serving).await.expect("the transport works")
        });
        Self { address, health, drain, task }
    }

    pub(crate) async fn channel(&self) -> Channel {
        let endpoint = Channel::from_shared(format!("http://{}", self.address));
        endpoint.expect("an address").connect().await.expect("it listens")
    }

    pub(crate) async fn client(&self) -> RulesClient {
        RulesServiceClient::new(TracedChannel::new(self.channel().await))
    }

    pub(crate) async fn ended(self) -> Ended {
        self.task.await.expect("serving does not panic")
    }

    pub(crate) async fn stop(self) -> Ended {
        self.drain.begin();
        self.ended().await
    }
}

#[tonic::async_trait]
impl RulesService for Toy {
    async fn apply(
        &self,
        request: Request<ApplyRequest>,
    ) -> Result<Response<ApplyResponse>, Status> {
        (self.0)(request).await.map(Response::new)
    }

    async fn describe(
        &self,
        _: Request<DescribeRequest>,
    ) -> Result<Response<DescribeResponse>, Status> {
        Ok(Response::new(Default::default()))
    }

    async fn setup(&self, _: Request<SetupRequest>) -> Result<Response<SetupResponse>, Status> {
        Ok(Response::new(Default::default()))
    }

    async fn list_legal_actions(
        &self,
        _: Request<ListLegalActionsRequest>,
    ) -> Result<Response<ListLegalActionsResponse>, Status> {
        Ok(Response::new(Default::default()))
    }

    async fn narrate(
        &self,
        _: Request<NarrateRequest>,
    ) -> Result<Response<NarrateResponse>, Status> {
        Ok(Response::new(Default::default()))
    }

    async fn render(&self, _: Request<RenderRequest>) -> Result<Response<RenderResponse>, Status> {
        Ok(Response::new(Default::default()))
    }

    async fn suggest(
        &self,
        _: Request<SuggestRequest>,
    ) -> Result<Response<SuggestResponse>, Status> {
        Ok(Response::new(Default::default()))
    }
}
