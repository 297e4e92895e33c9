//! Too many connections.

use kit_proto::bakufu::rules::v1::ApplyRequest;
use kit_service::ConnectionLimits;
use kit_service::tls::ServerTls;
use kit_testing::{LogCapture, wait_until};

use super::{Limited, OTHER_PEER, PEER, connect, rest};
use crate::tls::authority::{Authority, Folder};
use crate::tls::secured::{LOOK_OFTEN, SecuredClient};

#[tokio::test]
async fn a_connection_too_many_is_closed_at_once_and_counted() {
    let logs = LogCapture::new();
    let _guard = logs.install();
    let limits = ConnectionLimits { open_max: 3, ..ConnectionLimits::default() };
    let limited = Limited::start(limits).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(connect(PEER, limited.served.address).await);
    }
    for _ in 0..100 {
        assert!(rest(&mut connect(OTHER_PEER, limited.served.address).await).await.is_empty());
    }
    limited.wait_until_met("connections", 100).await;
    assert_eq!(limited.open(), 3);
    let told: Vec<String> = logs.complaints();
    assert!(told[0].contains("turned away limit=\"connections\" count=1"), "{told:?}");
    assert!(told.len() < 50, "not once for each: {told:?}");

    drop(held.pop());
    wait_until("there is room again", async || limited.open() == 2).await;
    limited.served.client().await.apply(ApplyRequest::default()).await.expect("it gets in");
}

#[tokio::test]
async fn a_peer_takes_no_more_than_its_share_and_others_do_not_notice() {
    let limits = ConnectionLimits { per_peer_max: Some(2), ..ConnectionLimits::default() };
    let limited = Limited::start(limits).await;
    let address = limited.served.address;
    let _held = [connect(PEER, address).await, connect(PEER, address).await];
    for _ in 0..100 {
        assert!(rest(&mut connect(PEER, address).await).await.is_empty());
    }
    limited.wait_until_met("connections_per_peer", 100).await;
    limited.served.client().await.apply(ApplyRequest::default()).await.expect("another peer");
    assert_eq!(limited.met("connections"), 0);
}

#[tokio::test]
async fn a_carrier_has_no_share_but_all() {
    let per_peer_max = Some(1);
    let carriers = PEER.trim_end_matches(":0").parse().expect("a network");
    let limits = ConnectionLimits { per_peer_max, carriers, ..ConnectionLimits::default() };
    let limited = Limited::start(limits).await;
    let mut held = Vec::new();
    for _ in 0..20 {
        held.push(connect(PEER, limited.served.address).await);
    }
    wait_until("all are open", async || limited.open() == 20).await;
    assert_eq!(limited.met("connections_per_peer"), 0);
}

#[tokio::test]
async fn a_handshake_that_stalls_is_a_connection_of_its_peer() {
    let (authority, folder) = (Authority::new(), Folder::new());
    let files = folder.server("server", &authority.issue("localhost"), None);
    let limits = ConnectionLimits { per_peer_max: Some(2), ..ConnectionLimits::default() };
    let limited = Limited::start_with(limits, |serving| {
        let tls = ServerTls::watch(files, LOOK_OFTEN, &serving.metrics);
        serving.tls = Some(tls.expect("good files"));
    })
    .await;
    let address = limited.served.address;
    let _stalled = [connect(PEER, address).await, connect(PEER, address).await];
    assert!(rest(&mut connect(PEER, address).await).await.is_empty());
    limited.wait_until_met("connections_per_peer", 1).await;
    let client = SecuredClient::new(address, folder.client("client", &authority, None));
    client.call().await.expect("another peer");
}
