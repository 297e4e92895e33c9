//! The settings of the orchestrator, from the environment.

mod keeping;
mod redis;

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use kit_service::config::{ConfigFaults, Reader, Secret, Strings, kinds};
use kit_service::http_routes::{Hosts, Origins};
use kit_service::process::{ProcessConfig, Program};
use kit_service::tls::ClientFiles;
use kit_service::{CONNECTION_IDLE_MAX, CONNECTIONS_PER_PEER_MAX, Networks, Proxies};
use match_orchestrator_store::RedisConfig;

pub use self::keeping::read_lifetime;
use crate::{Keeping, RulesLimits, call_limits};

/// Addresses of rules services, separated by commas.
pub const ENV_GAMES: &str = "ORCHESTRATOR_GAMES";
/// The authorities of rules services at `https` addresses; not set, the public
/// ones.
pub const ENV_GAMES_TLS_CA: &str = "ORCHESTRATOR_GAMES_TLS_CA";
/// The certificate that rules services are shown, and its key.
pub const ENV_GAMES_TLS_CERT: &str = "ORCHESTRATOR_GAMES_TLS_CERT";
/// See [`ENV_GAMES_TLS_CERT`].
pub const ENV_GAMES_TLS_KEY: &str = "ORCHESTRATOR_GAMES_TLS_KEY";
/// `redis://host`, `rediss://host`, `file:path` or `memory`.
pub const ENV_STORE: &str = "ORCHESTRATOR_STORE";
/// What all keys in Redis begin with.
pub const ENV_REDIS_PREFIX: &str = "ORCHESTRATOR_REDIS_PREFIX";
/// Connections to Redis that commits are spread over.
pub const ENV_REDIS_CONNECTIONS: &str = "ORCHESTRATOR_REDIS_CONNECTIONS";
/// The authorities of a Redis at a `rediss` address; not set, the public ones.
pub const ENV_REDIS_TLS_CA: &str = "ORCHESTRATOR_REDIS_TLS_CA";
/// The file with the user that Redis knows us by; not set, what the address
/// says.
pub const ENV_REDIS_USERNAME_FILE: &str = "ORCHESTRATOR_REDIS_USERNAME_FILE";
/// The file with that user's password; not set, what the address says.
pub const ENV_REDIS_PASSWORD_FILE: &str = "ORCHESTRATOR_REDIS_PASSWORD_FILE";
/// The certificate that a Redis at a `rediss` address is shown, and its key.
pub const ENV_REDIS_TLS_CERT: &str = "ORCHESTRATOR_REDIS_TLS_CERT";
/// See [`ENV_REDIS_TLS_CERT`].
pub const ENV_REDIS_TLS_KEY: &str = "ORCHESTRATOR_REDIS_TLS_KEY";
/// What has to have a commit before it is acknowledged: `server`,
/// `replicas:1`, `disk` or `replicas:1,disk`.
pub const ENV_REDIS_DURABILITY: &str = "ORCHESTRATOR_REDIS_DURABILITY";
/// Partitions that a new Redis is divided into; not set, 256, or what it has.
pub const ENV_REDIS_PARTITIONS: &str = "ORCHESTRATOR_REDIS_PARTITIONS";
/// How long a match is kept that does not start; 0 is for ever.
pub const ENV_KEEP_SEATING: &str = "ORCHESTRATOR_KEEP_SEATING";
/// How long a match goes on in which nobody acts; 0 is for ever.
pub const ENV_KEEP_IDLE: &str = "ORCHESTRATOR_KEEP_IDLE";
/// How long finished matches are kept; 0 is for ever.
pub const ENV_RETENTION: &str = "ORCHESTRATOR_RETENTION";
/// Whether finished matches stay until they were archived.
pub const ENV_ARCHIVE_FIRST: &str = "ORCHESTRATOR_ARCHIVE_FIRST";
/// How long a request can be repeated.
pub const ENV_REQUESTS_KEPT: &str = "ORCHESTRATOR_REQUESTS_KEPT";
/// The longest that one call to a rules service may take.
pub const ENV_RULES_CALL_MAX: &str = "ORCHESTRATOR_RULES_CALL_MAX";
/// Calls that one game may have open at a time.
pub const ENV_RULES_CALLS_MAX: &str = "ORCHESTRATOR_RULES_CALLS_MAX";
/// Proxies that are believed when they say for whom they call: their networks,
/// separated by commas; not set, none.
pub const ENV_TRUSTED_PROXIES: &str = "ORCHESTRATOR_TRUSTED_PROXIES";
/// Backends of one's own, which only the limits for all bound: their networks,
/// separated by commas; not set, none.
pub const ENV_UNLIMITED_PEERS: &str = "ORCHESTRATOR_UNLIMITED_PEERS";
/// Matches that are kept in memory.
pub const ENV_CACHED_MAX: &str = "ORCHESTRATOR_CACHED_MAX";
/// What operators authenticate with; not set, nobody can.
pub const ENV_OPERATOR_TOKEN: &str = "ORCHESTRATOR_OPERATOR_TOKEN";
/// Where operators are served, and nobody else; not set, on the port of all.
pub const ENV_OPERATOR_LISTEN: &str = "ORCHESTRATOR_OPERATOR_LISTEN";
/// Web pages elsewhere that may read the answers: their origins, separated by
/// commas, or `*` for all; not set, none.
pub const ENV_CORS_ORIGINS: &str = "ORCHESTRATOR_CORS_ORIGINS";
/// Names by which browsers may call the port, separated by commas, or `*` for
/// all; not set, `localhost` and addresses.
pub const ENV_HOSTS: &str = "ORCHESTRATOR_HOSTS";
/// Connections that one peer may have open at a time.
pub const ENV_CONNECTIONS_PER_PEER_MAX: &str = "ORCHESTRATOR_CONNECTIONS_PER_PEER_MAX";
/// How long a connection may be without a request.
pub const ENV_CONNECTION_IDLE_MAX: &str = "ORCHESTRATOR_CONNECTION_IDLE_MAX";

/// What the orchestrator is called; the prefix is that of the settings which
/// every process has ([`ProcessConfig`]).
pub fn program() -> Program {
    let (name, prefix) = ("match-orchestrator".to_owned(), "ORCHESTRATOR".to_owned());
    Program { name, prefix, listen: "0.0.0.0:7000", limits: &call_limits::TABLE }
}

/// The settings of the orchestrator.
#[derive(Clone, Debug)]
pub struct Config {
    /// Addresses of rules services.
    pub games: Vec<String>,
    /// Whom to trust at `https` addresses.
    pub games_tls: ClientFiles,
    /// Where matches live.
    pub store: StoreConfig,
    /// What one game may cost.
    pub rules_limits: RulesLimits,
    /// Whom to believe when they say for whom they call.
    pub trusted_proxies: Proxies,
    /// Whom only the limits for all bound.
    pub unlimited_peers: Networks,
    /// Matches that are kept in memory.
    pub cached_max: NonZeroUsize,
    /// How long matches are kept in the store.
    pub keeping: Keeping,
    /// What operators authenticate with.
    pub operator_token: Option<Secret>,
    /// Where operators are served, and nobody else.
    pub operator_listen: Option<SocketAddr>,
    /// Web pages elsewhere that may read the answers.
    pub cors_origins: Option<Origins>,
    /// Names by which browsers may call the port.
    pub hosts: Hosts,
    /// Connections that one peer may have open at a time.
    pub connections_per_peer_max: usize,
    /// How long a connection may be without a request.
    pub connection_idle_max: Duration,
}

/// Where matches live.
#[derive(Clone, Debug)]
pub enum StoreConfig {
    /// In this process, for tests.
    Memory,
    File(PathBuf),
    Redis(Box<RedisConfig>),
}

impl Default for Config {
    fn default() -> Self {
        Self {
            games: Vec::new(),
            games_tls: ClientFiles::default(),
            store: StoreConfig::Memory,
            rules_limits: RulesLimits { calls_max: 512, call_max: Duration::from_secs(2) },
            trusted_proxies: Proxies::default(),
            unlimited_peers: Networks::default(),
            cached_max: NonZeroUsize::new(10_000).expect("ten thousand is not zero"),
            keeping: Keeping::default(),
            operator_token: None,
            operator_listen: None,
            cors_origins: None,
            hosts: Hosts::default(),
            connections_per_peer_max: CONNECTIONS_PER_PEER_MAX,
            connection_idle_max: CONNECTION_IDLE_MAX,
        }
    }
}

impl Config {
    /// Reads all settings.
    ///
    /// # Errors
    /// With everything that is wrong.
    pub fn read(strings: &impl Strings) -> Result<(ProcessConfig, Self), ConfigFaults> {
        let mut reader = Reader::new(strings);
        let process = ProcessConfig::read(&mut reader, &program());
        let games = reader.optional(ENV_GAMES, addresses).unwrap_or_default();
        let [ca, cert, key] = [ENV_GAMES_TLS_CA, ENV_GAMES_TLS_CERT, ENV_GAMES_TLS_KEY];
        let games_tls = ClientFiles::read(&mut reader, ca, cert, key);
        let store = read_store(&mut reader);
        let call_max = reader.or(ENV_RULES_CALL_MAX, "2s", kinds::duration);
        let calls_max = reader.or(ENV_RULES_CALLS_MAX, "512", kinds::unsigned(1..=100_000));
        let trusted_proxies = reader.optional(ENV_TRUSTED_PROXIES, kinds::parsed::<Proxies>);
        let unlimited_peers = reader.optional(ENV_UNLIMITED_PEERS, kinds::parsed::<Networks>);
        let cached_max = reader.or(ENV_CACHED_MAX, "10000", kinds::unsigned(1..=10_000_000));
        let keeping = keeping::read(&mut reader);
        let operator_token = reader.secret(ENV_OPERATOR_TOKEN);
        let operator_listen = reader.optional(ENV_OPERATOR_LISTEN, kinds::address);
        let cors_origins = reader.optional(ENV_CORS_ORIGINS, kinds::parsed::<Origins>);
        let hosts = reader.optional(ENV_HOSTS, kinds::parsed::<Hosts>).unwrap_or_default();
        let per_peer_max =
            reader.or(ENV_CONNECTIONS_PER_PEER_MAX, "512", kinds::unsigned(1..=1_000_000));
        let connection_idle_max = reader.or(ENV_CONNECTION_IDLE_MAX, "5m", kinds::duration);
        reader.finish(|| {
            let config = Self {
                games,
                games_tls,
                store: store?,
                rules_limits: RulesLimits { calls_max: calls_max? as usize, call_max: call_max? },
                trusted_proxies: trusted_proxies.unwrap_or_default(),
                unlimited_peers: unlimited_peers.unwrap_or_default(),
                cached_max: NonZeroUsize::new(cached_max? as usize)?,
                keeping: keeping?,
                operator_token,
                operator_listen,
                cors_origins,
                hosts,
                connections_per_peer_max: per_peer_max? as usize,
                connection_idle_max: connection_idle_max?,
            };
            Some((process?, config))
        })
    }
}

fn read_store(reader: &mut Reader<'_>) -> Option<StoreConfig> {
    let redis = redis::RedisSettings::read(reader);
    let location = reader.required(ENV_STORE, kinds::text)?;
    if location == "memory" {
        return Some(StoreConfig::Memory);
    }
    if let Some(path) = location.strip_prefix("file:") {
        return Some(StoreConfig::File(path.into()));
    }
    if location.starts_with("redis") || location.starts_with("unix") {
        return redis.at(location, reader).map(|config| StoreConfig::Redis(config.into()));
    }
    reader.fault(ENV_STORE, "is redis://host, rediss://host, file:path or memory");
    None
}

fn addresses(value: &str) -> Result<Vec<String>, String> {
    let all: Vec<String> = value
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect();
    match all
        .iter()
        .find(|address| address.parse::<http::Uri>().map_or(true, |uri| uri.scheme().is_none()))
    {
        Some(wrong) => {
            Err(format!("holds {wrong:?}, which is not a URL such as http://samurai:7100"))
        }
        None => Ok(all),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    pub(super) fn faults(pairs: &[(&str, &str)]) -> Vec<String> {
        let map: BTreeMap<&str, &str> = pairs.iter().copied().collect();
        let faults = Config::read(&map).err().map_or(Vec::new(), |faults| faults.0);
        faults.into_iter().map(|fault| fault.name).collect()
    }

    #[test]
    fn a_store_is_all_that_must_be_named() {
        assert_eq!(faults(&[]), [ENV_STORE]);
        for store in ["memory", "file:matches.redb", "redis://host", "rediss://host"] {
            assert_eq!(faults(&[(ENV_STORE, store)]), Vec::<String>::new(), "{store}");
        }
        assert_eq!(faults(&[(ENV_STORE, "postgres://host")]), [ENV_STORE]);
    }

    #[test]
    fn what_is_not_set_is_as_without_an_environment() {
        let (_, config) = Config::read(&BTreeMap::from([(ENV_STORE, "memory")])).expect("no fault");
        let default = Config::default();
        assert_eq!(config.connections_per_peer_max, default.connections_per_peer_max);
        assert_eq!(config.connection_idle_max, default.connection_idle_max);
        assert_eq!(config.hosts, default.hosts);
    }

    #[test]
    fn a_host_is_a_name_and_no_address_of_a_page() {
        let with_hosts = |hosts| faults(&[(ENV_STORE, "memory"), (ENV_HOSTS, hosts)]);
        assert_eq!(with_hosts("play.example.org, games"), Vec::<String>::new());
        assert_eq!(with_hosts("*"), Vec::<String>::new());
        assert_eq!(with_hosts("https://play.example.org"), [ENV_HOSTS]);
    }
}
