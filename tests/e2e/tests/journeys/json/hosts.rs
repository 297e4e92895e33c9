//! Allowed hosts: by which names browsers get in.

use http::Request;
use http::header::{CONTENT_TYPE, HOST};
use http_body_util::Full;
use tests_harness::{Cluster, StoreKind};

use super::client::{JsonClient, path, read};

#[tokio::test(flavor = "multi_thread")]
async fn browsers_get_in_by_addresses_and_by_the_names_of_the_setting() {
    let cluster = Cluster::on(StoreKind::Memory).env("ORCHESTRATOR_HOSTS", "play.example.org");
    let cluster = cluster.start().await;
    let client = JsonClient::of(&cluster);
    for host in ["play.example.org", "127.0.0.1", "localhost:80", "evil.example.org"] {
        let call = Request::post(path("ListGames"))
            .header(HOST, host)
            .header(CONTENT_TYPE, "application/json")
            .body(Full::from("{}"));
        let answer = read(client.send(call.expect("a request")).await).await;
        match answer {
            Ok(_) => assert_ne!(host, "evil.example.org"),
            Err(refused) => {
                assert_eq!((host, refused.status), ("evil.example.org", 421));
                assert_eq!(refused.error["code"], "PERMISSION_DENIED");
                let message = refused.error["message"].as_str().expect("a text");
                assert!(message.contains("ORCHESTRATOR_HOSTS"), "{message}");
            }
        }
    }
}
