//! Games behind TLS: a pod has to prove the name that it was found by.

use std::path::PathBuf;
use std::sync::Arc;

use kit_service::Metrics;
use kit_service::tls::{ClientFiles, ClientTls, KeyPair, LOOK_INTERVAL, ServerFiles};
use kit_testing::{LogCapture, wait_until};
use match_orchestrator_server::Reach;
use match_orchestrator_store::Memory;
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair as Key};
use tempfile::TempDir;

use crate::pods::{reaches, seated};
use crate::rules_pod::{Kind, Names, RulesPod};
use crate::table::start_reaching;

/// One authority for everybody, and a folder for what it issues.
struct Authority {
    folder: TempDir,
    issuer: Issuer<'static, Key>,
    pem: PathBuf,
}

impl Authority {
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        let mut params = CertificateParams::new(Vec::new()).expect("no names");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, "authority");
        let key = Key::generate().expect("a key");
        let certificate = params.self_signed(&key).expect("a certificate");
        let pem = folder.path().join("authority.pem");
        std::fs::write(&pem, certificate.pem()).expect("the folder is ours");
        Self { folder, issuer: Issuer::new(params, key), pem }
    }

    fn issue(&self, name: &str) -> KeyPair {
        let params = CertificateParams::new(vec![name.to_owned()]).expect("a name");
        let key = Key::generate().expect("a key");
        let issued = params.signed_by(&key, &self.issuer).expect("a certificate");
        let path = |kind: &str| self.folder.path().join(format!("{name}.{kind}"));
        let pair = KeyPair { cert: path("crt"), key: path("key") };
        std::fs::write(&pair.cert, issued.pem()).expect("the folder is ours");
        std::fs::write(&pair.key, key.serialize_pem()).expect("the folder is ours");
        pair
    }

    /// A pod that is called so, and lets nobody in without a certificate.
    fn pod(&self, name: &str) -> RulesPod {
        let files = ServerFiles { own: self.issue(name), client_ca: Some(self.pem.clone()) };
        RulesPod::start(Kind { version: "1.0", tls: Some(files), ..Kind::default() })
    }
}

#[tokio::test]
async fn only_a_pod_that_proves_the_name_in_the_address_takes_calls() {
    let log = LogCapture::new();
    let _guard = log.install();
    let authority = Authority::new();
    let (toy, impostor) = (authority.pod("toy"), authority.pod("impostor"));
    let names = Names::default();
    names.lead("toy", &[&toy, &impostor]);
    let files =
        ClientFiles { ca: Some(authority.pem.clone()), own: Some(authority.issue("caller")) };
    let tls = ClientTls::watch(files, LOOK_INTERVAL, &Metrics::unread()).expect("good files");
    let reach = Reach { tls, ..names.reach() };
    let addresses = ["https://toy:7100".to_owned()];
    let client = start_reaching(Arc::new(Memory::default()), &addresses, reach).await;
    let player = seated(&client).await;
    reaches(&player, &toy).await;
    wait_until("the other one is found out", async || {
        log.lines().iter().any(|line| line.contains("not valid for name"))
    })
    .await;
    reaches(&player, &toy).await;
    assert_eq!(impostor.calls(), 0);
}
