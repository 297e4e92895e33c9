//! Every connection is verified anew, and only gRPC is spoken over it.

use std::sync::Arc;

use http::Uri;
use kit_service::Metrics;
use kit_service::tls::{ClientTls, ConnectError};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::version::{TLS12, TLS13};
use rustls::{ClientConfig, HandshakeKind, RootCertStore, ServerConfig, SupportedProtocolVersion};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::{TlsAcceptor, TlsConnector};
use tower::Service;

use super::authority::{Authority, Folder};
use super::secured::{LOOK_OFTEN, start};

/// A server of somebody else's, which offers to resume sessions and speaks
/// these protocols; it tells how each of two connections began.
async fn foreign(
    authority: &Authority,
    protocols: &[&[u8]],
) -> (Uri, tokio::task::JoinHandle<Vec<Option<HandshakeKind>>>) {
    let own = authority.issue("localhost");
    let cert = CertificateDer::from_pem_slice(own.cert.as_bytes()).expect("PEM");
    let key = PrivateKeyDer::from_pem_slice(own.key.as_bytes()).expect("PEM");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("known versions")
        .with_no_client_auth()
        .with_single_cert(vec![cert], key)
        .expect("they go together");
    config.alpn_protocols = protocols.iter().map(|protocol| protocol.to_vec()).collect();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let uri = format!("https://{}", listener.local_addr().expect("it is bound"));
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let served = tokio::spawn(async move {
        let mut kinds = Vec::new();
        for _ in 0..2 {
            let (tcp, _) = listener.accept().await.expect("a connection");
            let mut tls = acceptor.accept(tcp).await.expect("a handshake");
            tls.write_all(b"x").await.expect("somebody reads");
            kinds.push(tls.get_ref().1.handshake_kind());
            // The other side hangs up when it has read.
            let _ = tls.read(&mut [0]).await;
        }
        kinds
    });
    (uri.parse().expect("an address"), served)
}

fn trusting(authority: &Authority, folder: &Folder) -> ClientTls {
    let files = folder.client("client", authority, None);
    ClientTls::watch(files, LOOK_OFTEN, &Metrics::unread()).expect("good files")
}

fn localhost() -> Uri {
    "https://localhost".parse().expect("an address")
}

#[tokio::test]
async fn a_server_proves_itself_again_with_every_connection() {
    let (authority, folder) = (Authority::new(), Folder::new());
    let (uri, served) = foreign(&authority, &[b"h2"]).await;
    let tls = trusting(&authority, &folder);
    for _ in 0..2 {
        let mut connector = tls.connector(&localhost()).expect("a name");
        let mut stream = connector.call(uri.clone()).await.expect("it is trusted").into_inner();
        // With the first bytes come the tickets, if somebody wants them.
        assert_eq!(stream.read(&mut [0]).await.expect("it is open"), 1);
    }
    let kinds = served.await.expect("it does not panic");
    assert_eq!(kinds, [Some(HandshakeKind::Full); 2]);
}

#[tokio::test]
async fn a_client_proves_itself_again_with_every_connection() {
    let (authority, folder) = (Authority::new(), Folder::new());
    let served = start(folder.server("server", &authority.issue("localhost"), None)).await;
    for version in [&TLS12, &TLS13] {
        // It keeps what it gets, and would like to resume.
        let connector = TlsConnector::from(Arc::new(resuming(&authority, version)));
        for _ in 0..2 {
            let tcp = TcpStream::connect(served.address).await.expect("it listens");
            let name = ServerName::try_from("localhost").expect("a name");
            let mut stream = connector.connect(name, tcp).await.expect("it is trusted");
            // The server's settings for HTTP/2, after which a ticket would be there.
            assert!(stream.read(&mut [0; 64]).await.expect("it is open") > 0);
            let kind = stream.get_ref().1.handshake_kind();
            assert_eq!(kind, Some(HandshakeKind::Full), "{version:?}");
        }
    }
}

#[tokio::test]
async fn whoever_speaks_no_http2_is_no_service() {
    let (authority, folder) = (Authority::new(), Folder::new());
    let (uri, _served) = foreign(&authority, &[]).await;
    let connector = trusting(&authority, &folder).connector(&localhost());
    let refused = connector.expect("a name").call(uri).await.expect_err("a refusal");
    assert!(matches!(refused, ConnectError::NotHttp2 { .. }), "{refused}");
}

#[tokio::test(start_paused = true)]
async fn a_server_that_says_nothing_is_left_after_a_while() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    let uri = format!("https://{address}").parse().expect("an address");
    let mut connector = ClientTls::default().connector(&localhost()).expect("a name");
    let connected = tokio::time::timeout(std::time::Duration::from_secs(60), connector.call(uri));
    let silent = connected.await.expect("it gives up").expect_err("nobody answers");
    assert!(matches!(silent, ConnectError::Silent { .. }), "{silent}");
}

fn resuming(authority: &Authority, version: &'static SupportedProtocolVersion) -> ClientConfig {
    let mut roots = RootCertStore::empty();
    let pem = authority.pem();
    roots.add(CertificateDer::from_pem_slice(pem.as_bytes()).expect("PEM")).expect("an authority");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(&[version])
        .expect("a known version")
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec()];
    config
}
