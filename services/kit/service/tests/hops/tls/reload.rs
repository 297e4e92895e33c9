//! Files that change while everything runs.

use std::os::unix::fs::symlink;

use kit_service::tls::{ClientFiles, KeyPair, ServerFiles, ServerTls};
use kit_service::{Telemetry, TelemetryConfig};
use kit_testing::{LogCapture, wait_until};

use super::authority::{Authority, Days, Folder};
use super::secured::{LOOK_OFTEN, SecuredClient, start};
use crate::toy::Served;

async fn eventually_answered(what: &str, served: &Served, files: &ClientFiles) {
    wait_until(what, async || {
        SecuredClient::new(served.address, files.clone()).call().await.is_ok()
    })
    .await;
}

#[tokio::test]
async fn a_new_certificate_is_shown_to_new_connections_and_old_ones_go_on() {
    let (old, new, folder) = (Authority::new(), Authority::new(), Folder::new());
    let served = start(folder.server("server", &old.issue("localhost"), None)).await;
    let trusts_old = folder.client("old", &old, None);
    let trusts_new = folder.client("new", &new, None);
    let client = SecuredClient::new(served.address, trusts_old.clone());
    client.call().await.expect("the first certificate is shown");
    let refusal = SecuredClient::new(served.address, trusts_new.clone()).refusal().await;
    assert!(refusal.contains("UnknownIssuer"), "{refusal}");

    folder.pair("server", &new.issue("localhost"));
    eventually_answered("the new certificate is shown", &served, &trusts_new).await;
    client.call().await.expect("the old connection goes on");
    let refusal = SecuredClient::new(served.address, trusts_old).refusal().await;
    assert!(refusal.contains("UnknownIssuer"), "{refusal}");
}

#[tokio::test]
async fn a_mounted_secret_changes_by_its_link() {
    let (old, new, folder) = (Authority::new(), Authority::new(), Folder::new());
    for (version, authority) in [("v1", &old), ("v2", &new)] {
        std::fs::create_dir(folder.path(version)).expect("the folder is ours");
        folder.pair(&format!("{version}/tls"), &authority.issue("localhost"));
    }
    symlink("v1", folder.path("data")).expect("the folder is ours");
    let own = KeyPair { cert: folder.path("data/tls.crt"), key: folder.path("data/tls.key") };
    let served = start(ServerFiles { own, client_ca: None }).await;
    let client = SecuredClient::new(served.address, folder.client("old", &old, None));
    client.call().await.expect("the first version is shown");

    symlink("v2", folder.path("next")).expect("the folder is ours");
    std::fs::rename(folder.path("next"), folder.path("data")).expect("it moves at once");
    let trusts_new = folder.client("new", &new, None);
    eventually_answered("the second version is shown", &served, &trusts_new).await;
}

#[tokio::test]
async fn another_authority_of_clients_counts_for_new_connections() {
    let (servers, old, new) = (Authority::new(), Authority::new(), Authority::new());
    let folder = Folder::new();
    let served = start(folder.server("server", &servers.issue("localhost"), Some(&old))).await;
    let of_old = folder.client("a", &servers, Some(&old.issue("a")));
    let of_new = folder.client("b", &servers, Some(&new.issue("b")));
    let client = SecuredClient::new(served.address, of_old.clone());
    client.call().await.expect("its authority is known");
    let refusal = SecuredClient::new(served.address, of_new.clone()).refusal().await;
    assert!(refusal.contains("UnknownCA"), "{refusal}");

    // While both are in the file, nobody is left out.
    folder.write("server-clients.pem", &format!("{}{}", old.pem(), new.pem()));
    eventually_answered("the new authority is known", &served, &of_new).await;
    SecuredClient::new(served.address, of_old.clone()).call().await.expect("both are known");

    folder.write("server-clients.pem", &new.pem());
    wait_until("the old authority is forgotten", async || {
        SecuredClient::new(served.address, of_old.clone()).call().await.is_err()
    })
    .await;
    SecuredClient::new(served.address, of_new).call().await.expect("the new one stays");
    client.call().await.expect("the old connection goes on");
}

#[tokio::test]
async fn a_client_shows_its_new_certificate_without_being_built_again() {
    let (servers, clients, folder) = (Authority::new(), Authority::new(), Folder::new());
    let files = folder.server("server", &servers.issue("localhost"), Some(&clients));
    let served = start(files).await;
    let ended = clients.issue_for("a", Days::Past);
    let client = SecuredClient::new(served.address, folder.client("a", &servers, Some(&ended)));
    let refusal = client.refusal().await;
    assert!(refusal.contains("CertificateExpired"), "{refusal}");
    folder.pair("a", &clients.issue("a"));
    wait_until("the new certificate is shown", async || client.call().await.is_ok()).await;
}

#[tokio::test]
async fn broken_files_change_nothing_and_are_reported_once() {
    let logs = LogCapture::new();
    let _guard = logs.install();
    let (old, new, folder) = (Authority::new(), Authority::new(), Folder::new());
    let served = start(folder.server("server", &old.issue("localhost"), None)).await;
    let trusts_old = folder.client("old", &old, None);
    let next = new.issue("localhost");
    let complaints = |about: &str| {
        let all = logs.complaints();
        all.iter().filter(|line| line.contains("ERROR") && line.contains(about)).count()
    };

    for (broken, about) in [
        ("no certificate at all".to_owned(), "holds no certificate"),
        // The key is still the old one.
        (next.cert.clone(), "do not go together"),
    ] {
        folder.write("server.crt", &broken);
        wait_until("the fault is reported", async || complaints(about) > 0).await;
        let client = SecuredClient::new(served.address, trusts_old.clone());
        client.call().await.expect("the old certificate stays");
    }
    // Other looks have passed, for the second fault was found by one of them.
    assert_eq!(complaints("holds no certificate"), 1, "{:?}", logs.complaints());

    folder.write("server.key", &next.key);
    let trusts_new = folder.client("new", &new, None);
    eventually_answered("the new pair is shown", &served, &trusts_new).await;
    assert_eq!(complaints("do not go together"), 1, "{:?}", logs.complaints());
    let loaded = |line: &&String| {
        line.contains("TLS files loaded")
            && line.contains("side=\"server\"")
            && line.contains("not_after=2099-01-01T00:00:00Z")
    };
    assert_eq!(logs.lines().iter().filter(loaded).count(), 2, "{:?}", logs.lines());
}

#[tokio::test]
async fn a_certificate_that_has_ended_before_the_start_is_reported_and_the_end_is_negative() {
    let logs = LogCapture::new();
    let _guard = logs.install();
    let (telemetry, _) = Telemetry::build("toy", &TelemetryConfig::default()).expect("no exporter");
    let (authority, folder) = (Authority::new(), Folder::new());
    let ended = authority.issue_for("localhost", Days::Past);
    let files = folder.server("server", &ended, None);
    let _tls = ServerTls::watch(files, LOOK_OFTEN, telemetry.metrics()).expect("readable files");
    let reported = |line: &String| line.contains("ERROR") && line.contains("has ended");
    assert!(logs.complaints().iter().any(reported), "{:?}", logs.complaints());
    wait_until("the time since then is measured", async || {
        let families = telemetry.registry().gather();
        let family = families.iter().find(|family| family.name() == "bakufu_tls_expires_seconds");
        family.is_some_and(|family| family.get_metric()[0].get_gauge().get_value() < 0.0)
    })
    .await;
}

#[tokio::test]
async fn a_new_certificate_that_has_ended_does_not_take_the_place_of_a_good_one() {
    let logs = LogCapture::new();
    let _guard = logs.install();
    let (authority, folder) = (Authority::new(), Folder::new());
    let served = start(folder.server("server", &authority.issue("localhost"), None)).await;
    folder.pair("server", &authority.issue_for("localhost", Days::Past));
    wait_until("it is reported", async || {
        logs.complaints().iter().any(|line| line.contains("has ended already"))
    })
    .await;
    let client = SecuredClient::new(served.address, folder.client("client", &authority, None));
    client.call().await.expect("the good certificate stays");
}
