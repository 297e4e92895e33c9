//! Every example plays a match to its end, although the network breaks again and again.

mod bad_network;
mod fixture;
mod mobile;
mod readme;
mod story;

use tests_harness::{ALL_IN_ONE, Client, Service, ServiceSpec};

use crate::bad_network::BadNetwork;
use crate::fixture::Fixture;
use crate::story::Story;

/// How often the network must have failed for a match to prove anything.
const CUTS_MIN: usize = 3;

#[tokio::test]
async fn the_python_client_plays_to_the_end() {
    plays_to_the_end("Python").await;
}

#[tokio::test]
async fn the_typescript_client_plays_to_the_end() {
    plays_to_the_end("TypeScript").await;
}

#[tokio::test]
async fn the_curl_client_plays_to_the_end() {
    plays_to_the_end("curl").await;
}

#[tokio::test]
async fn the_rust_client_plays_to_the_end() {
    plays_to_the_end("Rust").await;
}

/// Types the commands that the README has under a heading, with a server behind
/// a network that breaks, and holds what was printed against what the server
/// knows.
async fn plays_to_the_end(heading: &'static str) {
    fixture::assert_installed();
    let env = vec![("BAKUFU_STORE".to_owned(), "memory".to_owned())];
    let (binary, prefix) = (ALL_IN_ONE.to_owned(), "BAKUFU".to_owned());
    let server = Service::start(ServiceSpec { binary, prefix, env, files_max: None }).await;
    let network = BadNetwork::before(&server.url()).await;
    let rust_example = fixture::rust_example();
    let commands =
        readme::commands(heading, &network.address(), &rust_example.display().to_string());
    let printed = tokio::task::spawn_blocking(move || Fixture::set().run(&commands)).await;
    let printed = printed.expect("all commands succeed");
    Story::read(&printed).agrees_with(&Client::at(&server.url())).await;
    let cuts = network.cuts();
    assert!(cuts >= CUTS_MIN, "the network broke only {cuts} times");
}
