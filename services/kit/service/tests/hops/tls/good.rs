//! Connections as they should be.

use std::sync::Arc;

use kit_grpc::bakufu::rules::v1::rules_service_client::RulesServiceClient;
use kit_proto::bakufu::rules::v1::{ApplyRequest, ApplyResponse};
use kit_service::tls::{ClientTls, ServerTls};
use kit_service::{Metrics, Telemetry, TelemetryConfig};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio_rustls::TlsConnector;
use tonic::transport::Endpoint;

use super::authority::{Authority, Folder};
use super::secured::{LOOK_OFTEN, SecuredClient, start, start_with};
use crate::http_routes::{ask, greeting};
use crate::toy::{Served, Toy};

#[tokio::test]
async fn a_call_is_answered_and_the_handler_sees_where_it_comes_from() {
    let (authority, folder) = (Authority::new(), Folder::new());
    let (peers, mut peer) = mpsc::channel(1);
    let toy = Toy::new(move |request| {
        let peers = peers.clone();
        async move {
            peers.send(request.remote_addr()).await.expect("the test listens");
            Ok(ApplyResponse::default())
        }
    });
    let files = folder.server("server", &authority.issue("localhost"), None);
    let served = start_with(toy, files, Metrics::unread()).await;
    let client = SecuredClient::new(served.address, folder.client("client", &authority, None));
    client.call().await.expect("it is answered");
    let peer = peer.recv().await.flatten().expect("an address");
    assert!(peer.ip().is_loopback(), "{peer}");
}

#[tokio::test]
async fn both_sides_can_prove_themselves() {
    let (servers, clients, folder) = (Authority::new(), Authority::new(), Folder::new());
    let files = folder.server("server", &servers.issue("localhost"), Some(&clients));
    let served = start(files).await;
    let own = clients.issue("orchestrator");
    let client = SecuredClient::new(served.address, folder.client("client", &servers, Some(&own)));
    client.call().await.expect("it is answered");
}

#[tokio::test]
async fn an_address_without_tls_stays_without() {
    let served = Served::start(Toy::agreeable()).await;
    let address = format!("http://{}", served.address);
    let place = Endpoint::from_shared(address.clone()).expect("an address");
    let channel = ClientTls::default().channel(&address.parse().expect("an address"), place);
    let mut client = RulesServiceClient::new(channel.expect("no name is needed"));
    client.apply(ApplyRequest::default()).await.expect("it is answered");
}

#[tokio::test]
async fn http1_is_offered_only_where_it_is_on() {
    let (authority, folder) = (Authority::new(), Folder::new());
    let files = folder.server("server", &authority.issue("localhost"), None);
    for (http1, offer, expected) in [
        (false, &[&b"h2"[..], b"http/1.1"][..], Some(&b"h2"[..])),
        (false, &[b"http/1.1"], None),
        (true, &[b"http/1.1"], Some(b"http/1.1")),
        (true, &[b"http/1.1", b"h2"], Some(b"h2")),
    ] {
        let tls = ServerTls::watch(files.clone(), LOOK_OFTEN, &Metrics::unread());
        let adjust = |serving: &mut kit_service::Serving| {
            serving.http = http1.then(greeting);
            serving.tls = Some(tls.expect("good files"));
        };
        let served = Served::start_with(Toy::agreeable(), Metrics::unread(), adjust).await;
        let tcp = TcpStream::connect(served.address).await.expect("it listens");
        let connector = TlsConnector::from(Arc::new(raw_config(&authority, offer)));
        let name = ServerName::try_from("localhost").expect("a name");
        let spoken = connector.connect(name, tcp).await.ok();
        let protocol = spoken.as_ref().and_then(|tls| tls.get_ref().1.alpn_protocol());
        assert_eq!(protocol, expected, "{http1} {offer:?}");
        if protocol == Some(b"http/1.1")
            && let Some(tls) = spoken
        {
            assert!(ask(tls, "/hello").await.ends_with("konnichiwa"));
        }
    }
}

#[tokio::test]
async fn the_time_until_the_certificate_ends_can_be_read() {
    let (telemetry, _) = Telemetry::build("toy", &TelemetryConfig::default()).expect("no exporter");
    let (authority, folder) = (Authority::new(), Folder::new());
    let files = folder.server("server", &authority.issue("localhost"), None);
    let _tls = ServerTls::watch(files, LOOK_OFTEN, telemetry.metrics()).expect("good files");
    let mut seconds = 0.0;
    kit_testing::wait_until("the certificate's end is measured", async || {
        let families = telemetry.registry().gather();
        let family = families.iter().find(|family| family.name() == "bakufu_tls_expires_seconds");
        let gauge = family.map(|family| family.get_metric()[0].get_gauge().get_value());
        gauge.inspect(|gauge| seconds = *gauge).is_some()
    })
    .await;
    // It ends with the year 2098.
    let years = seconds / (365.25 * 86_400.0);
    assert!((50.0..73.5).contains(&years), "{years}");
}

fn raw_config(authority: &Authority, offer: &[&[u8]]) -> ClientConfig {
    let mut roots = RootCertStore::empty();
    let pem = authority.pem();
    roots.add(CertificateDer::from_pem_slice(pem.as_bytes()).expect("PEM")).expect("an authority");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("known versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = offer.iter().map(|protocol| protocol.to_vec()).collect();
    config
}
