//! Address of Redis, as a URL gives it.

use ::redis::{ConnectionInfo, IntoConnectionInfo, RedisConnectionInfo, io::tcp::TcpSettings};

use super::failure::RedisFailure;

/// The port of a sentinel that does not name its own.
const SENTINEL_PORT: u16 = 26379;

/// Where Redis is. It has no `Debug`, since it may hold a password.
#[derive(Clone)]
pub(super) enum Address {
    /// One server, over TCP, TLS or a unix socket.
    Server(ConnectionInfo),
    /// Some nodes of a cluster, one at least.
    Cluster(Vec<ConnectionInfo>),
    /// Sentinels that know where the master is.
    Sentinel {
        sentinels: Vec<ConnectionInfo>,
        master: String,
        /// How to log in at the master.
        login: RedisConnectionInfo,
        tls: bool,
    },
}

impl Address {
    /// How to log in where the matches are.
    pub(super) fn login(&self) -> &RedisConnectionInfo {
        match self {
            Self::Server(info) => info.redis_settings(),
            Self::Cluster(nodes) => nodes[0].redis_settings(),
            Self::Sentinel { login, .. } => login,
        }
    }

    /// Whether the servers are reached over TLS.
    pub(super) fn uses_tls(&self) -> bool {
        let is_tls =
            |info: &ConnectionInfo| matches!(info.addr(), ::redis::ConnectionAddr::TcpTls { .. });
        match self {
            Self::Server(info) => is_tls(info),
            Self::Cluster(nodes) => nodes.iter().any(is_tls),
            Self::Sentinel { tls, .. } => *tls,
        }
    }
}

/// Reads a URL. No message repeats any part of it, since it may hold a
/// password.
pub(super) fn parse(url: &str, tcp: &TcpSettings) -> Result<Address, RedisFailure> {
    let bad = |why: &str| RedisFailure::Url { doing: "connect", why: why.to_owned() };
    let (scheme, rest) = url.split_once("://").ok_or_else(|| bad("it has no scheme"))?;
    let (base, tls, kind) = match scheme {
        "redis-cluster" | "redis-sentinel" => ("redis", false, scheme),
        "rediss-cluster" => ("rediss", true, "redis-cluster"),
        "rediss-sentinel" => ("rediss", true, "redis-sentinel"),
        _ => return Ok(Address::Server(info(url, tcp)?)),
    };
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    let (login, hosts) = match authority.rsplit_once('@') {
        Some((login, hosts)) => (format!("{login}@"), hosts),
        None => (String::new(), authority),
    };
    let hosts: Vec<&str> = hosts.split(',').collect();

    if kind == "redis-cluster" {
        let node = |host: &&str| info(&format!("{base}://{login}{host}/"), tcp);
        return Ok(Address::Cluster(hosts.iter().map(node).collect::<Result<_, _>>()?));
    }

    let (master, database) = path.split_once('/').unwrap_or((path, ""));
    if master.is_empty() {
        return Err(bad("it does not name the master after the sentinels"));
    }
    let sentinel_login = match query.strip_prefix("sentinel_auth=") {
        Some(login) => format!("{login}@"),
        None if query.is_empty() => String::new(),
        None => return Err(bad("sentinel_auth is the only parameter")),
    };
    let sentinel =
        |host: &&str| info(&format!("{base}://{sentinel_login}{}/", with_port(host)), tcp);
    Ok(Address::Sentinel {
        sentinels: hosts.iter().map(sentinel).collect::<Result<_, _>>()?,
        master: master.to_owned(),
        login: info(&format!("{base}://{login}master/{database}"), tcp)?.redis_settings().clone(),
        tls,
    })
}

fn info(url: &str, tcp: &TcpSettings) -> Result<ConnectionInfo, RedisFailure> {
    let info = url.into_connection_info().map_err(|error| RedisFailure::Url {
        doing: "connect",
        why: error.to_string().split(':').next().unwrap_or_default().to_owned(),
    })?;
    Ok(info.set_tcp_settings(tcp.clone()))
}

fn with_port(host: &str) -> String {
    // An IPv6 address has colons of its own, within brackets.
    let after_brackets = host.rsplit(']').next().unwrap_or(host);
    if after_brackets.contains(':') { host.to_owned() } else { format!("{host}:{SENTINEL_PORT}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(url: &str) -> Address {
        parse(url, &TcpSettings::default()).expect("the URL is understood")
    }

    #[test]
    fn a_cluster_url_names_several_nodes_with_one_login() {
        let Address::Cluster(nodes) = parsed("redis-cluster://u:p%40@a:1,b:2,[::1]:3") else {
            panic!("it is a cluster");
        };
        let addresses: Vec<String> = nodes.iter().map(|node| node.addr().to_string()).collect();
        assert_eq!(addresses, ["a:1", "b:2", "::1:3"]);
        for node in &nodes {
            assert_eq!(node.redis_settings().username(), Some("u"));
            assert_eq!(node.redis_settings().password(), Some("p@"));
        }
    }

    #[test]
    fn a_sentinel_url_names_the_master_its_login_and_the_database() {
        let url = "rediss-sentinel://u:p@a,[::1],c:9/main/3?sentinel_auth=s:q";
        let Address::Sentinel { sentinels, master, login, tls } = parsed(url) else {
            panic!("it is a sentinel address");
        };
        let addresses: Vec<String> = sentinels.iter().map(|s| s.addr().to_string()).collect();
        assert_eq!(addresses, ["a:26379", "::1:26379", "c:9"]);
        assert_eq!(sentinels[0].redis_settings().password(), Some("q"));
        assert_eq!((master.as_str(), login.db(), tls), ("main", 3, true));
        assert_eq!((login.username(), login.password()), (Some("u"), Some("p")));
    }

    #[test]
    fn a_bad_url_is_refused_without_repeating_it() {
        for url in [
            "localhost",
            "http://:secret@localhost/",
            "redis://:secret@localhost/database",
            "redis-sentinel://:secret@localhost/",
            "redis-sentinel://localhost/main?db=secret",
            "redis-cluster://:secret@local host/",
        ] {
            let refusal = parse(url, &TcpSettings::default()).err().expect(url).to_string();
            assert!(!refusal.contains("secret") && !refusal.contains("local"), "{refusal}");
        }
    }
}
