//! The ways to reach Redis.

use kit_testing::RedisServer;
use match_orchestrator_store::{Error, Redis, RedisConfig, Store};

use crate::fixtures::{changed, next, played_up_to};
use crate::stores::config;

async fn works(config: RedisConfig) {
    let store = Redis::connect(config).await.expect("connect");
    let mut announcements = store.announcements();
    played_up_to(&store, "m", 3).await;
    assert_eq!(next(&mut announcements).await, changed("m", 2));
    assert_eq!(next(&mut announcements).await, changed("m", 3));
    assert_eq!(store.log("m", 1, 10).await.expect("log").len(), 3);
}

#[tokio::test]
async fn a_unix_socket_works() {
    let server = RedisServer::start();
    works(config(server.unix_url())).await;
}

#[tokio::test]
async fn a_user_with_the_documented_permissions_is_enough() {
    let server = RedisServer::start();
    let rights = "+@read +@write +@scripting +@pubsub +@connection";
    let user =
        format!("ACL SETUSER orchestrator on >p%40ss resetkeys ~b:* resetchannels &b:* {rights}")
            .replace("%40", "@");
    assert_eq!(server.command(&user), "+OK");
    let at = |login: &str| RedisConfig {
        prefix: "b:".to_owned(),
        ..RedisConfig::new(format!("redis://{login}@127.0.0.1:{}/", server.port()))
    };
    works(at("orchestrator:p%40ss")).await;
    let refused = Redis::connect(at("orchestrator:wrong")).await.err().expect("wrong password");
    assert!(matches!(refused, Error::Unavailable(_)), "{refused:?}");
}
