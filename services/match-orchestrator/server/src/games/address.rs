//! Address at which a game is said to be, and the pods that it leads to.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::{fmt, io};

use async_trait::async_trait;
use http::Uri;
use http::uri::Scheme;
use kit_service::tls::ClientTls;

use super::RegisterError;

/// A URL such as `http://samurai:7100`. Its host may be a name that leads to
/// many pods, which come and go.
#[derive(Clone, Debug)]
pub(super) struct Address {
    pub(super) uri: Uri,
    host: String,
    port: u16,
}

/// Finds out where a name leads to now.
#[async_trait]
pub trait Resolver: Send + Sync {
    /// The addresses of all pods of the host.
    ///
    /// # Errors
    /// If nobody could tell; who was known before is then kept.
    async fn resolve(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>>;
}

/// How pods are found and spoken to.
#[derive(Clone)]
pub struct Reach {
    /// Where names lead.
    pub resolver: Arc<dyn Resolver>,
    /// Whom to trust where an address begins with `https`.
    pub tls: ClientTls,
}

impl Default for Reach {
    fn default() -> Self {
        Self { resolver: Arc::new(SystemResolver), tls: ClientTls::default() }
    }
}

/// Asks the system: its files, its DNS.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemResolver;

/// Where it is, without what may be a password.
impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.host, self.port)
    }
}

impl Address {
    pub(super) fn parse(text: &str) -> Result<Self, RegisterError> {
        let uri: Uri = text.parse().map_err(|_| RegisterError::Address)?;
        let port_default = match uri.scheme() {
            Some(scheme) if *scheme == Scheme::HTTP => 80,
            Some(scheme) if *scheme == Scheme::HTTPS => 443,
            _ => return Err(RegisterError::Address),
        };
        let host = uri.host().filter(|host| !host.is_empty()).ok_or(RegisterError::Address)?;
        // An IPv6 address has brackets in a URL, and none anywhere else.
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let port = uri.port_u16().unwrap_or(port_default);
        Ok(Self { uri, host, port })
    }

    /// Whether its pods must prove who they are.
    pub(super) fn is_secure(&self) -> bool {
        self.uri.scheme() == Some(&Scheme::HTTPS)
    }

    /// The addresses of the pods that it leads to now.
    pub(super) async fn pod_addresses(
        &self,
        resolver: &dyn Resolver,
    ) -> io::Result<BTreeSet<SocketAddr>> {
        Ok(resolver.resolve(&self.host, self.port).await?.into_iter().collect())
    }
}

#[async_trait]
impl Resolver for SystemResolver {
    async fn resolve(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        Ok(tokio::net::lookup_host((host, port)).await?.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn numbers_lead_to_themselves() {
        let cases = [
            ("http://127.0.0.1:7100", "127.0.0.1:7100"),
            ("http://127.0.0.1", "127.0.0.1:80"),
            ("https://[::1]", "[::1]:443"),
        ];
        for (text, expected) in cases {
            let address = Address::parse(text).expect(text);
            let found = address.pod_addresses(&SystemResolver).await.expect("no name is looked up");
            assert_eq!(Vec::from_iter(found), [expected.parse().expect("an address")], "{text}");
        }
    }

    #[test]
    fn what_is_no_web_address_is_refused() {
        for text in ["", "not a url", "http://", "samurai:7100", "ftp://samurai", "/samurai"] {
            let refused = Address::parse(text);
            assert!(matches!(refused, Err(RegisterError::Address)), "{text:?}: {refused:?}");
        }
    }
}
