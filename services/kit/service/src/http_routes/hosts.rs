//! Allowed hosts: the names by which browsers may call a port.
//!
//! A page of anybody's can lead its own name to an address of ours, and is then at
//! home there: no rule about origins holds it back (DNS rebinding). What it can't
//! do is to change the name that its browser says.

use std::collections::BTreeSet;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST};
use http::uri::Authority;
use http::{HeaderValue, Request, Response, StatusCode};
use thiserror::Error;
use tonic::body::Body;

/// The hosts by which a port may be called: all, or these, this machine's own
/// names, and addresses, which nobody can lead elsewhere. The default is no other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hosts {
    /// Every name.
    Any,
    /// These names, in lower case and without ports.
    Named(BTreeSet<String>),
}

/// Text that names no hosts.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0:?} is no host name such as play.example.org, without a port, and not * for all")]
pub struct HostsError(String);

impl Default for Hosts {
    fn default() -> Self {
        Self::Named(BTreeSet::new())
    }
}

impl Hosts {
    /// Whether the request may be answered. One that names no host is of no
    /// browser.
    pub(super) fn allow<B>(&self, request: &Request<B>) -> bool {
        let Self::Named(names) = self else { return true };
        let in_headers = request.headers().get_all(HOST).iter();
        let in_headers = in_headers.map(|host| Authority::try_from(host.as_bytes()).ok());
        let in_target = request.uri().authority().cloned().map(Some);
        in_target
            .into_iter()
            .chain(in_headers)
            .all(|authority| authority.is_some_and(|authority| is_allowed(names, authority.host())))
    }
}

fn is_allowed(names: &BTreeSet<String>, host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
    let is_ipv6 = || {
        let inner = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        inner.is_some_and(|inner| inner.parse::<Ipv6Addr>().is_ok())
    };
    host == "localhost"
        || host.ends_with(".localhost")
        || host.parse::<Ipv4Addr>().is_ok()
        || is_ipv6()
        || names.contains(&host)
}

impl FromIterator<Self> for Hosts {
    /// What any of these allows.
    fn from_iter<I: IntoIterator<Item = Self>>(all: I) -> Self {
        all.into_iter().fold(Self::default(), |allowed, more| match (allowed, more) {
            (Self::Named(mut names), Self::Named(more)) => {
                names.extend(more);
                Self::Named(names)
            }
            _ => Self::Any,
        })
    }
}

impl FromStr for Hosts {
    type Err = HostsError;

    /// Reads `*`, or names separated by commas.
    fn from_str(text: &str) -> Result<Self, HostsError> {
        if text.trim() == "*" {
            return Ok(Self::Any);
        }
        let names = text.split(',').map(|name| {
            let name = name.trim().to_ascii_lowercase();
            if is_name(&name) { Ok(name) } else { Err(HostsError(name)) }
        });
        names.collect::<Result<_, _>>().map(Self::Named)
    }
}

/// Whether a browser can send it: what is not of ASCII comes in its other form.
fn is_name(text: &str) -> bool {
    let of_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    text.split('.').all(|label| !label.is_empty() && label.chars().all(of_name))
}

/// The answer to a request for another host.
pub(super) fn misdirected(setting: &str) -> Response<Body> {
    let body = format!(
        r#"{{"code":"PERMISSION_DENIED","message":"this server is not known by the host name in the request: if it should be, add the name to {setting}"}}"#
    );
    let mut answer = Response::new(Body::new(body));
    *answer.status_mut() = StatusCode::MISDIRECTED_REQUEST;
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &str) -> Hosts {
        names.parse().expect("host names")
    }

    fn allow(hosts: &Hosts, target: &str, headers: &[&str]) -> bool {
        let mut request = Request::get(target);
        for host in headers {
            request = request.header(HOST, *host);
        }
        hosts.allow(&request.body(()).expect("a request"))
    }

    #[test]
    fn this_machine_and_addresses_are_always_allowed() {
        for host in [
            "localhost",
            "LOCALHOST:7000",
            "localhost.",
            "games.localhost:7000",
            "127.0.0.1:7000",
            "192.0.2.7",
            "[::1]:7000",
            "[2001:db8::7]",
        ] {
            assert!(allow(&Hosts::default(), "/", &[host]), "{host}");
        }
    }

    #[test]
    fn other_names_are_allowed_if_they_were_named() {
        let hosts = named("Play.example.org, games");
        for host in ["play.example.org", "PLAY.example.org:443", "games.", "localhost"] {
            assert!(allow(&hosts, "/", &[host]), "{host}");
        }
        for host in [
            "evil.example",
            "example.org",
            "a.play.example.org",
            "play.example.org.evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "evil-localhost",
            "[evil]",
            "",
            "a b",
            "\u{e9}",
        ] {
            assert!(!allow(&hosts, "/", &[host]), "{host}");
        }
        assert!(allow(&Hosts::Any, "/", &["evil.example"]));
    }

    #[test]
    fn every_host_that_a_request_names_has_to_be_allowed() {
        let hosts = Hosts::default();
        assert!(allow(&hosts, "/", &[]), "it is of no browser");
        assert!(allow(&hosts, "http://localhost:7000/", &[]), "as HTTP/2 has it");
        assert!(!allow(&hosts, "http://evil.example/", &[]));
        assert!(!allow(&hosts, "http://localhost/", &["evil.example"]));
        assert!(!allow(&hosts, "/", &["localhost", "evil.example"]));
    }

    #[test]
    fn several_settings_allow_what_any_of_them_does() {
        let all = |texts: &[&str]| texts.iter().map(|text| named(text)).collect::<Hosts>();
        assert_eq!(all(&["a,b", "c"]), named("a,b,c"));
        assert_eq!(all(&["a", "*", "b"]), Hosts::Any);
        assert_eq!(all(&[]), Hosts::default());
    }

    #[test]
    fn what_is_no_name_is_not_taken_for_one() {
        assert_eq!("*".parse(), Ok(Hosts::Any));
        for wrong in ["", "play.example.org:443", "https://a", "a,", "a,*", "a..b", "[::1]", "é"] {
            assert!(wrong.parse::<Hosts>().is_err(), "{wrong:?}");
        }
    }
}
