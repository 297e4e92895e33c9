//! A Redis behind TLS, whose authority is no public one.

use std::collections::BTreeMap;

use kit_service::process::Process;
use kit_service::{Drain, Health, Metrics, Serving};
use kit_testing::{Persistence, RedisServer, free_port};
use match_orchestrator_server::config::{ENV_REDIS_TLS_CA, ENV_STORE};
use match_orchestrator_server::{Config, open_store, run};
use tokio::net::TcpListener;

use crate::authority::Authority;

/// A server that proves that it is `localhost`, and the port where it does.
fn start_redis(authority: &Authority) -> (RedisServer, u16) {
    let own = authority.issue("localhost");
    let [cert, key, ca] = [&own.cert, &own.key, &authority.pem].map(|path| path.display());
    let port = free_port();
    let arguments = format!(
        "--tls-port {port} --tls-auth-clients no \
         --tls-cert-file {cert} --tls-key-file {key} --tls-ca-cert-file {ca}"
    );
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    (RedisServer::start_with(Persistence::None, &arguments), port)
}

fn config(store: &str, authority: Option<&Authority>) -> Result<Config, String> {
    let mut settings = BTreeMap::from([(ENV_STORE, store.to_owned())]);
    if let Some(authority) = authority {
        settings.insert(ENV_REDIS_TLS_CA, authority.pem.display().to_string());
    }
    let read = Config::read(&settings).map_err(|faults| faults.to_string());
    read.map(|(_, config)| config)
}

/// What a process says that can't start.
async fn complaint(config: Config) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let serving = Serving::new(Health::starting().await, Drain::new(), Metrics::unread());
    let ended = run(Process { listener, serving }, config).await;
    ended.expect_err("it must not start").to_string()
}

#[tokio::test]
async fn redis_is_believed_if_the_authority_that_the_settings_name_certifies_it() {
    let (authority, stranger) = (Authority::new(), Authority::new());
    let (_redis, port) = start_redis(&authority);
    let address = format!("rediss://localhost:{port}");

    let trusting = config(&address, Some(&authority)).expect("right settings");
    let store = open_store(&trusting.store).await.expect("it is the right one");
    store.ping().await.expect("it answers");

    for misled in [Some(&stranger), None] {
        let why = complaint(config(&address, misled).expect("they look right")).await;
        assert!(why.contains("certificate") && why.contains(ENV_REDIS_TLS_CA), "{why}");
    }
}

#[tokio::test]
async fn whoever_names_an_authority_does_not_get_a_connection_without_tls() {
    let authority = Authority::new();
    let (redis, port) = start_redis(&authority);
    let plain = config(&redis.url(), Some(&authority)).expect_err("one of the two is a mistake");
    assert!(plain.contains(ENV_REDIS_TLS_CA) && plain.contains(ENV_STORE), "{plain}");

    let wrong_port = format!("redis://localhost:{port}");
    let why = complaint(config(&wrong_port, None).expect("it looks right")).await;
    assert!(why.contains("Redis") && why.contains(ENV_STORE), "{why}");
}
