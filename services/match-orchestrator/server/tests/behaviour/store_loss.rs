//! A replica whose store is gone for a while.

use kit_grpc::bakufu::play::v1::match_service_client::MatchServiceClient;
use kit_proto::bakufu::play::v1::ListMatchesRequest;
use kit_service::process::Process;
use kit_service::{Drain, Health, Metrics, Reason, Serving};
use kit_testing::{RedisServer, wait_until};
use match_orchestrator_server::{Config, StoreConfig, run};
use match_orchestrator_store::RedisConfig;
use tokio::net::TcpListener;
use tonic::transport::Channel;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_check_response::ServingStatus::{NotServing, Serving as IsServing};
use tonic_health::pb::health_client::HealthClient;

#[tokio::test]
async fn without_its_store_a_replica_stays_ready_and_says_what_is_wrong() {
    let mut redis = RedisServer::start();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = format!("http://{}", listener.local_addr().expect("it is bound"));
    let serving = Serving::new(Health::starting().await, Drain::new(), Metrics::unread());
    let store = StoreConfig::Redis(RedisConfig::new(redis.url()).into());
    let config = Config { store, ..Config::default() };
    tokio::spawn(run(Process { listener, serving }, config));
    let channel = Channel::from_shared(address).expect("an address").connect_lazy();
    wait_until("the store is there", async || status(&channel, "store").await == up()).await;
    assert_eq!(status(&channel, "ready").await, up());

    redis.stop();
    wait_until("its loss shows", async || status(&channel, "store").await == down()).await;
    assert_eq!(status(&channel, "ready").await, up(), "somebody has to tell the clients");
    assert_eq!(status(&channel, "live").await, up(), "a restart would not help");
    let refused = MatchServiceClient::new(channel.clone())
        .list_matches(ListMatchesRequest::default())
        .await
        .expect_err("there is no store");
    let reason = Reason::from_status(&refused);
    assert!(matches!(reason, Some(Reason::StoreUnavailable { .. })), "{refused:?}");

    redis.restart();
    wait_until("its return shows", async || status(&channel, "store").await == up()).await;
    assert_eq!(status(&channel, "ready").await, up());
}

fn up() -> Option<i32> {
    Some(IsServing as i32)
}

fn down() -> Option<i32> {
    Some(NotServing as i32)
}

/// What a probe of this entry hears; nothing if there is no such entry yet.
async fn status(channel: &Channel, entry: &str) -> Option<i32> {
    let request = HealthCheckRequest { service: entry.to_owned() };
    let answer = HealthClient::new(channel.clone()).check(request).await;
    answer.ok().map(|answer| answer.get_ref().status)
}
