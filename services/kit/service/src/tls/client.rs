//! The side that connects.

use std::sync::Arc;
use std::time::Duration;

use http::Uri;
use http::uri::Scheme;
use rustls::client::Resumption;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore, crypto};
use tonic::transport::{Channel, Endpoint};

use crate::metrics::{Metrics, TlsSide};

use super::ALPN_HTTP2;
use super::connector::Connector;
use super::error::{AddressError, TlsError};
use super::files::ClientFiles;
use super::pem::Pem;
use super::reload::{Built, Reloading, Source};

/// TLS for calls to others; clones share it and are cheap. The default trusts
/// the public authorities and has no certificate of its own.
#[derive(Debug, Clone)]
pub struct ClientTls(Reloading<Arc<ClientConfig>>);

impl ClientTls {
    /// Reads the files, and again every `interval`. Needs a Tokio runtime.
    ///
    /// # Errors
    /// When they can't be used now; later faults are logged, and change
    /// nothing.
    pub fn watch(
        files: ClientFiles,
        interval: Duration,
        metrics: &Metrics,
    ) -> Result<Self, TlsError> {
        if files == ClientFiles::default() {
            return Ok(Self::default());
        }
        Reloading::watch(files, interval, metrics.clone()).map(Self)
    }

    /// A channel to one place where a service runs. It connects when it is
    /// needed, and again when the connection is lost.
    ///
    /// `address` is the service as the operator wrote it: with `https` the
    /// place must prove that it is the host in it. `place` is where to
    /// connect, with all other settings; its own URI begins with `http://`
    /// in either case, since TLS is none of tonic's business here.
    ///
    /// # Errors
    /// When the host can't be the name of a certificate.
    pub fn channel(&self, address: &Uri, place: Endpoint) -> Result<Channel, AddressError> {
        if address.scheme() != Some(&Scheme::HTTPS) {
            return Ok(place.connect_lazy());
        }
        let connector = self.connector(address)?;
        Ok(place.origin(address.clone()).connect_with_connector_lazy(connector))
    }

    /// What connects a tonic endpoint, whose URI says where, to the host of
    /// this address, who has to prove it.
    ///
    /// # Errors
    /// When the host can't be the name of a certificate.
    pub fn connector(&self, address: &Uri) -> Result<Connector, AddressError> {
        let host = address.host().ok_or_else(|| AddressError::NoHost(address.to_string()))?;
        // A URI writes IPv6 addresses in brackets, a certificate does not.
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let name = ServerName::try_from(host.to_owned())
            .map_err(|_| AddressError::Name(host.to_owned()))?;
        Ok(Connector::new(self.clone(), name))
    }

    /// What counts for a connection that is made now.
    pub(super) fn current(&self) -> Arc<ClientConfig> {
        Arc::clone(&self.0.current())
    }
}

impl Default for ClientTls {
    fn default() -> Self {
        let files = ClientFiles::default();
        let built = files.read_files().and_then(|contents| files.build(&contents));
        Self(Reloading::fixed(built.expect("no file can be wrong").config))
    }
}

#[derive(PartialEq)]
pub(super) struct ClientContents {
    ca: Option<Pem>,
    own: Option<(Pem, Pem)>,
}

impl Source for ClientFiles {
    type Contents = ClientContents;
    type Config = Arc<ClientConfig>;

    const SIDE: TlsSide = TlsSide::Client;

    fn read_files(&self) -> Result<ClientContents, TlsError> {
        let own = match &self.own {
            Some(own) => Some((Pem::read(&own.cert)?, Pem::read(&own.key)?)),
            None => None,
        };
        Ok(ClientContents { ca: self.ca.as_deref().map(Pem::read).transpose()?, own })
    }

    fn build(&self, contents: &ClientContents) -> Result<Built<Arc<ClientConfig>>, TlsError> {
        let authorities = match &contents.ca {
            Some(ca) => ca.authorities()?,
            None => RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() },
        };
        let builder =
            ClientConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
                .with_safe_default_protocol_versions()
                .expect("ring knows all versions of TLS that we compile")
                .with_root_certificates(authorities);
        let (mut config, not_after) = match &contents.own {
            None => (builder.with_no_client_auth(), None),
            Some((cert, key)) => {
                let config = builder
                    .with_client_auth_cert(cert.certificates()?, key.private_key()?)
                    .map_err(|source| {
                        let (cert, key) = (cert.path(), key.path());
                        TlsError::Pair { cert, key, source }
                    })?;
                (config, Some(cert.not_after()?))
            }
        };
        config.alpn_protocols = vec![ALPN_HTTP2.to_vec()];
        // A resumed session would trust a server whose certificate has ended.
        config.resumption = Resumption::disabled();
        Ok(Built { config: Arc::new(config), not_after })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_or_an_address_of_either_kind_can_be_proved() {
        let tls = ClientTls::default();
        for good in ["https://samurai:7100", "https://127.0.0.1:7100", "https://[::1]:7100"] {
            tls.connector(&good.parse().expect("an address")).expect(good);
        }
        let wrong = tls.connector(&"https://no_*_name:1".parse().expect("an address"));
        assert_eq!(wrong.err(), Some(AddressError::Name("no_*_name".to_owned())));
        let nobody = tls.connector(&"/path".parse().expect("a path"));
        assert_eq!(nobody.err(), Some(AddressError::NoHost("/path".to_owned())));
    }
}
