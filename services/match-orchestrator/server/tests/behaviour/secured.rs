//! Games behind TLS: a pod has to prove the name that it was found by.

use std::sync::Arc;

use kit_service::Metrics;
use kit_service::tls::{ClientFiles, ClientTls, LOOK_INTERVAL, ServerFiles};
use kit_testing::{LogCapture, wait_until};
use match_orchestrator_server::Reach;
use match_orchestrator_store::Memory;

use crate::authority::Authority;
use crate::pods::{reaches, seated};
use crate::rules_pod::{Names, PodKind, RulesPod};
use crate::table::start_reaching;

/// A pod that is called so, and lets nobody in without a certificate.
fn pod(authority: &Authority, name: &str) -> RulesPod {
    let files = ServerFiles { own: authority.issue(name), client_ca: Some(authority.pem.clone()) };
    RulesPod::start(PodKind { version: "1.0", tls: Some(files), ..PodKind::default() })
}

#[tokio::test]
async fn only_a_pod_that_proves_the_name_in_the_address_takes_calls() {
    let log = LogCapture::new();
    let _guard = log.install();
    let authority = Authority::new();
    let (toy, impostor) = (pod(&authority, "toy"), pod(&authority, "impostor"));
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
