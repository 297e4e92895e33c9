//! The floor: what the wire and Redis cost without any of our code.

mod commits;
mod echo;

use std::net::{Ipv4Addr, SocketAddr};

use bakufu_cli::connect_channel;
use bytes::Bytes;
use kit_grpc::bakufu::rules::v1::rules_service_client::RulesServiceClient;
use kit_grpc::bakufu::rules::v1::rules_service_server::RulesServiceServer;
use kit_proto::bakufu::rules::v1 as rules;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tonic::transport::server::TcpIncoming;
use tonic::transport::{Channel, Server};

use self::commits::Commits;
use self::echo::{Echo, Front};
use super::load::Caller;
use super::sizes::Sizes;
use crate::failure::Failure;

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
        let (state, answer) = (zeros(sizes.state_bytes), zeros(sizes.response_bytes));
        let front = Echo::Front(Box::new(Front { next, commits, state, answer }));
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

async fn serve(
    servers: &mut JoinSet<Result<(), tonic::transport::Error>>,
    echo: Echo,
) -> Result<SocketAddr, Failure> {
    let cannot =
        |source| bakufu_cli::Failure::System { doing: "listen on the loopback address", source };
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
