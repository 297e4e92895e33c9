//! The port for probes, and what a program's own probe makes of it.

use kit_grpc::bakufu::rules::v1::rules_service_client::RulesServiceClient;
use kit_proto::bakufu::rules::v1::ApplyRequest;
use kit_service::process::{ProbeError, probe};
use kit_service::{Health, Metrics, serve_probes};
use tokio::net::TcpListener;
use tonic::Code;
use tonic::transport::Channel;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus::{NotServing, Serving};
use tonic_health::pb::health_client::HealthClient;

use crate::toy::{Served, Toy};

#[tokio::test]
async fn the_probe_port_answers_probes_and_nothing_else_also_in_mid_drain() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = format!("http://{}", listener.local_addr().expect("it is bound"));
    let health = Health::starting().await;
    health.ready().await;
    tokio::spawn(serve_probes(listener, health.clone(), Metrics::unread()));
    let channel = Channel::from_shared(address).expect("an address").connect().await;
    let channel = channel.expect("it listens");

    assert_eq!(status(&channel, "ready").await, Serving as i32);
    let refused = RulesServiceClient::new(channel.clone()).apply(ApplyRequest::default()).await;
    assert_eq!(refused.expect_err("no rules here").code(), Code::Unimplemented);
    health.draining().await;
    assert_eq!(status(&channel, "ready").await, NotServing as i32);
    assert_eq!(status(&channel, "live").await, Serving as i32);
}

#[tokio::test]
async fn a_probe_says_what_the_process_says_of_itself() {
    let served = Served::start(Toy::agreeable()).await;
    let there = served.address;
    probe(there, "ready").await.expect("it is ready");
    served.health.depends("store", false).await;
    let lost = probe(there, "store").await.expect_err("nothing is stored");
    assert!(matches!(lost, ProbeError::NotServing), "{lost:?}");
    let unknown = probe(there, "weather").await.expect_err("nobody knows");
    assert!(matches!(unknown, ProbeError::UnknownEntry), "{unknown:?}");
    served.health.not_ready().await;
    let busy = probe(there, "ready").await.expect_err("it has asked for a break");
    assert_eq!(busy.to_string(), "is not serving");
    probe(there, "live").await.expect("it lives all the same");

    served.stop().await;
    let gone = probe(there, "live").await.expect_err("nobody is there");
    assert!(matches!(gone, ProbeError::Unreachable(_)), "{gone:?}");
    assert!(gone.to_string().contains("Connection refused"), "{gone}");
}

#[tokio::test(start_paused = true)]
async fn a_probe_does_not_wait_for_ever() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let there = listener.local_addr().expect("it is bound");
    let silent = probe(there, "live").await.expect_err("the system accepts, and nobody answers");
    assert!(matches!(silent, ProbeError::Silent), "{silent:?}");
}

async fn status(channel: &Channel, entry: &str) -> i32 {
    let request = HealthCheckRequest { service: entry.to_owned() };
    let answer = HealthClient::new(channel.clone()).check(request).await;
    answer.expect("a known entry").get_ref().status
}
