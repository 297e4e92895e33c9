//! Making connections to wherever Redis is.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ::redis::aio::{ConnectionLike, MultiplexedConnection, PubSub};
use ::redis::cluster::ClusterClient;
use ::redis::cluster_async::ClusterConnection;
use ::redis::cluster_routing::{Route, RoutingInfo, SingleNodeRoutingInfo, SlotAddr};
use ::redis::io::tcp::{TcpSettings, socket2::TcpKeepalive};
use ::redis::sentinel::{SentinelClient, SentinelClientBuilder, SentinelServerType};
use ::redis::{AsyncConnectionConfig, Client, Cmd, RedisError, TlsCertificates, TlsMode, Value};
use tokio::sync::Mutex;

use super::address::{self, Address};
use super::config::RedisConfig;
use super::failure::RedisFailure;

/// How many commands wait in a connection before callers have to wait to be
/// taken in.
const PIPELINE_MAX: usize = 1024;

/// How often the cluster client follows a moved slot or a failover before it
/// gives up, all within the response timeout.
const CLUSTER_RETRIES: u32 = 3;

/// A peer that is gone without a word is noticed after about this time, twice.
const KEEPALIVE: Duration = Duration::from_secs(15);

/// Knows how to connect.
pub(super) struct Endpoint {
    topology: Topology,
    settings: AsyncConnectionConfig,
    connect_timeout: Duration,
}

enum Topology {
    Server(Client),
    Cluster {
        client: ClusterClient,
        /// The nodes one by one, for subscriptions: every node of a cluster
        /// passes on what is published at any of them.
        nodes: Vec<Client>,
        next: AtomicUsize,
    },
    Sentinel(Mutex<SentinelClient>),
}

/// A connection that carries many commands at once.
#[derive(Clone)]
pub(super) enum Link {
    Server(MultiplexedConnection),
    Cluster(ClusterConnection),
}

impl Endpoint {
    pub(super) fn new(config: &RedisConfig) -> Result<Self, RedisFailure> {
        let keepalive = TcpKeepalive::new().with_time(KEEPALIVE).with_interval(KEEPALIVE);
        let tcp = TcpSettings::default().set_nodelay(true).set_keepalive(keepalive);
        let address = address::parse(&config.url, &tcp)?;
        if address.uses_tls() {
            // Fails only if the process has chosen its cryptography already.
            let _ = rustls::crypto::ring::default_provider().install_default();
        }
        let certificates = config
            .ca_certificate
            .clone()
            .filter(|_| address.uses_tls())
            .map(|pem| TlsCertificates { client_tls: None, root_cert: Some(pem) });
        let topology = topology(address, config, &tcp, certificates)
            .map_err(|error| RedisFailure::new("configure", error))?;
        let settings = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(config.connect_timeout))
            .set_response_timeout(Some(config.response_timeout))
            .set_pipeline_buffer_size(PIPELINE_MAX);
        Ok(Self { topology, settings, connect_timeout: config.connect_timeout })
    }

    /// Whether the keys are spread over several servers.
    pub(super) fn is_cluster(&self) -> bool {
        matches!(self.topology, Topology::Cluster { .. })
    }

    /// A new connection, within the connect timeout.
    pub(super) async fn link(&self) -> Result<Link, RedisFailure> {
        let connect = async {
            match &self.topology {
                Topology::Server(client) => self.link_to(client).await,
                Topology::Sentinel(client) => {
                    let master = client.lock().await.async_get_client().await?;
                    self.link_to(&master).await
                }
                Topology::Cluster { client, .. } => {
                    client.get_async_connection().await.map(Link::Cluster)
                }
            }
        };
        self.in_time("connect", connect).await
    }

    /// A new connection that has subscribed to the channels, within the connect
    /// timeout.
    pub(super) async fn subscription(&self, channels: &[String]) -> Result<PubSub, RedisFailure> {
        let subscribe = async {
            let client = match &self.topology {
                Topology::Server(client) => client.clone(),
                Topology::Sentinel(client) => client.lock().await.async_get_client().await?,
                Topology::Cluster { nodes, next, .. } => {
                    nodes[next.fetch_add(1, Ordering::Relaxed) % nodes.len()].clone()
                }
            };
            let mut subscription = client.get_async_pubsub().await?;
            subscription.subscribe(channels).await?;
            Ok(subscription)
        };
        self.in_time("subscribe", subscribe).await
    }

    async fn link_to(&self, client: &Client) -> Result<Link, RedisError> {
        client.get_multiplexed_async_connection_with_config(&self.settings).await.map(Link::Server)
    }

    async fn in_time<T>(
        &self,
        doing: &'static str,
        work: impl Future<Output = Result<T, RedisError>>,
    ) -> Result<T, RedisFailure> {
        match tokio::time::timeout(self.connect_timeout, work).await {
            Ok(done) => done.map_err(|error| RedisFailure::new(doing, error)),
            Err(_) => Err(RedisFailure::Timeout { doing, waited: self.connect_timeout }),
        }
    }
}

impl Link {
    /// Runs a command; on a cluster, if a slot is given, on the master that
    /// has it.
    pub(super) async fn run(
        &mut self,
        command: &Cmd,
        slot: Option<u16>,
    ) -> Result<Value, RedisError> {
        let answer = match (self, slot) {
            (Self::Server(connection), _) => connection.req_packed_command(command).await,
            (Self::Cluster(connection), None) => connection.req_packed_command(command).await,
            (Self::Cluster(connection), Some(slot)) => {
                let master = Route::new(slot, SlotAddr::Master);
                let node = SingleNodeRoutingInfo::SpecificNode(master);
                let routing = RoutingInfo::SingleNode(node);
                connection.route_command(command.clone(), routing).await
            }
        };
        // An error of the server comes as a value like any other.
        answer?.extract_error()
    }
}

fn topology(
    address: Address,
    config: &RedisConfig,
    tcp: &TcpSettings,
    certificates: Option<TlsCertificates>,
) -> Result<Topology, RedisError> {
    let client = |info| match certificates.clone() {
        Some(certificates) => Client::build_with_tls(info, certificates),
        None => Client::open(info),
    };
    match address {
        Address::Server(info) => Ok(Topology::Server(client(info)?)),
        Address::Cluster(nodes) => {
            let mut builder = ClusterClient::builder(nodes.clone())
                .tcp_settings(tcp.clone())
                .connection_timeout(config.connect_timeout)
                .response_timeout(config.response_timeout)
                .retries(CLUSTER_RETRIES);
            if let Some(certificates) = certificates.clone() {
                builder = builder.certs(certificates);
            }
            let nodes = nodes.into_iter().map(client).collect::<Result<_, _>>()?;
            Ok(Topology::Cluster { client: builder.build()?, nodes, next: AtomicUsize::new(0) })
        }
        Address::Sentinel { sentinels, master, login, tls } => {
            let asked = sentinels.first().map(|info| info.redis_settings().clone());
            let addresses = sentinels.into_iter().map(|info| info.addr().clone());
            let master_type = SentinelServerType::Master;
            let mut builder = SentinelClientBuilder::new(addresses, master, master_type)?
                .set_client_to_redis_db(login.db())
                .set_client_to_redis_tcp_settings(tcp.clone())
                .set_client_to_sentinel_tcp_settings(tcp.clone());
            if let Some(username) = login.username() {
                builder = builder.set_client_to_redis_username(username);
            }
            if let Some(password) = login.password() {
                builder = builder.set_client_to_redis_password(password);
            }
            if let Some(username) = asked.as_ref().and_then(|asked| asked.username()) {
                builder = builder.set_client_to_sentinel_username(username);
            }
            if let Some(password) = asked.as_ref().and_then(|asked| asked.password()) {
                builder = builder.set_client_to_sentinel_password(password);
            }
            if tls {
                builder = builder.set_client_to_redis_tls_mode(TlsMode::Secure);
            }
            if let Some(certificates) = certificates {
                builder = builder
                    .set_client_to_redis_certificates(certificates.clone())
                    .set_client_to_sentinel_certificates(certificates);
            }
            Ok(Topology::Sentinel(Mutex::new(builder.build()?)))
        }
    }
}
