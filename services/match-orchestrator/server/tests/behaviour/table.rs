//! An orchestrator, the toy game and players, all in this process but over
//! real gRPC.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures::future::BoxFuture;
use kit_conformance::toy::ToyWire;
use kit_grpc::bakufu::play::v1::match_service_client::MatchServiceClient;
use kit_grpc::bakufu::play::v1::operator_service_client::OperatorServiceClient;
use kit_proto::bakufu::play::v1 as play;
use kit_service::{Drain, Health, Metrics, Networks, Serving};
use match_orchestrator_server::{
    Keeping, Orchestrator, OrchestratorParts, OsSecrets, Ports, Reach, RulesLimits, Web, serve,
};
use match_orchestrator_store::{Commit, CommitAnswer, Error, Layer, Memory, Store};
use prost::Message;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::Request;
use tonic::transport::Channel;

pub(crate) type MatchClient = MatchServiceClient<Channel>;

/// The toy game as a service.
pub(crate) async fn start_toy() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = format!("http://{}", listener.local_addr().expect("a bound port"));
    let serving = Serving::new(Health::starting().await, Drain::new(), Metrics::unread());
    tokio::spawn(kit_rules_server::run::<ToyWire>(listener, serving));
    address
}

/// One replica on a store, which knows the toy game and no operator.
pub(crate) async fn start_orchestrator(store: Arc<dyn Store>, toy: &str) -> MatchClient {
    start_reaching(store, &[toy.to_owned()], Reach::default()).await
}

/// The same, with the toy game at all these addresses.
pub(crate) async fn start_reaching(
    store: Arc<dyn Store>,
    toys: &[String],
    reach: Reach,
) -> MatchClient {
    start_operated(store, toys, reach, None).await.client
}

/// A replica, as players and as operators meet it.
pub(crate) struct Replica {
    /// The address that everybody calls it at.
    pub(crate) address: SocketAddr,
    pub(crate) client: MatchClient,
    pub(crate) operator: OperatorServiceClient<Channel>,
}

/// One replica on a store, which knows the toy game and maybe an operator.
pub(crate) async fn start_replica(
    store: Arc<dyn Store>,
    toy: &str,
    operator_token: Option<&str>,
) -> Replica {
    start_operated(store, &[toy.to_owned()], Reach::default(), operator_token).await
}

/// The same, with the toy game at all these addresses.
pub(crate) async fn start_operated(
    store: Arc<dyn Store>,
    toys: &[String],
    reach: Reach,
    operator_token: Option<&str>,
) -> Replica {
    start_with(parts(store, operator_token), toys, reach).await
}

/// What a replica on a store is made of.
pub(crate) fn parts(store: Arc<dyn Store>, operator_token: Option<&str>) -> OrchestratorParts {
    OrchestratorParts {
        store,
        secrets: Arc::new(OsSecrets),
        rules_limits: RulesLimits { calls_max: 64, call_max: Duration::from_secs(5) },
        answer_quantum: OrchestratorParts::ANSWER_QUANTUM,
        cached_max: NonZeroUsize::new(100).expect("not zero"),
        keeping: Keeping::default(),
        operator_token: operator_token.map(str::to_owned),
        metrics: Metrics::unread(),
        stop: CancellationToken::new(),
    }
}

/// One replica of these parts.
pub(crate) async fn start_with(parts: OrchestratorParts, toys: &[String], reach: Reach) -> Replica {
    let ports = Ports { public: listen().await, operators: None };
    start_at(ports, parts, toys, reach).await
}

/// The same at these ports.
pub(crate) async fn start_at(
    ports: Ports,
    parts: OrchestratorParts,
    toys: &[String],
    reach: Reach,
) -> Replica {
    let orchestrator = Orchestrator::start_reaching(parts, toys, reach);
    let address = ports.public.local_addr().expect("a bound port");
    let operators = ports.operators.as_ref().map(|port| port.local_addr().expect("a bound port"));
    let mut serving = Serving::new(Health::starting().await, Drain::new(), Metrics::unread());
    // All players are one peer here, who play as fast as they can.
    serving.limits.unlimited_peers = Networks::loopback();
    tokio::spawn(serve(ports, serving, orchestrator, Web::default()));
    let client = MatchClient::new(channel(address).await);
    let operator = match operators {
        Some(apart) => channel(apart).await,
        None => channel(address).await,
    };
    kit_testing::wait_until("the toy is registered", async || {
        let games = client.clone().list_games(play::ListGamesRequest {}).await;
        games.is_ok_and(|games| !games.get_ref().games.is_empty())
    })
    .await;
    Replica { address, client, operator: OperatorServiceClient::new(operator) }
}

pub(crate) async fn listen() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").await.expect("a free port")
}

pub(crate) async fn channel(address: SocketAddr) -> Channel {
    let endpoint = Channel::from_shared(format!("http://{address}")).expect("an address");
    endpoint.connect().await.expect("the orchestrator answers")
}

/// A match with its host token.
pub(crate) struct Hosted {
    pub(crate) match_id: String,
    pub(crate) host_token: String,
}

pub(crate) async fn create(client: &mut MatchClient, seats: u32, start_when_full: bool) -> Hosted {
    let request = play::CreateMatchRequest {
        game: "envelopes".to_owned(),
        seats,
        start_when_full,
        ..Default::default()
    };
    let created = client.create_match(request).await.expect("a match").into_inner();
    let match_id = created.game_match.expect("the match").match_id;
    Hosted { match_id, host_token: created.host_token }
}

/// A seat with its token.
#[derive(Clone)]
pub(crate) struct Player {
    pub(crate) client: MatchClient,
    pub(crate) match_id: String,
    pub(crate) token: String,
}

impl Player {
    pub(crate) async fn sit(client: &MatchClient, match_id: &str, name: &str) -> Self {
        let mut client = client.clone();
        let request = play::SitDownRequest {
            match_id: match_id.to_owned(),
            name: name.to_owned(),
            ..Default::default()
        };
        let token = client.sit_down(request).await.expect("a seat").into_inner().seat_token;
        Self { client, match_id: match_id.to_owned(), token }
    }

    pub(crate) fn request<T>(&self, message: T) -> Request<T> {
        with_token(message, &self.token)
    }

    pub(crate) async fn view(&self) -> play::View {
        let request = self.request(play::GetViewRequest { match_id: self.match_id.clone() });
        let answer = self.client.clone().get_view(request).await.expect("a view");
        answer.into_inner().view.expect("the view")
    }

    /// The legal actions with this group, or all of them.
    pub(crate) async fn legal(&self, label_start: &str) -> Vec<Bytes> {
        let request =
            self.request(play::ListLegalActionsRequest { match_id: self.match_id.clone() });
        let answer = self.client.clone().list_legal_actions(request).await.expect("a list");
        let actions = answer.into_inner().actions;
        actions
            .into_iter()
            .filter(|action| action.label.starts_with(label_start))
            .map(|action| action.action)
            .collect()
    }

    pub(crate) async fn submit(&self, actions: Vec<Bytes>) -> Result<play::Update, tonic::Status> {
        Ok(self.submitted(actions).await?.update.expect("an update"))
    }

    /// Acts, and counts the bytes of the answer, and then of view, list and
    /// board.
    pub(crate) async fn answer_bytes(&self, action: Bytes) -> [usize; 4] {
        let submitted = self.submitted(vec![action]).await.expect("it is legal").encoded_len();
        let (client, match_id) = (&self.client, &self.match_id);
        let request = self.request(play::GetViewRequest { match_id: match_id.clone() });
        let view = client.clone().get_view(request).await.expect("a view");
        let request = self.request(play::ListLegalActionsRequest { match_id: match_id.clone() });
        let list = client.clone().list_legal_actions(request).await.expect("a list");
        let request = self.request(play::GetBoardRequest { match_id: match_id.clone() });
        let board = client.clone().get_board(request).await.expect("a board");
        let view = view.into_inner().encoded_len();
        [submitted, view, list.into_inner().encoded_len(), board.into_inner().encoded_len()]
    }

    async fn submitted(
        &self,
        actions: Vec<Bytes>,
    ) -> Result<play::SubmitActionsResponse, tonic::Status> {
        let request = play::SubmitActionsRequest {
            match_id: self.match_id.clone(),
            actions,
            ..Default::default()
        };
        Ok(self.client.clone().submit_actions(self.request(request)).await?.into_inner())
    }
}

pub(crate) fn with_token<T>(message: T, token: &str) -> Request<T> {
    let mut request = Request::new(message);
    let value = format!("Bearer {token}").parse().expect("a token is plain text");
    request.metadata_mut().insert("authorization", value);
    request
}

/// A store that counts how often it is asked, and loses commits if it is told
/// to.
pub(crate) struct Counting {
    inner: Arc<dyn Store>,
    pub(crate) round_trips: AtomicU64,
    faults: Mutex<VecDeque<CommitFault>>,
}

/// What becomes of a commit.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CommitFault {
    /// It never arrives.
    Lost,
    /// It is stored, but the answer is lost.
    Unanswered,
}

impl Default for Counting {
    fn default() -> Self {
        let inner = Arc::new(Memory::default());
        Self { inner, round_trips: AtomicU64::default(), faults: Mutex::default() }
    }
}

impl Counting {
    /// Lets the next commits fail, one after the other.
    pub(crate) fn fail(&self, faults: &[CommitFault]) {
        self.faults.lock().expect("no thread panics here").extend(faults);
    }
}

/// A store that refuses some operations while it is told to.
pub(crate) struct Refusing {
    inner: Arc<dyn Store>,
    operations: &'static [&'static str],
    refuses: AtomicBool,
    refused: AtomicU64,
}

impl Refusing {
    pub(crate) fn new(inner: Arc<dyn Store>, operations: &'static [&'static str]) -> Arc<Self> {
        let (refuses, refused) = (AtomicBool::default(), AtomicU64::default());
        Arc::new(Self { inner, operations, refuses, refused })
    }

    pub(crate) fn refuse(&self, refuses: bool) {
        self.refuses.store(refuses, Ordering::SeqCst);
    }

    /// How often it has.
    pub(crate) fn refused(&self) -> u64 {
        self.refused.load(Ordering::SeqCst)
    }
}

#[async_trait]
impl Layer for Refusing {
    fn store(&self) -> Result<Arc<dyn Store>, Error> {
        Ok(Arc::clone(&self.inner))
    }

    async fn pass<T: Send>(
        &self,
        operation: &'static str,
        work: BoxFuture<'_, Result<T, Error>>,
    ) -> Result<T, Error> {
        if !self.operations.contains(&operation) || !self.refuses.load(Ordering::SeqCst) {
            return work.await;
        }
        self.refused.fetch_add(1, Ordering::SeqCst);
        Err(Error::Unavailable("a fault of the test".into()))
    }
}

/// What goes on in the background is asked for by no call.
const BACKGROUND: [&str; 8] =
    ["drained", "ping", "enroll", "withdraw", "take_due", "follow_due", "unfiled", "follow"];

#[async_trait]
impl Layer for Counting {
    fn store(&self) -> Result<Arc<dyn Store>, Error> {
        Ok(Arc::clone(&self.inner))
    }

    async fn pass<T: Send>(
        &self,
        operation: &'static str,
        work: BoxFuture<'_, Result<T, Error>>,
    ) -> Result<T, Error> {
        if !BACKGROUND.contains(&operation) {
            self.round_trips.fetch_add(1, Ordering::SeqCst);
        }
        work.await
    }

    async fn commit(&self, commit: &Commit) -> Result<CommitAnswer, Error> {
        let fault = self.faults.lock().expect("no thread panics here").pop_front();
        if !matches!(fault, Some(CommitFault::Lost)) {
            let answer = self.pass("commit", self.inner.commit(commit)).await?;
            if fault.is_none() {
                return Ok(answer);
            }
        }
        Err(Error::Unavailable("a fault of the test".into()))
    }
}
