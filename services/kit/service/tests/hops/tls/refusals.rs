//! Refusals of connections: who is refused, and how it hears of it.

use kit_grpc::bakufu::rules::v1::rules_service_client::RulesServiceClient;
use kit_proto::bakufu::rules::v1::ApplyRequest;
use kit_service::tls::{ClientFiles, ClientTls, ServerFiles};
use kit_service::{Metrics, Telemetry, TelemetryConfig};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tonic::transport::Channel;

use super::authority::{Authority, Days, Folder, self_signed};
use super::secured::{LOOK_OFTEN, SecuredClient, start, start_with};
use crate::toy::{Served, Toy};

/// A server that asks for certificates, with somebody whom it knows.
struct Guarded {
    servers: Authority,
    clients: Authority,
    folder: Folder,
    served: Served,
    friend: SecuredClient,
}

impl Guarded {
    async fn start() -> Self {
        Self::start_with(Metrics::unread()).await
    }

    async fn start_with(metrics: Metrics) -> Self {
        let (servers, clients, folder) = (Authority::new(), Authority::new(), Folder::new());
        let files = folder.server("server", &servers.issue("localhost"), Some(&clients));
        let served = start_with(Toy::agreeable(), files, metrics).await;
        let files = folder.client("friend", &servers, Some(&clients.issue("friend")));
        let friend = SecuredClient::new(served.address, files);
        friend.call().await.expect("a friend is answered");
        Self { servers, clients, folder, served, friend }
    }

    /// What somebody with these files hears; friends old and new notice nothing.
    async fn refuses(&self, files: ClientFiles) -> String {
        let refusal = SecuredClient::new(self.served.address, files).refusal().await;
        self.friend.call().await.expect("the old connection goes on");
        let files = self.folder.client("friend", &self.servers, Some(&self.clients.issue("b")));
        let another = SecuredClient::new(self.served.address, files);
        another.call().await.expect("a new connection is made");
        refusal
    }
}

#[tokio::test]
async fn a_client_without_a_certificate_is_refused() {
    let guarded = Guarded::start().await;
    let files = guarded.folder.client("stranger", &guarded.servers, None);
    let refusal = guarded.refuses(files).await;
    assert!(refusal.contains("CertificateRequired"), "{refusal}");
}

#[tokio::test]
async fn a_client_of_another_authority_is_refused() {
    let guarded = Guarded::start().await;
    let own = Authority::new().issue("friend");
    let files = guarded.folder.client("stranger", &guarded.servers, Some(&own));
    let refusal = guarded.refuses(files).await;
    assert!(refusal.contains("received fatal alert: UnknownCA"), "{refusal}");
}

#[tokio::test]
async fn a_client_whose_certificate_has_ended_is_refused() {
    let guarded = Guarded::start().await;
    let own = guarded.clients.issue_for("friend", Days::Past);
    let files = guarded.folder.client("stranger", &guarded.servers, Some(&own));
    let refusal = guarded.refuses(files).await;
    assert!(refusal.contains("received fatal alert: CertificateExpired"), "{refusal}");
}

#[tokio::test]
async fn a_client_that_speaks_no_tls_is_refused() {
    let guarded = Guarded::start().await;
    let address = format!("http://{}", guarded.served.address);
    let channel = Channel::from_shared(address).expect("an address").connect_lazy();
    let mut plain = RulesServiceClient::new(channel);
    let status = plain.apply(ApplyRequest::default()).await.expect_err("it is refused");
    assert!(std::error::Error::source(&status).is_some(), "the transport fails: {status:?}");
    guarded.friend.call().await.expect("the old connection goes on");
}

#[tokio::test]
async fn every_refusal_is_counted_by_its_fault() {
    let (telemetry, _) = Telemetry::build("toy", &TelemetryConfig::default()).expect("no exporter");
    let guarded = Guarded::start_with(telemetry.metrics().clone()).await;
    guarded.refuses(guarded.folder.client("stranger", &guarded.servers, None)).await;
    let stranger = Authority::new().issue("friend");
    let files = guarded.folder.client("stranger", &guarded.servers, Some(&stranger));
    guarded.refuses(files).await;
    // One does not believe the server, and one does not speak TLS.
    guarded.refuses(guarded.folder.client("stranger", &Authority::new(), None)).await;
    let mut plain = TcpStream::connect(guarded.served.address).await.expect("it listens");
    plain.write_all(b"GET / HTTP/1.1\r\n\r\n").await.expect("it is open");
    kit_testing::wait_until("all are counted", async || {
        let families = telemetry.registry().gather();
        let text = prometheus::TextEncoder::new().encode_to_string(&families).expect("text");
        ["no_certificate", "bad_certificate", "refused_by_peer", "not_tls"].iter().all(|fault| {
            let sample = format!("bakufu_tls_handshakes_failed_total{{fault=\"{fault}\"}} 1");
            text.lines().any(|line| line == sample)
        })
    })
    .await;
}

/// What a client that trusts an authority hears from a server.
async fn disbelieves(authority: &Authority, folder: &Folder, files: ServerFiles) -> String {
    let served = start(files).await;
    let client = SecuredClient::new(served.address, folder.client("client", authority, None));
    client.refusal().await
}

#[tokio::test]
async fn a_server_whose_certificate_has_ended_is_not_believed() {
    let (authority, folder) = (Authority::new(), Folder::new());
    let ended = authority.issue_for("localhost", Days::Past);
    let files = folder.server("server", &ended, None);
    let refusal = disbelieves(&authority, &folder, files).await;
    assert!(refusal.contains("TLS handshake with localhost"), "{refusal}");
    assert!(refusal.contains("certificate expired"), "{refusal}");
}

#[tokio::test]
async fn a_server_of_another_authority_is_not_believed() {
    let (authority, folder) = (Authority::new(), Folder::new());
    let files = folder.server("server", &Authority::new().issue("localhost"), None);
    let refusal = disbelieves(&authority, &folder, files).await;
    assert!(refusal.contains("UnknownIssuer"), "{refusal}");
}

#[tokio::test]
async fn a_server_that_vouches_for_itself_is_not_believed() {
    let (authority, folder) = (Authority::new(), Folder::new());
    let files = folder.server("server", &self_signed("localhost"), None);
    let refusal = disbelieves(&authority, &folder, files).await;
    assert!(refusal.contains("UnknownIssuer"), "{refusal}");
}

#[tokio::test]
async fn a_server_of_another_name_is_not_believed_wherever_it_runs() {
    let (authority, folder) = (Authority::new(), Folder::new());
    let served = start(folder.server("server", &authority.issue("samurai"), None)).await;
    let files = folder.client("client", &authority, None);
    let tls = ClientTls::watch(files, LOOK_OFTEN, &Metrics::unread()).expect("good files");
    let wrong = SecuredClient::with(served.address, &tls, "shogun").refusal().await;
    assert!(wrong.contains("not valid for name \"shogun\""), "{wrong}");
    let by_address = SecuredClient::with(served.address, &tls, "127.0.0.1").refusal().await;
    assert!(by_address.contains("not valid for name"), "{by_address}");
    SecuredClient::with(served.address, &tls, "samurai").call().await.expect("it is samurai");
}

#[tokio::test]
async fn a_server_that_speaks_no_tls_is_not_believed() {
    let (authority, folder) = (Authority::new(), Folder::new());
    let served = Served::start(Toy::agreeable()).await;
    let client = SecuredClient::new(served.address, folder.client("client", &authority, None));
    let refusal = client.refusal().await;
    assert!(refusal.contains("TLS handshake with localhost at 127.0.0.1:"), "{refusal}");
    served.client().await.apply(ApplyRequest::default()).await.expect("others are answered");
}
