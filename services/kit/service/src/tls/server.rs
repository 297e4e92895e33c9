//! The side that is connected to.

use std::sync::Arc;
use std::time::Duration;

use rustls::server::{NoServerSessionStorage, WebPkiClientVerifier};
use rustls::{ServerConfig, crypto};
use tokio_rustls::TlsAcceptor;

use crate::metrics::{Metrics, TlsSide};

use super::error::TlsError;
use super::files::ServerFiles;
use super::pem::Pem;
use super::reload::{Built, Reloading, Source};
use super::{ALPN_HTTP1, ALPN_HTTP2};

/// TLS for a port; clones share it.
#[derive(Debug, Clone)]
pub struct ServerTls(Reloading<Offers>);

/// The same with and without HTTP/1, since only the port knows what it speaks.
pub(super) struct Offers {
    http2: Arc<ServerConfig>,
    http1_too: Arc<ServerConfig>,
}

impl ServerTls {
    /// Reads the files, and again every `interval`. Needs a Tokio runtime.
    ///
    /// # Errors
    /// When they can't be used now; later faults are logged, and change
    /// nothing.
    pub fn watch(
        files: ServerFiles,
        interval: Duration,
        metrics: &Metrics,
    ) -> Result<Self, TlsError> {
        Reloading::watch(files, interval, metrics.clone()).map(Self)
    }

    /// What answers a client that connects now.
    pub(super) fn acceptor(&self, http1: bool) -> TlsAcceptor {
        let offers = self.0.current();
        TlsAcceptor::from(Arc::clone(if http1 { &offers.http1_too } else { &offers.http2 }))
    }
}

#[derive(PartialEq)]
pub(super) struct ServerContents {
    cert: Pem,
    key: Pem,
    client_ca: Option<Pem>,
}

impl Source for ServerFiles {
    type Contents = ServerContents;
    type Config = Offers;

    const SIDE: TlsSide = TlsSide::Server;

    fn read_files(&self) -> Result<ServerContents, TlsError> {
        Ok(ServerContents {
            cert: Pem::read(&self.own.cert)?,
            key: Pem::read(&self.own.key)?,
            client_ca: self.client_ca.as_deref().map(Pem::read).transpose()?,
        })
    }

    fn build(&self, contents: &ServerContents) -> Result<Built<Offers>, TlsError> {
        let provider = Arc::new(crypto::ring::default_provider());
        let builder = ServerConfig::builder_with_provider(Arc::clone(&provider))
            .with_safe_default_protocol_versions()
            .expect("ring knows all versions of TLS that we compile");
        let builder = match &contents.client_ca {
            None => builder.with_no_client_auth(),
            Some(ca) => {
                let authorities = Arc::new(ca.authorities()?);
                let verifier = WebPkiClientVerifier::builder_with_provider(authorities, provider)
                    .build()
                    .map_err(|source| TlsError::Verifier { path: ca.path(), source })?;
                builder.with_client_cert_verifier(verifier)
            }
        };
        let ServerContents { cert, key, .. } = contents;
        let mut config = builder
            .with_single_cert(cert.certificates()?, key.private_key()?)
            .map_err(|source| TlsError::Pair { cert: cert.path(), key: key.path(), source })?;
        // Who resumes a session is not verified again. Connections are few and
        // live long, so nothing is gained by that.
        config.session_storage = Arc::new(NoServerSessionStorage {});
        config.send_tls13_tickets = 0;
        config.alpn_protocols = vec![ALPN_HTTP2.to_vec()];
        let mut http1_too = config.clone();
        http1_too.alpn_protocols.push(ALPN_HTTP1.to_vec());
        let offers = Offers { http2: Arc::new(config), http1_too: Arc::new(http1_too) };
        Ok(Built { config: offers, not_after: Some(cert.not_after()?) })
    }
}
