//! The floor: what the wire and Redis cost without any of our code.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use kit_proto::bakufu::rules::v1 as rules;
use kit_proto::bakufu::rules::v1::rules_service_client::RulesServiceClient;
use kit_proto::bakufu::rules::v1::rules_service_server::{RulesService, RulesServiceServer};
use redis::aio::MultiplexedConnection;
use redis::io::tcp::TcpSettings;
use redis::{IntoConnectionInfo, Script};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Channel, Server};
use tonic::{Request, Response, Status};

use super::load::Caller;
use super::submit::Sizes;
use crate::client::connect_channel;
use crate::failure::Failure;

/// As many connections as the product spreads its commits over.
const REDIS_CONNECTIONS: usize = 4;
/// Compares a version, keeps a state, appends an entry: the least that a
/// commit can be.
const SCRIPT: &str = "
local version = redis.call('HGET', KEYS[1], 'version') or '0'
if version ~= ARGV[1] then
  return 0
end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'state', ARGV[3])
redis.call('XADD', KEYS[2], '*', 'entry', ARGV[4])
return 1";

/// Two bare servers, one behind the other. Dropping it ends them.
pub(crate) struct Floor {
    front: SocketAddr,
    _servers: JoinSet<Result<(), tonic::transport::Error>>,
}

impl Floor {
    /// Starts both servers on the current runtime.
    pub(crate) async fn start(
        sizes: &Sizes,
        redis: Option<(&str, &str)>,
        clients_max: usize,
    ) -> Result<Self, Failure> {
        let mut servers = JoinSet::new();
        let events = zeros(sizes.event_bytes);
        let back = serve(&mut servers, Echo::Back { events }).await?;
        let next = RulesServiceClient::new(connect_channel(&format!("http://{back}")).await?);
        let commits = match redis {
            Some((url, prefix)) => Some(Commits::connect(url, prefix, sizes, clients_max).await?),
            None => None,
        };
        let front = Echo::Front {
            next,
            commits,
            state: zeros(sizes.state_bytes),
            answer: zeros(sizes.response_bytes),
        };
        let front = serve(&mut servers, front).await?;
        Ok(Self { front, _servers: servers })
    }

    /// A client with a connection of its own.
    pub(crate) async fn caller(&self, number: u32, sizes: &Sizes) -> Result<FloorCaller, Failure> {
        let channel = connect_channel(&format!("http://{}", self.front)).await?;
        let request = zeros(sizes.request_bytes);
        Ok(FloorCaller { client: RulesServiceClient::new(channel), number, request })
    }
}

/// Calls the front server.
pub(crate) struct FloorCaller {
    client: RulesServiceClient<Channel>,
    number: u32,
    request: Bytes,
}

impl Caller for FloorCaller {
    async fn call(&mut self) -> Result<bool, Failure> {
        let request = rules::ApplyRequest {
            seat: self.number,
            actions: vec![self.request.clone()],
            ..Default::default()
        };
        self.client.apply(request).await?;
        Ok(true)
    }
}

/// A server that does nothing but pass bytes on.
enum Echo {
    Front {
        next: RulesServiceClient<Channel>,
        commits: Option<Commits>,
        state: Bytes,
        answer: Bytes,
    },
    Back {
        events: Bytes,
    },
}

/// Where the front server leaves its commits.
struct Commits {
    connections: Vec<MultiplexedConnection>,
    script: Script,
    prefix: String,
    entry: Bytes,
    /// How often each client has committed.
    versions: Vec<AtomicU64>,
}

impl Commits {
    async fn connect(
        url: &str,
        prefix: &str,
        sizes: &Sizes,
        clients_max: usize,
    ) -> Result<Self, Failure> {
        let tcp = TcpSettings::default().set_nodelay(true);
        let client = redis::Client::open(url.into_connection_info()?.set_tcp_settings(tcp))?;
        let mut connections = Vec::new();
        for _ in 0..REDIS_CONNECTIONS {
            connections.push(client.get_multiplexed_async_connection().await?);
        }
        Ok(Self {
            connections,
            script: Script::new(SCRIPT),
            prefix: prefix.to_owned(),
            entry: zeros(sizes.entry_bytes),
            versions: (0..clients_max).map(|_| AtomicU64::new(0)).collect(),
        })
    }

    async fn commit(&self, client: usize, state: &[u8]) -> Result<(), Status> {
        let version = self.versions[client].fetch_add(1, Ordering::Relaxed);
        let mut connection = self.connections[client % REDIS_CONNECTIONS].clone();
        let stored: bool = self
            .script
            .key(format!("{}{{{client}}}", self.prefix))
            .key(format!("{}{{{client}}}:log", self.prefix))
            .arg(version)
            .arg(version + 1)
            .arg(state)
            .arg(&self.entry[..])
            .invoke_async(&mut connection)
            .await
            .map_err(|error| Status::internal(error.to_string()))?;
        if stored { Ok(()) } else { Err(Status::aborted("another floor has the same keys")) }
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
            Self::Front { next, commits, state, answer } => {
                let client = request.seat as usize;
                let onward = rules::ApplyRequest { state: state.clone(), ..request };
                let step = next.clone().apply(onward).await?.into_inner().step.unwrap_or_default();
                if let Some(commits) = commits {
                    commits.commit(client, &step.state).await?;
                }
                rules::Step { state: answer.clone(), ..Default::default() }
            }
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

async fn serve(
    servers: &mut JoinSet<Result<(), tonic::transport::Error>>,
    echo: Echo,
) -> Result<SocketAddr, Failure> {
    let cannot = |source| Failure::System { doing: "listen on the loopback address", source };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
    let service = RulesServiceServer::new(echo);
    servers.spawn(Server::builder().add_service(service).serve_with_incoming(incoming));
    Ok(address)
}

fn zeros(length: usize) -> Bytes {
    vec![0; length].into()
}
