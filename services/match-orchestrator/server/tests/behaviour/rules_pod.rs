//! Pods of the toy game that a test starts, holds up and kills, and names that
//! lead to them.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use bytes::Bytes;
use kit_conformance::toy::ToyWire;
use kit_grpc::bakufu::rules::v1::rules_service_server::{RulesService, RulesServiceServer};
use kit_proto::bakufu::rules::v1 as rules;
use kit_rules_server::GameServer;
use kit_service::tls::{LOOK_INTERVAL, ServerFiles, ServerTls};
use kit_service::{Drain, Ended, Health, Metrics, Serving};
use match_orchestrator_server::{Reach, Resolver};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tonic::service::Routes;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status};

#[derive(Clone, Default)]
pub(crate) struct PodKind {
    /// The version of the rules that it claims to play.
    pub(crate) version: &'static str,
    /// The game that it claims to play; empty for its own.
    pub(crate) game: &'static str,
    /// Whether its schema differs from that of all other pods.
    pub(crate) has_other_schema: bool,
    /// Whether it is served by somebody else's code, which knows no health.
    pub(crate) is_foreign: bool,
    /// What it proves itself with, if it speaks TLS.
    pub(crate) tls: Option<ServerFiles>,
}

/// What a pod answers instead of the truth.
#[derive(Clone, Copy)]
pub(crate) enum Lie {
    /// Something else about what a setup or an action led to.
    Step(fn(&mut rules::Step)),
    /// Something else about what a seat may do.
    Legal(fn(&mut Vec<rules::LegalAction>)),
    Sentences(fn(&mut Vec<String>)),
    /// Another action for a bot.
    Suggestion(fn(&mut rules::SuggestResponse)),
    /// A refusal of every action.
    Refusal(fn() -> Status),
}

/// One process of the toy game, or as much of one as fits into a test: a
/// runtime of its own, whose end closes its sockets without a word.
pub(crate) struct RulesPod {
    pub(crate) address: SocketAddr,
    pub(crate) drain: Drain,
    toy: Toy,
    served: Option<JoinHandle<Ended>>,
    runtime: Option<Runtime>,
}

impl RulesPod {
    pub(crate) fn start(kind: PodKind) -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("a bound port");
        listener.set_nonblocking(true).expect("a socket of ours");
        let toy = Toy {
            kind,
            calls: Arc::default(),
            asked: Arc::default(),
            held: Arc::new(watch::Sender::new(u64::MAX)),
            lie: Arc::default(),
        };
        let drain = Drain::new();
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("one more thread");
        let served = runtime.spawn(serve(listener, drain.clone(), toy.clone()));
        Self { address, drain, toy, served: Some(served), runtime: Some(runtime) }
    }

    pub(crate) fn of(version: &'static str) -> Self {
        Self::start(PodKind { version, ..PodKind::default() })
    }

    /// Rules calls that have reached it; descriptions do not count.
    pub(crate) fn calls(&self) -> u64 {
        self.toy.calls.load(Ordering::SeqCst)
    }

    /// What it was asked to compute so far, in order.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.toy.asked.lock().expect(NEVER_POISONED).clone()
    }

    /// From now on it tells this lie, or the truth.
    pub(crate) fn tell(&self, lie: Option<Lie>) {
        *self.toy.lie.lock().expect(NEVER_POISONED) = lie;
    }

    /// Whether calls wait until it is let go.
    pub(crate) fn hold(&self, held: bool) {
        self.toy.held.send_replace(if held { 0 } else { u64::MAX });
    }

    /// Lets so many more calls pass; the next ones wait until it is let go.
    pub(crate) fn hold_after(&self, calls: u64) {
        self.toy.held.send_replace(self.calls() + calls);
    }

    /// Ends it as `kill -9` does.
    pub(crate) fn kill(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }

    /// How serving ended, after a drain.
    pub(crate) async fn ended(&mut self) -> Ended {
        let served = self.served.take().expect("asked once");
        served.await.expect("it does not panic")
    }
}

impl Drop for RulesPod {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Names that lead to pods, as the test says.
#[derive(Clone, Default)]
pub(crate) struct Names(Arc<Mutex<BTreeMap<String, Vec<SocketAddr>>>>);

impl Names {
    pub(crate) fn lead(&self, name: &str, pods: &[&RulesPod]) {
        let addresses = pods.iter().map(|pod| pod.address).collect();
        self.0.lock().expect(NEVER_POISONED).insert(name.to_owned(), addresses);
    }

    /// A reach in which these names count.
    pub(crate) fn reach(&self) -> Reach {
        Reach { resolver: Arc::new(self.clone()), ..Reach::default() }
    }

    /// From now on nobody can tell where the name leads.
    pub(crate) fn forget(&self, name: &str) {
        self.0.lock().expect(NEVER_POISONED).remove(name);
    }
}

#[async_trait]
impl Resolver for Names {
    async fn resolve(&self, host: &str, _: u16) -> io::Result<Vec<SocketAddr>> {
        let addresses = self.0.lock().expect(NEVER_POISONED).get(host).cloned();
        addresses.ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

const NEVER_POISONED: &str = "no thread panics while it holds a lock of ours";

async fn serve(listener: std::net::TcpListener, drain: Drain, toy: Toy) -> Ended {
    let listener = TcpListener::from_std(listener).expect("a socket of ours");
    if toy.kind.is_foreign {
        let server = Server::builder().add_service(RulesServiceServer::new(toy));
        let ended = server.serve_with_incoming_shutdown(TcpIncoming::from(listener), drain.begun());
        ended.await.expect("a bound port can be served");
        return Ended::Drained;
    }
    let health = Health::starting().await;
    health.ready().await;
    let mut serving = Serving::new(health, drain, Metrics::unread());
    let watch = |files| ServerTls::watch(files, LOOK_INTERVAL, &Metrics::unread());
    serving.tls = toy.kind.tls.clone().map(|files| watch(files).expect("good files"));
    let routes = Routes::new(RulesServiceServer::new(toy));
    kit_service::serve(listener, routes, serving).await.expect("a bound port can be served")
}

#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// The state to go on from; empty for a setup.
    pub(crate) state: Bytes,
    /// The acting seat; zero for a setup.
    pub(crate) seat: u32,
    pub(crate) actions: Vec<Bytes>,
    pub(crate) entropy: Bytes,
}

/// The toy game, with a version of the test's choice.
#[derive(Clone)]
struct Toy {
    kind: PodKind,
    calls: Arc<AtomicU64>,
    asked: Arc<Mutex<Vec<Asked>>>,
    /// How many calls there may be before they wait.
    held: Arc<watch::Sender<u64>>,
    lie: Arc<Mutex<Option<Lie>>>,
}

impl Toy {
    fn note(&self, asked: Asked) {
        self.asked.lock().expect(NEVER_POISONED).push(asked);
    }

    async fn game(&self) -> GameServer<ToyWire> {
        let before = self.calls.fetch_add(1, Ordering::SeqCst);
        let mut held = self.held.subscribe();
        held.wait_for(|allowed| before < *allowed).await.expect("the sender is ours");
        GameServer::default()
    }

    fn lie(&self) -> Option<Lie> {
        *self.lie.lock().expect(NEVER_POISONED)
    }

    fn lie_about(&self, step: &mut Option<rules::Step>) {
        if let (Some(Lie::Step(lie)), Some(step)) = (self.lie(), step) {
            lie(step);
        }
    }
}

#[tonic::async_trait]
impl RulesService for Toy {
    async fn describe(
        &self,
        request: Request<rules::DescribeRequest>,
    ) -> Result<Response<rules::DescribeResponse>, Status> {
        let mut answer = GameServer::<ToyWire>::default().describe(request).await?;
        let description = answer.get_mut();
        let facts = description.game.as_mut().expect("a description has facts");
        facts.rules_version = self.kind.version.to_owned();
        if !self.kind.game.is_empty() {
            facts.id = self.kind.game.to_owned();
        }
        if self.kind.has_other_schema {
            // A field that nobody knows: the schema still parses.
            let unknown_field = [0xa2, 0x06, 0x00];
            let set = [&description.descriptor_set[..], &unknown_field].concat();
            description.descriptor_set = set.into();
        }
        Ok(answer)
    }

    async fn setup(
        &self,
        request: Request<rules::SetupRequest>,
    ) -> Result<Response<rules::SetupResponse>, Status> {
        let entropy = request.get_ref().entropy.clone();
        self.note(Asked { state: Bytes::new(), seat: 0, actions: Vec::new(), entropy });
        let mut answer = self.game().await.setup(request).await?;
        self.lie_about(&mut answer.get_mut().step);
        Ok(answer)
    }

    async fn apply(
        &self,
        request: Request<rules::ApplyRequest>,
    ) -> Result<Response<rules::ApplyResponse>, Status> {
        let rules::ApplyRequest { state, seat, actions, entropy } = request.get_ref().clone();
        self.note(Asked { state, seat, actions, entropy });
        let mut answer = self.game().await.apply(request).await?;
        if let Some(Lie::Refusal(refusal)) = self.lie() {
            return Err(refusal());
        }
        self.lie_about(&mut answer.get_mut().step);
        Ok(answer)
    }

    async fn list_legal_actions(
        &self,
        request: Request<rules::ListLegalActionsRequest>,
    ) -> Result<Response<rules::ListLegalActionsResponse>, Status> {
        let mut answer = self.game().await.list_legal_actions(request).await?;
        if let Some(Lie::Legal(lie)) = self.lie() {
            lie(&mut answer.get_mut().actions);
        }
        Ok(answer)
    }

    async fn narrate(
        &self,
        request: Request<rules::NarrateRequest>,
    ) -> Result<Response<rules::NarrateResponse>, Status> {
        let mut answer = self.game().await.narrate(request).await?;
        if let Some(Lie::Sentences(lie)) = self.lie() {
            lie(&mut answer.get_mut().sentences);
        }
        Ok(answer)
    }

    async fn render(
        &self,
        request: Request<rules::RenderRequest>,
    ) -> Result<Response<rules::RenderResponse>, Status> {
        self.game().await.render(request).await
    }

    async fn suggest(
        &self,
        request: Request<rules::SuggestRequest>,
    ) -> Result<Response<rules::SuggestResponse>, Status> {
        let mut answer = self.game().await.suggest(request).await?;
        if let Some(Lie::Suggestion(lie)) = self.lie() {
            lie(answer.get_mut());
        }
        Ok(answer)
    }
}
