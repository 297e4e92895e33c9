//! Handshakes of TLS that never end.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use kit_service::Metrics;
use kit_service::tls::{ClientFiles, ClientTls};
use kit_testing::free_port;
use tempfile::TempDir;
use tests_harness::{CALL_MAX, Client, ORCHESTRATOR, Service, ServiceSpec};
use tests_hostile::{Target, begun_handshakes};
use tonic::transport::Endpoint;

/// What most systems allow a process that does not ask for more.
const FILES_USUAL: u32 = 1_024;
/// More than a server with so many files can have.
const HANDSHAKES: usize = 1_100;
/// Clients who come meanwhile, one after the other.
const CLIENTS: usize = 60;

/// A folder with a certificate for this machine and its key.
struct Certified {
    folder: TempDir,
}

impl Certified {
    fn new() -> Self {
        let folder = TempDir::new().expect("a temporary folder can be made");
        let issued = rcgen::generate_simple_self_signed(["localhost".to_owned()]);
        let issued = issued.expect("a name can be certified");
        fs::write(folder.path().join("cert.pem"), issued.cert.pem()).expect("it is our folder");
        let key = issued.signing_key.serialize_pem();
        fs::write(folder.path().join("key.pem"), key).expect("it is our folder");
        Self { folder }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn handshakes_that_never_end_leave_room_for_others() {
    let certified = Certified::new();
    let path = |name| certified.file(name).display().to_string();
    let env = [
        ("ORCHESTRATOR_STORE", "memory".to_owned()),
        ("ORCHESTRATOR_TLS_CERT", path("cert.pem")),
        ("ORCHESTRATOR_TLS_KEY", path("key.pem")),
        ("ORCHESTRATOR_PROBE_LISTEN", format!("127.0.0.1:{}", free_port())),
    ];
    let server = Service::start(ServiceSpec {
        binary: ORCHESTRATOR.to_owned(),
        prefix: "ORCHESTRATOR".to_owned(),
        env: env.map(|(name, value)| (name.to_owned(), value)).into(),
        files_max: Some(FILES_USUAL),
    })
    .await;
    let attack = begun_handshakes(Target::on(server.port()), HANDSHAKES);
    attack.stands().await;
    let files = ClientFiles { ca: Some(certified.file("cert.pem")), own: None };
    let tls = ClientTls::watch(files, Duration::from_secs(60), &Metrics::unread());
    let tls = tls.expect("the certificate is sound");
    let name = format!("https://localhost:{}", server.port()).parse().expect("an address");
    for number in 0..CLIENTS {
        let place = Endpoint::from_shared(server.url()).expect("our own address is a URL");
        let client = Client::over(tls.channel(&name, place).expect("a name that is certified"));
        let served = tokio::time::timeout(CALL_MAX, client.games()).await;
        assert!(served.is_ok(), "client {number} waited {CALL_MAX:?}: {attack}");
    }
}
