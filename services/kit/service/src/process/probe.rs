//! Health probe: how a program asks the process that serves for its health.
//!
//! Images hold nothing but the program, so the program itself is what a
//! container's health check can run.

use std::error::Error as StdError;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use thiserror::Error;
use tonic::Code;
use tonic::transport::Endpoint;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;

use crate::config::{ConfigFaults, Reader, Strings, kinds};

use super::Program;

/// How long the whole answer may take; health checks begin again soon.
const ANSWER_MAX: Duration = Duration::from_secs(2);

/// Why the answer to a probe is no.
#[derive(Debug, Error)]
pub enum ProbeError {
    /// The process wants no traffic, or lacks what the entry is about.
    #[error("is not serving")]
    NotServing,
    /// The process has no such entry.
    #[error("is not known")]
    UnknownEntry,
    /// Nobody is there.
    #[error("can't be asked: {}", root(.0))]
    Unreachable(#[from] tonic::transport::Error),
    /// Somebody is there who can't tell.
    #[error("can't be asked: {0}")]
    Refused(Code),
    /// Somebody is there who says nothing.
    #[error("can't be asked: no answer within {}", humantime::format_duration(ANSWER_MAX))]
    Silent,
}

/// Asks whether a health entry is serving, without TLS.
///
/// # Errors
/// If it is not, or if nobody says so in time.
pub async fn probe(address: SocketAddr, entry: &str) -> Result<(), ProbeError> {
    let asked = async {
        let place = Endpoint::from_shared(format!("http://{address}"))?;
        let request = HealthCheckRequest { service: entry.to_owned() };
        match HealthClient::new(place.connect().await?).check(request).await {
            Ok(answer) if answer.get_ref().status() == ServingStatus::Serving => Ok(()),
            Ok(_) => Err(ProbeError::NotServing),
            Err(status) if status.code() == Code::NotFound => Err(ProbeError::UnknownEntry),
            Err(status) => Err(ProbeError::Refused(status.code())),
        }
    };
    tokio::time::timeout(ANSWER_MAX, asked).await.unwrap_or(Err(ProbeError::Silent))
}

/// Where the process of these settings answers probes. Only what matters for
/// that is read: a certificate that is just being exchanged says nothing about
/// a process that holds the one before.
pub(super) fn place(program: &Program, strings: &impl Strings) -> Result<SocketAddr, ConfigFaults> {
    let mut reader = Reader::new(strings);
    let name = |suffix: &str| format!("{}_{suffix}", program.prefix);
    let listen = reader.or(&name("LISTEN"), program.listen, kinds::address);
    let probe_listen = reader.optional(&name("PROBE_LISTEN"), kinds::address);
    let has_tls = reader.optional(&name("TLS_CERT"), kinds::text).is_some();
    if has_tls && probe_listen.is_none() {
        let why = format!("must be set for probes, since {} speaks TLS", name("LISTEN"));
        reader.fault(&name("PROBE_LISTEN"), why);
    }
    reader.finish(|| probe_listen.or(listen)).map(reachable)
}

/// An address to connect to, of one to listen at.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

/// The first cause, which alone says something.
fn root(error: &dyn StdError) -> String {
    error.source().map_or_else(|| error.to_string(), root)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::limits::Limits;

    fn place_of(pairs: &[(&str, &str)]) -> Result<String, Vec<String>> {
        let toy = Program {
            name: "toy".into(),
            prefix: "TOY".into(),
            listen: "0.0.0.0:7100",
            limits: Limits::default().table,
        };
        let map: BTreeMap<&str, &str> = pairs.iter().copied().collect();
        let names = |faults: ConfigFaults| faults.0.into_iter().map(|fault| fault.name).collect();
        place(&toy, &map).map(|address| address.to_string()).map_err(names)
    }

    #[test]
    fn the_probe_goes_where_the_process_listens() {
        let ok = |address: &str| Ok(address.to_owned());
        assert_eq!(place_of(&[]), ok("127.0.0.1:7100"));
        assert_eq!(place_of(&[("TOY_LISTEN", "[::]:80")]), ok("[::1]:80"));
        assert_eq!(place_of(&[("TOY_LISTEN", "10.0.0.7:80")]), ok("10.0.0.7:80"));
        assert_eq!(place_of(&[("TOY_PROBE_LISTEN", "0.0.0.0:81")]), ok("127.0.0.1:81"));
        assert_eq!(place_of(&[("TOY_LISTEN", "here")]), Err(vec!["TOY_LISTEN".to_owned()]));
    }

    #[test]
    fn a_port_with_tls_is_not_probed_but_the_port_beside_it_is() {
        let tls = ("TOY_TLS_CERT", "/nonexistent/tls.crt");
        assert_eq!(place_of(&[tls]), Err(vec!["TOY_PROBE_LISTEN".to_owned()]));
        let beside = ("TOY_PROBE_LISTEN", "127.0.0.1:81");
        assert_eq!(place_of(&[tls, beside]), Ok("127.0.0.1:81".to_owned()));
    }
}
