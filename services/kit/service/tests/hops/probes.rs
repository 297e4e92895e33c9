//! The port for probes.

use kit_proto::bakufu::rules::v1::ApplyRequest;
use kit_proto::bakufu::rules::v1::rules_service_client::RulesServiceClient;
use kit_service::{Health, serve_probes};
use tokio::net::TcpListener;
use tonic::Code;
use tonic::transport::Channel;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus::{NotServing, Serving};
use tonic_health::pb::health_client::HealthClient;

#[tokio::test]
async fn the_probe_port_answers_probes_and_nothing_else_also_in_mid_drain() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = format!("http://{}", listener.local_addr().expect("it is bound"));
    let health = Health::starting().await;
    health.ready().await;
    tokio::spawn(serve_probes(listener, health.clone()));
    let channel = Channel::from_shared(address).expect("an address").connect().await;
    let channel = channel.expect("it listens");

    assert_eq!(status(&channel, "ready").await, Serving as i32);
    let refused = RulesServiceClient::new(channel.clone()).apply(ApplyRequest::default()).await;
    assert_eq!(refused.expect_err("no rules here").code(), Code::Unimplemented);
    health.draining().await;
    assert_eq!(status(&channel, "ready").await, NotServing as i32);
    assert_eq!(status(&channel, "live").await, Serving as i32);
}

async fn status(channel: &Channel, entry: &str) -> i32 {
    let request = HealthCheckRequest { service: entry.to_owned() };
    let answer = HealthClient::new(channel.clone()).check(request).await;
    answer.expect("a known entry").get_ref().status
}
