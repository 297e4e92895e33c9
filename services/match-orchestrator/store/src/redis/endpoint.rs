//! Making connections to wherever Redis is.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ::redis::aio::ConnectionLike;
use ::redis::cluster::{ClusterClient, ClusterClientBuilder};
use ::redis::cluster_async::ClusterConnection;
use ::redis::cluster_routing::{Route, RoutingInfo, SingleNodeRoutingInfo, SlotAddr};
use ::redis::io::tcp::{TcpSettings, socket2::TcpKeepalive};
use ::redis::sentinel::{SentinelClient, SentinelClientBuilder, SentinelServerType};
use ::redis::{
    Arg, AsyncConnectionConfig, Client, Cmd, ConnectionInfo, RedisConnectionInfo, RedisError,
    TlsCertificates, TlsMode, Value, pipe,
};
use tracing::{error, info};

use super::address::{self, Address};
use super::config::RedisConfig;
use super::credentials::Credentials;
use super::failure::RedisFailure;
use super::named::NamedConnection;
use super::subscription::{OnMessage, Subscription};

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
    config: RedisConfig,
    address: Address,
    tcp: TcpSettings,
    settings: AsyncConnectionConfig,
    held: Mutex<Held>,
}

/// What connections are made with, and what it was made of.
struct Held {
    credentials: Credentials,
    topology: Arc<Topology>,
    /// What is wrong with newer files, if something is: told once.
    complaint: Option<String>,
}

enum Topology {
    Server(ConnectionInfo),
    Cluster {
        client: ClusterClient,
        /// What other clients are made with.
        nodes: Vec<ConnectionInfo>,
        certificates: Option<TlsCertificates>,
    },
    Sentinel(tokio::sync::Mutex<SentinelClient>),
}

/// A connection that carries many commands at once.
#[derive(Clone)]
pub(super) enum Link {
    Server(NamedConnection),
    Cluster(ClusterConnection<NamedConnection>),
}

impl Endpoint {
    pub(super) fn new(config: RedisConfig) -> Result<Self, RedisFailure> {
        let keepalive = TcpKeepalive::new().with_time(KEEPALIVE).with_interval(KEEPALIVE);
        let tcp = TcpSettings::default().set_nodelay(true).set_keepalive(keepalive);
        let address = address::parse(&config.url, &tcp)?;
        if let Some(fault) = config.faults().first() {
            return Err((*fault).into());
        }
        if address.uses_tls() {
            // Fails only if the process has chosen its cryptography already.
            let _ = rustls::crypto::ring::default_provider().install_default();
        }
        let credentials = config.credentials.read()?;
        let topology = Arc::new(topology(&address, &config, &tcp, &credentials)?);
        let settings = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(config.connect_timeout))
            .set_response_timeout(Some(config.response_timeout))
            .set_pipeline_buffer_size(PIPELINE_MAX);
        let held = Mutex::new(Held { credentials, topology, complaint: None });
        Ok(Self { config, address, tcp, settings, held })
    }

    /// Whether the keys are spread over several servers.
    pub(super) fn is_cluster(&self) -> bool {
        matches!(self.address, Address::Cluster(_))
    }

    /// A new connection, within the connect timeout.
    pub(super) async fn link(&self) -> Result<Link, RedisFailure> {
        let connect = async {
            match &*self.topology().await {
                Topology::Server(info) => self.link_to(info.clone()).await,
                Topology::Sentinel(client) => self.link_to(master(client).await?).await,
                Topology::Cluster { client, .. } => {
                    client.get_async_generic_connection().await.map(Link::Cluster)
                }
            }
        };
        self.in_time("connect", connect).await
    }

    /// A new connection that has subscribed to the channels, within the connect
    /// timeout.
    pub(super) async fn subscription(
        &self,
        channels: &[String],
        on_message: OnMessage,
    ) -> Result<Subscription, RedisFailure> {
        let subscribe = async {
            let open = |info| Subscription::open(info, self.settings.clone(), on_message.clone());
            let mut subscription = match &*self.topology().await {
                Topology::Server(info) => open(info.clone()).await?,
                Topology::Sentinel(client) => open(master(client).await?).await?,
                Topology::Cluster { nodes, certificates, .. } => {
                    let builder = cluster(nodes, &self.config, &self.tcp, certificates);
                    Subscription::open_cluster(builder, on_message).await?
                }
            };
            subscription.subscribe(channels).await?;
            Ok(subscription)
        };
        self.in_time("subscribe", subscribe).await
    }

    /// What a connection is made with now. The files are read each time, so a
    /// new password counts as soon as the old one is refused.
    async fn topology(&self) -> Arc<Topology> {
        let files = self.config.credentials.clone();
        if files.is_empty() {
            return Arc::clone(&self.held().topology);
        }
        let read = tokio::task::spawn_blocking(move || files.read())
            .await
            .expect("reading files does not panic");
        let mut held = self.held();
        let renewed = read.and_then(|credentials| {
            if credentials == held.credentials {
                return Ok(None);
            }
            let topology = topology(&self.address, &self.config, &self.tcp, &credentials)?;
            Ok(Some((credentials, Arc::new(topology))))
        });
        match renewed {
            Ok(None) => held.complaint = None,
            Ok(Some((credentials, topology))) => {
                *held = Held { credentials, topology, complaint: None };
                info!("new credentials for Redis loaded");
            }
            Err(failure) => {
                let complaint = Some(failure.to_string());
                if held.complaint != complaint {
                    let failure = &failure as &dyn std::error::Error;
                    error!(failure, "new credentials for Redis can't be used, the present stay");
                    held.complaint = complaint;
                }
            }
        }
        Arc::clone(&held.topology)
    }

    async fn link_to(&self, info: ConnectionInfo) -> Result<Link, RedisError> {
        NamedConnection::open(info, &self.settings).await.map(Link::Server)
    }

    async fn in_time<T>(
        &self,
        doing: &'static str,
        work: impl Future<Output = Result<T, RedisError>>,
    ) -> Result<T, RedisFailure> {
        let connect_timeout = self.config.connect_timeout;
        match tokio::time::timeout(connect_timeout, work).await {
            Ok(done) => done.map_err(|error| RedisFailure::new(doing, error)),
            Err(_) => Err(RedisFailure::Timeout { doing, waited: connect_timeout }),
        }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        // Nothing that holds the lock can panic half way.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// Runs a command, and right after it, over the same connection to the
    /// same server, others that refer to it. Their answers come after its own.
    pub(super) async fn run_followed(
        &mut self,
        command: &Cmd,
        followers: Vec<Cmd>,
    ) -> Result<(Value, Vec<Value>), RedisError> {
        let mut all = pipe();
        all.add_command(command.clone());
        for follower in followers {
            all.add_command(follower);
        }
        let count = all.len();
        let answers = match self {
            Self::Server(connection) => connection.req_packed_commands(&all, 0, count).await,
            Self::Cluster(connection) => {
                let node = match first_key(command) {
                    Some(key) => {
                        SingleNodeRoutingInfo::SpecificNode(Route::with_key(key, SlotAddr::Master))
                    }
                    None => SingleNodeRoutingInfo::RandomPrimary,
                };
                connection.route_pipeline(all, 0, count, node).await
            }
        };
        let mut answers = answers?.into_iter();
        let first = answers.next().unwrap_or(Value::Nil).extract_error()?;
        Ok((first, answers.collect()))
    }
}

/// The key that tells the slot of a command.
fn first_key(command: &Cmd) -> Option<&[u8]> {
    let mut words = command.args_iter().filter_map(|word| match word {
        Arg::Simple(word) => Some(word),
        _ => None,
    });
    match words.next()? {
        // After the script and the number of keys.
        b"EVAL" | b"EVALSHA" => words.nth(2),
        _ => words.next(),
    }
}

/// Where the sentinels say that the master is.
async fn master(client: &tokio::sync::Mutex<SentinelClient>) -> Result<ConnectionInfo, RedisError> {
    let master = client.lock().await.async_get_client().await?;
    Ok(master.get_connection_info().clone())
}

fn topology(
    address: &Address,
    config: &RedisConfig,
    tcp: &TcpSettings,
    credentials: &Credentials,
) -> Result<Topology, RedisFailure> {
    let certificates = TlsCertificates {
        client_tls: credentials.certificate(),
        root_cert: config.ca_certificate.clone(),
    };
    let is_custom = certificates.client_tls.is_some() || certificates.root_cert.is_some();
    let certificates = Some(certificates).filter(|_| is_custom && address.uses_tls());
    let login = credentials.login(address.login());
    reached(address.clone(), login, config, tcp, certificates)
        .map_err(|error| RedisFailure::new("configure", error))
}

fn reached(
    address: Address,
    login: RedisConnectionInfo,
    config: &RedisConfig,
    tcp: &TcpSettings,
    certificates: Option<TlsCertificates>,
) -> Result<Topology, RedisError> {
    let with_login = |info: ConnectionInfo| info.set_redis_settings(login.clone());
    let with_tls = |info| match certificates.clone() {
        Some(certificates) => {
            Client::build_with_tls(info, certificates).map(|c| c.get_connection_info().clone())
        }
        None => Ok(info),
    };
    match address {
        Address::Server(info) => Ok(Topology::Server(with_tls(with_login(info))?)),
        Address::Cluster(nodes) => {
            let nodes: Vec<ConnectionInfo> = nodes.into_iter().map(with_login).collect();
            let client = cluster(&nodes, config, tcp, &certificates).build()?;
            Ok(Topology::Cluster { client, nodes, certificates })
        }
        Address::Sentinel { sentinels, master, tls, .. } => {
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
            Ok(Topology::Sentinel(tokio::sync::Mutex::new(builder.build()?)))
        }
    }
}

fn cluster(
    nodes: &[ConnectionInfo],
    config: &RedisConfig,
    tcp: &TcpSettings,
    certificates: &Option<TlsCertificates>,
) -> ClusterClientBuilder {
    let builder = ClusterClient::builder(nodes.to_vec())
        .tcp_settings(tcp.clone())
        .connection_timeout(config.connect_timeout)
        .response_timeout(config.response_timeout)
        .retries(CLUSTER_RETRIES);
    match certificates {
        Some(certificates) => builder.certs(certificates.clone()),
        None => builder,
    }
}
